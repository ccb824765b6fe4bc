//! `single-tree`: one worm on a breadth-first spanning tree.

use crate::SpanningTree;
use crate::out_tree::OutTreePlanner;
use crate::route_space::up_and_down;
use crate::tree_worm::TreeWorms;
use crate::{NodeName, OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError, Switch};
use wormcast_plan::{Delivers, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Grid, NodeId, Topology};

/// The scheme `single-tree`: torus paper, section 3.1, on a breadth-first spanning tree of any network.
///
/// The worm goes up the tree and down again to the lowest common ancestor of the destinations, and splits on its way
/// down from there. A destination that it passes on the way up is delivered when it comes down to it again: delivering
/// on the way up can deadlock (two worms may hold a consumption channel and a branch that the other needs). The common
/// ancestor itself, where the way up may end, is delivered as it is reached.
///
/// The option `deliver-on-the-way-up` delivers there at once, to show that deadlock.
///
/// The option `root` chooses the root. Without it, the root is near the middle: in a grid, the node with half the
/// greatest coordinates, rounded down; elsewhere, searching from node number 0, the one of up to 8 candidates whose
/// greatest distance to any node is least (each candidate lies best towards the nodes that were farthest from the
/// candidates before it). Where the network is in pieces, each has a tree of its own.
///
/// Where links that go both ways do not join the network, the tree is an out-arborescence of channels that lead away
/// from the root, and worms go to it on a way beside the tree, if there is one; else only multicasts from above their
/// destinations are planned.
///
/// O(nodes + channels) time to make ready, 16 bytes a node; a plan takes O(hops + d log d) for d destinations.
pub(crate) struct SingleTree;

/// The option of schemes on one tree.
pub const ROOT: OptionSpec<NodeName> = OptionSpec::new("root", "NODE", "The root of the spanning tree")
    .expects("the name of a node, such as \"1,1\"")
    .default("near the middle; of `arborescences` on other networks than whole grids, the first node");

/// The option of `single-tree` alone.
pub const DELIVER_ON_THE_WAY_UP: Switch = Switch::new(
    "deliver-on-the-way-up",
    "Let worms deliver on their way up the tree, which can deadlock where consumption channels are limited",
);

impl Scheme for SingleTree {
    fn name(&self) -> &'static str {
        "single-tree"
    }

    fn summary(&self) -> &'static str {
        "one worm that splits, on a breadth-first spanning tree"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROOT.declaration, DELIVER_ON_THE_WAY_UP.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let early = options.has(&DELIVER_ON_THE_WAY_UP);
        let tree = match breadth_first(self.name(), topology, options) {
            // Channels that lead one way join what links do not.
            Err(SchemeError::OneWay { .. }) if !early => {
                let root = options.get(&ROOT).map(|name| name.of(topology)).transpose()?;
                return Ok(Box::new(OutTreePlanner::new(self.name(), topology, root)?));
            }
            tree => tree?,
        };
        Ok(Box::new(SingleTreePlanner { tree, early, worms: TreeWorms::delivering_on_the_way_up(early) }))
    }
}

/// The breadth-first tree of a scheme that lets its user choose the root; without a choice, from the middle of a grid.
///
/// # Errors
/// The root is an endpoint, or the links that go both ways do not join what channels join.
pub(crate) fn breadth_first<'t>(
    scheme: &'static str,
    topology: &'t dyn Topology,
    options: &Options,
) -> Result<SpanningTree<'t>, SchemeError> {
    let graph = topology.graph();
    let root = options.get(&ROOT).map(|name| name.of(topology)).transpose()?;
    if let Some(root) = root.filter(|&root| graph.is_endpoint(root)) {
        let (value, expected) = (topology.node_name(root), "a router: an endpoint forwards nothing".to_owned());
        return Err(SchemeError::BadOption { scheme, option: ROOT.declaration.name, value, expected });
    }
    let tree = SpanningTree::breadth_first(graph, root.or_else(|| topology.grid().map(middle)));
    if !tree.is_in_one_piece() {
        SchemeError::check_two_way(scheme, topology)?;
    }
    Ok(tree)
}

/// The root of a scheme whose trees lead away from one node, where none is named: in the middle of a grid, else the
/// first node that messages come from.
pub(crate) fn chosen_root(topology: &dyn Topology) -> NodeId {
    let first = || topology.graph().terminals().next().expect("a network has a node");
    topology.grid().map_or_else(first, middle)
}

/// The node with half the greatest coordinates, rounded down.
fn middle(grid: &Grid) -> NodeId {
    let half: Vec<_> = grid.sides().iter().map(|side| (side - 1) / 2).collect();
    grid.node(&half)
}

struct SingleTreePlanner<'t> {
    tree: SpanningTree<'t>,
    /// Whether worms deliver on their way up.
    early: bool,
    worms: TreeWorms,
}

impl Planner for SingleTreePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.worms.append(&self.tree, set, worms)
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let mut space = up_and_down(&self.tree);
        for family in space.families.iter_mut().filter(|_| self.early) {
            family.delivers = Delivers::OnTheWay;
        }
        Some(space)
    }

    fn trees(&self) -> &[SpanningTree<'_>] {
        std::slice::from_ref(&self.tree)
    }
}
