//! Proofs about given plans, any of whose worms may be in flight together.

use crate::{Proof, ProveError};
use wormcast_check::proof::WorkloadStatement;
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// Decides whether worms of these plans can deadlock.
///
/// # Errors
/// The plans cannot be run.
pub fn prove_workload(
    _topology: &dyn Topology,
    _plans: &[Plan],
    _statement: &WorkloadStatement,
) -> Result<Proof, ProveError> {
    Ok(Proof::Unknown("no prover looks at plans yet".into()))
}
