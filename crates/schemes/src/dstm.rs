//! `dstm-1`, `dstm-2` and `dstm-optimised`: multicast on two edge-disjoint spanning trees of a torus.

use crate::many_trees::{LocalPlanner, SPLIT_DESTINATIONS, TREE, TREE_SEED, TreesPlanner};
use crate::trees::{Knowledge, NoDisjointTrees, RootedTree, dstm_1, dstm_2, optimise};
use crate::{OptionDeclaration, OptionSpec, OptionValue, Options, Planner, Scheme, SchemeError, SpanningTree};
use wormcast_topology::{Faulty, NodeId, Topology};

/// The schemes `dstm-1` and `dstm-2`: torus paper, section 3.2, on the trees of its section 5.1 that start at node 0,0.
///
/// A unicast goes by the tree with the shorter way. A multicast goes by one of the trees, drawn at random, as one worm
/// that splits; the option `tree` chooses otherwise, and `split-destinations` sends every destination by the tree in
/// which it is nearest. The worms of a tree deliver through a consumption class of their own: with two consumption
/// channels per node, each tree has one.
///
/// Links and nodes may be lost as long as one tree still reaches every node that is left: then multicasts go by that
/// tree, and unicasts by the shorter way that is left (section 7, global fault information). With the option
/// `fault-knowledge` `local`, and one lost link, sources plan as if it were there, and the router before it sends on in
/// the other tree.
///
/// O(nodes) time to make ready, 40 bytes a node; a plan takes O(hops + d log d) for d destinations.
pub(crate) struct Dstm {
    name: &'static str,
    summary: &'static str,
    trees: fn(&dyn Topology, NodeId) -> Result<[RootedTree; 2], NoDisjointTrees>,
}

/// The scheme `dstm-1`.
pub(crate) const DSTM_1: Dstm = Dstm {
    name: "dstm-1",
    summary: "disjoint spanning-tree multicast: one worm that splits, on one of two edge-disjoint trees, a balanced pair",
    trees: dstm_1,
};

/// The scheme `dstm-2`.
pub(crate) const DSTM_2: Dstm = Dstm {
    name: "dstm-2",
    summary: "disjoint spanning-tree multicast on a pair of trees with short routes",
    trees: dstm_2,
};

/// The scheme `dstm-optimised`: beyond the paper. The trees of `dstm-1` after [`optimise`]: as balanced at their roots,
/// with shorter ways. Making it ready takes up to a second or so, as 3000 steps are tried on up to 16 × 16 nodes, fewer
/// on more, and none on more than 14,000 nodes, where they are the trees of `dstm-1`.
pub(crate) const DSTM_OPTIMISED: Dstm = Dstm {
    name: "dstm-optimised",
    summary: "disjoint spanning-tree multicast on a balanced pair of trees, whose routes a search has made shorter",
    trees: optimised,
};

/// The trees of `dstm-1` made shorter; no branch holds more of the nodes than there, or than 55 %.
fn optimised(torus: &dyn Topology, start: NodeId) -> Result<[RootedTree; 2], NoDisjointTrees> {
    const PAIRS: usize = 3000 << 16;
    let nodes = torus.graph().node_count();
    let steps = (PAIRS / (nodes * nodes)).min(3000);
    Ok(optimise(torus.graph(), dstm_1(torus, start)?, 0.55, steps as u32, 1))
}

/// The networks that it serves.
const SERVES: &str = "tori with two sides of at least 3, where faults leave at least one of the trees whole; `disjoint-trees` serves others";

/// Who knows of a lost link.
pub const FAULT_KNOWLEDGE: OptionSpec<Knowledge> = OptionSpec::new(
    "fault-knowledge",
    "KNOWLEDGE",
    "Who knows of a lost link: everybody (`global`), or the routers beside it (`local`), which send on in the other tree",
)
.expects("`global` or `local`")
.default("global");

impl OptionValue for Knowledge {}

impl Scheme for Dstm {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn topologies(&self) -> &'static str {
        SERVES
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[TREE.declaration, TREE_SEED.declaration, SPLIT_DESTINATIONS.declaration, FAULT_KNOWLEDGE.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let unserved = || SchemeError::Unserved { scheme: self.name, topology: topology.spec(), serves: SERVES };
        let faulty = topology.faults();
        let torus = faulty.map_or(topology, Faulty::inner);
        let trees = (self.trees)(torus, NodeId::new(0)).map_err(|_| unserved())?;
        if let (Some(Knowledge::Local), Some(faulty)) = (options.get(&FAULT_KNOWLEDGE), faulty)
            && let Some(planner) = self.local(topology, faulty, &trees, options)?
        {
            return Ok(Box::new(planner));
        }
        let trees: Vec<_> = trees.iter().map(|tree| survivor(topology, faulty, tree)).collect();
        if !trees.iter().any(SpanningTree::is_in_one_piece) {
            return Err(unserved());
        }
        Ok(Box::new(TreesPlanner::new(self.name, trees, options)?))
    }
}

impl Dstm {
    /// The planner of sources that know of no fault; none if no tree has lost a link.
    fn local<'t>(
        &self,
        topology: &'t dyn Topology,
        faulty: &'t Faulty,
        trees: &[RootedTree; 2],
        options: &Options,
    ) -> Result<Option<LocalPlanner<'t>>, SchemeError> {
        let graph = topology.graph();
        let lost = |tree: usize| {
            let links = trees[tree].links().filter(|&(child, parent)| graph.two_way_channel(parent, child).is_none());
            links.map(move |(child, parent)| (tree, [parent, child]))
        };
        let lost: Vec<_> = if faulty.lost_nodes().is_empty() { (0..2).flat_map(lost).collect() } else { Vec::new() };
        let fault = match *lost {
            [fault] => fault,
            [] if faulty.lost_nodes().is_empty() => return Ok(None),
            _ => {
                let (option, value) = (FAULT_KNOWLEDGE.declaration.name, "local".to_owned());
                let expected = "`global` where more than one link is lost, or a node".to_owned();
                return Err(SchemeError::BadOption { scheme: self.name, option, value, expected });
            }
        };
        let believed = trees.each_ref().map(|tree| SpanningTree::rooted(faulty.inner().graph(), tree));
        let left = trees.each_ref().map(|tree| survivor(topology, Some(faulty), tree));
        LocalPlanner::new(self.name, believed, left, fault, options).map(Some)
    }
}

/// What is left of a tree of the whole network.
fn survivor<'t>(topology: &'t dyn Topology, faulty: Option<&Faulty>, tree: &RootedTree) -> SpanningTree<'t> {
    let graph = topology.graph();
    let Some(faulty) = faulty else { return SpanningTree::rooted(graph, tree) };
    let parent = |node| {
        let parent = faulty.survivor(tree.parent(faulty.inner_node(node))?)?;
        graph.two_way_channel(parent, node).map(|_| parent)
    };
    SpanningTree::from_parents(graph, &graph.nodes().map(parent).collect::<Vec<_>>())
}
