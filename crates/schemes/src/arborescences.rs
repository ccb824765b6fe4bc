//! `arborescences`: multicast from one root on trees that share no channel.

use crate::disjoint_trees::TREES;
use crate::many_trees::{SPLIT_DESTINATIONS, TREE, TREE_SEED, TreesPlanner};
use crate::single_tree::{ROOT, chosen_root};
use crate::trees::{RootCut, least_root_cut, pack_arborescences};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError, SpanningTree};
use serde_json::{Map, Value, json};
use wormcast_plan::{
    CERTIFICATE, Chain, Delivers, MAX_CONSUMPTION_CLASSES, MulticastSet, RouteFamily, RouteSpace, Worms,
};
use wormcast_topology::{NodeId, Topology};

/// The scheme `arborescences`: multicasts from one root, each by one of as many channel-disjoint out-arborescences as
/// the least cut allows (Edmonds 1973), or as the option `trees` says. On networks whose channels lead one way they
/// are what the torus paper's two trees are on tori; parallel channels count each.
///
/// The other options, and the plans, are those of `dstm-1`; worms of tree i are of consumption class i. Only multicasts
/// from the root are served: so worms start at the top of their tree, and cannot deadlock.
///
/// Plans tell the number of trees under `optimality`, and carry the least cut as a certificate, which the judge
/// verifies.
///
/// To make ready, O(k² · channels²) time for k trees; what would take much longer than ten seconds is given up.
pub(crate) struct Arborescences;

const NAME: &str = "arborescences";
/// How many channels a packing may look at.
const MAX_WORK: u64 = 1 << 31;

impl Scheme for Arborescences {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "from one root: one worm that splits, on one of as many channel-disjoint trees as the least cut allows"
    }

    fn topologies(&self) -> &'static str {
        "every topology in which channels lead from the root to all nodes"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROOT.declaration, TREES.declaration, TREE.declaration, TREE_SEED.declaration, SPLIT_DESTINATIONS.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let graph = topology.graph();
        let root = options.get(&ROOT).map(|name| name.of(topology)).transpose()?;
        let root = root.unwrap_or_else(|| chosen_root(topology));
        let too_long = || SchemeError::TooLong {
            scheme: NAME,
            topology: topology.spec(),
            advice: "packing so many trees takes too long; ask for one with `trees`",
        };
        let cut = least_root_cut(graph, root, MAX_WORK).ok_or_else(too_long)?;
        let bound = cut.channels;
        if bound == 0 && graph.node_count() > 1 {
            return Err(SchemeError::Unserved { scheme: NAME, topology: topology.spec(), serves: self.topologies() });
        }
        let most = bound.min(usize::from(MAX_CONSUMPTION_CLASSES));
        let count = options.get(&TREES).map_or(most, |count| count.get() as usize);
        if count > most {
            let (option, value) = (TREES.declaration.name, count.to_string());
            let expected =
                format!("at most {most}: so many channels part some node from `{}`", topology.node_name(root));
            return Err(SchemeError::BadOption { scheme: NAME, option, value, expected });
        }
        let trees = pack_arborescences(graph, root, count, MAX_WORK).ok_or_else(too_long)?;
        let trees = trees.iter().map(|into| SpanningTree::from_channels(graph, into)).collect();
        Ok(Box::new(ArborescencesPlanner { topology, root, cut, inner: TreesPlanner::new(NAME, trees, options)? }))
    }
}

struct ArborescencesPlanner<'t> {
    topology: &'t dyn Topology,
    root: NodeId,
    cut: RootCut,
    inner: TreesPlanner<'t>,
}

impl ArborescencesPlanner<'_> {
    /// The number of trees, with the side of the least cut that has fewer nodes.
    fn certificate(&self) -> Value {
        let (near, count) = (&self.cut.near, self.topology.graph().node_count());
        let name = |node: NodeId| self.topology.node_name(node);
        let (side, names): (_, Vec<_>) = match near.len() <= count / 2 {
            true => ("near", near.iter().map(|&node| name(node)).collect()),
            false => {
                let far = self.topology.graph().nodes().filter(|node| near.binary_search(node).is_err());
                ("far", far.map(name).collect())
            }
        };
        json!({"trees": self.consumption_classes(), side: names})
    }
}

impl Planner for ArborescencesPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        if set.source != self.root {
            let [from, root] = [set.source, self.root].map(|node| self.topology.node_name(node));
            return Err(PlanError::NotAbove { from, root });
        }
        self.inner.plan(set, worms)
    }

    fn consumption_classes(&self) -> u8 {
        self.inner.consumption_classes()
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let family = |(class, tree): (usize, &SpanningTree<'_>)| RouteFamily {
            class: class as u8,
            chain: Chain::Nothing,
            delivers: Delivers::AtEnd,
            splits: tree.splits(),
        };
        let families: Vec<_> = self.inner.trees().iter().enumerate().map(family).collect();
        Some(RouteSpace { classes: self.consumption_classes(), families })
    }

    fn extra(&self) -> Map<String, Value> {
        let (value, bound) = (usize::from(self.consumption_classes()), self.cut.channels);
        let told = json!({"maximizes": "trees", "value": value, "upper_bound": bound, "exact": value == bound});
        let mut extra = self.inner.extra();
        extra.insert("optimality".to_owned(), told);
        extra.insert(CERTIFICATE.to_owned(), self.certificate());
        extra
    }
}
