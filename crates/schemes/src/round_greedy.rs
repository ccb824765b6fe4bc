//! `round-greedy`: a multicast in few rounds, on any network.

use crate::round_forward::forwards;
use crate::round_search::{Round, RoundSearch, shuffled, sorted_by_degree};
use crate::{OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError};
use serde_json::{Map, Value, json};
use std::num::NonZeroU32;
use wormcast_plan::{Chain, Claim, Delivers, Duplex, MulticastSet, RoundModel, RouteFamily, RouteSpace, Worms};
use wormcast_topology::{BreadthFirst, NodeId, Topology};

/// The scheme `round-greedy`.
///
/// A round is a set of paths without common links, each from a node that has the message to one that has not. The
/// scheme plans backwards. At the end the source and all destinations are informed. It takes one node after another
/// out of this set, as long as those who are left can inform, in one round, all that were taken out: a question of
/// network flow. Who is left must be informed a round earlier, and so on, until only the source is left. Few nodes are
/// left when each sends over all its ports, in the last round above all: it is the crowded one, and it is planned
/// first, when all choices are open. Then the paths of the round are laid anew, with as few hops as there can be for
/// these senders and receivers.
///
/// Nodes with few links are taken out first, and among equals those that are far from the source, or near to it, or in
/// the order of their numbers, or in random order: up to 32 plans are tried, fewer on large networks, and the first one
/// that meets the counting lower bound is taken, or else the one with the fewest rounds, and then channels. The plan
/// states its rounds, the bound and the gap under `optimality`. It is a heuristic: where there is a gap, neither number
/// need be the optimum.
///
/// Half-duplex links; full duplex would save no round (see [`Duplex`]). The option `ports` limits how many worms a node
/// sends in a round.
///
/// With n destinations, each search sees at most 1024 + 64·nodes/n nodes, but the first of a round: O(n) searches a
/// plan.
pub(crate) struct RoundGreedy;

/// How many worms a node may send in a round.
pub const PORTS: OptionSpec<NonZeroU32> = OptionSpec::new(
    "ports",
    "NUMBER",
    "How many worms a node may send in a round, for the schemes that plan in rounds",
)
.expects("a number of worms that a node may send in a round, such as 1")
.default("one over each link");

impl Scheme for RoundGreedy {
    fn name(&self) -> &'static str {
        "round-greedy"
    }

    fn summary(&self) -> &'static str {
        "few rounds of worms that share no link; several multicasts at a time can deadlock"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[PORTS.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let model = RoundModel { duplex: Duplex::Half, ports: options.get(&PORTS) };
        Ok(Box::new(RoundPlanner::new(topology, model)))
    }
}

/// In which order nodes are taken out, among those with equally many links.
#[derive(Clone, Copy, Debug)]
enum Order {
    FarFirst,
    NearFirst,
    ByNumber,
    Random(u64),
}

struct RoundPlanner<'t> {
    topology: &'t dyn Topology,
    model: RoundModel,
    /// For planning backwards; none where channels lead one way or nodes forward nothing, and rounds are planned
    /// forwards.
    search: Option<RoundSearch<'t>>,
    distances: BreadthFirst<'t>,
    extra: Map<String, Value>,
}

impl<'t> RoundPlanner<'t> {
    fn new(topology: &'t dyn Topology, model: RoundModel) -> Self {
        let graph = topology.graph();
        let is_plain = graph.is_symmetric() && graph.endpoints().is_empty();
        let (search, distances) = (is_plain.then(|| RoundSearch::new(graph, model)), BreadthFirst::new(graph));
        Self { topology, model, search, distances, extra: Map::new() }
    }

    /// The best of some plans, as rounds.
    fn best(&mut self, set: MulticastSet<'_>, bound: usize) -> Vec<Round> {
        let attempts = (50_000 / self.topology.graph().node_count()).clamp(3, 32) as u64;
        let plain = [Order::FarFirst, Order::NearFirst, Order::ByNumber];
        let orders = plain.into_iter().chain((3..attempts).map(Order::Random));
        let cost =
            |rounds: &Vec<Round>| (rounds.len(), rounds.iter().map(|round| round.channels().len()).sum::<usize>());
        let mut best = None;
        for order in orders {
            let destinations = self.sorted(set.destinations, order);
            let rounds = match &mut self.search {
                Some(search) => search.backwards(set.source, destinations, |_| false),
                None => forwards(self.topology.graph(), self.model, set.source, destinations),
            };
            if best.as_ref().is_none_or(|best| cost(&rounds) < cost(best)) {
                best = Some(rounds);
            }
            if best.as_ref().is_some_and(|best| best.len() == bound) {
                break;
            }
        }
        best.expect("there are attempts")
    }

    fn sorted(&self, nodes: &[NodeId], order: Order) -> Vec<NodeId> {
        let graph = self.topology.graph();
        let distance = |node: NodeId| u64::from(self.distances.distance(node).expect("it can be reached"));
        match order {
            Order::FarFirst => sorted_by_degree(graph, nodes, |node| u64::MAX - distance(node)),
            Order::NearFirst => sorted_by_degree(graph, nodes, distance),
            Order::ByNumber => sorted_by_degree(graph, nodes, |_| 0),
            Order::Random(seed) => shuffled(graph, nodes, seed),
        }
    }

    fn append(&self, rounds: &[Round], worms: &mut Worms) -> Result<(), PlanError> {
        let mut informed_by = vec![None; self.topology.graph().node_count()];
        for (number, round) in rounds.iter().enumerate() {
            PlanError::check_size(worms, round.channels())?;
            for (sender, receiver, path) in round.paths() {
                let worm = worms.start(sender, informed_by[sender.index()], number as u32);
                let last = worms.chain(None, path.iter().copied());
                worms.deliver(last.expect("sender and receiver differ"), receiver);
                informed_by[receiver.index()] = Some(worm);
            }
        }
        Ok(())
    }
}

impl Planner for RoundPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.distances.run(set.source);
        let cut_off = set.destinations.iter().find(|&&node| self.distances.distance(node).is_none());
        if let Some(&to) = cut_off {
            return Err(PlanError::Unreachable { from: set.source, to });
        }
        let bound = self.model.lower_bound(self.topology.graph(), set.source, set.destinations.len());
        let bound = bound.expect("the destinations can be reached");
        let rounds = self.best(set, bound as usize);
        self.append(&rounds, worms)?;
        self.extra = optimality(self.model, rounds.len() as u32, bound);
        Ok(())
    }

    /// Its searches may find any path.
    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(RouteSpace::of([RouteFamily::chains(Chain::Any, Delivers::AtEnd)]))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::DisjointRounds, Claim::HalfDuplexRounds]
    }

    fn extra(&self) -> Map<String, Value> {
        self.extra.clone()
    }
}

/// What a plan in rounds says of itself: how many it has, and how many every plan needs.
pub(crate) fn optimality(model: RoundModel, rounds: u32, bound: u32) -> Map<String, Value> {
    let optimality = json!({
        "minimizes": "rounds", "value": rounds, "lower_bound": bound, "gap": rounds - bound, "exact": rounds == bound,
        "model": model,
    });
    Map::from_iter([("optimality".to_owned(), optimality)])
}
