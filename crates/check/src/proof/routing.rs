//! Proofs about routings of unicasts: what they state, and whether a numbering of lanes holds.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use thiserror::Error;
use wormcast_model::{Reservation, RouterPolicies, Switching, WorkloadStatement};
use wormcast_routing::{Dependency, Lane, Routed, Unrouted};
use wormcast_topology::{NodeId, Topology};

/// The most pairs without a route that a file names one by one.
const MOST_NAMED: usize = 1000;

/// A statement about a routing: messages between any nodes, of every length, with every buffer, any number at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutingStatement {
    /// The description of the routing, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routing: Option<String>,
    /// The files that hold routes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// The folder of a fabric with the tables of its subnet manager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabric: Option<String>,
    /// Whether the multicasts of the fabric are in flight too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_multicast: bool,
    /// The virtual channels per channel.
    pub virtual_channels: NonZeroU32,
    /// The length of messages in flits; none: every length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<NonZeroU32>,
    /// The flits that a channel's buffer holds; none: every size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<NonZeroU32>,
    /// What routers do.
    #[serde(flatten)]
    pub policies: RouterPolicies,
}

impl RoutingStatement {
    /// The statement about one of our routings.
    pub fn of(routing: impl Into<String>, virtual_channels: NonZeroU32) -> Self {
        Self { routing: Some(routing.into()), ..Self::about_nothing(virtual_channels) }
    }

    /// The statement about routes in files.
    pub fn of_files(routes: Vec<String>, virtual_channels: NonZeroU32) -> Self {
        Self { routes, ..Self::about_nothing(virtual_channels) }
    }

    /// The statement about the tables of a fabric. Its switches take whole packets, and send each copy of a multicast
    /// by itself: so a packet that waits holds one buffer, and asks for one.
    pub fn of_fabric(folder: impl Into<String>, with_multicast: bool, virtual_channels: NonZeroU32) -> Self {
        let policies = RouterPolicies {
            reservation: Reservation::Independent,
            switching: Switching::CutThrough,
            ..RouterPolicies::default()
        };
        Self { fabric: Some(folder.into()), with_multicast, policies, ..Self::about_nothing(virtual_channels) }
    }

    fn about_nothing(virtual_channels: NonZeroU32) -> Self {
        Self {
            routing: None,
            routes: Vec::new(),
            fabric: None,
            with_multicast: false,
            virtual_channels,
            length: None,
            buffer: None,
            policies: RouterPolicies::default(),
        }
    }

    /// The same question about messages that are each sent once.
    pub fn about_plans(&self) -> WorkloadStatement {
        WorkloadStatement::once(self.length, self.buffer, self.virtual_channels).under(self.policies)
    }
}

/// Why no messages of a routing deadlock: a number for each lane that they take. Every message asks for lanes of higher
/// numbers than it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneNumbers {
    /// The lanes.
    pub lanes: Vec<LaneNumber>,
}

/// The name of a channel, which of its virtual channels, and the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneNumber(pub String, pub u32, pub u32);

/// What was found about routes beside the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutesFound {
    /// Pairs of nodes without a route, the first thousand of them.
    pub unrouted: Vec<UnroutedPair>,
    /// How many there are.
    pub unrouted_pairs: usize,
    /// Lines that are no routes on the network.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<MalformedLine>,
    /// How many entries of tables leave a choice among several next hops.
    #[serde(default, skip_serializing_if = "is_none")]
    pub choices: usize,
    /// Lanes that messages take, and waits between them.
    pub lanes: usize,
    /// The pairs of lanes of which one is held while the other is asked for.
    pub dependencies: usize,
    /// A number of all routes, in hexadecimal: of others it is another one.
    #[serde(default)]
    pub digest: String,
    /// A cycle of waits, if there is one, each with a message that waits so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependency_cycle: Vec<CycleWait>,
    /// The multicast groups of a fabric of which some members do not reach all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut_groups: Vec<CutGroup>,
}

/// A multicast group of which some members do not reach all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutGroup {
    /// Its multicast LID, in hexadecimal.
    pub group: String,
    /// A member that reaches the fewest others.
    pub from: String,
    /// How many it reaches.
    pub reached: usize,
    /// How many others there are.
    pub others: usize,
    /// How many members do not reach all others.
    pub senders: usize,
}

/// A pair of nodes without a route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnroutedPair {
    /// The source.
    pub from: String,
    /// The destination.
    pub to: String,
    /// Why.
    pub reason: String,
}

/// A line of a file that is no route on the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MalformedLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: String,
}

