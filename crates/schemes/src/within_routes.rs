//! Trees whose turns all occur in given routes.
//!
//! A message that holds a lane asks for the next one. Where a tree takes only dependences that unicasts of the given
//! routes make, messages on such trees, however many, add none: unicasts and trees together are as free of deadlock as
//! the unicasts alone (Dally, Seitz 1987), if switches copy to each branch by itself.

mod ways;

use crate::beside::{Form, dependences, held_in};
use crate::bounded_trees::light_within;
use crate::least_trees::{Limit, Terminals, Tree, TreePlanner, WEIGHT, Weighted, ascend, light};
use crate::ner::Exploring;
use crate::route_space::trees_along;
use crate::shortest_path_tree::CheapestRoutes;
use crate::{Options, PlanError, Planner, SchemeError};
use serde_json::{Map, Value, json};
use ways::Ways;
use wormcast_plan::{ChannelWeight, MulticastSet, RouteSpace, Worms};
use wormcast_routing::Dependency;
use wormcast_topology::{NodeId, Topology};

/// How many channels the search for a bound looks at.
const WORK: usize = 20_000_000;
/// How often a tree is planned anew that takes a channel on two virtual channels, without one of the two.
const ATTEMPTS: usize = 16;

/// Plans trees of ways.
pub(crate) struct WithinPlanner<'t> {
    topology: &'t dyn Topology,
    network: Weighted<'t>,
    what: ChannelWeight,
    limit: Option<Limit<'t>>,
    ways: Ways,
    routes: String,
    form: Form,
    extra: Map<String, Value>,
}

impl<'t> WithinPlanner<'t> {
    /// Within the routes that stand in this list ([`dependences`]).
    ///
    /// # Errors
    /// Something in it cannot be read, or it closes a cycle by itself; channels have no such weights.
    pub(crate) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        routes: &str,
        form: Form,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let refuse = |problem: String| SchemeError::Routing { scheme, problem };
        let what = options.get(&WEIGHT).unwrap_or_default();
        let network = Weighted::by(scheme, topology, &what)?;
        let limit = Limit::of(scheme, topology, options)?;
        let waits = dependences(topology, routes, 1).map_err(refuse)?;
        if let Err(cycle) = waits.numbering() {
            let held = held_in(topology, &cycle);
            return Err(refuse(format!(
                "`{routes}` closes a cycle of dependences, so trees within it may too: {held}"
            )));
        }
        let graph = topology.graph();
        let is_apart = |wait: &Dependency| graph.target(wait.held.channel) != graph.source(wait.asked.channel);
        if waits.dependencies().any(|wait| is_apart(&wait)) {
            let problem = "has dependences between channels that do not meet, as its messages take others in between";
            return Err(refuse(format!("`{routes}` {problem}, so its turns are not known")));
        }
        let ways = Ways::new(graph, &waits).map_err(refuse)?;
        Ok(Self { topology, network, what, limit, ways, routes: routes.to_owned(), form, extra: Map::new() })
    }

    /// Trees of ways that take each channel once, and a bound on what all weigh. Where a tree takes a channel by two
    /// lanes, another one does without the higher lane, or without the other one where that does not do: what weighs
    /// the least with both lanes there does not weigh more, so the first bound holds. Where none is found that takes
    /// each channel once, the first one is split.
    fn trees(&self, set: MulticastSet<'_>) -> Result<(Vec<Tree>, u64), PlanError> {
        let (first, bound) = self.grow(&self.ways, set)?;
        let (mut tree, mut shunned) = (first.clone(), Vec::new());
        for _ in 0..ATTEMPTS {
            let twice = self.ways.twice(&tree);
            if twice.is_empty() {
                return Ok((vec![tree], bound));
            }
            let without = |lane: NodeId| {
                let lanes: Vec<_> = shunned.iter().copied().chain([lane]).collect();
                let fewer = self.ways.without(&lanes);
                let (tree, _) = self.grow(&fewer, set).ok()?;
                Some((self.ways.same(&fewer, &tree), lanes))
            };
            let Some(next) = twice[..2].iter().find_map(|&lane| without(lane)) else { break };
            (tree, shunned) = next;
        }
        let trees = self.ways.split(&first, set.destinations).map_err(|channel| PlanError::TwiceWithin {
            channel: self.topology.channel_name(channel),
            routes: self.routes.clone(),
        })?;
        Ok((trees, bound))
    }

    /// A tree of ways, and a bound on what all such trees weigh.
    fn grow(&self, ways: &Ways, set: MulticastSet<'_>) -> Result<(Tree, u64), PlanError> {
        let network = ways.weighted(&self.network);
        let limit = self.limit.as_ref().map(|limit| ways.limit(limit));
        match self.form {
            Form::Least => {
                let (mut tree, mut terminals) = (Tree::default(), Terminals::default());
                terminals.mark(ways.graph.node_count(), set.destinations);
                let ascent = ascend(&network, set, WORK, false);
                let is_least = light(&network, set, &terminals, &ascent, &mut tree)?;
                let known = (is_least, if is_least { tree.weight(&network) } else { ascent.bound });
                let is_least = match limit {
                    Some(limit) => light_within(&network, &limit, set, &terminals, known, &mut tree)?,
                    None => is_least,
                };
                let bound = if is_least { tree.weight(&network) } else { known.1 };
                Ok((tree, bound))
            }
            Form::Shortest => {
                let mut planner = TreePlanner::new(network, CheapestRoutes::default()).within(limit);
                planner.grow(set)?;
                Ok((planner.tree, 0))
            }
            // A channel more leads to the endpoint.
            Form::Neighbours(radius) => {
                let rule = Exploring::new(network.graph.node_count(), radius.saturating_add(1));
                let mut planner = TreePlanner::new(network, rule).within(limit);
                planner.grow(set)?;
                Ok((planner.tree, 0))
            }
        }
    }

    /// What cannot be reached, by the names of the network.
    fn named(&self, error: PlanError, source: NodeId) -> PlanError {
        match error {
            PlanError::Unreachable { to, .. } => PlanError::NotWithin {
                from: self.topology.node_name(source),
                to: self.topology.node_name(self.ways.of_sink(to)),
                routes: self.routes.clone(),
            },
            other => other,
        }
    }
}

impl Planner for WithinPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let sinks: Vec<_> = set.destinations.iter().map(|&node| self.ways.sink(node)).collect();
        let ways = MulticastSet { source: self.ways.source(set.source), destinations: &sinks };
        let (mut trees, bound) = self.trees(ways).map_err(|error| self.named(error, set.source))?;
        let weighted = self.ways.weighted(&self.network);
        let value = trees.iter().fold(0_u64, |sum, tree| sum.saturating_add(tree.weight(&weighted)));
        let graph = self.topology.graph();
        trees.iter_mut().for_each(|tree| self.ways.append(graph, set.source, tree, worms));
        self.extra = Map::from_iter([(wormcast_plan::WITHIN.to_owned(), json!({"routes": self.routes}))]);
        self.extra.extend(self.limit.as_ref().map(Limit::told));
        if self.form == Form::Least {
            let told = self.network.weights().optimality(&self.what, value, bound, value == bound);
            self.extra.insert("optimality".to_owned(), told);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(trees_along(self.topology.graph(), self.ways.lanes(), self.ways.turns()))
    }

    fn extra(&self) -> Map<String, Value> {
        self.extra.clone()
    }
}
