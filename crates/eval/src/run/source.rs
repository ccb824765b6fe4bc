//! The messages of a run: generated, and planned.

use super::own_plans::OwnPlans;
use super::probe::Probe;
use super::{Cell, RunError};
use crate::traffic::{GeneratedMessage, MessageClass, Traffic};
use std::collections::VecDeque;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::{PlanError, Planner};
use wormcast_sim::{OpenLoop, Time, Unicast};
use wormcast_topology::{Line, NodeId, Topology};

/// A message with its plan. Its buffers are used again.
#[derive(Debug)]
pub(super) struct PlannedMessage {
    pub(super) generated: GeneratedMessage,
    /// When, in the time of engines.
    pub(super) at: Time,
    /// None if the pattern gives the node that had its turn no destination.
    destinations: Vec<NodeId>,
    worms: Worms,
    /// The length of each worm; empty if all have that of the timing.
    lengths: Vec<u32>,
    /// The route of a message to one node, which then has no worms; empty if it is told by those.
    lines: Vec<Line>,
    /// Whether the message is done when its source has the reply.
    is_answered: bool,
}

impl PlannedMessage {
    fn empty(generated: GeneratedMessage) -> Self {
        let (destinations, worms, lengths, lines) = (Vec::new(), Worms::new(), Vec::new(), Vec::new());
        Self { generated, at: Time::ZERO, destinations, worms, lengths, lines, is_answered: false }
    }

    /// Whether nothing is sent.
    pub(super) fn is_silent(&self) -> bool {
        self.destinations.is_empty()
    }

    pub(super) fn hop_count(&self) -> usize {
        self.worms.hop_count() + self.lines.iter().map(|line| line.steps as usize).sum::<usize>()
    }

    /// Injects it, and tells the probe what to expect.
    pub(super) fn inject(&self, engine: &mut impl OpenLoop<Observer = Probe>) -> Result<(), RunError> {
        let GeneratedMessage { class, source, .. } = self.generated;
        let last = [source];
        let destinations = if self.is_answered { &last[..] } else { &self.destinations };
        engine.observer_mut().expect(class, self.at, destinations, &self.worms);
        if self.lines.is_empty() {
            engine.inject_lengths(&self.worms, &self.lengths, self.at)?;
        } else {
            let (destination, length) = (self.destinations[0], self.lengths.first().copied());
            engine.inject_unicast(Unicast { origin: source, destination, lines: &self.lines, length }, self.at)?;
        }
        Ok(())
    }
}

/// What generates and plans the messages of a run.
pub(super) struct Source<'a> {
    cell: Cell<'a>,
    traffic: Traffic,
    planner: Box<dyn Planner + 'a>,
    unicast_planner: Option<Box<dyn Planner + 'a>>,
    /// What is known of the plans of each, if it is a user's own.
    own: Option<OwnPlans<'a>>,
    own_unicast: Option<OwnPlans<'a>>,
    /// Whether unicasts are told by the lines of their routes: engines that know these take them faster so.
    by_lines: bool,
    /// The worms of the reply, which are added to those of its request.
    reply: Worms,
    /// Messages that are planned already, or why one cannot be.
    ahead: VecDeque<Result<PlannedMessage, RunError>>,
    spare: Vec<PlannedMessage>,
}

impl<'a> Source<'a> {
    pub(super) fn new(cell: &Cell<'a>) -> Result<Self, RunError> {
        Ok(Self {
            cell: *cell,
            traffic: Traffic::new(cell.topology, cell.traffic, cell.load, cell.seed)?,
            planner: cell.scheme.prepare(cell.topology, cell.options)?,
            unicast_planner: cell
                .unicast
                .map(|(scheme, options)| scheme.prepare(cell.topology, options))
                .transpose()?,
            own: OwnPlans::of(cell.scheme, cell.topology),
            own_unicast: cell.unicast.and_then(|(scheme, _)| OwnPlans::of(scheme, cell.topology)),
            by_lines: false,
            reply: Worms::new(),
            ahead: VecDeque::new(),
            spare: Vec::new(),
        })
    }

