//! Who is told what happens.

use crate::Time;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

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

    /// A node has a message.
    fn delivered(&mut self, _delivery: Delivered) {}

    /// The last delivery of a message; never, if it has none.
    fn completed(&mut self, _message: Completed) {}

    /// A worm held a channel from its grant until its tail had left the router at the channel's end.
    fn held(&mut self, _channel: ChannelId, _from: Time, _until: Time) {}

    /// A moment of a visit; only if [`MOMENTS`](Self::MOMENTS) is true. Visits are numbered in the order in which worms
    /// were injected: each worm's origin, and then the ends of its hops in the order of the route.
    fn moment(&mut self, _visit: u64, _moment: Moment, _at: Time) {}
}

/// Nobody is told.
impl Observer for () {}
