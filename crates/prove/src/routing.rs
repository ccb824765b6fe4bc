//! Proofs about routings of unicasts, and about tables of routes that somebody else wrote.
//!
//! The channel dependency graph decides: without a cycle there is no deadlock, and a numbering of the lanes shows it.
//! With one, messages of the cycle are sent, and the answer is a deadlock if the engine stops in it.

use crate::blocked::blocked_worms;
use crate::choices::are_told_together;
use crate::router::{flow_of, length_and_buffer};
use crate::workload::prove_workload_within;
use crate::{Effort, Proof, ProveError};
use wormcast_check::proof::{
    Answer, Certificate, Counterexample, LaneNumbers, MalformedLine, ProofDocument, RoutesFound, RoutingStatement,
    Statement,
};
use wormcast_model::{check_buffers, refuse_own_virtual_channels};
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_routing::{Dependency, Flow, Lane, Routed, Routing};
use wormcast_sim::{Engine, Outcome, Start, Time, Timing, simulate};
use wormcast_topology::Topology;

/// Cycles that are tried, each of a strongly connected component of its own, the smallest first.
const MOST_CYCLES: usize = 16;

/// As many times each message of a cycle is sent at most, one copy behind another.
const MOST_COPIES: u32 = 9;

/// The messages of a cycle are so long that none leaves its source before all hold what they hold for ever.
const LENGTH: u32 = 128;

/// What is proved of routes, and what is found about them beside that.
#[derive(Clone, Debug, PartialEq)]
pub struct RoutingProof {
    /// The answer.
    pub proof: Proof,
    /// Pairs without a route, lines that are none, and the cycle of waits if there is one.
    pub found: RoutesFound,
    /// Whether the answer is a deadlock without an engine's run: the buffers of the cycle can be filled
    /// ([`can_be_filled`]).
    pub is_filled: bool,
}

impl RoutingProof {
    /// Its JSON form.
    pub fn document(self, network: NetworkSpec, statement: RoutingStatement) -> ProofDocument {
        let document = self.proof.document(network, Statement::Routing(statement));
        let answer = if self.is_filled { Answer::Deadlock } else { document.answer };
        ProofDocument { answer, routes: Some(self.found), ..document }
    }
}

/// Why a cycle that can be filled is a deadlock.
const FILLED: &str = "messages no longer than a buffer fill the buffers of the cycle one after another while routers are held up, \
                      and then each waits for the next for ever; the engine was not brought into it with equal delays";

/// Whether the buffers of a cycle of waits can be filled one after another by its messages, where routers may be held
/// up at will and messages fit into a buffer: there is an order in which no message has to go through a buffer that was
/// filled before. Then all of them are full of messages that wait for the next one: a deadlock. O(waits²) lanes.
pub fn can_be_filled(routings: &mut [&mut dyn Routing], cycle: &[Dependency]) -> bool {
    let before = |wait: &Dependency| routings.iter_mut().find_map(|routing| routing.lanes_before(wait));
    let Some(before) = cycle.iter().map(before).collect::<Option<Vec<_>>>() else { return false };
    let mut open: Vec<usize> = (0..cycle.len()).collect();
    // The buffer that is filled next is one that no message of those left has to go through.
    while let Some(next) = open.iter().position(|&at| {
        let held = cycle[at].held;
        open.iter().all(|&other| other == at || !before[other].contains(&held))
    }) {
        open.remove(next);
    }
    open.is_empty()
}

/// Why nothing is called free where routes lead back.
fn in_loops(pairs: usize) -> String {
    let routes = match pairs {
        1 => "the route of 1 pair runs in a loop".to_owned(),
        pairs => format!("the routes of {pairs} pairs run in loops"),
    };
    format!("{routes}, in which a long message waits for what it holds itself; all others cannot deadlock")
}

