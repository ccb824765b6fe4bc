//! A run, from its first message to its verdict.

use super::probe::Probe;
use super::{Backlog, Figures, RunOutcome, StopRule, Verdict, figures};
use crate::traffic::{GeneratedMessage, MessageClass, PatternError, Traffic, TrafficSpec};
use thiserror::Error;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::{Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_sim::{Engine, FlitEngine, OpenLoop, SimError, Time, Timing, WormEngine};
use wormcast_topology::{NodeId, Topology};

/// A network with more messages under way than this for every node, on average, counts as saturated.
const MAX_BACKLOG: u64 = 64;
/// A run ends over its budget when the messages under way may have more hops than this (some 4 GB).
const MAX_HOPS: u64 = 50_000_000;
/// The first window in which the backlog is watched: so many messages a node.
const FIRST_WINDOW: f64 = 4.0;

/// What is run: one scheme under one traffic at one load with one seed.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    /// The network.
    pub topology: &'a dyn Topology,
    /// Plans every message.
    pub scheme: &'a dyn Scheme,
    /// Its options.
    pub options: &'a Options,
    /// Plans the unicast messages, with its options; none: the scheme that plans all.
    pub unicast: Option<(&'a dyn Scheme, &'a Options)>,
    /// What the nodes send.
    pub traffic: &'a TrafficSpec,
    /// The engine.
    pub engine: Engine,
    /// The time rules.
    pub timing: &'a Timing,
    /// When the run ends.
    pub stop: StopRule,
    /// Offered load, in messages per node per µs; the speed at which a trace is played.
    pub load: f64,
    /// The seed of the traffic: schemes that are compared with one seed get the same messages.
    pub seed: u64,
}

impl std::fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.scheme.name();
        f.debug_struct("Cell").field("scheme", &name).field("load", &self.load).finish_non_exhaustive()
    }
}

/// Why a run cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The traffic does not fit the network.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The scheme does not serve the network.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// The network is disconnected, and a message is for a node in another component.
    #[error("no route leads from `{from}` to `{to}`: the network is disconnected")]
    Disconnected {
        /// The name of the node where the message is.
        from: String,
        /// The name of the node where it cannot go.
        to: String,
    },
    /// A message cannot be planned.
    #[error(transparent)]
    Plan(PlanError),
    /// A plan cannot be simulated.
    #[error(transparent)]
    Sim(#[from] SimError),
}

/// Nodes are told by name.
fn in_names(topology: &dyn Topology, error: PlanError) -> RunError {
    match error {
        PlanError::Unreachable { from, to } => {
            let [from, to] = [from, to].map(|node| topology.node_name(node));
            RunError::Disconnected { from, to }
        }
        other => RunError::Plan(other),
    }
}

/// A run under way.
struct Run<'a, E> {
    cell: Cell<'a>,
    traffic: Traffic,
    planner: Box<dyn Planner + 'a>,
    unicast_planner: Option<Box<dyn Planner + 'a>>,
    engine: E,
    backlog: Backlog,
    /// The time of the last message, in nanoseconds.
    now: f64,
    /// Messages and hops that were injected.
    messages: u64,
    hops: u64,
    destinations: Vec<NodeId>,
    worms: Worms,
    /// The worms of the reply, which are added to those of its request.
    reply: Worms,
    /// The length of each worm; empty if all have that of the timing.
    lengths: Vec<u32>,
}

