//! Planning on two trees when one has lost a link, and only the routers beside it know.

use super::choice::{SPLIT_DESTINATIONS, TREE, TREE_SEED, TreeChoice, draw};
use crate::tree_worm::TreeWorms;
use crate::{Options, PlanError, Planner, SchemeError, SpanningTree};
use serde_json::{Map, Value, json};
use wormcast_plan::{MulticastSet, RouteFamily, RouteSpace, Worms};
use wormcast_topology::NodeId;

/// Plans as sources do that know of no fault (torus paper, section 7, local fault information): a worm whose way in the
/// hit tree leads over the lost link is absorbed whole by the router before it, which sends the message on in the other
/// tree, as if it were its source, and pays a second start-up.
///
/// Messages change from the hit tree to the other and never back, and only after they have been consumed whole: so
/// worms of a tree wait for worms of that tree only, as without faults.
pub(crate) struct LocalPlanner<'t> {
    /// The trees as the sources believe them to be.
    believed: [SpanningTree<'t>; 2],
    /// What is left of them.
    left: [SpanningTree<'t>; 2],
    /// The tree that has lost a link.
    hit: usize,
    /// The ends of the link, that nearer to the root first.
    ends: [NodeId; 2],
    choice: TreeChoice,
    seed: u64,
    writer: TreeWorms,
    /// The destinations of the next worm.
    next: Vec<NodeId>,
    /// The tree of each worm of the last plan.
    used: Vec<usize>,
}

impl<'t> LocalPlanner<'t> {
    /// Makes the planner ready; `scheme` is for the error.
    pub(crate) fn new(
        scheme: &'static str,
        believed: [SpanningTree<'t>; 2],
        left: [SpanningTree<'t>; 2],
        (hit, ends): (usize, [NodeId; 2]),
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let choice = options.get(&TREE).unwrap_or_default();
        let refuse = |option, value: &str, expected: &str| {
            let (value, expected) = (value.to_owned(), expected.to_owned());
            Err(SchemeError::BadOption { scheme, option, value, expected })
        };
        match choice {
            TreeChoice::Random | TreeChoice::Fixed(0 | 1) => {}
            TreeChoice::Fixed(tree) => return refuse("tree", &tree.to_string(), "0 or 1"),
            _ => return refuse("tree", "this choice", "`random`, 0 or 1 with local knowledge of faults"),
        }
        if options.has(&SPLIT_DESTINATIONS) {
            return refuse("split-destinations", "this", "one tree a multicast with local knowledge of faults");
        }
        let seed = options.get(&TREE_SEED).unwrap_or(0);
        let (next, used) = (Vec::new(), Vec::with_capacity(2));
        Ok(Self { believed, left, hit, ends, choice, seed, writer: TreeWorms::default(), next, used })
    }

    /// The tree that a source takes which knows of no fault; a fixed choice also parts two ways of one length.
    fn choose(&self, set: MulticastSet) -> usize {
        let first = match self.choice {
            TreeChoice::Fixed(tree) => tree as usize,
            _ => draw(self.seed, set, 2),
        };
        let distance = |tree: usize, to| self.believed[tree].distance(set.source, to);
        match *set.destinations {
            [only] if distance(1 - first, only) < distance(first, only) => 1 - first,
            _ => first,
        }
    }

    /// Appends a worm from `source` to the destinations in `next`, of round `round`; from round 1 on it waits for the
    /// worm before it.
    fn append(&mut self, tree: usize, source: NodeId, round: u32, worms: &mut Worms) -> Result<(), PlanError> {
        let set = MulticastSet { source, destinations: &self.next };
        self.writer.append_later(&self.left[tree], set, (round > 0).then_some(0), round, worms)?;
        worms.set_consumption_class(tree as u8);
        self.used.push(tree);
        Ok(())
    }

    /// The worms of a multicast in the hit tree.
    fn plan_in_hit_tree(&mut self, set: MulticastSet, worms: &mut Worms) -> Result<(), PlanError> {
        let MulticastSet { source, destinations } = set;
        let [upper, lower] = self.ends;
        let hit = &self.left[self.hit];
        let is_here = |node: NodeId| hit.distance(source, node).is_some();
        if destinations.iter().all(|&node| is_here(node)) {
            self.next.clear();
            self.next.extend_from_slice(destinations);
            return self.append(self.hit, source, 0, worms);
        }
        // From below the lost link the whole message would go up over it; from above, a branch would go down.
        let from_below = is_here(lower);
        let relay = if from_below { lower } else { upper };
        let stays = |node: NodeId| if from_below { node == lower } else { is_here(node) };
        let mut on_the_way: Vec<NodeId> = destinations.iter().copied().filter(|&node| stays(node)).collect();
        let beyond = destinations.iter().copied().filter(|&node| !stays(node));
        let beyond: Vec<NodeId> = beyond.collect();
        if relay != source && !on_the_way.contains(&relay) {
            on_the_way.push(relay);
        }
        if !on_the_way.is_empty() {
            self.next.clone_from(&on_the_way);
            self.append(self.hit, source, 0, worms)?;
        }
        self.next = beyond;
        self.append(1 - self.hit, relay, u32::from(relay != source), worms)
    }
}

impl Planner for LocalPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.used.clear();
        worms.set_consumption_classes(2);
        let tree = self.choose(set);
        if tree == self.hit {
            return self.plan_in_hit_tree(set, worms);
        }
        self.next.clear();
        self.next.extend_from_slice(set.destinations);
        self.append(tree, set.source, 0, worms)
    }

    fn consumption_classes(&self) -> u8 {
        2
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let family = |(class, tree): (usize, &SpanningTree<'_>)| RouteFamily::up_and_down(tree.parents(), class as u8);
        let families: Vec<_> = self.left.iter().enumerate().map(family).collect();
        Some(RouteSpace { classes: 2, families })
    }

    fn trees(&self) -> &[SpanningTree<'_>] {
        &self.left
    }

    fn extra(&self) -> Map<String, Value> {
        Map::from_iter([("trees".to_owned(), json!(self.used))])
    }
}
