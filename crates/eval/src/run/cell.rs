//! A run, from its first message to its verdict.

use super::ahead::Driven;
use super::probe::Probe;
use super::source::Source;
use super::{Backlog, Figures, MEASURED_OF_CLASS, RunOutcome, StopRule, Verdict, figures};
use crate::traffic::{MessageClass, PatternError, TrafficSpec};
use std::num::NonZeroUsize;
use thiserror::Error;
use wormcast_schemes::{Options, PlanError, Scheme, SchemeError};
use wormcast_sim::{Engine, FlitEngine, PathEngine, RegionalEngine, SimError, Time, Timing, WormEngine};
use wormcast_topology::Topology;

/// A network with more messages under way than this for every node, on average, counts as saturated.
const MAX_BACKLOG: u64 = 64;
/// A run ends over its budget when the messages under way may have more hops than this (some 4 GB).
pub(super) const MAX_HOPS: u64 = 50_000_000;
/// A saturated run does not go on for what the network takes in when so many messages were generated.
const MOST_MEASURED: u64 = 250_000;
/// The share of a run that generating and planning messages takes, by measurement.
const PLANNING: f64 = 0.2;
/// The first window in which a backlog is watched: so many messages a node.
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

/// A run under way.
pub(super) struct Run<'a, E> {
    pub(super) cell: Cell<'a>,
    pub(super) source: Source<'a>,
    pub(super) engine: E,
    /// That of all messages, and that of each class if there are both: the few of one say little among the many of the
    /// other.
    pub(super) backlogs: Vec<(Option<MessageClass>, Backlog)>,
    /// The time of the last message, in nanoseconds.
    pub(super) now: f64,
    /// Messages and hops that were injected.
    pub(super) messages: u64,
    pub(super) hops: u64,
    /// The run is looked at when so many messages are completed.
    pub(super) checkpoint: u64,
    /// Turns without a message since the last one.
    pub(super) silent: u64,
    /// The network is found to be saturated: the run only goes on to tell what it takes in.
    pub(super) is_saturated: bool,
}

