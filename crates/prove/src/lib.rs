//! Whether multicasts can deadlock: a proof that they cannot, or worms that do.

mod blocked;
mod choices;
mod cut_groups;
mod effort;
pub mod mend;
mod proof;
mod router;
mod routing;
pub mod scheme;
mod verify;
mod workload;

pub use cut_groups::cut_groups;
pub use effort::{DEFAULT_BUDGET, Effort};
pub use proof::{Proof, ProveError};
pub use routing::{RoutingProof, can_be_filled, prove_routing, prove_routing_within};
pub use verify::{ProofRefusal, Verified, verify_proof};
pub use workload::{prove_workload, prove_workload_within, sent_dependences, sent_parts};
