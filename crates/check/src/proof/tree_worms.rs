//! Verifies that given worms do not deadlock, as they go down trees once they split.

use super::numbers::{NumbersError, WormNumbers, name, numbered};
use wormcast_model::{DownTrees, ResourceId, Workload, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// Verifies that no worms of these plans deadlock, as the statement says: they go down trees, which are found anew, and
/// what they take before has numbers that rise. O(hops log hops).
///
/// # Errors
/// The first thing that does not hold.
pub fn verify_tree_worms(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &WormNumbers,
) -> Result<(), NumbersError> {
    let other_routers = NumbersError::Reservation(statement.reservation);
    let refused = |workload: &Workload| (!workload.can_go_down_trees()).then(|| other_routers.clone());
    let (workload, numbers) = numbered(topology, plans, statement, certificate, refused)?;
    let trees = DownTrees::of(topology, &workload).ok_or(NumbersError::NoTrees)?;
    let number = |resource: ResourceId| {
        numbers[resource as usize].ok_or_else(|| NumbersError::NoNumber(name(topology, &workload, resource)))
    };
    for (held, asked) in trees.waits_before(&workload) {
        if number(held)? >= number(asked)? {
            return Err(NumbersError::NotRising([held, asked].map(|resource| name(topology, &workload, resource))));
        }
    }
    Ok(())
}
