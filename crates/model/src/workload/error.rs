//! Why plans are no statement.

use super::MAX_RESOURCES;
use crate::OwnChannel;
use thiserror::Error;
use wormcast_plan::{MAX_HOPS, MAX_VIRTUAL_CHANNELS, WormId};

/// Why plans are no statement. Plans are numbered from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WorkloadError {
    /// Too many worms.
    #[error("{0} hops are more than the {MAX_HOPS} that are looked at together")]
    TooManyHops(u64),
    /// Too many virtual channels.
    #[error("{0} virtual channels a link are more than the {MAX_VIRTUAL_CHANNELS} that are looked at")]
    TooManyVirtualChannels(u32),
    /// Too many things to hold.
    #[error(
        "{0} virtual channels and consumption channels are more than the {MAX_RESOURCES} that are looked at together"
    )]
    TooManyResources(usize),
    /// A plan's own list of virtual channels does not fit.
    #[error("plan {plan}: its virtual channels make no sense: {problem}")]
    VirtualChannels {
        /// The plan.
        plan: usize,
        /// What is wrong.
        problem: String,
    },
    /// Heads choose among virtual channels whose buffers several worms may share.
    #[error(
        "where heads take whichever virtual channel is free, bubbles and buffers that are handed over behind the tail are \
         not looked at; take another rule"
    )]
    FreeChoiceOfShared,
    /// Heads choose among the virtual channels on their side of a dateline.
    #[error(
        "a free choice among the virtual channels on one side of a dateline is not looked at in proofs; with `--vc-rule \
         dateline` each worm keeps to one number of its side"
    )]
    FreeChoiceOfHalf,
    /// A channel has a buffer of its own.
    #[error(transparent)]
    OwnChannel(#[from] OwnChannel),
    /// A worm takes one channel twice at one router: it would wait for itself within one request.
    #[error("plan {plan}, worm {worm}: two hops leave the same router by the same channel")]
    RepeatedBranch {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
    },
    /// A worm asks at its origin for more of something than there is: it would wait for itself.
    #[error(
        "plan {plan}, worm {worm}: with whole reservation it asks for all at once, and for one channel more often than \
         it is there"
    )]
    WholeTwice {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
    },
    /// Buffers that should take whole messages do not.
    #[error("messages of {length} flits do not fit into buffers of {buffer}{}; expected {} flits a buffer at least",
        if *.bubble { ", and a bubble takes one more" } else { "" }, u64::from(*.length) * (1 + u64::from(*.bubble)))]
    BufferTooSmall {
        /// The length of messages.
        length: u32,
        /// The flits of a buffer.
        buffer: u32,
        /// Whether there is to be room for two.
        bubble: bool,
    },
    /// Bubbles are of buffers that take whole messages.
    #[error(
        "bubble flow control is for buffers that take whole messages: `cut-through` or `store-and-forward` switching"
    )]
    BubbleOfFlits,
    /// Bubbles are proved for worms without branches.
    #[error("plan {plan}, worm {worm}: it splits, and bubble flow control is proved for worms that never do")]
    BubbleOfTree {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
    },
    /// A dependence names a plan that is not there.
    #[error("a dependence names plan {plan}, and there are {plans}, numbered from 0")]
    NoSuchPlan {
        /// The plan.
        plan: usize,
        /// How many there are.
        plans: usize,
    },
    /// A dependence names a node that is not there.
    #[error("a dependence is at `{0}`, and there is no such node")]
    NoSuchNode(String),
    /// A node is to send something that does not start there, or to take in what is not delivered there.
    #[error("a dependence at {node}: no worm of plan {plan} {what} there")]
    PointlessDependence {
        /// The node.
        node: String,
        /// The plan.
        plan: usize,
        /// What its worms do not do.
        what: &'static str,
    },
    /// With ejection channels for all nothing waits for one to be free.
    #[error(
        "dependences hold ejection channels up, and nobody waits for one here; say how many a node has (`--consumption 1`)"
    )]
    DependenceOfNobody,
}
