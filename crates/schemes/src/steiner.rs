//! `steiner`: one worm on a tree of least weight.

use crate::beside::{BESIDE, Form, LAYERS, WITHIN, safe_planner};
use crate::bounded_trees::light_within;
use crate::least_trees::{Ascent, Cut, Limit, MAX_DELAY, MAX_DEPTH, Terminals, Tree, WEIGHT, Weighted, ascend, light};
use crate::multicast_stars::CERTIFICATE;
use crate::route_space::any_tree;
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use serde_json::{Map, Value, json};
use wormcast_plan::{ChannelWeight, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `steiner`: a tree of channels from the source to all destinations that weighs as little as can be found
/// (a Steiner arborescence), as one worm that splits. **It can deadlock**, as worms on trees of their own do: `prove`
/// tells for given plans.
///
/// - Two trees grow by the nearest destination, one of them where a dual ascent has left no weight; in each, routes are
///   exchanged as long as that makes it lighter; the lighter one is taken.
/// - Where it is heavier than the bound of the ascent, and there are no more than some 12 destinations, the lightest
///   tree by dynamic programming; with more of them that of `ner`, improved, where it is lighter.
///
/// The plan tells its weight, and the bound below which no tree can be, under `optimality`; with `--certificate` it
/// carries the cuts that prove the bound, which the judge verifies. Networks may be directed, with endpoints.
///
/// With `--beside` it is the tree with the least channels that closes no cycle with given routes
/// ([`beside`](crate::beside)), with `--within` the one in an up*/down* order.
pub(crate) struct Steiner;

/// How many channels the search for a bound looks at.
const WORK: usize = 100_000_000;

impl Scheme for Steiner {
    fn name(&self) -> &'static str {
        "steiner"
    }

    fn summary(&self) -> &'static str {
        "one worm on a tree of least weight, exact up to some 12 destinations; it can deadlock"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[
            WEIGHT.declaration,
            MAX_DEPTH.declaration,
            MAX_DELAY.declaration,
            CERTIFICATE.declaration,
            BESIDE.declaration,
            LAYERS.declaration,
            WITHIN.declaration,
        ]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        if let Some(safe) = safe_planner(self.name(), topology, options, Form::Least) {
            return safe;
        }
        let what = options.get(&WEIGHT).unwrap_or_default();
        Ok(Box::new(SteinerPlanner {
            network: Weighted::by(self.name(), topology, &what)?,
            limit: Limit::of(self.name(), topology, options)?,
            topology,
            what,
            certificate: options.has(&CERTIFICATE),
            tree: Tree::default(),
            terminals: Terminals::default(),
            extra: Map::new(),
        }))
    }
}

struct SteinerPlanner<'t> {
    topology: &'t dyn Topology,
    network: Weighted<'t>,
    what: ChannelWeight,
    limit: Option<Limit<'t>>,
    certificate: bool,
    tree: Tree,
    terminals: Terminals,
    extra: Map<String, Value>,
}

impl SteinerPlanner<'_> {
    fn tell(&mut self, is_exact: bool, ascent: &Ascent) {
        let value = self.tree.weight(&self.network);
        let bound = if is_exact { value } else { ascent.bound };
        let weights = self.network.weights();
        let told = weights.optimality(&self.what, value, bound, is_exact);
        self.extra = Map::from_iter([("optimality".to_owned(), told)]);
        self.extra.extend(self.limit.as_ref().map(Limit::told));
        if self.certificate {
            let name = |&node: &NodeId| self.topology.node_name(node);
            let cut = |cut: &Cut| json!({"value": cut.value, "nodes": cut.nodes.iter().map(name).collect::<Vec<_>>()});
            let cuts: Vec<_> = ascent.cuts.iter().map(cut).collect();
            let mut certificate = json!({"weight": self.what, "bound": ascent.bound, "cuts": cuts});
            if weights.decimals != self.what.usual_decimals() {
                certificate["decimals"] = weights.decimals.into();
            }
            self.extra.insert(wormcast_plan::CERTIFICATE.to_owned(), certificate);
        }
    }
}

impl Planner for SteinerPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let graph = self.network.graph;
        self.terminals.mark(graph.node_count(), set.destinations);
        let ascent = ascend(&self.network, set, WORK, self.certificate);
        let is_least = light(&self.network, set, &self.terminals, &ascent, &mut self.tree)?;
        let is_least = match &self.limit {
            Some(limit) => {
                let known = (is_least, ascent.bound);
                light_within(&self.network, limit, set, &self.terminals, known, &mut self.tree)?
            }
            None => is_least,
        };
        self.tell(is_least, &ascent);
        let terminals = &self.terminals;
        self.tree.append(graph, |node| terminals.has(node), worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(any_tree())
    }

    fn extra(&self) -> Map<String, Value> {
        self.extra.clone()
    }
}