impl Cell<'_> {
    /// Runs it. Messages are generated, planned and injected one after another until the stop rule ends the run; then
    /// what is under way is drained, and what never arrives is a deadlock.
    ///
    /// # Errors
    /// The parts do not fit each other.
    pub fn run(&self) -> Result<Figures, RunError> {
        self.run_on(NonZeroUsize::MIN)
    }

    /// The same on so many threads, if the worm engine runs and all worms are paths that start after no other: the
    /// network is parted among them ([`RegionalEngine`]). The figures are the same.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_on(&self, threads: NonZeroUsize) -> Result<Figures, RunError> {
        if self.engine == Engine::Worm {
            match if threads > NonZeroUsize::MIN { self.on_regions(threads.get()) } else { self.on_paths() } {
                Err(RunError::Sim(SimError::NotAPath { .. } | SimError::OwnChannels)) => {}
                other => return other,
            }
        }
        let (source, timing, classes) = self.parts()?;
        let probe = Probe::new(self.topology.graph().channel_count());
        let topology = self.topology;
        match self.engine {
            Engine::Worm => {
                self.on_engine(WormEngine::with_consumption_classes(topology, &timing, classes, probe)?, source)
            }
            Engine::Flit => {
                let engine = FlitEngine::with_consumption_classes(topology, &timing, classes, probe)?;
                self.on_engine(engine, source.by_lines())
            }
        }
    }

    /// Runs it, if all worms are paths that start after no other: that is quicker.
    fn on_paths(&self) -> Result<Figures, RunError> {
        let (source, timing, classes) = self.parts()?;
        let probe = Probe::new(self.topology.graph().channel_count());
        self.on_engine(PathEngine::new(self.topology, &timing, classes, probe)?, source.by_lines())
    }

    /// Runs it on regions of the network, the first of which is smaller: its thread generates and plans the messages.
    fn on_regions(&self, threads: usize) -> Result<Figures, RunError> {
        let (source, timing, classes) = self.parts()?;
        let first = (1.0 / threads as f64 - PLANNING).max(0.0);
        let mut shares = vec![(1.0 - PLANNING - first) / (threads as f64 - 1.0); threads];
        shares[0] = first;
        let probe = Probe::in_batches(self.topology.graph().channel_count());
        let engine = RegionalEngine::with_shares(self.topology, &timing, classes, &shares, probe)?;
        self.on_engine(engine, source.by_lines())
    }

    /// The source of the messages, the timing with the greatest length, and how many consumption classes there are.
    fn parts(&self) -> Result<(Source<'_>, Timing, u8), RunError> {
        let source = Source::new(self)?;
        // The engines know lengths up to that of the timing.
        let length = self.traffic.greatest_length(self.timing.length);
        let timing = Timing { length: length.max(self.timing.length), ..self.timing.clone() };
        let classes = source.consumption_classes();
        Ok((source, timing, classes))
    }

    /// What is watched for saturation: all messages, and each class apart.
    fn backlogs(&self) -> Vec<(Option<MessageClass>, Backlog)> {
        let of_share = |share: f64| Backlog::new(FIRST_WINDOW * 1000.0 / (self.load * share));
        let multicasts = self.traffic.multicast_share;
        let mut backlogs = vec![(None, of_share(1.0))];
        if multicasts > 0.0 && multicasts < 1.0 {
            let shares = [1.0 - multicasts, multicasts];
            backlogs
                .extend(MessageClass::ALL.into_iter().zip(shares).map(|(class, share)| (Some(class), of_share(share))));
        }
        backlogs
    }

    /// Runs it on an engine at rest.
    fn on_engine(&self, engine: impl Driven, source: Source<'_>) -> Result<Figures, RunError> {
        let mut run = Run {
            source,
            engine,
            backlogs: self.backlogs(),
            cell: *self,
            now: 0.0,
            messages: 0,
            hops: 0,
            checkpoint: self.stop.first_checkpoint(),
            silent: 0,
            is_saturated: false,
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

impl<E: Driven> Run<'_, E> {
    fn until_verdict(&mut self) -> Result<RunOutcome, RunError> {
        loop {
            if E::IN_BATCHES && !self.is_saturated && self.batch()? {
                continue;
            }
            self.silent = match self.one_message()? {
                Sent::Message => 0,
                Sent::Nothing => self.silent + 1,
                Sent::EndOfTrace => return Ok(RunOutcome::Replayed),
            };
            if self.silent > self.most_silent() || self.is_over_time() || self.hops_under_way() > MAX_HOPS {
                return Ok(if self.is_saturated { RunOutcome::Saturated } else { RunOutcome::Budget });
            }
            // A trace has an end, whatever waits meanwhile, and all of it counts.
            if self.cell.traffic.trace.is_some() {
                continue;
            }
            let grows = self.backlogs.iter().any(|(_, backlog)| backlog.is_saturated());
            self.is_saturated |= grows || self.engine.messages_in_flight() as u64 > self.most_under_way();
            if self.is_saturated {
                match self.is_measured() {
                    true => return Ok(RunOutcome::Saturated),
                    false => continue,
                }
            }
            let probe = self.engine.observer();
            if probe.recorder.records().len() as u64 >= self.checkpoint {
                match self.cell.stop.judge(&probe.recorder, |class| probe.under_way(class)) {
                    Verdict::GoOn(next) => self.checkpoint = next,
                    Verdict::End(outcome) => return Ok(outcome),
                }
            }
        }
    }

    /// Whether a saturated run has gone on for long enough. It is looked at again when a fourth more is completed.
    fn is_measured(&mut self) -> bool {
        let StopRule { saturated_messages: wanted, max_messages, .. } = self.cell.stop;
        let recorder = &self.engine.observer().recorder;
        let completed = recorder.records().len() as u64;
        if wanted == 0 || self.messages >= MOST_MEASURED || completed >= max_messages {
            return true;
        }
        if completed < self.checkpoint {
            return false;
        }
        self.checkpoint = completed + completed / 4 + 1;
        let later = recorder.completed_since(self.now / 2.0);
        let of_class = |class| later.iter().filter(|record| record.class == class).count() as u64;
        let is_sent = |class: &MessageClass| self.backlogs.iter().any(|(watched, _)| *watched == Some(*class));
        later.len() as u64 >= wanted
            && MessageClass::ALL.into_iter().filter(is_sent).all(|class| of_class(class) >= MEASURED_OF_CLASS)
    }

    /// Injects the next message.
    fn one_message(&mut self) -> Result<Sent, RunError> {
        let Some(message) = self.source.next()? else { return Ok(Sent::EndOfTrace) };
        self.now = message.generated.time_ns;
        let sent = if message.is_silent() {
            Sent::Nothing
        } else {
            self.engine.run_before(message.at);
            self.observe(message.generated.class);
            message.inject(&mut self.engine)?;
            self.messages += 1;
            self.hops += message.hop_count() as u64;
            Sent::Message
        };
        self.source.done(message);
        Ok(sent)
    }

    /// A message of a class is generated now: what it finds under way, of all and of its class.
    fn observe(&mut self, class: MessageClass) {
        let (all, of_class) = (self.engine.messages_in_flight() as u64, self.engine.observer().under_way(class));
        for (watched, backlog) in &mut self.backlogs {
            match watched {
                None => backlog.observe(self.now, all),
                Some(watched) if *watched == class => backlog.observe(self.now, of_class),
                Some(_) => {}
            }
        }
    }

    /// A pattern may give no node a destination: then time goes on without messages, for so many turns.
    pub(super) fn most_silent(&self) -> u64 {
        1000 * self.cell.topology.graph().node_count() as u64
    }

    /// With more messages under way than this the network counts as saturated.
    pub(super) fn most_under_way(&self) -> u64 {
        MAX_BACKLOG * self.cell.topology.graph().node_count() as u64
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
