//! The planner on several trees.

use super::choice::{SPLIT_DESTINATIONS, TREE, TREE_SEED, TreeChoice, draw};
use crate::tree_worm::TreeWorms;
use crate::{Options, PlanError, Planner, SchemeError, SpanningTree};
use serde_json::{Map, Value, json};
use wormcast_plan::{MulticastSet, RouteFamily, RouteSpace, Worms};
use wormcast_topology::NodeId;

/// Plans on edge-disjoint trees (torus paper, section 3.2.1): a unicast by the tree with the shortest way, a multicast
/// by one tree or, on request, every destination by the nearest tree. The worms of tree i are of consumption class i.
///
/// A tree that faults have broken serves unicasts between nodes that it still connects, and no multicasts.
pub(crate) struct TreesPlanner<'t> {
    trees: Vec<SpanningTree<'t>>,
    /// The trees that reach all nodes.
    whole: Vec<usize>,
    choice: TreeChoice,
    seed: u64,
    split: bool,
    writer: TreeWorms,
    /// The tree of each worm of the last plan.
    used: Vec<usize>,
    /// The channels that the worms of each tree have taken so far.
    load: Vec<u64>,
    /// The destinations that go by each tree.
    groups: Vec<Vec<NodeId>>,
    trial: Worms,
}

impl<'t> TreesPlanner<'t> {
    /// Makes the planner ready; `scheme` is for the error.
    pub(crate) fn new(
        scheme: &'static str,
        trees: Vec<SpanningTree<'t>>,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let whole: Vec<_> = (0..trees.len()).filter(|&tree| trees[tree].is_in_one_piece()).collect();
        let choice = options.get(&TREE).unwrap_or_default();
        if let TreeChoice::Fixed(tree) = choice
            && !whole.contains(&(tree as usize))
        {
            let expected = format!("a tree that reaches all nodes: {whole:?}");
            return Err(SchemeError::BadOption {
                scheme,
                option: TREE.declaration.name,
                value: tree.to_string(),
                expected,
            });
        }
        Ok(Self {
            groups: vec![Vec::new(); trees.len()],
            used: Vec::with_capacity(trees.len()),
            load: vec![0; trees.len()],
            trees,
            whole,
            choice,
            seed: options.get(&TREE_SEED).unwrap_or(0),
            split: options.has(&SPLIT_DESTINATIONS),
            writer: TreeWorms::default(),
            trial: Worms::new(),
        })
    }

    fn append(&mut self, tree: usize, set: MulticastSet, worms: &mut Worms) -> Result<(), PlanError> {
        self.used.push(tree);
        let before = worms.hop_count();
        self.writer.append(&self.trees[tree], set, worms)?;
        self.load[tree] += (worms.hop_count() - before) as u64;
        worms.set_consumption_class(tree as u8);
        Ok(())
    }

    /// The tree by which one node is nearest; of several, the first from `drawn` on.
    fn nearest(&self, from: NodeId, to: NodeId, drawn: usize) -> Result<usize, PlanError> {
        let count = self.trees.len();
        let trees = (0..count).map(|tree| (drawn + tree) % count);
        let reached = trees.filter_map(|tree| Some((self.trees[tree].distance(from, to)?, tree)));
        let nearest = reached.min_by_key(|&(distance, _)| distance);
        nearest.map(|(_, tree)| tree).ok_or(PlanError::Unreachable { from, to })
    }

    /// The tree of a multicast that is not parted.
    fn choose(&mut self, set: MulticastSet) -> Result<usize, PlanError> {
        let drawn = draw(self.seed, set, self.whole.len());
        match self.choice {
            TreeChoice::Random => Ok(self.whole[drawn]),
            TreeChoice::Fixed(tree) => Ok(tree as usize),
            TreeChoice::FewestChannels => self.cheapest(set, drawn),
            TreeChoice::LeastLoaded => {
                let least = self.whole.iter().min_by_key(|&&tree| self.load[tree]);
                Ok(*least.expect("one tree reaches all nodes"))
            }
        }
    }

    /// The whole tree in which the worm takes the fewest channels; of several, the first from `drawn` on.
    fn cheapest(&mut self, set: MulticastSet, drawn: usize) -> Result<usize, PlanError> {
        let mut best = (usize::MAX, 0);
        for turn in 0..self.whole.len() {
            let tree = self.whole[(drawn + turn) % self.whole.len()];
            self.trial.clear();
            self.writer.append(&self.trees[tree], set, &mut self.trial)?;
            if self.trial.hop_count() < best.0 {
                best = (self.trial.hop_count(), tree);
            }
        }
        Ok(best.1)
    }

    /// Every destination by the tree in which it is nearest: a worm for each tree that is nearest to any.
    fn plan_parted(&mut self, set: MulticastSet, worms: &mut Worms) -> Result<(), PlanError> {
        let drawn = draw(self.seed, set, self.trees.len());
        self.groups.iter_mut().for_each(Vec::clear);
        for &destination in set.destinations {
            let tree = self.nearest(set.source, destination, drawn)?;
            self.groups[tree].push(destination);
        }
        let groups = std::mem::take(&mut self.groups);
        let mut parts = groups.iter().enumerate().filter(|(_, group)| !group.is_empty());
        let planned = parts.try_for_each(|(tree, destinations)| {
            self.append(tree, MulticastSet { source: set.source, destinations }, worms)
        });
        self.groups = groups;
        planned
    }
}

impl Planner for TreesPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.used.clear();
        worms.set_consumption_classes(self.consumption_classes());
        if self.split {
            return self.plan_parted(set, worms);
        }
        let tree = match *set.destinations {
            [only] => self.nearest(set.source, only, draw(self.seed, set, self.trees.len()))?,
            _ => self.choose(set)?,
        };
        self.append(tree, set, worms)
    }

    fn consumption_classes(&self) -> u8 {
        self.trees.len() as u8
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let family = |(class, tree): (usize, &SpanningTree<'_>)| RouteFamily::up_and_down(tree.parents(), class as u8);
        let families: Vec<_> = self.trees.iter().enumerate().map(family).collect();
        Some(RouteSpace { classes: self.consumption_classes(), families })
    }

    fn trees(&self) -> &[SpanningTree<'_>] {
        &self.trees
    }

    fn extra(&self) -> Map<String, Value> {
        Map::from_iter([("trees".to_owned(), json!(self.used))])
    }
}
