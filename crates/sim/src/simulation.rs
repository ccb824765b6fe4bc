//! Running plans, and what comes out.

use crate::cycle::Scene;
use crate::fleet::Fleet;
use crate::timeline::Timeline;
use crate::{SimError, Time, Timing, flit, virtual_channels, worm};
use std::fmt;
use std::str::FromStr;
use wormcast_plan::{Plan, WormId};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// A plan and the time when its source has the message.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The plan, made for the network that the engine runs on.
    pub plan: &'a Plan,
    /// When it starts.
    pub at: Time,
}

/// The engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Flit by flit: the reference.
    Flit,
    /// Worm by worm: as exact, and much faster.
    #[default]
    Worm,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 2] = [Self::Worm, Self::Flit];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flit => "flit",
            Self::Worm => "worm",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Engine {
    type Err = crate::WordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == text);
        found.ok_or_else(|| crate::WordError { text: text.to_owned(), expected: "an engine: `worm` or `flit`" })
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a simulation says whether every destination has the message"]
pub struct Simulation {
    /// The engine that ran.
    pub engine: Engine,
    /// How it ended.
    pub outcome: Outcome,
    /// The plans, in the order in which they were given.
    pub plans: Vec<PlanRun>,
    /// What every worm did at every router.
    pub timeline: Timeline,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every worm has gone.
    Delivered,
    /// Worms are left, and none of them can move. These wait for each other in a circle: each for the next, and the
    /// last for the first.
    Deadlock(Vec<Blocked>),
}

/// What became of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRun {
    /// When it started.
    pub start: Time,
    /// From its start until its last destination had the message; a node that only relays does not count. None if a
    /// destination never had it.
    pub latency: Option<Time>,
    /// All deliveries that came about, at relays too: by time, then by worm.
    pub deliveries: Vec<Arrival>,
}

/// A node has the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The worm that brought it.
    pub worm: WormId,
    /// The node.
    pub node: NodeId,
    /// From the start of the plan until the receive overhead was paid.
    pub latency: Time,
}

/// A worm in a deadlock, at the router where it is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: WormId,
    /// Where its head is stuck.
    pub at: NodeId,
    /// All that the worm holds, in visiting order.
    pub holds: Vec<Resource>,
    /// What it needs next and does not get: all at once.
    pub waits_for: Vec<Wait>,
}

/// Something that a blocked worm waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What it waits for.
    pub resource: Resource,
    /// The plan of the worm that is in the way: it holds the resource, or stands before this one in its line.
    pub plan: usize,
    /// The number of that worm in its plan.
    pub worm: WormId,
    /// Whether that worm holds the resource; if not, it stands in line for it.
    pub held: bool,
}

/// What worms hold and wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// A channel of the network.
    Channel(ChannelId),
    /// A virtual channel, from 0, where links have several.
    VirtualChannel(ChannelId, u32),
    /// A consumption channel of a node, where all are alike.
    Consumption(NodeId),
    /// A consumption channel of a node, of those for a class of worms; if there are fewer channels than classes, it is
    /// the number of the channel, which several classes share.
    ConsumptionOfClass(NodeId, u8),
    /// An injection channel of a node.
    Injection(NodeId),
}

/// Runs plans on the network that they were made for. The rules of time are those of the [crate](crate).
///
/// # Errors
/// The timing makes no sense, a plan cannot be run, or the run could outlast the clock.
///
/// # Panics
/// If a plan was made for another network, and names channels that this one does not have.
pub fn simulate(
    topology: &dyn Topology,
    starts: &[Start<'_>],
    timing: &Timing,
    engine: Engine,
) -> Result<Simulation, SimError> {
    timing.validate()?;
    let mut fleet = Fleet::assemble(topology.graph(), starts, timing)?;
    let log = match engine {
        Engine::Flit => {
            virtual_channels::assign(topology, &mut fleet, starts, timing)?;
            flit::run(&fleet, timing)
        }
        Engine::Worm => worm::run(topology.graph(), &fleet, starts, timing)?,
    };
    Ok(conclude(&fleet, starts, timing, engine, log))
}

fn conclude(fleet: &Fleet, starts: &[Start<'_>], timing: &Timing, engine: Engine, log: Log) -> Simulation {
    let Log { visits, blocked, reserved } = log;
    let timeline = Timeline::new(fleet, visits);
    let mut plans: Vec<_> = starts.iter().map(|start| PlanRun::not_yet(start.at)).collect();
    let mut all_gone = true;
    for (visit, times) in fleet.visits.iter().zip(timeline.all_visits()) {
        let Some(released) = times.released else {
            all_gone = false;
            continue;
        };
        if visit.delivers {
            let worm = &fleet.worms[visit.worm as usize];
            let plan = &mut plans[worm.plan];
            let latency = released - timing.flit + timing.receive - plan.start;
            plan.deliveries.push(Arrival { worm: worm.id, node: visit.node, latency });
        }
    }
    let mut first = Vec::new();
    for (plan, start) in plans.iter_mut().zip(starts) {
        plan.deliveries.sort_by_key(|arrival| arrival.latency);
        plan.latency = plan.last_of(&start.plan.destinations, &mut first);
    }
    let scene = || Scene::at_rest(fleet, timing, timeline.all_visits(), &blocked, reserved);
    let outcome = match (!all_gone).then(scene).flatten() {
        None => Outcome::Delivered,
        Some(scene) => Outcome::Deadlock(scene.circle().expect("whoever waits when nothing moves does so in a circle")),
    };
    Simulation { engine, outcome, plans, timeline }
}

impl PlanRun {
    fn not_yet(start: Time) -> Self {
        Self { start, latency: None, deliveries: Vec::new() }
    }

    /// When the last of these nodes had the message; none if one never had it. `first` is a buffer.
    fn last_of(&self, destinations: &[NodeId], first: &mut Vec<(NodeId, Time)>) -> Option<Time> {
        first.clear();
        first.extend(self.deliveries.iter().map(|arrival| (arrival.node, arrival.latency)));
        first.sort_unstable();
        first.dedup_by_key(|(node, _)| *node);
        let latency = |node: &NodeId| first.binary_search_by_key(node, |(node, _)| *node).ok().map(|at| first[at].1);
        destinations.iter().map(latency).try_fold(Time::ZERO, |last, latency| Some(last.max(latency?)))
    }
}

/// What an engine leaves behind.
pub(crate) struct Log {
    /// The times of all visits.
    pub visits: Vec<crate::timeline::VisitTimes>,
    /// The requests that were never granted, in the order in which they joined their lines.
    pub blocked: Vec<crate::fleet::VisitIx>,
    /// With incremental reservation, how many things these have all the same: the first so many.
    pub reserved: std::collections::BTreeMap<crate::fleet::VisitIx, usize>,
}
