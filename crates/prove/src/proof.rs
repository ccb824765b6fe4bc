//! What a prover finds.

use thiserror::Error;
use wormcast_check::proof::{
    Answer, Certificate, Counterexample, NODES_TAKE_IN, PROOF_FORMAT, PROOF_VERSION, ProofDocument, Statement,
};
use wormcast_model::{OwnChannel, UnicastError, WorkloadError};
use wormcast_plan::NetworkSpec;
use wormcast_schemes::{OptionError, SchemeError, UnknownScheme};
use wormcast_sim::SimError;
use wormcast_topology::Topology;

/// What a prover finds.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a proof says whether there is a deadlock"]
pub enum Proof {
    /// No deadlock is possible, for this reason.
    DeadlockFree(Certificate),
    /// This is a deadlock.
    Deadlock(Counterexample),
    /// Neither was found, for this reason.
    Unknown(String),
}

/// Why nothing can be proved.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProveError {
    /// The plans are no statement.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// There is no such routing beside plans, or it has too many routes.
    #[error("{0}")]
    Routes(String),
    /// A schedule, whose messages wait for each other, beside a scheme.
    #[error(
        "messages of a schedule depend on each other, and a scheme's do not: ask about them beside plans, not `--scheme`"
    )]
    ScheduleBesideScheme,
    /// Bubbles and tables of routes.
    #[error("bubble flow control is proved of plans and schemes: `--scheme unicast --routing …` asks about a routing")]
    BubblesOfRoutes,
    /// A channel has something of its own that the proof would not do justice to.
    #[error(transparent)]
    OwnChannel(#[from] OwnChannel),
    /// A network whose nodes have so many ports that which channels follow each other cannot be kept.
    #[error(
        "there are {channels} channels, and up to {ports} lead on from each: together more than the {most} pairs that a \
         proof about a scheme keeps"
    )]
    TooDense {
        /// How many channels the network has.
        channels: usize,
        /// How many leave a node at most.
        ports: usize,
        /// How many pairs are kept at most.
        most: u64,
    },
    /// There is no such scheme for unicasts.
    #[error(transparent)]
    UnknownScheme(#[from] UnknownScheme),
    /// The words behind the scheme for unicasts set no options of it.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The scheme for unicasts does not serve the network.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// There would be too many unicast messages.
    #[error(transparent)]
    Unicast(#[from] UnicastError),
    /// A user's own scheme failed at a multicast of the search for a deadlock, or a user's own routing at a pair: how,
    /// and at which.
    #[error("{0}")]
    Own(String),
    /// The engine cannot run the plans.
    #[error(transparent)]
    Run(#[from] SimError),
}

impl Proof {
    /// The answer.
    pub fn answer(&self) -> Answer {
        match self {
            Self::DeadlockFree(_) => Answer::DeadlockFree,
            Self::Deadlock(_) => Answer::Deadlock,
            Self::Unknown(_) => Answer::Unknown,
        }
    }

    /// Its JSON form.
    pub fn document(self, network: NetworkSpec, statement: Statement) -> ProofDocument {
        let answer = self.answer();
        let (certificate, counterexample, reason) = match self {
            Self::DeadlockFree(certificate) => (Some(certificate), None, None),
            Self::Deadlock(counterexample) => (None, Some(counterexample), None),
            Self::Unknown(reason) => (None, None, Some(reason)),
        };
        let (format, version) = (PROOF_FORMAT.to_owned(), PROOF_VERSION);
        let (topology_sha256, routes) = (None, None);
        let assumes = certificate.is_some().then(|| NODES_TAKE_IN.to_owned());
        ProofDocument {
            format,
            version,
            answer,
            network,
            topology_sha256,
            paths_from: None,
            plans_sha256: Vec::new(),
            statement,
            certificate,
            counterexample,
            reason,
            assumes,
            routes,
        }
    }
}

/// The network that a plan is for, with its faults: which version of the format says a plan depends on them.
pub(crate) fn network_of(topology: &dyn Topology) -> NetworkSpec {
    topology.faults().map_or_else(|| NetworkSpec::whole(topology.spec()), NetworkSpec::of)
}
