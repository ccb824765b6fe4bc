//! Engines that messages are injected into while time goes on, and who is told what happens.

use crate::{Blocked, SimError, Time, Unicast};
use wormcast_plan::{Plan, WormId, Worms};
use wormcast_topology::{ChannelId, NodeId};

/// An engine that messages are injected into while time goes on. Both engines are: what they tell of a workload that
/// both know is the same, to the last time unit.
///
/// ```
/// use wormcast_plan::Worms;
/// use wormcast_sim::{FlitEngine, Observer, OpenLoop, Time, Timing, WormEngine};
/// use wormcast_topology::{Topology, build};
/// fn grants_of(mut engine: impl OpenLoop, mesh: &dyn Topology) -> Result<u64, wormcast_sim::SimError> {
///     let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
///     let mut worms = Worms::new();
///     worms.start(a, None, 0);
///     let hop = worms.hop(None, mesh.graph().channel(a, b).unwrap());
///     worms.deliver(hop, b);
///     engine.inject(&worms, Time::from_ns(3))?;
///     engine.run_before(Time::from_ns(100));
///     Ok(engine.grants())
/// }
/// let mesh = build("mesh:3x3")?;
/// let timing = Timing::default();
/// // At its origin, and where it arrives.
/// assert_eq!(grants_of(WormEngine::new(&*mesh, &timing, ())?, &*mesh)?, 2);
/// assert_eq!(grants_of(FlitEngine::new(&*mesh, &timing, ())?, &*mesh)?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OpenLoop {
    /// Who is told what happens.
    type Observer: Observer;

    /// Injects the worms of one message, which is generated at this time: now or later. Ties between worms go to the
    /// message that was injected first, and then to the lower number. O(hops). In errors, the plan is the number of the
    /// message.
    ///
    /// # Errors
    /// The time is past or beyond 2^62 ps, there are more hops in flight than can be numbered, the worms are of more
    /// ejection classes than the engine was made for, or cannot be run. Nothing is injected then.
    ///
    /// # Panics
    /// If the worms are for another network, and name channels that this one does not have.
    fn inject(&mut self, worms: &Worms, at: Time) -> Result<MessageId, SimError> {
        self.inject_lengths(worms, &[], at)
    }

    /// The same where each worm has a length of its own, in flits, by its number; with an empty list all have that of
    /// the timing, which is the greatest that any may have.
    ///
    /// # Errors
    /// As [`inject`](Self::inject); or the lengths are not as many as the worms, or one is 0 or greater.
    ///
    /// # Panics
    /// As [`inject`](Self::inject).
    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError>;

    /// The same of a message to one node, without a hop of its own in between where the engine can do without.
    ///
    /// # Errors
    /// As [`inject_lengths`](Self::inject_lengths).
    ///
    /// # Panics
    /// As [`inject`](Self::inject).
    fn inject_unicast(&mut self, unicast: Unicast<'_>, at: Time) -> Result<MessageId, SimError> {
        let mut worms = Worms::new();
        unicast.append_to(&mut worms);
        self.inject_lengths(&worms, unicast.length.as_slice(), at)
    }

    /// Injects the worms of a plan. An engine that knows virtual channels takes those that the plan names for its hops.
    ///
    /// # Errors
    /// As [`inject`](Self::inject); or the plan names virtual channels that do not fit.
    fn inject_plan(&mut self, plan: &Plan, at: Time) -> Result<MessageId, SimError> {
        self.inject(&plan.worms, at)
    }

    /// Lets everything happen that happens before a time, at which the engine then is. What happens at that time waits,
    /// so that messages can be injected that are generated then. Returns whether anything is left to happen.
    fn run_before(&mut self, end: Time) -> bool;

    /// Lets everything happen that is left. The engine is then at the time of the last event. If messages are in flight
    /// still, that is a deadlock (or they last longer than 2^62 ps).
    fn drain(&mut self);

    /// The time up to which everything has happened.
    fn now(&self) -> Time;

    /// How many messages are generated and not gone: in source queues or in the network. Messages injected for a later
    /// time count too; a message is gone as soon as the engine is certain when its last flit arrives.
    fn messages_in_flight(&self) -> usize;

    /// How many worms of a node have been generated and wait at the source: their heads have not left it.
    fn backlog(&self, node: NodeId) -> u32;

    /// How many requests have been granted so far: the work done, in hops and starts of worms.
    fn grants(&self) -> u64;

    /// Who is told what happens.
    fn observer(&self) -> &Self::Observer;

    /// Who is told what happens, to be changed.
    fn observer_mut(&mut self) -> &mut Self::Observer;

    /// The cycle of a deadlock, when nothing is left to happen; `plan` in the answer is the number of the message. An
    /// engine may know more: see there what it says earlier.
    fn deadlock(&self) -> Option<Vec<Blocked>> {
        self.deadlocks().into_iter().next()
    }

    /// The same of each deadlock: cycles that have no request in common.
    fn deadlocks(&self) -> Vec<Vec<Blocked>>;
}

