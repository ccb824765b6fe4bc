//! Proofs that worms cannot deadlock: what they state, and how a file holds them.
//!
//! The statement belongs here, on the floor of the judge: who proves something must meet it, and is not trusted. Its
//! translation into conditions is that of `wormcast-model`.

mod certificate;
mod counterexample;
mod document;
mod numbers;
mod routing;
mod rup;
mod scheme;
mod scheme_statement;
mod tree_worms;
mod verify;

pub use certificate::{
    CaseCertificate, Certificate, GroupCertificate, HeadsCertificate, NeverThere, Numbered, SchemeCertificate,
};
pub use counterexample::{BlockedWorm, Counterexample, Named, Part, StallTold};
pub use document::{Answer, NODES_TAKE_IN, PROOF_FORMAT, PROOF_VERSION, PathsFrom, ProofDocument, Statement};
pub use numbers::{EjectionNumber, NumbersError, WormNumbers, verify_numbers};
pub use routing::{
    CutGroup, CycleWait, LaneNumber, LaneNumbers, LaneRefusal, MalformedLine, RoutesFound, RoutingStatement,
    UnroutedPair, routes_digest, verify_lanes,
};
pub use rup::{RupError, refutes};
pub use scheme::{SchemeRefusal, SchemeVerdict, verify_scheme};
pub use scheme_statement::SchemeStatement;
pub use tree_worms::verify_tree_worms;
pub use verify::{HeadsError, verify_heads};
pub use wormcast_model::{Copies, Delays, Dependence, Reservation, RouterPolicies, WorkloadStatement};
