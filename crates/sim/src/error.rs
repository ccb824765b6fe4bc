//! Why plans cannot be run.

use crate::{Resource, Time, TimingError};
use thiserror::Error;
use wormcast_plan::WormId;
use wormcast_topology::NodeId;

/// Why plans cannot be run. The judge (`check`) finds much more; this is only what an engine cannot do with.
/// Plans are numbered from 0, in the order in which they were given.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimError {
    /// The timing makes no sense.
    #[error(transparent)]
    Timing(#[from] TimingError),
    /// A worm takes one channel twice at one router: it would wait for itself within one request.
    #[error("plan {plan}, worm {worm}: hops {first} and {second} leave the same router by the same channel")]
    RepeatedBranch {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
        /// One hop.
        first: u32,
        /// The other hop.
        second: u32,
    },
    /// A worm waits for a worm that brings no message to its origin, or brings it more than once.
    #[error(
        "plan {plan}, worm {worm}: it starts after worm {after}, which delivers {count} times at its origin, not once"
    )]
    AfterDeliveries {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
        /// The worm that it waits for.
        after: WormId,
        /// How often that one delivers there.
        count: usize,
    },
    /// Worms wait for each other before they start.
    #[error("plan {plan}, worm {worm}: it never starts, because it waits for itself by way of worm {after}")]
    AfterCycle {
        /// The plan.
        plan: usize,
        /// A worm of the cycle.
        worm: WormId,
        /// The worm that it waits for.
        after: WormId,
    },
    /// A channel has something of its own that makes no sense.
    #[error("channel {channel}, which has properties of its own: {problem}")]
    Channel {
        /// The name of the channel.
        channel: String,
        /// What is wrong.
        problem: TimingError,
    },
    /// The worm engine does not know what a channel has of its own.
    #[error(
        "the worm engine's closed form does not hold here, as channel {channel} {problem}; the flit engine runs it"
    )]
    ClosedForm {
        /// The name of the channel.
        channel: String,
        /// What it has.
        problem: &'static str,
    },
    /// Time would not stay below 2^62 ps.
    #[error("the run could last longer than the clock can count (53 days); use shorter times or fewer worms")]
    TooLong,
    /// A message is to be injected before the engine's time, or beyond 2^62 ps.
    #[error("a message cannot start at {at} ns: the engine is at {now} ns already, and stops after 53 days")]
    Past {
        /// When it is to start.
        at: Time,
        /// The engine's time.
        now: Time,
    },
    /// Only the flit engine knows the flow control that is asked for.
    #[error(
        "the worm engine knows one virtual channel a link, no credit delay, channels handed over when empty, atomic reservation, \
         replication in lock-step and wormhole switching; the flit engine knows the rest"
    )]
    FlowControl,
    /// A worm that the engine for paths does not run.
    #[error("plan {plan}, worm {worm} {problem}; the worm engine runs it on one core")]
    NotAPath {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
        /// Why.
        problem: &'static str,
    },
    /// The engine for paths knows one closed form for all channels.
    #[error("channels here have properties of their own; the worm engine runs that on one core")]
    OwnChannels,
    /// A dependence names a plan that is not run.
    #[error("a dependence names plan {plan}, and {plans} plans are run, numbered from 0")]
    NoSuchPlan {
        /// The plan.
        plan: usize,
        /// How many are run.
        plans: usize,
    },
    /// A node is to send something that does not start there.
    #[error("a dependence waits until plan {plan} has left node {node:?}, where no worm of it starts")]
    NothingSent {
        /// The plan.
        plan: usize,
        /// The node.
        node: NodeId,
    },
    /// With ejection channels for all nothing waits for one to be free.
    #[error(
        "dependences hold ejection channels up, and nobody waits for one here; say how many a node has (`--consumption 1`)"
    )]
    DependenceOfNobody,
    /// A plan's own list of virtual channels does not fit.
    #[error("plan {plan}: its `{}` make no sense: {problem}", crate::VIRTUAL_CHANNELS_KEY)]
    VirtualChannels {
        /// The plan.
        plan: usize,
        /// What is wrong.
        problem: String,
    },
    /// A plan's own order of requests does not fit.
    #[error("plan {plan}: its `{}` makes no sense: {problem}", wormcast_plan::REQUEST_ORDER_KEY)]
    RequestOrder {
        /// The plan.
        plan: usize,
        /// What is wrong.
        problem: String,
    },
    /// A worm takes a channel twice that it would have to get whole.
    #[error("plan {plan}, worm {worm}: it takes {resource:?} twice, and with whole reservation asks for all at once")]
    WholeTwice {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
        /// What it takes twice.
        resource: Resource,
    },
    /// Worms of more ejection (consumption) classes than the engine was made for.
    #[error("plan {plan} has {classes} consumption classes, and the engine was made for {known}")]
    ConsumptionClasses {
        /// The plan.
        plan: usize,
        /// How many it has.
        classes: u8,
        /// How many the engine knows.
        known: u8,
    },
    /// Worms have no length of their own that makes sense.
    #[error(
        "message {message}: its {worms} worms cannot have the lengths {lengths:?}; each is from 1 to the {most} flits of the timing"
    )]
    Lengths {
        /// The number of the message.
        message: usize,
        /// How many worms it has.
        worms: usize,
        /// The lengths that they were to have.
        lengths: Vec<u32>,
        /// The greatest that is accepted.
        most: u32,
    },
    /// More visits than can be numbered.
    #[error("{0} hops are more than the 2^31 that are accepted in one run")]
    TooManyHops(u64),
}
