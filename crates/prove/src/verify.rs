//! Proof files from end to end: a certificate is verified, and that it is about what the scheme plans; a deadlock is
//! run.
//!
//! The judge ([`wormcast_check::proof`]) knows neither schemes nor engines; this module asks both. It believes nothing
//! in the file: the planner of the scheme is asked again, and the engine must stop in the deadlock that is told.

mod own;
mod parts;
mod refusal;
mod replay;
mod routing;

pub use refusal::ProofRefusal;

use crate::choices::holds_for_choices;
use crate::scheme::{about_all, beside};
use crate::workload::with_routes;
use replay::Replay;
use wormcast_check::proof::{
    Answer, Certificate, NODES_TAKE_IN, ProofDocument, RoutingStatement, SchemeStatement, SchemeVerdict, Statement,
    WorkloadStatement, verify_heads, verify_numbers, verify_tree_worms,
};
use wormcast_model::{refuse_free_halves, refuse_own_virtual_channels};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, Plan};
use wormcast_topology::Topology;

/// What was found out about a proof that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The scheme is free of deadlock, on all of its own routes.
    Scheme(SchemeVerdict),
    /// All messages of a routing ask for lanes of higher numbers than they hold.
    Routing {
        /// The lanes that they take.
        lanes: usize,
        /// The pairs of lanes of which one is held while the other is asked for.
        dependencies: usize,
    },
    /// The buffers of a cycle of waits can be filled.
    Filled {
        /// The waits of the cycle.
        waits: usize,
    },
    /// Worms get all their channels before they leave.
    Whole,
    /// The certificate holds for the plans.
    Plans,
    /// The flit engine stops in the deadlock that is told.
    Deadlock {
        /// The number of worms that wait for each other.
        worms: usize,
    },
    /// The proof answers nothing.
    Unanswered,
}

/// Verifies a proof.
///
/// `topology` is the network that it names. `plans` are those that it is about, in its order; for a proof about a
/// scheme, those that are in flight beside it.
///
/// The certificate is looked at before the scheme is asked for its routes: that may take long on large networks, and a
/// certificate that does not hold ends it before.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify_proof(
    topology: &dyn Topology,
    document: &ProofDocument,
    plans: &[Plan],
) -> Result<Verified, ProofRefusal> {
    if let Some(other) = document.assumes.as_ref().filter(|assumed| **assumed != NODES_TAKE_IN) {
        return Err(ProofRefusal::Assumes(other.clone()));
    }
    let (Statement::Scheme(SchemeStatement { virtual_channels, .. })
    | Statement::Workload(WorkloadStatement { virtual_channels, .. })
    | Statement::Routing(RoutingStatement { virtual_channels, .. })) = &document.statement;
    if virtual_channels.get() > MAX_VIRTUAL_CHANNELS {
        return Err(ProofRefusal::VirtualChannels(*virtual_channels));
    }
    // Runs, and worms that are looked at one by one, take them into account; lanes of a routing do not.
    if matches!(document.statement, Statement::Routing(_)) {
        refuse_own_virtual_channels(topology, *virtual_channels)?;
    }
    if let Statement::Scheme(SchemeStatement { vc_rule, .. }) | Statement::Workload(WorkloadStatement { vc_rule, .. }) =
        &document.statement
    {
        refuse_free_halves(*vc_rule, *virtual_channels)?;
    }
    match &document.statement {
        Statement::Scheme(statement) => verify_scheme_proof(topology, document, statement, plans),
        Statement::Workload(statement) => verify_plans_proof(topology, document, statement, plans),
        Statement::Routing(statement) => routing::verify(topology, document, statement),
    }
}

fn verify_scheme_proof(
    topology: &dyn Topology,
    document: &ProofDocument,
    statement: &SchemeStatement,
    plans: &[Plan],
) -> Result<Verified, ProofRefusal> {
    match (document.answer, &document.certificate, &document.counterexample) {
        (Answer::DeadlockFree, Some(certificate), None) => {
            let (beside, choose) = beside(topology, plans, statement)?;
            if choose && certificate.is_about_worms() {
                return Err(ProofRefusal::Choices);
            }
            if certificate.is_about_worms() {
                let plans = own::all_plans(topology, statement, &beside)?;
                verify_worms(topology, &plans, &about_all(statement), certificate)?;
                return Ok(Verified::Plans);
            }
            own::verify(topology, statement, &beside, certificate).map(Verified::Scheme)
        }
        (Answer::Deadlock, None, Some(told)) => {
            parts::are_stated(statement.length, statement.buffer, told)?;
            let (beside, _) = beside(topology, plans, statement)?;
            own::sends_own_plans(topology, &document.network, statement, &beside, told)?;
            Replay::of_scheme(statement).stops(topology, told)
        }
        (Answer::Unknown, None, None) => Ok(Verified::Unanswered),
        _ => Err(ProofRefusal::Incomplete),
    }
}

fn verify_plans_proof(
    topology: &dyn Topology,
    document: &ProofDocument,
    statement: &WorkloadStatement,
    plans: &[Plan],
) -> Result<Verified, ProofRefusal> {
    let told = (document.answer, &document.certificate, &document.counterexample);
    if matches!(told, (Answer::Unknown, None, None)) {
        return Ok(Verified::Unanswered);
    }
    let asked = with_routes(topology, plans, statement)?;
    let (plans, statement) = (&*asked.plans, &*asked.statement);
    if plans.is_empty() && !statement.with_unicast {
        return Err(ProofRefusal::NoPlans);
    }
    match told {
        (Answer::DeadlockFree, Some(certificate), None) => {
            if asked.choose && !holds_for_choices(certificate) {
                return Err(ProofRefusal::Choices);
            }
            verify_worms(topology, plans, statement, certificate)?;
            Ok(Verified::Plans)
        }
        (Answer::Deadlock, None, Some(told)) => {
            parts::are_of_plans(topology, &document.network, &asked, told)?;
            Replay::of_plans(topology, plans, statement, told).stops(topology, told)
        }
        _ => Err(ProofRefusal::Incomplete),
    }
}

/// Verifies a certificate about given worms.
fn verify_worms(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &Certificate,
) -> Result<(), ProofRefusal> {
    match certificate {
        Certificate::Ranks(heads) | Certificate::Refutation(heads) => {
            verify_heads(topology, plans, statement, heads)?;
        }
        Certificate::WormNumbers(numbers) => verify_numbers(topology, plans, statement, numbers)?,
        Certificate::TreeWorms(numbers) => verify_tree_worms(topology, plans, statement, numbers)?,
        _ => return Err(ProofRefusal::Incomplete),
    }
    Ok(())
}
