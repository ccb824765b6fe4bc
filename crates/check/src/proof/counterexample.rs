//! A deadlock, as proof files tell it.

use serde::{Deserialize, Serialize};
use wormcast_plan::PlanDocument;

/// A deadlock, and how to come into it: an engine that runs the plans from these starts stops in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The plans; none if the statement names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanDocument>,
    /// When each plan starts, in nanoseconds.
    pub starts_ns: Vec<u64>,
    /// The length of messages in flits.
    pub length: u32,
    /// The flits that a channel's buffer holds.
    pub buffer: u32,
    /// The channels that are held up on the way into it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stalls: Vec<StallTold>,
    /// The worms that wait for each other: each for the next, and the last for the first.
    pub worms: Vec<BlockedWorm>,
    /// If the statement names plans: what of them is sent, for each start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A channel that is held up for a while, or one of its virtual channels: nobody gets it, and no head that has crossed
/// it goes on; or only heads are held up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StallTold {
    /// The name of the channel, `A>B`.
    pub channel: String,
    /// The virtual channel; none: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub virtual_channel: Option<u32>,
    /// Whether the channel can be taken and crossed meanwhile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_heads: bool,
    /// From when on, in nanoseconds.
    pub from_ns: u64,
    /// For how long.
    pub for_ns: u64,
}

/// A plan of a statement, or one of its worms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the plan, from 0.
    pub plan: usize,
    /// The worm that is sent alone; none if the whole plan is sent.
    pub worm: Option<u32>,
}

/// A worm of a deadlock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedWorm {
    /// The number of its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: u32,
    /// The node where its head is stuck.
    pub at: String,
    /// All that it holds, in visiting order.
    pub holds: Vec<Named>,
    /// What it asks for, all at once.
    pub waits_for: Vec<Named>,
}

/// Something that worms hold: a channel from one node to another (`B#1` for the second of parallel ones), and which of
/// its virtual channels; or a consumption channel of a node (then there is no other), and which pool of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named(pub String, pub Option<String>, pub u32);
