//! `spam`: one worm on a breadth-first spanning tree, which may reach it by cross links.

use crate::cross_links::CrossLinks;
use crate::single_tree::{ROOT, breadth_first};
use crate::tree_worm::{TreeWorms, unreachable_in};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError, SpanningTree};
use wormcast_plan::{Chain, Delivers, MulticastSet, RouteFamily, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `spam`: the single-phase adaptive multicast that the torus paper (section 2) compares itself with.
///
/// Links of the network that are not in the breadth-first tree are cross links. A channel leads up when it ends nearer
/// to the root, or equally near at a node with a lower number; else it leads down. The worm takes any channels that
/// lead up, then any cross links that lead down, then tree links that lead down, until it is at the lowest common
/// ancestor of its destinations; from there it keeps to the tree. Of all such ways to the ancestor it takes a shortest
/// one (the original adapts to the traffic); of equally short ones, the first that a search in the order of the
/// channels finds. A unicast goes the same way to its one destination. What the worm passes on its way to the ancestor,
/// it delivers later or not at all.
///
/// The option `root` and the default root are those of `single-tree`.
///
/// O(nodes + channels) time to make ready, 60 bytes a node and 1 byte a channel; a plan takes O(nodes + channels) at
/// worst.
pub(crate) struct Spam;

impl Scheme for Spam {
    fn name(&self) -> &'static str {
        "spam"
    }

    fn summary(&self) -> &'static str {
        "single-phase adaptive multicast: one worm that splits, on a breadth-first tree that it may reach by cross links"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROOT.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let graph = topology.graph();
        SchemeError::check_two_way(self.name(), topology)?;
        let tree = breadth_first(self.name(), topology, options)?;
        let links = CrossLinks::new(graph, &tree);
        Ok(Box::new(SpamPlanner { tree, links, worms: TreeWorms::default() }))
    }
}

struct SpamPlanner<'t> {
    tree: SpanningTree<'t>,
    links: CrossLinks<'t>,
    worms: TreeWorms,
}

impl Planner for SpamPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let Self { tree, links, worms: writer } = self;
        let unreachable = || unreachable_in(tree, set);
        let lowest = writer.lowest_common_ancestor(tree, set.destinations).ok_or_else(unreachable)?;
        let way = links.shortest(tree, set.source, lowest).ok_or_else(unreachable)?;
        worms.start(set.source, None, 0);
        let hop = worms.chain(None, way.iter().copied());
        writer.spread(tree, lowest, hop, worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let chain = Chain::Triples(self.links.triples(&self.tree));
        let splits = self.tree.splits();
        Some(RouteSpace::of([RouteFamily { class: 0, chain, delivers: Delivers::AtEnd, splits }]))
    }
}
