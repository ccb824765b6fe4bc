//! The scheme `unicast`, message by message: each of its worms is that of a message to one destination, so those are all
//! that it ever sends. Where no theorem covers its routes, they are looked at as given plans are.

use super::among_plans::{MOST_NODES, confirmed, single_messages};
use super::case::{Case, Harness};
use super::counterexample::told;
use super::shrink::shrink;
use crate::workload::prove_workload_within;
use crate::{Effort, Proof};
use wormcast_check::proof::{Copies, SchemeStatement};
use wormcast_model::WorkloadStatement;
use wormcast_plan::VcRule;

/// The scheme whose worms these are.
const LISTED: &str = "unicast";

/// All worms that are in flight under a statement, a plan each; none if they are not those of finitely many messages, or
/// too many.
pub(crate) fn all_worms(harness: &mut Harness<'_>, statement: &SchemeStatement) -> Option<Case> {
    let nodes: Vec<_> = harness.topology.graph().terminals().collect();
    let by_dateline = statement.virtual_channels.get() == 1 || statement.vc_rule == VcRule::Dateline;
    let is_listed = statement.scheme == LISTED && by_dateline && nodes.len() <= MOST_NODES;
    is_listed.then(|| harness.plan(single_messages(harness, &nodes)))
}

/// The question about given plans that is asked about them.
pub(crate) fn about_all(statement: &SchemeStatement) -> WorkloadStatement {
    WorkloadStatement { copies: Copies::Any, ..statement.about_plans() }
}

/// What is proved of all worms together; nothing if they cannot be in flight together, as those that name more virtual
/// channels than there are.
pub(super) fn prove(harness: &mut Harness<'_>, statement: &SchemeStatement, effort: &Effort<'_>) -> Option<Proof> {
    let case = all_worms(harness, statement).filter(|_| !effort.is_over())?;
    match prove_workload_within(harness.topology, &case.plans, &about_all(statement), effort).ok()? {
        Proof::DeadlockFree(certificate) => Some(Proof::DeadlockFree(certificate)),
        Proof::Unknown(_) => None,
        Proof::Deadlock(found) => {
            let found = confirmed(harness, &case, &found).map(|found| shrink(harness, found))?;
            told(harness, &found).map(Proof::Deadlock)
        }
    }
}
