//! Trees of a random order that are rooted anywhere, and not where the paper would root them. The way between two nodes
//! does not depend on the root, so distances stay as they are; what changes is the balance.

use wormcast_eval::traffic::Draws;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::option::{LINK_ORDER, TREE_SEED};
use wormcast_schemes::trees::{LinkOrder, RootedTree, most_trees};
use wormcast_schemes::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError, SpanningTree};
use wormcast_topology::{NodeId, Topology};

/// The trees of `link-order`, rooted at nodes that `tree-seed` draws. Unicasts go by the nearer tree, multicasts by
/// either, as in the paper.
pub(super) struct RootedAnywhere;

/// The trees: as many as there are, each rooted at a random node.
pub(super) fn trees(topology: &dyn Topology, order: LinkOrder, seed: u64) -> Vec<RootedTree> {
    let links = order.links(topology).expect("any network has random orders");
    let mut trees = most_trees(topology.graph(), &links).trees;
    let mut draws = Draws::seeded(seed);
    trees.iter_mut().for_each(|tree| tree.reroot(NodeId::new(draws.below(tree.node_count()))));
    trees
}

impl Scheme for RootedAnywhere {
    fn name(&self) -> &'static str {
        "rooted-anywhere"
    }

    fn summary(&self) -> &'static str {
        "edge-disjoint trees with random roots"
    }

    fn topologies(&self) -> &'static str {
        "every topology in one piece"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[LINK_ORDER.declaration, TREE_SEED.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let order = options.get(&LINK_ORDER).unwrap_or(LinkOrder::Given);
        let trees = trees(topology, order, options.get(&TREE_SEED).unwrap_or(0));
        let trees = trees.iter().map(|tree| SpanningTree::rooted(topology.graph(), tree)).collect();
        Ok(Box::new(AnywherePlanner { trees, hops: vec![None; topology.graph().node_count()] }))
    }
}

struct AnywherePlanner<'t> {
    trees: Vec<SpanningTree<'t>>,
    /// The hop by which the worm comes down to each node, as far as it has.
    hops: Vec<Option<u32>>,
}

impl Planner for AnywherePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let tree = match set.destinations {
            [to] => (0..self.trees.len()).min_by_key(|&tree| self.trees[tree].distance(set.source, *to)).unwrap_or(0),
            many => many.iter().map(|node| node.index()).sum::<usize>() % self.trees.len(),
        };
        worms.set_consumption_classes(self.consumption_classes());
        self.append(tree, set, worms);
        worms.set_consumption_class(tree as u8);
        Ok(())
    }

    fn consumption_classes(&self) -> u8 {
        self.trees.len() as u8
    }
}

impl AnywherePlanner<'_> {
    /// Up to the common ancestor, and from there down to all destinations.
    fn append(&mut self, tree: usize, set: MulticastSet<'_>, worms: &mut Worms) {
        let tree = &self.trees[tree];
        let above = |a, b| tree.common_ancestor(a, b).expect("a tree is in one piece");
        let turn = set.destinations.iter().fold(set.destinations[0], |a, &b| above(a, b));
        let turn = above(set.source, turn);
        worms.start(set.source, None, 0);
        self.hops.fill(None);
        self.hops[turn.index()] = worms.chain(None, tree.climb(set.source, turn).map(|node| tree.up(node)));
        let mut inwards = set.destinations.to_vec();
        inwards.sort_unstable_by_key(|&node| tree.number(node));
        for &to in &inwards {
            let fresh = tree.climb(to, turn).take_while(|node| self.hops[node.index()].is_none());
            let fresh: Vec<NodeId> = fresh.collect();
            for &node in fresh.iter().rev() {
                let parent = tree.parent(node).expect("it is below the turn");
                self.hops[node.index()] = Some(worms.hop(self.hops[parent.index()], tree.down(node)));
            }
            worms.deliver(self.hops[to.index()].expect("a destination is not the source"), to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wormcast_check::judge;
    use wormcast_plan::{NetworkSpec, Plan};
    use wormcast_topology::Torus;

    #[test]
    fn plans_are_valid_and_distances_do_not_depend_on_the_root() {
        let torus = Torus::new(&[6, 6]).unwrap();
        let options = Options::default().with(&LINK_ORDER, LinkOrder::Seeded(3)).with(&TREE_SEED, 5);
        let mut planner = RootedAnywhere.prepare(&torus, &options).unwrap();
        let destinations: Vec<NodeId> = [3, 8, 20, 31].map(NodeId::new).into();
        for to in [&destinations[..], &destinations[..1]] {
            let mut worms = Worms::new();
            planner.plan(MulticastSet { source: NodeId::new(10), destinations: to }, &mut worms).unwrap();
            let plan = Plan {
                network: NetworkSpec::whole(torus.spec()),
                scheme: "rooted-anywhere".to_owned(),
                source: NodeId::new(10),
                destinations: to.to_vec(),
                worms,
                claims: Vec::new(),
                extra: Default::default(),
            };
            assert!(judge(&plan.document(&torus), &torus).is_valid());
        }
    }
}
