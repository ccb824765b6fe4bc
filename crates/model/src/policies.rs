//! What the routers of a question do, beside the numbers of their channels.

use crate::Parts;
use serde::{Deserialize, Serialize};
use wormcast_plan::{Handover, Replication, Reservation, Switching};

/// What routers do with requests, branches, buffers and tails. In files only what is not as usual is written.
///
/// ```
/// use wormcast_model::{Parts, Reservation, RouterPolicies};
/// let policies = RouterPolicies { reservation: Reservation::Incremental, ..RouterPolicies::default() };
/// assert_eq!(policies.parts(), Parts::InOrder);
/// assert!(!policies.is_forked());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouterPolicies {
    /// How a worm gets the channels that it takes next.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reservation: Reservation,
    /// How a flit leaves on several branches.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replication: Replication,
    /// Whether flits go on before the whole message has come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub switching: Switching,
    /// When a channel is handed over to the next worm.
    #[serde(default, skip_serializing_if = "is_default")]
    pub handover: Handover,
    /// Whether a message enters a ring only where its buffer has room for two (bubble flow control).
    #[serde(default, skip_serializing_if = "is_default")]
    pub bubble: bool,
}

/// Whether a value is the usual one.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl RouterPolicies {
    /// How the parts of one request are granted.
    pub fn parts(&self) -> Parts {
        match self.reservation {
            Reservation::Atomic | Reservation::Whole => Parts::Together,
            Reservation::Incremental => Parts::InOrder,
            Reservation::AnyOrder => Parts::AnyOrder,
            Reservation::Independent => Parts::Apart,
        }
    }

    /// Whether flits leave on each branch by themselves.
    pub fn is_forked(&self) -> bool {
        self.replication == Replication::Forked || self.takes_whole_messages()
    }

    /// Whether buffers take whole messages.
    pub fn takes_whole_messages(&self) -> bool {
        self.switching != Switching::Wormhole
    }

    /// Whether each branch of a message is granted by itself, and goes on from a buffer with all of the message in it
    /// whatever the others do: so what waits is one branch, and it holds one buffer.
    pub fn copies_apart(&self) -> bool {
        self.takes_whole_messages() && self.parts() == Parts::Apart
    }

    /// Whether a head may come to stand behind another worm in the same buffer, and that matters. It does not where
    /// buffers take whole messages: those in front alone keep each other waiting. Nor where worms get all channels at
    /// once: whoever is in front got them earlier, so the first of all is behind nobody.
    pub fn has_queues(&self) -> bool {
        self.handover == Handover::Tail && !self.takes_whole_messages() && !self.is_whole()
    }

    /// Whether a worm asks at its origin for all that it ever takes.
    pub fn is_whole(&self) -> bool {
        self.reservation == Reservation::Whole
    }
}
