//! `disjoint-trees`: multicast on as many edge-disjoint spanning trees as a network has.

use crate::many_trees::TreesPlanner;
use crate::trees::{LinkOrder, RootedTree, most_trees, pack};
use crate::{Options, Planner, Scheme, SchemeError, SpanningTree};
use std::num::NonZeroU32;
use wormcast_plan::MAX_CONSUMPTION_CLASSES;
use wormcast_topology::{Topology, disconnected_pair};

/// The scheme `disjoint-trees`: torus paper, section 3.2, on the trees that Roskind and Tarjan's algorithm packs into
/// any network: as many as there can be (64 at most, the most classes of consumption channels), or as the option
/// `trees` says.
///
/// The option `link-order` gives the order in which links are taken, which decides what trees come out: `given` (by the
/// numbers of their ends), `random:SEED`, or `hamiltonian-paths` (the torus paper's order that yields two Hamiltonian
/// paths, on square tori). Nodes and links may be lost, as long as the network is in one piece: the trees are packed
/// into what is left. The other options, and the plans, are those of `dstm-1`.
///
/// To make ready, O(k · nodes · links) time at worst for k trees, near linear on tori; 20 bytes a node and tree.
pub(crate) struct DisjointTrees;

const NAME: &str = "disjoint-trees";

impl Scheme for DisjointTrees {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "one worm that splits, on one of as many edge-disjoint trees as there are"
    }

    fn topologies(&self) -> &'static str {
        "every topology in one piece"
    }

    fn options(&self) -> &'static [&'static str] {
        &["tree", "tree-seed", "split-destinations", "link-order", "trees"]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let graph = topology.graph();
        SchemeError::check_two_way(NAME, topology)?;
        SchemeError::check_routers(NAME, topology)?;
        if disconnected_pair(graph).is_some() {
            let (topology, serves) = (topology.spec(), self.topologies());
            return Err(SchemeError::Unserved { scheme: NAME, topology, serves });
        }
        let trees = packed(topology, options.link_order.unwrap_or(LinkOrder::Given), options.trees)?;
        let trees = trees.iter().map(|tree| SpanningTree::rooted(graph, tree)).collect();
        Ok(Box::new(TreesPlanner::new(NAME, trees, options)?))
    }
}

/// So many trees, or as many as there are.
fn packed(
    topology: &dyn Topology,
    order: LinkOrder,
    count: Option<NonZeroU32>,
) -> Result<Vec<RootedTree>, SchemeError> {
    let bad = |option, value: String, expected| SchemeError::BadOption { scheme: NAME, option, value, expected };
    let links = order.links(topology).map_err(|error| bad("link-order", order.to_string(), error.to_string()))?;
    let graph = topology.graph().two_way_links();
    let most = u32::from(MAX_CONSUMPTION_CLASSES);
    let Some(count) = count.map(NonZeroU32::get) else {
        let mut trees = most_trees(&graph, &links).trees;
        trees.truncate(most as usize);
        return Ok(trees);
    };
    if count > most {
        return Err(bad("trees", count.to_string(), format!("at most {most}")));
    }
    pack(graph.node_count(), &links, count as usize).map_err(|partition| {
        let expected = format!(
            "at most {}: the links between {} parts of the network allow no more",
            partition.tree_bound(&graph),
            partition.parts()
        );
        bad("trees", count.to_string(), expected)
    })
}
