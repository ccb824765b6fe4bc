//! What can go wrong, whatever is asked of a network.

use crate::NoWay;
use thiserror::Error;
use wormcast_draw::DrawError;
use wormcast_formats::NoRouting;
use wormcast_plan::{DocumentError, NetworkSpec, NoChannelWeight, SaidOtherwise, SetError};
use wormcast_prove::ProveError;
use wormcast_schemes::together::TogetherError;
use wormcast_schemes::{OptionError, PlanError, SchemeError, UnknownScheme};
use wormcast_sim::SimError;
use wormcast_topology::{NodeId, Topology, TopologyError, UnknownNode, shortened};

/// Why a question has no answer. The message names the culprit, and says what would be accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A description that makes no network.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// There is no such node.
    #[error(transparent)]
    UnknownNode(#[from] UnknownNode),
    /// Another number of virtual channels than that of every channel.
    #[error(transparent)]
    VirtualChannels(#[from] SaidOtherwise),
    /// A source and destinations that make no multicast.
    #[error(transparent)]
    Set(#[from] SetError),
    /// There is no such scheme.
    #[error(transparent)]
    UnknownScheme(#[from] UnknownScheme),
    /// A scheme has no such option, or the option no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A scheme with an option behind it that it does not have.
    #[error("scheme `{scheme}` has no option `{option}`; it has {known}")]
    NoSuchOption {
        /// The scheme.
        scheme: &'static str,
        /// The word that stands for the option.
        option: String,
        /// The options that it has.
        known: String,
    },
    /// Channels that do not have the weight that is asked for.
    #[error("no such weight: {0}")]
    Weight(#[from] NoChannelWeight),
    /// A scheme that shall be compared with itself.
    #[error("scheme `{scheme}` is named twice; give one of them other options")]
    ComparedTwice {
        /// The scheme, with its options.
        scheme: String,
    },
    /// A scheme that does not serve the network, or cannot do what its options ask.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// Two nodes that no way connects.
    #[error("no way leads from `{from}` to `{to}`: {why}")]
    Unreachable {
        /// Where the message is.
        from: String,
        /// Where it cannot go.
        to: String,
        /// Why there is none.
        why: NoWay,
    },
    /// A multicast that the scheme cannot plan.
    #[error(transparent)]
    Plan(PlanError),
    /// A run under load that cannot be made.
    #[cfg(feature = "sweep")]
    #[error(transparent)]
    UnderLoad(#[from] wormcast_eval::run::RunError),
    /// Multicasts that are not planned together.
    #[error(transparent)]
    Together(TogetherError),
    /// A start is a time, and rounds have none.
    #[error("rounds have no times, and a multicast has a start; the objective `makespan` heeds it")]
    RoundsHaveNoTimes,
    /// Messages of several lengths in a phase, where the objective needs one.
    #[error(
        "the objective `rounds` is for messages of one length, and in phase {phase} the multicast from {} has {} flits, \
         that from {} {}; the objectives `load` and `makespan` take any lengths", one.0, one.1, other.0, other.1
    )]
    SeveralLengths {
        /// The phase.
        phase: usize,
        /// The source of a multicast, and its flits.
        one: (String, u32),
        /// Those of another.
        other: (String, u32),
    },
    /// A plan that is not changed, as it is no tree of one worm.
    #[error("plan {plan} cannot be changed: {problem}")]
    NoTree {
        /// Its number, from 0.
        plan: usize,
        /// Why.
        problem: String,
    },
    /// Routes that trees shall be beside cannot be read.
    #[error("{problem}")]
    Beside {
        /// Why.
        problem: String,
    },
    /// Worms that take no trees have no headers.
    #[error("the worms of `{0}` do not keep to trees, so they have no header flits")]
    NoTrees(String),
    /// A router with too many ports for header flits.
    #[error(transparent)]
    TooManyPorts(#[from] wormcast_plan::headers::TooManyPorts),
    /// A text that is no plan.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Plans that are for different networks.
    #[error("a plan is for {}, and the network is {}", shortened(&plan.to_string()), shortened(&network.to_string()))]
    OtherNetwork {
        /// That of the plan.
        plan: Box<NetworkSpec>,
        /// The one that was asked.
        network: Box<NetworkSpec>,
    },
    /// Plans that an engine cannot run.
    #[error(transparent)]
    Run(#[from] SimError),
    /// There is no such routing, or it does not serve the network.
    #[error(transparent)]
    Routing(Box<NoRouting>),
    /// A question that the prover cannot look at.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// What is too large for a picture.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

impl From<NoRouting> for Error {
    fn from(error: NoRouting) -> Self {
        Self::Routing(Box::new(error))
    }
}

impl Error {
    /// The error of a planner, with the names of the nodes.
    pub fn of_plan(error: PlanError, topology: &dyn Topology) -> Self {
        match error {
            PlanError::Unreachable { from, to } => Self::unreachable(from, to, topology),
            other => Self::Plan(other),
        }
    }

    /// The error of what plans multicasts together, with the names of the nodes.
    pub fn of_together(error: TogetherError, topology: &dyn Topology) -> Self {
        match error {
            TogetherError::Unreachable { from, to } => Self::unreachable(from, to, topology),
            other => Self::Together(other),
        }
    }

    fn unreachable(from: NodeId, to: NodeId, topology: &dyn Topology) -> Self {
        let why = NoWay::between(topology.graph(), from, to);
        Self::Unreachable { from: topology.node_name(from), to: topology.node_name(to), why }
    }
}
