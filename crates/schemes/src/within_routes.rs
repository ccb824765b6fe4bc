//! Trees whose turns all occur in given routes.
//!
//! A message that holds a lane asks for the next one. Where a tree takes only dependences that unicasts of the given
//! routes make, messages on such trees, however many, add none: unicasts and trees together are as free of deadlock as
//! the unicasts alone (Dally, Seitz 1987), if switches copy to each branch by itself.

use crate::beside::{Form, dependences, held_in};
use crate::least_trees::{Terminals, Tree, TreePlanner, Weighted, ascend, light};
use crate::ner::Exploring;
use crate::route_space::any_tree;
use crate::shortest_path_tree::CheapestRoutes;
use crate::{PlanError, Planner, SchemeError};
use serde_json::{Map, Value, json};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_routing::{Dependency, DependencyGraph, Lane};
use wormcast_topology::{Graph, NodeId, Topology};

/// How many channels the search for a bound looks at.
const WORK: usize = 20_000_000;
/// What a lane weighs that no tree shall take; more than all others together.
const SHUNNED: u64 = 1 << 40;
/// How often a tree is planned anew that takes a channel on two virtual channels, one of which is shunned then.
const ATTEMPTS: usize = 16;

/// The lanes of routes as a network of its own, whose ways are those that the routes allow: a node for each lane, from
/// which channels lead to the lanes that are asked for by messages that hold it; a node for each source, before the
/// lanes out of it; and an endpoint for each destination, behind the lanes into it. A channel to a lane weighs 1, one
/// to an endpoint nothing.
struct Ways {
    graph: Graph,
    lanes: Box<[Lane]>,
    nodes: usize,
}

impl Ways {
    /// Those of routes with these dependences. O(n log n) for n lanes and dependences.
    ///
    /// # Errors
    /// There are too many.
    fn new(network: &Graph, waits: &DependencyGraph) -> Result<Self, String> {
        let lanes: Box<[Lane]> = waits.lanes().collect();
        let (count, nodes) = (lanes.len(), network.node_count());
        let place = |lane: Lane| lanes.binary_search(&lane).ok().map(NodeId::new);
        let turns = waits.dependencies().filter_map(|wait| Some((place(wait.held)?, place(wait.asked)?)));
        let own = (0..count).flat_map(|lane| {
            let [from, to] = [network.source(lanes[lane].channel), network.target(lanes[lane].channel)];
            let [source, sink] = [count + nodes + from.index(), count + to.index()].map(NodeId::new);
            [(source, NodeId::new(lane)), (NodeId::new(lane), sink)]
        });
        let channels: Vec<_> = own.chain(turns).collect();
        let graph = Graph::from_channels(count + 2 * nodes, &channels).map_err(|error| error.to_string())?;
        let graph = graph.with_endpoints((count..count + nodes).map(NodeId::new));
        Ok(Self { graph, lanes, nodes })
    }

    /// The network, where these lanes are shunned.
    fn weighted(&self, shunned: &[NodeId]) -> Weighted<'_> {
        let is_lane = |node: NodeId| node.index() < self.lanes.len();
        let weight = |node: NodeId| if shunned.contains(&node) { SHUNNED } else { u64::from(is_lane(node)) };
        let weights = self.graph.channels().map(|channel| weight(self.graph.target(channel)));
        Weighted::with(&self.graph, weights.collect())
    }

    /// The lanes of a tree whose channels it takes by other lanes, too.
    fn twice(&self, tree: &Tree) -> Vec<NodeId> {
        let mut taken: Vec<_> = tree.nodes().filter(|node| node.index() < self.lanes.len()).collect();
        taken.sort_unstable();
        let channel = |node: NodeId| self.lanes[node.index()].channel;
        let pairs = taken.windows(2).filter(|pair| channel(pair[0]) == channel(pair[1]));
        pairs.flat_map(|pair| [pair[1], pair[0]]).collect()
    }

    fn source(&self, node: NodeId) -> NodeId {
        NodeId::new(self.lanes.len() + self.nodes + node.index())
    }

    fn sink(&self, node: NodeId) -> NodeId {
        NodeId::new(self.lanes.len() + node.index())
    }

    /// Appends the worm on a tree of ways.
    fn append(&self, network: &Graph, source: NodeId, tree: &mut Tree, worms: &mut Worms) {
        tree.link(&self.graph);
        worms.start(source, None, 0);
        let mut stack = vec![(tree.source(), None)];
        while let Some((node, hop)) = stack.pop() {
            for child in tree.children(node) {
                let Some(&lane) = self.lanes.get(child.index()) else { continue };
                let (arrives, to) =
                    (worms.hop_on(hop, lane.channel, lane.virtual_channel), network.target(lane.channel));
                if tree.parent(&self.graph, self.sink(to)) == Some(child) {
                    worms.deliver(arrives, to);
                }
                stack.push((child, Some(arrives)));
            }
        }
    }
}

