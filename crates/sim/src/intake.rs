//! How messages come into an engine, and what is known of those that are under way.

use crate::open_loop::{Completed, Delivered, MessageId, Observer};
use crate::relay::Relays;
use crate::size::HORIZON;
use crate::slab::{MessageAt, Slab, UNKNOWN, WormAt};
use crate::{SimError, Time, Timing, Unicast};
use wormcast_plan::{Worm, WormId, Worms};
use wormcast_topology::NodeId;

/// A message in flight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    pub id: MessageId,
    generated: Time,
    /// When its first head leaves an origin.
    injected: Time,
    /// When its last delivery so far is done.
    last_delivery: Time,
    /// Deliveries that are still to come.
    pub deliveries: u32,
    /// Worms that are still to go.
    worms: u32,
}

/// The messages in flight.
#[derive(Debug)]
pub(crate) struct Intake {
    pub messages: Slab<Message>,
    /// The most ejection classes that a message may have.
    ejection_classes: u8,
    next_message: MessageId,
    /// The worms of the message that is being injected, and which of them start others.
    built: Vec<WormAt>,
    /// The lengths of its worms; empty if all have that of the timing, the greatest.
    lengths: Vec<u32>,
    greatest_length: u32,
    /// Whether worms are longer than that by their header flits.
    header_flits: bool,
    relays: Relays,
}

/// What an engine does when worms are injected.
pub(crate) trait TakesIn {
    fn intake(&mut self) -> &mut Intake;

    /// Takes places for a worm and its visits.
    fn build(&mut self, message: MessageAt, route: Worm<'_>) -> Result<WormAt, SimError>;

    /// Gives back what [`build`](Self::build) took.
    fn discard(&mut self, worm: WormAt);

    /// A worm starts at this time.
    fn start_at(&mut self, worm: WormAt, at: Time);

    /// A worm starts when another has delivered at the end of a hop.
    fn start_after(&mut self, worm: WormAt, leader: WormAt, hop: u32);
}

/// The same of messages by the lines of their routes.
pub(crate) trait TakesInLines: TakesIn {
    /// Takes a place for the worm of a message that is being injected; its length is that of the engine's own.
    fn build_unicast(&mut self, message: MessageAt, unicast: Unicast<'_>, length: u32) -> Result<WormAt, SimError>;
}

/// Injects a message to one node; see [`OpenLoop::inject_unicast`](crate::OpenLoop::inject_unicast).
pub(crate) fn inject_unicast(
    engine: &mut impl TakesInLines,
    unicast: Unicast<'_>,
    at: Time,
    now: Time,
) -> Result<MessageId, SimError> {
    if at < now || at > HORIZON {
        return Err(SimError::Past { at, now });
    }
    let intake = engine.intake();
    let (id, length) = (intake.next_message, intake.length_of_unicast(unicast)?);
    let delivers = u32::from(!unicast.lines.is_empty());
    let message = intake.messages.add(Message { deliveries: delivers, ..Message::new(id, at, 1) });
    match engine.build_unicast(message, unicast, length) {
        Ok(worm) => engine.start_at(worm, at),
        Err(error) => {
            engine.intake().messages.remove(message);
            return Err(error);
        }
    }
    engine.intake().next_message += 1;
    Ok(id)
}

/// Injects the worms of one message at an engine's time or later; see
/// [`OpenLoop::inject_lengths`](crate::OpenLoop::inject_lengths).
pub(crate) fn inject(
    engine: &mut impl TakesIn,
    worms: &Worms,
    lengths: &[u32],
    at: Time,
    now: Time,
) -> Result<MessageId, SimError> {
    if at < now || at > HORIZON {
        return Err(SimError::Past { at, now });
    }
    let intake = engine.intake();
    let id = intake.next_message;
    intake.check(worms)?;
    intake.take_lengths(worms, lengths)?;
    let message = intake.messages.add(Message::new(id, at, worms.len() as u32));
    let mut built = std::mem::take(&mut intake.built);
    let result = worms.iter().try_for_each(|worm| engine.build(message, worm).map(|worm| built.push(worm)));
    match result {
        Ok(()) => launch(engine, worms, &built, at),
        Err(_) => built.iter().for_each(|&worm| engine.discard(worm)),
    }
    let intake = engine.intake();
    if result.is_err() || built.is_empty() {
        intake.messages.remove(message);
    }
    built.clear();
    intake.built = built;
    intake.next_message += u64::from(result.is_ok());
    result.map(|()| id)
}

fn launch(engine: &mut impl TakesIn, worms: &Worms, built: &[WormAt], at: Time) {
    if !worms.have_relays() {
        return built.iter().for_each(|&worm| engine.start_at(worm, at));
    }
    for (worm, &place) in worms.iter().zip(built) {
        match worm.after {
            None => engine.start_at(place, at),
            Some(after) => {
                let hop = engine.intake().relays.hop(after, worm.origin);
                engine.start_after(place, built[after as usize], hop);
            }
        }
    }
}

impl Intake {
    pub(crate) fn new(ejection_classes: u8, timing: &Timing) -> Self {
        Self {
            messages: Slab::new(),
            ejection_classes,
            next_message: 0,
            built: Vec::new(),
            lengths: Vec::new(),
            greatest_length: timing.length,
            header_flits: timing.header_flits,
            relays: Relays::default(),
        }
    }

