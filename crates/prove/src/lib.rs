//! Whether multicasts can deadlock: a proof that they cannot, or worms that do.

mod proof;
mod routing;
pub mod scheme;
mod workload;

pub use proof::{Proof, ProveError};
pub use routing::{RoutingProof, prove_routing};
pub use workload::{prove_workload, sent_parts};
