//! Proofs that worms cannot deadlock: what they state, and how a file holds them.
//!
//! The statement and its translation into conditions belong here, on the floor of the judge: who proves something must
//! meet them, and is not trusted.

mod document;
mod resources;
mod scheme;

pub use document::{
    Answer, BlockedWorm, Certificate, Copies, Counterexample, Named, Numbered, PROOF_FORMAT, PROOF_VERSION,
    ProofDocument, Reservation, SchemeCertificate, SchemeStatement, Statement, WorkloadStatement,
};
pub use resources::{Owned, ResourceId, Resources};
pub use scheme::{SchemeRefusal, SchemeVerdict, verify_scheme};