impl Cell<'_> {
    /// Runs it. Messages are generated, planned and injected one after another until the stop rule ends the run; then
    /// what is under way is drained, and what never arrives is a deadlock.
    ///
    /// # Errors
    /// The parts do not fit each other.
    pub fn run(&self) -> Result<Figures, RunError> {
        let (topology, graph) = (self.topology, self.topology.graph());
        let traffic = Traffic::new(self.topology, self.traffic, self.load, self.seed)?;
        // The engines know lengths up to that of the timing.
        let length = self.traffic.greatest_length(self.timing.length);
        let timing = &Timing { length: length.max(self.timing.length), ..self.timing.clone() };
        let planner = self.scheme.prepare(self.topology, self.options)?;
        let unicast = self.unicast.map(|(scheme, options)| scheme.prepare(self.topology, options)).transpose()?;
        let classes =
            unicast.iter().map(|unicast| unicast.consumption_classes()).fold(planner.consumption_classes(), u8::max);
        let probe = Probe::new(graph.channel_count());
        let parts = (traffic, planner, unicast);
        match self.engine {
            Engine::Worm => self.run_on(WormEngine::with_consumption_classes(topology, timing, classes, probe)?, parts),
            Engine::Flit => self.run_on(FlitEngine::with_consumption_classes(topology, timing, classes, probe)?, parts),
        }
    }

    /// Runs it on an engine at rest.
    fn run_on<'a>(
        &self,
        engine: impl OpenLoop<Observer = Probe>,
        (traffic, planner, unicast): (Traffic, Box<dyn Planner + 'a>, Option<Box<dyn Planner + 'a>>),
    ) -> Result<Figures, RunError> {
        let mut run = Run {
            traffic,
            planner,
            unicast_planner: unicast,
            engine,
            backlog: Backlog::new(FIRST_WINDOW * 1000.0 / self.load),
            cell: *self,
            now: 0.0,
            messages: 0,
            hops: 0,
            destinations: Vec::new(),
            worms: Worms::new(),
            reply: Worms::new(),
            lengths: Vec::new(),
        };
        let verdict = run.until_verdict()?;
        // All messages of a trace count, those under way at its end too.
        let is_done = verdict == RunOutcome::Replayed && run.drains();
        let end = if is_done { run.engine.observer().recorder.last_completion().max(run.now) } else { run.now };
        let (under_way, grants) = (run.engine.messages_in_flight(), run.engine.grants());
        // What is drained from now on only tells whether it arrives: it met a network that empties.
        let utilisation = run.engine.observer_mut().stop(end);
        let outcome = if is_done || run.drains() { verdict } else { RunOutcome::Deadlock };
        let read = figures::Reading {
            probe: run.engine.observer(),
            end,
            nodes: self.topology.graph().terminals().count(),
            under_way,
            grants,
        };
        Ok(read.figures(outcome, utilisation))
    }
}

/// What a turn of a run sends.
enum Sent {
    Message,
    /// The pattern gives the node that had its turn no destination.
    Nothing,
    EndOfTrace,
}