/// A wait of a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CycleWait {
    /// The channel that is held, and which of its virtual channels.
    pub holds: (String, u32),
    /// What is asked for.
    pub waits_for: (String, u32),
    /// The source and the destination of a message that does so.
    pub flow: (String, String),
    /// The multicast group that it goes to, in hexadecimal; none for a unicast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The service level of the message, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_level: Option<u8>,
}

/// The number of all routes, as files tell it.
pub fn routes_digest(routed: &Routed) -> String {
    format!("{:016x}", routed.dependencies.digest())
}

/// Whether there is nothing of what is counted.
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl RoutesFound {
    /// The names of what was found.
    pub fn of(topology: &dyn Topology, routed: &Routed, cycle: &[Dependency], malformed: Vec<MalformedLine>) -> Self {
        let unrouted = routed.unrouted.iter().take(MOST_NAMED).map(|pair| UnroutedPair::of(topology, pair)).collect();
        Self {
            unrouted,
            unrouted_pairs: routed.unrouted.len(),
            malformed,
            choices: routed.choices,
            lanes: routed.dependencies.lanes().count(),
            dependencies: routed.dependencies.dependencies().count(),
            digest: routes_digest(routed),
            dependency_cycle: cycle.iter().map(|wait| CycleWait::of(topology, wait)).collect(),
            cut_groups: Vec::new(),
        }
    }
}

impl UnroutedPair {
    fn of(topology: &dyn Topology, pair: &Unrouted) -> Self {
        let name = |node: NodeId| topology.node_name(node);
        Self { from: name(pair.from), to: name(pair.to), reason: pair.flaw.to_string() }
    }
}

impl CycleWait {
    /// The names of a wait.
    pub fn of(topology: &dyn Topology, wait: &Dependency) -> Self {
        let group = wait.flow.group.map(|group| format!("{group:#x}"));
        let lane = |lane: Lane| (topology.channel_name(lane.channel), lane.virtual_channel);
        let name = |node: NodeId| topology.node_name(node);
        Self {
            holds: lane(wait.held),
            waits_for: lane(wait.asked),
            flow: (name(wait.flow.from), name(wait.flow.to)),
            group,
            service_level: wait.flow.level,
        }
    }
}

impl LaneNumbers {
    /// The numbers with the names of their lanes.
    pub fn of(topology: &dyn Topology, numbers: &[(Lane, u32)]) -> Self {
        let named = |&(lane, number): &(Lane, u32)| {
            LaneNumber(topology.channel_name(lane.channel), lane.virtual_channel, number)
        };
        Self { lanes: numbers.iter().map(named).collect() }
    }
}

/// Why a numbering of lanes proves nothing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LaneRefusal {
    /// A lane that messages take has no number.
    #[error("virtual channel {} of `{}` has no number, and messages take it", .0.1, .0.0)]
    NoNumber((String, u32)),
    /// A lane has two numbers.
    #[error("virtual channel {} of `{}` has two numbers", .0.1, .0.0)]
    TwoNumbers((String, u32)),
    /// A message asks for a lane whose number is not higher than that of one that it holds.
    #[error("a message from `{}` to `{}` holds virtual channel {} of `{}` and asks for {} of `{}`, whose number is not higher", .0.flow.0, .0.flow.1, .0.holds.1, .0.holds.0, .0.waits_for.1, .0.waits_for.0)]
    NotHigher(Box<CycleWait>),
}

/// Verifies that every message asks for lanes of higher numbers than it holds. The waits are those of the routes, gone
/// over anew. O(lanes + dependencies) beside that.
///
/// # Errors
/// A lane without a number, or a wait for a lane whose number is not higher.
pub fn verify_lanes(topology: &dyn Topology, routed: &Routed, numbers: &LaneNumbers) -> Result<(), LaneRefusal> {
    let mut known: BTreeMap<(&str, u32), u32> = BTreeMap::new();
    for LaneNumber(channel, virtual_channel, number) in &numbers.lanes {
        if known.insert((channel, *virtual_channel), *number).is_some() {
            return Err(LaneRefusal::TwoNumbers((channel.clone(), *virtual_channel)));
        }
    }
    let number = |lane: Lane| {
        let name = topology.channel_name(lane.channel);
        let found = known.get(&(&*name, lane.virtual_channel)).copied();
        found.ok_or_else(|| LaneRefusal::NoNumber((name.clone(), lane.virtual_channel)))
    };
    for lane in routed.dependencies.lanes() {
        number(lane)?;
    }
    for wait in routed.dependencies.dependencies() {
        if number(wait.held)? >= number(wait.asked)? {
            return Err(LaneRefusal::NotHigher(Box::new(CycleWait::of(topology, &wait))));
        }
    }
    Ok(())
}
