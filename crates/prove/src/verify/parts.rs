//! Whether a deadlock is one of the plans that a proof is about.

use super::ProofRefusal;
use crate::workload::{Asked, parts_of};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use wormcast_check::proof::{Copies, Counterexample, Part, Reservation, WorkloadStatement};
use wormcast_plan::{NetworkSpec, PlanDocument, REQUEST_ORDER_KEY};
use wormcast_topology::Topology;

/// Holds what is sent against the plans, and its lengths, buffers and numbers against the statement. What routings,
/// tables and schedules send beside the plans is on `network`.
pub(super) fn are_of_plans(
    topology: &dyn Topology,
    network: &NetworkSpec,
    asked: &Asked<'_>,
    told: &Counterexample,
) -> Result<(), ProofRefusal> {
    let (plans, statement) = (&asked.plans, &asked.statement);
    are_stated(statement.length, statement.buffer, told)?;
    if told.parts.len() != told.plans.len() {
        return Err(ProofRefusal::Parts { parts: told.parts.len(), plans: told.plans.len() });
    }
    let sent = parts_of(topology, asked, &told.parts)?;
    for (plan, (part, (sent, told))) in told.parts.iter().zip(sent.iter().zip(&told.plans)).enumerate() {
        if sent.is_empty() {
            return Err(ProofRefusal::NoSuchPart(in_words(part)));
        }
        let told = in_usual_order(statement, told);
        let is_it = |sent: &PlanDocument| {
            *sent == *told
                || told.network == *network && PlanDocument { network: network.clone(), ..sent.clone() } == *told
        };
        if !sent.iter().any(is_it) {
            return Err(ProofRefusal::NotAPart { plan, part: in_words(part) });
        }
    }
    fit_copies(statement.copies, &told.parts, |plan| plans.get(plan).map_or(0, |plan| plan.worms.len() as u32))
}

/// Holds the length of messages and the buffers against what is stated, if anything is.
pub(super) fn are_stated(
    length: Option<NonZeroU32>,
    buffer: Option<NonZeroU32>,
    told: &Counterexample,
) -> Result<(), ProofRefusal> {
    fits("messages are", length, told.length)?;
    fits("buffers are", buffer, told.buffer)
}

fn fits(what: &'static str, stated: Option<NonZeroU32>, told: u32) -> Result<(), ProofRefusal> {
    match stated.filter(|stated| stated.get() != told) {
        None => Ok(()),
        Some(stated) => Err(ProofRefusal::Flits { what, told, stated }),
    }
}

/// The same plan without the order of its requests, where any order counts, or that of requests of one time.
fn in_usual_order<'p>(statement: &WorkloadStatement, plan: &'p PlanDocument) -> Cow<'p, PlanDocument> {
    let mut plan = Cow::Borrowed(plan);
    let counts_any = matches!(statement.reservation, Reservation::AnyOrder | Reservation::Independent);
    if counts_any && plan.extra.contains_key(REQUEST_ORDER_KEY) {
        plan.to_mut().extra.remove(REQUEST_ORDER_KEY);
    }
    plan
}

fn in_words(part: &Part) -> String {
    let worm = part.worm.map_or_else(String::new, |worm| format!("worm {worm} of "));
    format!("{worm}plan {} of those that the proof is about", part.plan)
}

/// No worm is sent more often than the statement says.
fn fit_copies(copies: Copies, parts: &[Part], worms: impl Fn(usize) -> u32) -> Result<(), ProofRefusal> {
    let Copies::AtMost(most) = copies else { return Ok(()) };
    let mut sent = BTreeMap::new();
    for part in parts {
        let ids = part.worm.map_or(0..worms(part.plan), |worm| worm..worm.saturating_add(1));
        for id in ids {
            let times = sent.entry((part.plan, id)).or_insert(0_u32);
            *times += 1;
            if *times > most.get() {
                let part = in_words(&Part { plan: part.plan, worm: Some(id) });
                return Err(ProofRefusal::TooOften { part, most });
            }
        }
    }
    Ok(())
}
