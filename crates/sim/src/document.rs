//! The JSON form of a run.

use crate::{Arrival, Blocked, Outcome, PlanRun, Resource, Simulation, Time};
use serde::{Deserialize, Serialize};
use wormcast_plan::WormId;
use wormcast_topology::Topology;

/// A run in JSON. Times are in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulationDocument {
    /// `wormcast-simulation`.
    pub format: String,
    /// 1.
    pub version: u32,
    /// The engine that ran.
    pub engine: String,
    /// `delivered` or `deadlock`.
    pub outcome: String,
    /// The plans, in the order in which they were given.
    pub plans: Vec<PlanRunDocument>,
    /// The worms that wait for each other in a deadlock, each for the next one.
    pub cycle: Option<Vec<BlockedDocument>>,
    /// The same of further deadlocks, apart from this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_cycles: Vec<Vec<BlockedDocument>>,
}

/// A plan's run in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRunDocument {
    /// When it started.
    pub start_ns: Time,
    /// From its start until its last destination had the message; null if one never had it.
    pub latency_ns: Option<Time>,
    /// All deliveries, by time.
    pub deliveries: Vec<ArrivalDocument>,
}

/// A delivery in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalDocument {
    /// The node that has the message.
    pub node: String,
    /// Since the start of the plan.
    pub latency_ns: Time,
}

/// A worm of a deadlock in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedDocument {
    /// The number of its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: WormId,
    /// The channels that it holds.
    pub holds: Vec<ChannelDocument>,
    /// The channels that it waits for.
    pub waits_for: Vec<ChannelDocument>,
}

/// A channel in JSON: the names of the node that it leaves and of the node that it enters. An ejection (consumption)
/// channel enters no node (null), and an injection channel leaves none. Of parallel channels the second enters `B#1`.
/// Where links have several virtual channels, the number follows; where worms are of several classes, the class follows
/// the ejection channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ChannelDocument {
    /// From and to.
    Channel(Option<String>, Option<String>),
    /// From, to, and the number of the virtual channel, or of the class.
    Numbered(String, Option<String>, u32),
}

impl Simulation {
    /// Its JSON form; `topology` is the network that it ran on.
    pub fn document(&self, topology: &dyn Topology) -> SimulationDocument {
        let told = |cycle: &Vec<Blocked>| cycle.iter().map(|worm| blocked(worm, topology)).collect();
        let (outcome, cycle) = match &self.outcome {
            Outcome::Delivered => ("delivered", None),
            Outcome::Deadlock(cycle) => ("deadlock", Some(told(cycle))),
        };
        SimulationDocument {
            format: "wormcast-simulation".to_owned(),
            version: 1,
            engine: self.engine.to_string(),
            outcome: outcome.to_owned(),
            plans: self.plans.iter().map(|plan| plan_run(plan, topology)).collect(),
            cycle,
            more_cycles: self.more_cycles.iter().map(told).collect(),
        }
    }
}

fn plan_run(plan: &PlanRun, topology: &dyn Topology) -> PlanRunDocument {
    let arrival = |a: &Arrival| ArrivalDocument { node: topology.node_name(a.node), latency_ns: a.latency };
    PlanRunDocument {
        start_ns: plan.start,
        latency_ns: plan.latency,
        deliveries: plan.deliveries.iter().map(arrival).collect(),
    }
}

fn blocked(worm: &Blocked, topology: &dyn Topology) -> BlockedDocument {
    let channel = |&resource: &Resource| ChannelDocument::named(resource, topology);
    BlockedDocument {
        plan: worm.plan,
        worm: worm.worm,
        holds: worm.holds.iter().map(channel).collect(),
        waits_for: worm.waits_for.iter().map(|wait| channel(&wait.resource)).collect(),
    }
}

impl ChannelDocument {
    fn named(resource: Resource, topology: &dyn Topology) -> Self {
        let name = |node| topology.node_name(node);
        let ends = |channel| topology.channel_ends(channel);
        match resource {
            Resource::Channel(channel) => {
                let [from, to] = ends(channel).map(Some);
                Self::Channel(from, to)
            }
            Resource::VirtualChannel(channel, number) => {
                let [from, to] = ends(channel);
                Self::Numbered(from, Some(to), number)
            }
            Resource::Consumption(node) => Self::Channel(Some(name(node)), None),
            Resource::ConsumptionOfClass(node, class) => Self::Numbered(name(node), None, class.into()),
            Resource::Injection(node) => Self::Channel(None, Some(name(node))),
        }
    }
}
