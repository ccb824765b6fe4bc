//! The scheme `unicast`, message by message: each of its worms is that of a message to one destination, so those are
//! all that it ever sends. Where no theorem covers its routes, they are looked at as given plans are.

use super::among_plans::{MOST_NODES, confirmed, single_messages};
use super::case::{Case, Harness};
use super::counterexample::told;
use super::shrink::shrink;
use super::turns::Turns;
use crate::workload::prove_workload_within;
use crate::{Effort, Proof};
use wormcast_check::proof::{Copies, SchemeStatement};
use wormcast_model::WorkloadStatement;

/// The scheme whose worms these are.
const LISTED: &str = "unicast";

/// How many hops they may have together.
const MOST_HOPS: usize = 1 << 20;

/// All worms that are in flight under a statement, as messages and as plans; none if they are not those of finitely
/// many messages, or too many.
pub(crate) fn all_worms(harness: &mut Harness<'_>, statement: &SchemeStatement) -> Option<(Case, Turns)> {
    let nodes: Vec<_> = harness.topology.graph().terminals().collect();
    let is_listed = statement.scheme == LISTED && nodes.len() <= MOST_NODES;
    let case = is_listed.then(|| harness.plan(single_messages(harness, &nodes)))?;
    let turns = Turns::of(harness, &case, MOST_HOPS)?;
    Some((case, turns))
}

/// The question about given plans that is asked about them.
pub(crate) fn about_all(statement: &SchemeStatement) -> WorkloadStatement {
    WorkloadStatement { copies: Copies::Any, ..statement.about_plans() }
}

/// What is proved of all worms together; nothing if they cannot be in flight together, as those that name more virtual
/// channels than there are.
pub(super) fn prove(harness: &mut Harness<'_>, statement: &SchemeStatement, effort: &Effort<'_>) -> Option<Proof> {
    let (case, turns) = all_worms(harness, statement).filter(|_| !effort.is_over())?;
    match prove_workload_within(harness.topology, &turns.plans, &about_all(statement), effort).ok()? {
        Proof::DeadlockFree(certificate) => Some(Proof::DeadlockFree(certificate)),
        Proof::Unknown(_) => None,
        Proof::Deadlock(found) => {
            let found = confirmed(harness, &case, &turns, &found).map(|found| shrink(harness, found, effort))?;
            told(harness, &found).map(Proof::Deadlock)
        }
    }
}
