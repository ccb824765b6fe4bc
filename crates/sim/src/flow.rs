//! How flits share links and buffers: what only the flit engine knows.

use crate::Time;
use std::num::NonZeroU32;
use wormcast_plan::{Crossbar, Handover, Replication, Reservation, Switching, VcRule};

/// How flits share links and buffers. By default as the rules of time say; anything else only the flit engine knows.
///
/// With n virtual channels a link is n channels in the rules of time, each with its buffer, and takes a flit of one of
/// them at a time. A flit that could leave lines up for all the links that it needs, and crosses them when it is first
/// in line everywhere and all are free; since a virtual channel has one flit in line at most, they take turns
/// (round-robin). Ties go to the lower worm. Which virtual channel a hop takes, its plan may name
/// ([`VIRTUAL_CHANNELS_KEY`](crate::VIRTUAL_CHANNELS_KEY)); if not, a rule says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowControl {
    /// Virtual channels a link, each with a buffer of its own. Flits take turns on the link.
    pub virtual_channels: NonZeroU32,
    /// Which of them a hop takes, where its plan does not say.
    pub vc_rule: VcRule,
    /// Credit delay: how long after a flit has left a buffer the router before knows that there is a place.
    pub credit: Time,
    /// When a channel is handed over to the next worm.
    pub handover: Handover,
    /// How much later than that the next worm has it, and how much later than the tail before it a router looks at a
    /// head that comes to the front of its buffer: what routers need that give out virtual channels in a step of their
    /// own.
    pub turnaround: Time,
    /// Which flits of one input of a router cross to its outputs at a time, where virtual channels share links.
    pub crossbar: Crossbar,
    /// How a head gets what it asks for. With incremental reservation it asks for the next thing when all others that
    /// asked at the same time have been served: so two worms can each get one of the channels that both need, and wait
    /// for ever. In any order means the reverse order here.
    pub reservation: Reservation,
    /// How a flit leaves on several branches.
    pub replication: Replication,
    /// Whether flits go on before the whole message has come.
    pub switching: Switching,
}

impl Default for FlowControl {
    fn default() -> Self {
        Self {
            virtual_channels: NonZeroU32::MIN,
            vc_rule: VcRule::default(),
            credit: Time::ZERO,
            handover: Handover::Empty,
            turnaround: Time::ZERO,
            crossbar: Crossbar::Full,
            reservation: Reservation::Atomic,
            replication: Replication::LockStep,
            switching: Switching::Wormhole,
        }
    }
}