/// Decides whether messages on the routes of some routings, all of them in flight together, can deadlock. A pair of
/// nodes is without a route if no routing has one for it. `network` is the same network in words; `malformed` is what
/// reading the routes told.
///
/// O(pairs · length) time for the answer that they cannot; a cycle takes a search in the engine besides.
///
/// ```
/// use wormcast_check::proof::{Answer, RoutingStatement};
/// use wormcast_plan::NetworkSpec;
/// use wormcast_prove::prove_routing;
/// let ring = wormcast_topology::build("torus:5")?;
/// for (count, answer) in [(1, Answer::Deadlock), (2, Answer::DeadlockFree)] {
///     let mut routing = wormcast_routing::build(&*ring, "dimension-order", count)?;
///     let statement = RoutingStatement::of("dimension-order", count.try_into()?);
///     let proved = prove_routing(&*ring, &NetworkSpec::whole("torus:5"), &mut [&mut *routing], &statement, vec![])?;
///     assert_eq!(proved.proof.answer(), answer);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A channel has another number of virtual channels, or the engine cannot run the messages of a cycle.
pub fn prove_routing(
    topology: &dyn Topology,
    network: &NetworkSpec,
    routings: &mut [&mut dyn Routing],
    statement: &RoutingStatement,
    malformed: Vec<MalformedLine>,
) -> Result<RoutingProof, ProveError> {
    prove_routing_within(topology, network, routings, statement, malformed, &Effort::default())
}

/// The same with a budget of time for the search of a deadlock.
///
/// # Errors
/// A channel has another number of virtual channels, the engine cannot run the messages of a cycle, there are
/// bubbles, about which schemes and plans can be asked, or a user's own routing failed at a pair.
pub fn prove_routing_within(
    topology: &dyn Topology,
    network: &NetworkSpec,
    routings: &mut [&mut dyn Routing],
    statement: &RoutingStatement,
    malformed: Vec<MalformedLine>,
    effort: &Effort<'_>,
) -> Result<RoutingProof, ProveError> {
    refuse_own_virtual_channels(topology, statement.virtual_channels)?;
    check_buffers(&statement.about_plans())?;
    if statement.policies.bubble {
        return Err(ProveError::BubblesOfRoutes);
    }
    are_told_together(topology, routings)?;
    effort.tell("the channel dependency graph of all routes");
    let routed = Routed::together(topology, routings);
    if let Some(problem) = routed.failure() {
        return Err(ProveError::Own(problem.to_owned()));
    }
    let found = |cycle: &[Dependency]| RoutesFound::of(topology, &routed, cycle, malformed.clone());
    let without_cycle = |certificate: Certificate| {
        let proof = match routed.loops() {
            0 => Proof::DeadlockFree(certificate),
            loops => Proof::Unknown(in_loops(loops)),
        };
        Ok(RoutingProof { proof, found: found(&[]), is_filled: false })
    };
    if statement.policies.is_whole() {
        return without_cycle(Certificate::WholeWorms);
    }
    let shortest = match routed.dependencies.numbering() {
        Ok(numbers) => return without_cycle(Certificate::LaneNumbers(LaneNumbers::of(topology, &numbers))),
        Err(shortest) => shortest,
    };
    let mut messages = Messages { topology, network, routings: &mut *routings, statement, effort };
    let cycles = routed.dependencies.cycles();
    let mut tried = 0;
    for cycle in cycles.iter().take(MOST_CYCLES).take_while(|_| !effort.is_over()) {
        tried += 1;
        effort.tell(&format!("cycle {tried} of {}, of {} waits", cycles.len(), cycle.len()));
        if let Some(counterexample) = messages.deadlock(cycle)? {
            return Ok(RoutingProof { proof: Proof::Deadlock(counterexample), found: found(cycle), is_filled: false });
        }
    }
    let fits = statement.length.zip(statement.buffer).is_none_or(|(length, buffer)| length == buffer);
    if let Some(cycle) = cycles.iter().find(|cycle| fits && can_be_filled(routings, cycle)) {
        return Ok(RoutingProof { proof: Proof::Unknown(FILLED.into()), found: found(cycle), is_filled: true });
    }
    let over = match effort.is_over() {
        true => format!("; the budget of {} s was used up", effort.budget().as_secs_f64()),
        false => String::new(),
    };
    let reason = format!(
        "the channel dependency graph has a cycle of {} waits, and no messages were found that come into it together; of \
         {} components with cycles {tried} were looked at{over}",
        shortest.len(),
        cycles.len(),
    );
    Ok(RoutingProof { proof: Proof::Unknown(reason), found: found(&shortest), is_filled: false })
}

