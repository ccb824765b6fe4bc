//! `disjoint-trees`: multicast on as many edge-disjoint spanning trees as a network has.

use crate::many_trees::{SPLIT_DESTINATIONS, TREE, TREE_SEED, TreesPlanner};
use crate::trees::{LinkOrder, RootedTree, most_trees_within, pack_within};
use crate::{OptionDeclaration, OptionSpec, OptionValue, Options, Planner, Scheme, SchemeError, SpanningTree};
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
/// To make ready, O(k · nodes · links) time at worst for k trees, about O(links^1.5) on tori, and linear for one; 20
/// bytes a node and tree. What would take much longer than ten seconds is given up: then fewer trees may do.
pub(crate) struct DisjointTrees;

const NAME: &str = "disjoint-trees";

/// The order in which links are taken into trees.
pub const LINK_ORDER: OptionSpec<LinkOrder> = OptionSpec::new(
    "link-order",
    "ORDER",
    "The order in which links are packed into trees: `given`, `random:SEED`, or `hamiltonian-paths` (square tori)",
)
.expects("`given`, `random:SEED` or `hamiltonian-paths`")
.default("given");

impl OptionValue for LinkOrder {}

/// How many trees there are.
pub const TREES: OptionSpec<NonZeroU32> = OptionSpec::new("trees", "NUMBER", "How many trees are packed")
    .expects("a number of trees, such as 2")
    .default("as many as can be");

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

    fn options(&self) -> &'static [OptionDeclaration] {
        &[
            TREE.declaration,
            TREE_SEED.declaration,
            SPLIT_DESTINATIONS.declaration,
            LINK_ORDER.declaration,
            TREES.declaration,
        ]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let graph = topology.graph();
        SchemeError::check_two_way(NAME, topology)?;
        SchemeError::check_routers(NAME, topology)?;
        if disconnected_pair(graph).is_some() {
            let (topology, serves) = (topology.spec(), self.topologies());
            return Err(SchemeError::Unserved { scheme: NAME, topology, serves });
        }
        let trees = packed(topology, options.get(&LINK_ORDER).unwrap_or(LinkOrder::Given), options.get(&TREES))?;
        let trees = trees.iter().map(|tree| SpanningTree::rooted(graph, tree)).collect();
        Ok(Box::new(TreesPlanner::new(NAME, trees, options)?))
    }
}

/// So many trees, or as many as there are.
/// How many links a packing may label: some ten seconds.
const MAX_WORK: u64 = 1 << 26;

fn packed(
    topology: &dyn Topology,
    order: LinkOrder,
    count: Option<NonZeroU32>,
) -> Result<Vec<RootedTree>, SchemeError> {
    let bad = |option, value: String, expected| SchemeError::BadOption { scheme: NAME, option, value, expected };
    let links = order
        .links(topology)
        .map_err(|error| bad(LINK_ORDER.declaration.name, order.to_string(), error.to_string()))?;
    let graph = topology.graph().two_way_links();
    let too_long = || SchemeError::TooLong {
        scheme: NAME,
        topology: topology.spec(),
        advice: "packing so many trees takes too long; ask for fewer with `trees`",
    };
    let most = u32::from(MAX_CONSUMPTION_CLASSES);
    let Some(count) = count.map(NonZeroU32::get) else {
        let mut trees = most_trees_within(&graph, &links, MAX_WORK).ok_or_else(too_long)?.trees;
        trees.truncate(most as usize);
        return Ok(trees);
    };
    if count > most {
        return Err(bad(TREES.declaration.name, count.to_string(), format!("at most {most}")));
    }
    let packed = pack_within(graph.node_count(), &links, count as usize, MAX_WORK).map_err(|partition| {
        let expected = format!(
            "at most {}: the links between {} parts of the network allow no more",
            partition.tree_bound(&graph),
            partition.parts()
        );
        bad(TREES.declaration.name, count.to_string(), expected)
    })?;
    packed.ok_or_else(too_long)
}
