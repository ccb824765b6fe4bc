//! The JSON form of a proof.

use super::certificate::Certificate;
use super::counterexample::Counterexample;
use super::routing::{RoutesFound, RoutingStatement};
use super::scheme_statement::SchemeStatement;
use serde::{Deserialize, Serialize};
use wormcast_model::WorkloadStatement;
use wormcast_plan::NetworkSpec;

/// The value of `format` in a proof file.
pub const PROOF_FORMAT: &str = "wormcast-proof";
/// The version of the format that is written and read.
pub const PROOF_VERSION: u32 = 1;

/// What every answer takes for granted about nodes, but for the dependences that its statement names.
pub const NODES_TAKE_IN: &str = "destinations take messages in, but for the dependences of the statement";

/// Whether worms can deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// They cannot; the certificate says why.
    DeadlockFree,
    /// They can; the counterexample says how.
    Deadlock,
    /// Not found out; the reason says why.
    Unknown,
}

/// A proof file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofDocument {
    /// [`PROOF_FORMAT`].
    pub format: String,
    /// [`PROOF_VERSION`].
    pub version: u32,
    /// What came out.
    pub answer: Answer,
    /// The network, with its faults.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The SHA-256 of the file that describes the network, if one does, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topology_sha256: Option<String>,
    /// Where the plans are that the statement names: from the current folder, or else from that of the proof, if it
    /// does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths_from: Option<PathsFrom>,
    /// The SHA-256 of the files of these plans, in hexadecimal digits, in the order of the statement; none for what
    /// came through a pipe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans_sha256: Vec<Option<String>>,
    /// What the answer is about.
    pub statement: Statement,
    /// Why there is no deadlock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// A deadlock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
    /// Why the answer is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What an answer that there is no deadlock takes for granted ([`NODES_TAKE_IN`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
    /// What was found about routes, if the answer is about some.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub routes: Option<RoutesFound>,
}

/// The folder from which a proof names plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathsFrom {
    /// The one in which it is.
    Proof,
}

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum Statement {
    /// Given plans, any of whose worms may be in flight together.
    Workload(WorkloadStatement),
    /// A scheme on a network: all sources, all destination sets, all message lengths.
    Scheme(SchemeStatement),
    /// A routing of unicasts: all sources, all destinations, all message lengths.
    Routing(RoutingStatement),
}