/// Messages on the routes.
struct Messages<'a, 'r> {
    topology: &'a dyn Topology,
    network: &'a NetworkSpec,
    routings: &'a mut [&'r mut dyn Routing],
    statement: &'a RoutingStatement,
    effort: &'a Effort<'a>,
}

impl Messages<'_, '_> {
    /// Start times from which the messages of a cycle stop in a deadlock: all at once, or as a search finds them.
    fn deadlock(&mut self, cycle: &[Dependency]) -> Result<Option<Counterexample>, ProveError> {
        // One message may make several waits of a cycle.
        let mut routes: Vec<(Flow, Vec<Lane>)> = Vec::new();
        for wait in cycle {
            let Some(route) = self.route(wait) else { return Ok(None) };
            if !routes.contains(&(wait.flow, route.clone())) {
                routes.push((wait.flow, route));
            }
        }
        let plans: Vec<_> = routes.iter().filter_map(|(flow, route)| self.plan(*flow, route)).collect();
        if let Some(counterexample) = self.stops_at_once(&plans)? {
            return Ok(Some(counterexample));
        }
        // Buffers that take several messages are filled by as many and one.
        let (length, buffer) = length_and_buffer(&self.statement.about_plans(), LENGTH);
        let most = (buffer / length.max(1)).min(MOST_COPIES - 1) + 1;
        for copies in 2..=most {
            let many: Vec<_> = (0..copies).flat_map(|_| plans.iter().cloned()).collect();
            if let Some(counterexample) = self.stops_at_once(&many)? {
                return Ok(Some(counterexample));
            }
        }
        self.searched(&plans)
    }

    /// The route of the message of a wait; none if the wait is not one of a single route.
    fn route(&mut self, wait: &Dependency) -> Option<Vec<Lane>> {
        self.routings.iter_mut().find_map(|routing| routing.route_of(wait)).map(|(route, _)| route)
    }

    /// The plan of a message, which names its virtual channels.
    fn plan(&self, Flow { from, to, .. }: Flow, route: &[Lane]) -> Option<Plan> {
        let mut worms = Worms::new();
        worms.start(from, None, 0);
        let hop = |last, lane: &Lane| Some(worms.hop_on(last, lane.channel, lane.virtual_channel));
        let last = route.iter().fold(None, hop)?;
        worms.deliver(last, to);
        let extra = worms.carried();
        let (network, scheme) = (self.network.clone(), "unicast".to_owned());
        Some(Plan { network, scheme, source: from, destinations: vec![to], worms, claims: Vec::new(), extra })
    }

    fn stops_at_once(&self, plans: &[Plan]) -> Result<Option<Counterexample>, ProveError> {
        let flow = flow_of(&self.statement.about_plans());
        let (length, buffer) = length_and_buffer(&self.statement.about_plans(), LENGTH);
        let timing = Timing { length, buffer, flow, ..Timing::default() };
        let starts: Vec<_> = plans.iter().map(|plan| Start { plan, at: Time::ZERO }).collect();
        let run = simulate(self.topology, &starts, &timing, Engine::Flit)?;
        let Outcome::Deadlock(cycle) = &run.outcome else { return Ok(None) };
        Ok(Some(Counterexample {
            plans: plans.iter().map(|plan| plan.document(self.topology)).collect(),
            starts_ns: vec![0; plans.len()],
            length: timing.length,
            buffer: timing.buffer,
            stalls: Vec::new(),
            worms: blocked_worms(self.topology, cycle),
            parts: Vec::new(),
        }))
    }

    fn searched(&self, plans: &[Plan]) -> Result<Option<Counterexample>, ProveError> {
        match prove_workload_within(self.topology, plans, &self.statement.about_plans(), self.effort)? {
            Proof::Deadlock(counterexample) => Ok(Some(Counterexample { parts: Vec::new(), ..counterexample })),
            _ => Ok(None),
        }
    }
}
