//! Proofs that worms cannot deadlock: what they state, and how a file holds them.
//!
//! The statement and its translation into conditions belong here, on the floor of the judge: who proves something must
//! meet them, and is not trusted.

mod cnf;
mod document;
mod lists;
mod reaches;
mod resources;
mod routing;
mod rup;
mod scheme;
mod snapshot;
mod traffic;
mod unicast;
mod verify;
mod waits;

pub use cnf::{Formula, Lit};
pub use document::{
    Answer, BlockedWorm, CaseCertificate, Certificate, Copies, Counterexample, HeadsCertificate, Named, Numbered,
    PROOF_FORMAT, PROOF_VERSION, Part, ProofDocument, SchemeCertificate, SchemeStatement, Statement, WorkloadStatement,
};
pub use reaches::Reaches;
pub use resources::{Owned, ResourceId, Resources};
pub use routing::{
    CycleWait, LaneNumber, LaneNumbers, LaneRefusal, MalformedLine, RoutesFound, RoutingStatement, UnroutedPair,
    verify_lanes,
};
pub use rup::{RupError, refutes};
pub use scheme::{SchemeRefusal, SchemeVerdict, verify_scheme};
pub use snapshot::{Head, Message, Scope, Snapshot};
pub use traffic::{NONE, Traffic, TrafficError, TrafficVisit, TrafficWorm, VisitIx};
pub use unicast::{UnicastError, unicast_plan};
pub use verify::{HeadsError, verify_heads};
pub use waits::{Live, Waits};
pub use wormcast_plan::Reservation;
