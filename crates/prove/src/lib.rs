//! Whether multicasts can deadlock: a proof that they cannot, or worms that do.

mod proof;
pub mod scheme;
mod workload;

pub use proof::{Proof, ProveError};
pub use workload::{prove_workload, sent_parts};