    /// For an engine that takes unicasts by lines.
    pub(super) fn by_lines(self) -> Self {
        Self { by_lines: true, ..self }
    }

    pub(super) fn consumption_classes(&self) -> u8 {
        let unicast = self.unicast_planner.iter().map(|unicast| unicast.consumption_classes());
        unicast.fold(self.planner.consumption_classes(), u8::max)
    }

    /// The next message; none at the end of a trace.
    pub(super) fn next(&mut self) -> Result<Option<PlannedMessage>, RunError> {
        match self.ahead.pop_front() {
            Some(message) => message.map(Some),
            None => self.generate().transpose(),
        }
    }

    /// Keeps the buffers of a message that is not needed any more.
    pub(super) fn done(&mut self, message: PlannedMessage) {
        self.spare.push(message);
    }

    /// Plans a message more ahead, if there is one; nothing behind one that cannot be planned, which ends the run.
    pub(super) fn look_ahead(&mut self) {
        if !matches!(self.ahead.back(), Some(Err(_))) {
            let next = self.generate();
            self.ahead.extend(next);
        }
    }

    /// The messages that are planned already, up to one that cannot be.
    pub(super) fn ahead(&self) -> impl Iterator<Item = &PlannedMessage> {
        self.ahead.iter().map_while(|message| message.as_ref().ok())
    }

    /// Generates and plans the next message.
    fn generate(&mut self) -> Option<Result<PlannedMessage, RunError>> {
        let mut destinations = self.spare.last_mut().map(|message| std::mem::take(&mut message.destinations));
        let destinations = destinations.get_or_insert_default();
        let generated = self.traffic.next(destinations)?;
        let mut message = self.spare.pop().unwrap_or_else(|| PlannedMessage::empty(generated));
        message.generated = generated;
        message.worms.clear();
        message.lines.clear();
        message.at = Time::from_ps((generated.time_ns * 1000.0).round() as u64);
        message.destinations = std::mem::take(destinations);
        if !message.is_silent()
            && let Err(error) = self.plan(&mut message)
        {
            return Some(Err(error));
        }
        Some(Ok(message))
    }

    /// Plans a message, and its reply if it has one, and finds the lengths of the worms.
    fn plan(&mut self, message: &mut PlannedMessage) -> Result<(), RunError> {
        let (topology, usual) = (self.cell.topology, self.cell.timing.length);
        let PlannedMessage { generated, destinations, worms, lengths, lines, is_answered, .. } = message;
        lengths.clear();
        let (planner, own) = match &mut self.unicast_planner {
            Some(unicast) if generated.class == MessageClass::Unicast => (unicast, &mut self.own_unicast),
            _ => (&mut self.planner, &mut self.own),
        };
        let reply = self.cell.traffic.reply.filter(|_| generated.class == MessageClass::Unicast);
        *is_answered = reply.is_some();
        let is_unicast = generated.class == MessageClass::Unicast;
        if let [to] = **destinations
            && (self.by_lines && is_unicast && own.is_none() && reply.is_none())
            && planner.append_lines(generated.source, to, lines).map_err(|error| in_names(topology, error))?
        {
            lengths.push(generated.length.unwrap_or(usual));
            return Ok(());
        }
        let mut planned = |set: MulticastSet<'_>, worms: &mut Worms| match own {
            Some(own) => own.plan(topology, &mut **planner, set, worms).map_err(|error| in_names(topology, error)),
            None => planner.plan(set, worms).map_err(|error| in_names(topology, error)),
        };
        planned(MulticastSet { source: generated.source, destinations }, worms)?;
        worms.set_multicast(generated.class == MessageClass::Multicast);
        if generated.length.is_some() || reply.is_some() || self.cell.traffic.greatest_length(usual) > usual {
            lengths.resize(worms.len(), generated.length.unwrap_or(usual));
        }
        let Some(length) = reply else { return Ok(()) };
        let to = destinations[0];
        self.reply.clear();
        planned(MulticastSet { source: to, destinations: &[generated.source] }, &mut self.reply)?;
        append_after(worms, &self.reply, to);
        lengths.resize(worms.len(), length);
        Ok(())
    }
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
