//! What is asked about given plans.

use crate::policies::is_default;
use crate::{Delays, RouterPolicies};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use thiserror::Error;
use wormcast_plan::{Handover, Replication, Reservation, Switching, VcRule};

/// A statement about given plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkloadStatement {
    /// The files of the plans.
    pub plans: Vec<String>,
    /// How many messages each plan may have in flight.
    pub copies: Copies,
    /// The length of messages in flits; none: every length.
    pub length: Option<NonZeroU32>,
    /// The flits that a channel's buffer holds; none: every size.
    pub buffer: Option<NonZeroU32>,
    /// The consumption channels per node; none: as many as there are channels, so that nobody waits for one.
    pub consumption: Option<NonZeroU32>,
    /// The virtual channels a channel.
    pub virtual_channels: NonZeroU32,
    /// Which virtual channel a hop takes where its plan does not say.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vc_rule: VcRule,
    /// How a worm gets the channels that it takes next.
    pub reservation: Reservation,
    /// Whether unicast messages between all nodes may be in flight too.
    pub with_unicast: bool,
    /// The routings whose unicasts between all nodes may be in flight too: each by its name, or a file of routes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// Whether a deadlock counts that takes routers which lag.
    #[serde(default = "Delays::equal")]
    pub delays: Delays,
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
    /// What nodes take in only for as long as they have to send something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependences: Vec<Dependence>,
}

/// What a node takes in only as it sends something else: the ejection channel that takes a message of the one plan in
/// is free again only when a message of the other has left the node whole. The nth waits for the nth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependence {
    /// The name of the node.
    pub at: String,
    /// The number of the plan that it takes in, from 0.
    pub takes_in: usize,
    /// The number of the plan that it sends.
    pub only_after_sending: usize,
}

/// Any number of messages of any length on routers with any buffers and delays, consumption channels for all and one
/// virtual channel.
impl Default for WorkloadStatement {
    fn default() -> Self {
        Self {
            plans: Vec::new(),
            copies: Copies::Any,
            length: None,
            buffer: None,
            consumption: None,
            virtual_channels: NonZeroU32::MIN,
            vc_rule: VcRule::default(),
            reservation: Reservation::default(),
            with_unicast: false,
            routes: Vec::new(),
            delays: Delays::default(),
            replication: Replication::default(),
            switching: Switching::default(),
            handover: Handover::default(),
            bubble: false,
            dependences: Vec::new(),
        }
    }
}

impl WorkloadStatement {
    /// About messages that are each sent once, of this length (none: every length) through buffers of this size, on
    /// channels with so many virtual channels.
    pub fn once(length: Option<NonZeroU32>, buffer: Option<NonZeroU32>, virtual_channels: NonZeroU32) -> Self {
        Self { copies: Copies::AtMost(NonZeroU32::MIN), length, buffer, virtual_channels, ..Self::default() }
    }

    /// What its routers do.
    pub fn policies(&self) -> RouterPolicies {
        let Self { reservation, replication, switching, handover, bubble, .. } = *self;
        RouterPolicies { reservation, replication, switching, handover, bubble }
    }

    /// The same where a channel is handed over when the buffer behind it is empty, if worms may be behind others in
    /// buffers: numbers and trees prove as much for both (`docs/prove-schemes.md`), where each request is for one thing
    /// or granted as one.
    pub fn without_queues(&self) -> Cow<'_, Self> {
        match self.policies().has_queues() {
            true => Cow::Owned(Self { handover: Handover::Empty, ..self.clone() }),
            false => Cow::Borrowed(self),
        }
    }

    /// Whether a head takes whichever virtual channel of a link is free.
    pub fn chooses_freely(&self) -> bool {
        self.vc_rule == VcRule::Free
    }

    /// How many messages a buffer holds one behind the other, if it takes whole ones: 1 if that is not known.
    pub fn messages_a_buffer(&self) -> u32 {
        let policies = self.policies();
        let is_shared = self.handover == Handover::Tail && policies.takes_whole_messages();
        let known = self.length.zip(self.buffer).filter(|_| is_shared && !policies.is_whole() && !self.bubble);
        known.map_or(1, |(length, buffer)| (buffer.get() / length).max(1))
    }

    /// The same under other policies.
    #[must_use]
    pub fn under(self, policies: RouterPolicies) -> Self {
        let RouterPolicies { reservation, replication, switching, handover, bubble } = policies;
        Self { reservation, replication, switching, handover, bubble, ..self }
    }
}

/// How many messages of each plan may be in flight at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Copies {
    /// So many.
    AtMost(NonZeroU32),
    /// Any number.
    #[default]
    Any,
}

/// Neither a number of copies nor the word for any.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not `any` or a number of at least 1")]
pub struct UnknownCopies(String);

impl FromStr for Copies {
    type Err = UnknownCopies;

    fn from_str(text: &str) -> Result<Self, UnknownCopies> {
        let number = || text.parse().ok().map(Self::AtMost);
        let found = if text == "any" { Some(Self::Any) } else { number() };
        found.ok_or_else(|| UnknownCopies(text.to_owned()))
    }
}

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.pad("any"),
            Self::AtMost(number) => number.fmt(f),
        }
    }
}