    fn take_lengths(&mut self, worms: &Worms, lengths: &[u32]) -> Result<(), SimError> {
        let fits = |length: &u32| (1..=self.greatest_length).contains(length);
        if !lengths.is_empty() && (lengths.len() != worms.len() || !lengths.iter().all(fits)) {
            let (message, worms, most) = (self.next_message(), worms.len(), self.greatest_length);
            return Err(SimError::Lengths { message, worms, lengths: lengths.to_vec(), most });
        }
        self.lengths.clear();
        self.lengths.extend_from_slice(lengths);
        Ok(())
    }

    /// The length of a worm of the message that is being injected, in flits, with its header if that counts.
    pub(crate) fn length_of(&self, worm: Worm<'_>) -> u32 {
        let header = if self.header_flits { worm.header_flits() } else { 0 };
        header + self.lengths.get(worm.id as usize).copied().unwrap_or(self.greatest_length)
    }

    /// The length of a message to one node; its one address is a header flit, if that counts.
    #[inline]
    fn length_of_unicast(&self, unicast: Unicast<'_>) -> Result<u32, SimError> {
        let (most, header) = (self.greatest_length, u32::from(self.header_flits && !unicast.lines.is_empty()));
        match unicast.length {
            Some(length) if !(1..=most).contains(&length) => {
                Err(SimError::Lengths { message: self.next_message(), worms: 1, lengths: vec![length], most })
            }
            length => Ok(header + length.unwrap_or(most)),
        }
    }

    /// The number of the message that is being injected, or is injected next.
    pub(crate) fn next_message(&self) -> usize {
        self.next_message as usize
    }

    fn check(&mut self, worms: &Worms) -> Result<(), SimError> {
        let (classes, known) = (worms.consumption_classes(), self.ejection_classes);
        let plan = self.next_message as usize;
        if classes > known {
            return Err(SimError::ConsumptionClasses { plan, classes, known });
        }
        self.relays.check(plan, worms)
    }

    /// A head leaves its origin.
    pub(crate) fn head_leaves(&mut self, message: MessageAt, now: Time) {
        let message = &mut self.messages[message];
        message.injected = message.injected.min(now);
    }

    /// A worm of a message brings it to a node at this time.
    pub(crate) fn deliver(
        &mut self,
        message: MessageAt,
        worm: WormId,
        node: NodeId,
        at: Time,
        observer: &mut impl Observer,
    ) {
        let message = &mut self.messages[message];
        message.deliveries -= 1;
        message.last_delivery = message.last_delivery.max(at);
        observer.delivered(Delivered { message: message.id, worm, node, at });
        if message.deliveries == 0 {
            observer.completed(message.completed());
        }
    }

    /// A worm of a message has gone, as is known now, and the message with its last one.
    pub(crate) fn finish(&mut self, at: MessageAt, now: Time, observer: &mut impl Observer) {
        let message = &mut self.messages[at];
        message.worms -= 1;
        if message.worms == 0 {
            self.messages.remove(at);
            observer.gone(now);
        }
    }
}

impl Message {
    fn new(id: MessageId, generated: Time, worms: u32) -> Self {
        Self { id, generated, injected: UNKNOWN, last_delivery: generated, deliveries: 0, worms }
    }

    fn completed(&self) -> Completed {
        let Self { id, generated, injected, last_delivery, .. } = *self;
        Completed { message: id, generated, injected, at: last_delivery }
    }
}
