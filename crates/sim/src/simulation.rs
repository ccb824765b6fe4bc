//! Running plans, and what comes out.

use crate::channels::Channels;
use crate::open_loop::{Delivered, MessageId, OpenLoop};
use crate::recorder::{self, Looks, Recorder};
use crate::size::{HORIZON, check_size, wide};
use crate::timeline::Timeline;
use crate::{Conditions, Dependence, FlitEngine, FlowControl, SimError, Time, Timing, WormEngine};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantNames};
use wormcast_plan::{Plan, UnknownWord, WormId, refuse_word};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// So many flits may move at most between two looks at whether a run is to go on.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// A plan and the time when its source has the message.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The plan, made for the network that the engine runs on.
    pub plan: &'a Plan,
    /// When it starts.
    pub at: Time,
}

/// The engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Engine>)]
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

    /// Whether it knows a timing on a network, and the conditions of a run there.
    ///
    /// # Errors
    /// It does not, or the timing makes no sense there.
    pub fn serves(self, topology: &dyn Topology, timing: &Timing, conditions: &Conditions) -> Result<(), SimError> {
        let channels = Channels::new(topology, timing)?;
        match self {
            Self::Flit => Ok(()),
            Self::Worm if timing.flow != FlowControl::default() || !conditions.is_empty() => Err(SimError::FlowControl),
            Self::Worm => match channels.outside_closed_form() {
                None => Ok(()),
                Some((id, problem)) => Err(SimError::ClosedForm { channel: topology.channel_name(id), problem }),
            },
        }
    }
}

/// Which engine is to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<EngineChoice>)]
pub enum EngineChoice {
    /// The worm engine, where its closed form holds; else the flit engine.
    #[default]
    Auto,
    /// The worm engine.
    Worm,
    /// The flit engine.
    Flit,
}