/// Plans trees of ways.
pub(crate) struct WithinPlanner<'t> {
    topology: &'t dyn Topology,
    ways: Ways,
    routes: String,
    form: Form,
    extra: Map<String, Value>,
}

impl<'t> WithinPlanner<'t> {
    /// Within the routes that stand in this list ([`dependences`]).
    ///
    /// # Errors
    /// Something in it cannot be read, or it closes a cycle by itself.
    pub(crate) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        routes: &str,
        form: Form,
    ) -> Result<Self, SchemeError> {
        let refuse = |problem: String| SchemeError::Routing { scheme, problem };
        let waits = dependences(topology, routes).map_err(refuse)?;
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
        Ok(Self { topology, ways, routes: routes.to_owned(), form, extra: Map::new() })
    }

    /// The tree of ways, and a bound on what all weigh. Of two lanes of one channel, the higher one is shunned, or the
    /// other one where that does not do: trees with both are of the same kind, so the first bound holds.
    fn tree(&self, set: MulticastSet<'_>) -> Result<(Tree, u64), PlanError> {
        let (mut tree, bound) = self.grow(set, &[])?;
        let mut shunned = Vec::new();
        for _ in 0..ATTEMPTS {
            let twice = self.ways.twice(&tree);
            let Some(&next) = twice.first() else { return Ok((tree, bound)) };
            shunned.push(next);
            tree = self.grow(set, &shunned)?.0;
            if tree.weight(&self.ways.weighted(&shunned)) >= SHUNNED {
                shunned.pop();
                shunned.extend(twice.get(1));
                tree = self.grow(set, &shunned)?.0;
            }
            if tree.weight(&self.ways.weighted(&shunned)) >= SHUNNED {
                break;
            }
        }
        match self.ways.twice(&tree).first().or(shunned.last()) {
            None => Ok((tree, bound)),
            Some(lane) => Err(PlanError::TwiceWithin {
                channel: self.topology.channel_name(self.ways.lanes[lane.index()].channel),
                routes: self.routes.clone(),
            }),
        }
    }

    /// A tree that shuns some lanes where it can, and a bound on what all such trees weigh.
    fn grow(&self, set: MulticastSet<'_>, shunned: &[NodeId]) -> Result<(Tree, u64), PlanError> {
        let network = self.ways.weighted(shunned);
        match self.form {
            Form::Least => {
                let (mut tree, mut terminals) = (Tree::default(), Terminals::default());
                terminals.mark(self.ways.graph.node_count(), set.destinations);
                let ascent = ascend(&network, set, WORK, false);
                let is_exact = light(&network, set, &terminals, &ascent, &mut tree)?;
                let bound = if is_exact { tree.weight(&network) } else { ascent.bound };
                Ok((tree, bound))
            }
            Form::Shortest => {
                let mut planner = TreePlanner::new(network, CheapestRoutes::default());
                planner.grow(set)?;
                Ok((planner.tree, 0))
            }
            // A channel more leads to the endpoint.
            Form::Neighbours(radius) => {
                let rule = Exploring::new(network.graph.node_count(), radius.saturating_add(1));
                let mut planner = TreePlanner::new(network, rule);
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
                to: self.topology.node_name(NodeId::new(to.index() - self.ways.lanes.len())),
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
        let (mut tree, bound) = self.tree(ways).map_err(|error| self.named(error, set.source))?;
        let value = tree.nodes().filter(|node| node.index() < self.ways.lanes.len()).count() as u64;
        self.ways.append(self.topology.graph(), set.source, &mut tree, worms);
        self.extra = Map::from_iter([(wormcast_plan::WITHIN.to_owned(), json!({"routes": self.routes}))]);
        if self.form == Form::Least {
            let told = json!({"minimizes": "hops", "value": value, "lower_bound": bound, "exact": value == bound});
            self.extra.insert("optimality".to_owned(), told);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(any_tree())
    }

    fn extra(&self) -> Map<String, Value> {
        self.extra.clone()
    }
}
