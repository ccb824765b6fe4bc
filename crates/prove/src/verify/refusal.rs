//! Why a proof is not accepted.

use crate::ProveError;
use std::num::NonZeroU32;
use thiserror::Error;
use wormcast_check::proof::{HeadsError, LaneRefusal, NODES_TAKE_IN, NumbersError, SchemeRefusal};
use wormcast_model::{OwnChannel, WorkloadError};
use wormcast_plan::{DocumentError, MAX_VIRTUAL_CHANNELS, NetworkSpec};
use wormcast_routing::RoutingError;
use wormcast_schemes::{OptionError, SchemeError, UnknownScheme};
use wormcast_sim::SimError;
use wormcast_topology::{TopologyError, shortened};

/// `1 plan`, `2 plans`.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Why a proof is not accepted: the first thing that does not hold. Plans are numbered from 0.
#[derive(Debug, Error)]
pub enum ProofRefusal {
    /// More virtual channels than are looked at.
    #[error("it states {0} virtual channels a link; at most {MAX_VIRTUAL_CHANNELS} are looked at")]
    VirtualChannels(NonZeroU32),
    /// An answer about nothing.
    #[error("it is about no plans")]
    NoPlans,
    /// It takes something else for granted than answers do.
    #[error("it takes for granted that `{}`; answers hold as long as {NODES_TAKE_IN}", shortened(.0))]
    Assumes(String),
    /// An argument about listed worms, where messages choose among more routes.
    #[error("its certificate is about the routes that are listed, and messages choose among more")]
    Choices,
    /// Routes run in loops, which are not free of deadlock.
    #[error("the routes of {0} pairs run in loops, in which a long message waits for what it holds itself")]
    Loops(usize),
    /// The answer stands without what must go with it, or with something else.
    #[error("its answer goes without a certificate or counterexample")]
    Incomplete,
    /// There is no such scheme.
    #[error(transparent)]
    UnknownScheme(#[from] UnknownScheme),
    /// The scheme has another name, and this one is an alias.
    #[error("the scheme `{stated}` is called `{name}`")]
    Alias {
        /// What the proof says.
        stated: String,
        /// What it is called.
        name: &'static str,
    },
    /// The words of its statement set no options of the scheme.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The scheme does not serve the network, or does not know an option.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// A channel has virtual channels of its own.
    #[error(transparent)]
    OwnChannel(#[from] OwnChannel),
    /// The planner does not tell its routes.
    #[error("the routes of {} on this network are not known", shortened(.0))]
    UnknownRoutes(String),
    /// The certificate about a scheme does not hold.
    #[error(transparent)]
    Certificate(#[from] SchemeRefusal),
    /// The certificate about plans does not hold.
    #[error(transparent)]
    Heads(#[from] HeadsError),
    /// The numbers for what worms hold prove nothing.
    #[error(transparent)]
    Numbers(#[from] NumbersError),
    /// Channels are held up in the deadlock, and the proof is about equal delays.
    #[error("channels are held up in its deadlock, and it is about equal delays")]
    StallsOfEqual,
    /// A channel that is held up is none of the network.
    #[error("a channel that is held up: {0}")]
    Stall(TopologyError),
    /// A deadlock of a scheme tells parts of plans.
    #[error("it tells parts of plans, and a scheme has none")]
    PartsOfScheme,
    /// A plan of the deadlock is for another network.
    #[error("its plan {plan} is for {}, and the proof for {}", shortened(&network.to_string()), shortened(&proof.to_string()))]
    OtherNetwork {
        /// The plan.
        plan: usize,
        /// Its network.
        network: Box<NetworkSpec>,
        /// That of the proof.
        proof: Box<NetworkSpec>,
    },
    /// A plan of the deadlock is by another scheme.
    #[error("its plan {plan} is by {}, and the proof about {}", shortened(.by), shortened(.about))]
    OtherScheme {
        /// The plan.
        plan: usize,
        /// What planned it.
        by: String,
        /// What the proof is about.
        about: String,
    },
    /// A plan of the deadlock is not what its scheme plans.
    #[error("its plan {plan} is not what {} plans", shortened(.scheme))]
    NotPlanned {
        /// The plan.
        plan: usize,
        /// The scheme.
        scheme: String,
    },
    /// A plan of the deadlock is not one message on a route of the routing.
    #[error("its plan {plan} is not a message on a route of the routing")]
    NotARoute {
        /// The plan.
        plan: usize,
    },
    /// The network of the proof is not that of the fabric.
    #[error("it is about another network than that of the fabric whose tables it names")]
    NotOfTheFabric,
    /// Routes take virtual channels that the statement does not have.
    #[error("it states {stated} virtual channels a link, and the routes take {taken}")]
    TooFewVirtualChannels {
        /// What is stated.
        stated: NonZeroU32,
        /// How many the routes take.
        taken: u32,
    },
    /// A question that no proof answers.
    #[error(transparent)]
    Question(#[from] WorkloadError),
    /// The cycle of waits that is told is none, or its buffers cannot be filled.
    #[error("the cycle of waits that it tells is not one that messages of the routing can fill")]
    NoCycle,
    /// The routes are others than those that the proof tells of.
    #[error("it tells of {told} {what}, and the routes make {made}: they are others")]
    OtherRoutes {
        /// What is counted: virtual channels, dependencies, or pairs without a route.
        what: &'static str,
        /// How many the proof tells of.
        told: usize,
        /// How many there are.
        made: usize,
    },
    /// Some routes are others, though as much is made of them.
    #[error("the routes are others than those that it tells of")]
    ChangedRoutes,
    /// The numbers of lanes do not hold.
    #[error(transparent)]
    Lanes(#[from] LaneRefusal),
    /// There is no such routing here.
    #[error(transparent)]
    Routing(#[from] RoutingError),
    /// Or there is no such file of routes, or it names more virtual channels than are stated.
    #[error("{0}")]
    Named(String),
    /// A file of routes cannot be read.
    #[error(transparent)]
    Routes(#[from] TopologyError),
    /// A plan of the deadlock makes no sense.
    #[error("plan {plan}: {error}")]
    Plan {
        /// The plan.
        plan: usize,
        /// What is wrong.
        error: DocumentError,
    },
    /// A length or a buffer is not the one that is stated.
    #[error("{what} of {} in the deadlock, and {stated} in the statement", count(*told as usize, "flit"))]
    Flits {
        /// `messages are` or `buffers are`.
        what: &'static str,
        /// What the deadlock has.
        told: u32,
        /// What the statement says.
        stated: NonZeroU32,
    },
    /// Not every plan that is sent is said to be a part of one.
    #[error("it tells of what {parts} of the {} are parts that it sends", count(*plans, "plan"))]
    Parts {
        /// The parts that are told.
        parts: usize,
        /// The plans that are sent.
        plans: usize,
    },
    /// A part of a plan that does not exist.
    #[error("there is no {0}")]
    NoSuchPart(String),
    /// A plan that is sent is not the part that it is said to be.
    #[error("the plan {plan} that it sends is not {part}")]
    NotAPart {
        /// The plan.
        plan: usize,
        /// What it is said to be.
        part: String,
    },
    /// A worm is sent more often than the statement allows.
    #[error("it sends {part} more often than {}", count(most.get() as usize, "time"))]
    TooOften {
        /// The worm.
        part: String,
        /// How often it may be sent.
        most: NonZeroU32,
    },
    /// The plans make no statement.
    #[error(transparent)]
    Statement(#[from] ProveError),
    /// Starts and plans are not as many.
    #[error("it tells {} for {}", count(*starts, "start"), count(*plans, "plan"))]
    Starts {
        /// The starts.
        starts: usize,
        /// The plans.
        plans: usize,
    },
    /// A start beyond what engines can count.
    #[error("a plan starts after {latest_ns} ns")]
    LateStart {
        /// The latest start, in nanoseconds.
        latest_ns: u64,
    },
    /// The engine cannot run the plans.
    #[error(transparent)]
    Run(#[from] SimError),
    /// The engine knows no bubbles.
    #[error("no engine knows bubble flow control, so none can show a deadlock under it")]
    Bubbles,
    /// The engine stops, and with other worms.
    #[error("the flit engine stops in another deadlock")]
    OtherDeadlock,
    /// The engine does not stop.
    #[error("the flit engine delivers its messages")]
    NoDeadlock,
}