/// The number of a message: in the order in which messages were injected, from 0.
pub type MessageId = u64;

/// A delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// The message.
    pub message: MessageId,
    /// The worm that brings it, by its number in the message.
    pub worm: WormId,
    /// The node that has it.
    pub node: NodeId,
    /// When it has it, receive overhead included.
    pub at: Time,
}

/// A message all of whose deliveries are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The message.
    pub message: MessageId,
    /// When it was generated.
    pub generated: Time,
    /// When its first head left its origin: the time before was spent in the source queue.
    pub injected: Time,
    /// When the last node had it.
    pub at: Time,
}

/// What a visit of a worm goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// See [`VisitTimes::arrived`](crate::VisitTimes::arrived).
    Arrived,
    /// See [`VisitTimes::requested`](crate::VisitTimes::requested).
    Requested,
    /// See [`VisitTimes::granted`](crate::VisitTimes::granted).
    Granted,
    /// See [`VisitTimes::released`](crate::VisitTimes::released).
    Released,
}

/// Is told what happens. Every method does nothing unless it is written anew, and then costs nothing.
///
/// The engine tells of something as soon as it is certain, which is often before its time: a call may be about a time
/// later than the engine's clock, and calls do not come in the order of times. Every call says its time.
pub trait Observer {
    /// Whether [`moment`](Self::moment) is called.
    const MOMENTS: bool = false;
    /// Whether [`held`](Self::held) is to be called.
    const HOLDS: bool = true;

    /// A node has a message.
    fn delivered(&mut self, _delivery: Delivered) {}

    /// The last delivery of a message; never, if it has none.
    fn completed(&mut self, _message: Completed) {}

    /// A message is not in flight any more from this time of the engine's on
    /// ([`messages_in_flight`](OpenLoop::messages_in_flight)).
    fn gone(&mut self, _at: Time) {}

    /// Of what was held by grants before this time only the sum of each channel matters, until a hold that begins then
    /// or later is told: an engine on several cores may tell such sums ([`held_in_all`](Self::held_in_all)) instead of
    /// holds. It is asked again as holds are told, and the answer never becomes less.
    fn sums_holds_until(&self) -> Time {
        Time::ZERO
    }

    /// A worm held a channel from its grant until it was free again.
    fn held(&mut self, _channel: ChannelId, _from: Time, _until: Time) {}

    /// A channel was held for so long in all, besides what else is told of it.
    fn held_in_all(&mut self, _channel: ChannelId, _sum: Time) {}

    /// A moment of a visit; only if [`MOMENTS`](Self::MOMENTS) is true. Visits are numbered in the order in which worms
    /// were injected: each worm's origin, and then the ends of its hops in the order of the route.
    fn moment(&mut self, _visit: u64, _moment: Moment, _at: Time) {}
}

/// Nobody is told.
impl Observer for () {
    const HOLDS: bool = false;
}