impl<E: OpenLoop<Observer = Probe>> Run<'_, E> {
    fn until_verdict(&mut self) -> Result<RunOutcome, RunError> {
        let mut checkpoint = self.cell.stop.first_checkpoint();
        // A pattern may give no node a destination: then time goes on without messages.
        let most_silent = 1000 * self.cell.topology.graph().node_count() as u64;
        let mut silent = 0;
        loop {
            silent = match self.one_message()? {
                Sent::Message => 0,
                Sent::Nothing => silent + 1,
                Sent::EndOfTrace => return Ok(RunOutcome::Replayed),
            };
            if silent > most_silent || self.is_over_time() || self.hops_under_way() > MAX_HOPS {
                return Ok(RunOutcome::Budget);
            }
            // A trace has an end, whatever waits meanwhile, and all of it counts.
            if self.cell.traffic.trace.is_some() {
                continue;
            }
            if self.engine.messages_in_flight() as u64 > MAX_BACKLOG * self.cell.topology.graph().node_count() as u64
                || self.backlog.is_saturated()
            {
                return Ok(RunOutcome::Saturated);
            }
            let recorder = &self.engine.observer().recorder;
            if recorder.records().len() as u64 >= checkpoint {
                match self.cell.stop.judge(recorder) {
                    Verdict::GoOn(next) => checkpoint = next,
                    Verdict::End(outcome) => return Ok(outcome),
                }
            }
        }
    }

    /// Generates, plans and injects the next message.
    fn one_message(&mut self) -> Result<Sent, RunError> {
        let Some(message) = self.traffic.next(&mut self.destinations) else { return Ok(Sent::EndOfTrace) };
        self.now = message.time_ns;
        if self.destinations.is_empty() {
            return Ok(Sent::Nothing);
        }
        let at = Time::from_ps((message.time_ns * 1000.0).round() as u64);
        self.engine.run_before(at);
        self.backlog.observe(message.time_ns, self.engine.messages_in_flight() as u64);
        self.plan(&message)?;
        let is_answered = message.class == MessageClass::Unicast && self.cell.traffic.reply.is_some();
        let last = [message.source];
        let destinations = if is_answered { &last[..] } else { &self.destinations };
        self.engine.observer_mut().expect(message.class, at, destinations, &self.worms);
        self.engine.inject_lengths(&self.worms, &self.lengths, at)?;
        self.messages += 1;
        self.hops += self.worms.hop_count() as u64;
        Ok(Sent::Message)
    }

    /// Plans a message to the destinations, and its reply if it has one, and finds the lengths of the worms.
    fn plan(&mut self, message: &GeneratedMessage) -> Result<(), RunError> {
        let (topology, usual) = (self.cell.topology, self.cell.timing.length);
        self.worms.clear();
        self.lengths.clear();
        let planner = match &mut self.unicast_planner {
            Some(unicast) if message.class == MessageClass::Unicast => unicast,
            _ => &mut self.planner,
        };
        let set = MulticastSet { source: message.source, destinations: &self.destinations };
        planner.plan(set, &mut self.worms).map_err(|error| in_names(topology, error))?;
        self.worms.set_multicast(message.class == MessageClass::Multicast);
        let reply = self.cell.traffic.reply.filter(|_| message.class == MessageClass::Unicast);
        if message.length.is_some() || reply.is_some() || self.cell.traffic.greatest_length(usual) > usual {
            self.lengths.resize(self.worms.len(), message.length.unwrap_or(usual));
        }
        let Some(length) = reply else { return Ok(()) };
        let to = self.destinations[0];
        self.reply.clear();
        let set = MulticastSet { source: to, destinations: &[message.source] };
        planner.plan(set, &mut self.reply).map_err(|error| in_names(topology, error))?;
        append_after(&mut self.worms, &self.reply, to);
        self.lengths.resize(self.worms.len(), length);
        Ok(())
    }

    fn is_over_time(&self) -> bool {
        self.cell.stop.max_time_ns.is_some_and(|most| self.now >= most)
    }

    /// The hops of the messages under way, if they are like the others.
    fn hops_under_way(&self) -> u64 {
        self.hops / self.messages.max(1) * self.engine.messages_in_flight() as u64
    }

    /// Lets everything arrive that can; returns whether nothing is left.
    fn drains(&mut self) -> bool {
        self.engine.run_before(Time::from_ps(u64::MAX));
        self.engine.messages_in_flight() == 0
    }
}

/// Appends the worms of a reply, which start when the message has been delivered at this node.
fn append_after(worms: &mut Worms, reply: &Worms, at: NodeId) {
    let request = worms.iter().find(|worm| worm.deliveries.iter().any(|delivery| delivery.node == at));
    let (request, first) = (request.map(|worm| worm.id), worms.len() as u32);
    for worm in reply.iter() {
        let after = worm.after.map(|after| first + after).or(request);
        worms.start(worm.origin, after, worm.round);
        worms.set_consumption_class(worm.consumption_class);
        worm.hops.iter().for_each(|hop| {
            worms.hop(hop.parent(), hop.channel);
        });
        worm.deliveries.iter().for_each(|delivery| worms.deliver(delivery.hop, delivery.node));
    }
}