impl EngineChoice {
    /// The engine that runs on a network under a timing and conditions. O(channels) where these have properties of
    /// their own, else O(1).
    pub fn of(self, topology: &dyn Topology, timing: &Timing, conditions: &Conditions) -> Engine {
        match self {
            Self::Auto if Engine::Worm.serves(topology, timing, conditions).is_ok() => Engine::Worm,
            Self::Worm => Engine::Worm,
            Self::Auto | Self::Flit => Engine::Flit,
        }
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
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
    /// The cycles of further deadlocks, apart from that of the outcome: whoever breaks one has not broken the others.
    pub more_cycles: Vec<Vec<Blocked>>,
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
    /// Worms are left, and none of them can move. These wait for each other in a cycle: each for the next, and the
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
    /// An ejection (consumption) channel of a node, where all are alike.
    Consumption(NodeId),
    /// An ejection channel of a node, of those for a class of worms; if there are fewer channels than classes, it is
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
    simulate_under(topology, starts, timing, &Conditions::default(), engine)
}

/// The same under conditions, which only the flit engine knows.
///
/// # Errors
/// As [`simulate`]; or conditions that make no sense.
///
/// # Panics
/// As [`simulate`]; or if a channel that is held up is of another network.
pub fn simulate_under(
    topology: &dyn Topology,
    starts: &[Start<'_>],
    timing: &Timing,
    conditions: &Conditions,
    engine: Engine,
) -> Result<Simulation, SimError> {
    let run = run(topology, starts, timing, conditions, engine, None)?;
    Ok(run.expect("nobody ends it before"))
}

/// The same as long as `goes_on` says so, which is asked each time that some thousands of flits may have moved; none if
/// it said no.
///
/// # Errors
/// As [`simulate_under`].
///
/// # Panics
/// As [`simulate_under`].
pub fn simulate_while(
    topology: &dyn Topology,
    starts: &[Start<'_>],
    timing: &Timing,
    conditions: &Conditions,
    engine: Engine,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Simulation>, SimError> {
    run(topology, starts, timing, conditions, engine, Some(goes_on))
}

fn run(
    topology: &dyn Topology,
    starts: &[Start<'_>],
    timing: &Timing,
    conditions: &Conditions,
    engine: Engine,
    goes_on: Option<&dyn Fn() -> bool>,
) -> Result<Option<Simulation>, SimError> {
    timing.validate()?;
    let held_up = conditions.stalls.iter().map(|stall| wide(stall.from) + wide(stall.span)).sum();
    check_size(starts, timing, &Channels::new(topology, timing)?, held_up)?;
    conditions.check(starts, timing)?;
    let classes = starts.iter().map(|start| start.plan.worms.consumption_classes()).max().unwrap_or(1);
    let visits = starts.iter().map(|start| start.plan.worms.hop_count() + start.plan.worms.len()).sum();
    let (recorder, graph) = (Recorder::new(visits), topology.graph());
    let flits = (BETWEEN_LOOKS / visits.max(1) as u64).max(1);
    let span = Time::from_ps(timing.flit.ps().max(1).saturating_mul(flits)).min(HORIZON);
    let looks = goes_on.map(|goes_on| Looks { goes_on, span });
    let run = match engine {
        Engine::Worm if !conditions.is_empty() => Err(SimError::FlowControl),
        Engine::Worm => {
            conclude(WormEngine::with_consumption_classes(topology, timing, classes, recorder)?, graph, starts, looks)
        }
        Engine::Flit => {
            let mut engine = FlitEngine::with_consumption_classes(topology, timing, classes, recorder)?;
            conditions.stalls.iter().for_each(|&stall| engine.stall(stall));
            for &Dependence { at, takes_in, only_after_sending } in &conditions.dependences {
                engine.depend(at, takes_in as MessageId, only_after_sending as MessageId);
            }
            conclude(engine, graph, starts, looks)
        }
    };
    Ok(run?.map(|Concluded { outcome, more_cycles, plans, timeline }| Simulation {
        engine,
        outcome,
        more_cycles,
        plans,
        timeline,
    }))
}

/// What comes of a run, without the engine that ran.
struct Concluded {
    outcome: Outcome,
    more_cycles: Vec<Vec<Blocked>>,
    plans: Vec<PlanRun>,
    timeline: Timeline,
}

/// Runs plans on an engine, and reads off what came out; none if it was ended before.
fn conclude(
    mut engine: impl OpenLoop<Observer = Recorder>,
    graph: &Graph,
    starts: &[Start<'_>],
    looks: Option<Looks<'_>>,
) -> Result<Option<Concluded>, SimError> {
    if !recorder::run(&mut engine, starts, looks)? {
        return Ok(None);
    }
    let mut cycles = engine.deadlocks().into_iter();
    let outcome = cycles.next().map_or(Outcome::Delivered, Outcome::Deadlock);
    let (times, delivered) = engine.observer_mut().take();
    let (mut rest, mut buffers) = (&delivered[..], Buffers::default());
    let mut plans = Vec::with_capacity(starts.len());
    for (message, start) in (0..).zip(starts) {
        let count = rest.iter().take_while(|delivery| delivery.message == message).count();
        let (came, others) = rest.split_at(count);
        rest = others;
        plans.push(PlanRun::of(graph, start, came, &mut buffers));
    }
    Ok(Some(Concluded { outcome, more_cycles: cycles.collect(), plans, timeline: Timeline::new(starts, times) }))
}

/// What is used again from plan to plan.
#[derive(Default)]
struct Buffers {
    /// The deliveries of a plan: worm, node, hop.
    hops: Vec<(WormId, NodeId, u32)>,
    /// Those that came about: latency, worm, hop, node.
    arrivals: Vec<(Time, WormId, u32, NodeId)>,
    /// The first at each node.
    first: Vec<(NodeId, Time)>,
}

impl PlanRun {
    /// What became of a plan, from its deliveries in the order of worms, nodes and times. O(d log d).
    fn of(graph: &Graph, start: &Start<'_>, came: &[Delivered], buffers: &mut Buffers) -> Self {
        let deliveries = deliveries_of(graph, start, came, buffers);
        let latency = last_of(&start.plan.destinations, &deliveries, &mut buffers.first);
        Self { start: start.at, latency, deliveries }
    }
}

/// The deliveries of a plan that came about: by time, then by worm, then by hop.
fn deliveries_of(graph: &Graph, start: &Start<'_>, came: &[Delivered], buffers: &mut Buffers) -> Vec<Arrival> {
    let Buffers { hops, arrivals, .. } = buffers;
    hops.clear();
    for worm in start.plan.worms.iter() {
        let node = |hop: u32| graph.target(worm.hops[hop as usize].channel);
        hops.extend(worm.deliveries.iter().map(|delivery| (worm.id, node(delivery.hop), delivery.hop)));
    }
    hops.sort_unstable();
    hops.dedup();
    // Of several hops by which a worm delivers at one node, the first that comes about is listed as the first.
    let mut came = came.iter().peekable();
    arrivals.clear();
    for &(worm, node, hop) in hops.iter() {
        let delivery = came.next_if(|delivery| (delivery.worm, delivery.node) == (worm, node));
        arrivals.extend(delivery.map(|delivery| (delivery.at - start.at, worm, hop, node)));
    }
    arrivals.sort_unstable();
    arrivals.iter().map(|&(latency, worm, _, node)| Arrival { worm, node, latency }).collect()
}

/// When the last of these nodes had the message; none if one never had it. `first` is a buffer.
fn last_of(destinations: &[NodeId], deliveries: &[Arrival], first: &mut Vec<(NodeId, Time)>) -> Option<Time> {
    first.clear();
    first.extend(deliveries.iter().map(|arrival| (arrival.node, arrival.latency)));
    first.sort_unstable();
    first.dedup_by_key(|(node, _)| *node);
    let latency = |node: &NodeId| first.binary_search_by_key(node, |(node, _)| *node).ok().map(|at| first[at].1);
    destinations.iter().map(latency).try_fold(Time::ZERO, |last, latency| Some(last.max(latency?)))
}
