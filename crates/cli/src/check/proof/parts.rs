//! Whether a deadlock is one of the plans that a proof is about.

use crate::words::count;
use std::collections::BTreeMap;
use wormcast::check::proof::{Copies, Counterexample, Part, WorkloadStatement};
use wormcast::plan::Plan;
use wormcast::prove::sent_parts;
use wormcast::topology::Topology;

/// Holds what is sent against the plans, and its lengths, buffers and numbers against the statement.
pub(super) fn are_of_plans(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    told: &Counterexample,
) -> Result<(), String> {
    fits("messages are", statement.length.map(|length| length.get()), told.length)?;
    fits("buffers are", statement.buffer.map(|buffer| buffer.get()), told.buffer)?;
    if told.parts.len() != told.plans.len() {
        return Err(format!(
            "it tells of what {} of the {} are parts that it sends",
            told.parts.len(),
            count(told.plans.len(), "plan")
        ));
    }
    let sent = sent_parts(topology, plans, statement, &told.parts).map_err(|error| error.to_string())?;
    for (number, (part, (sent, told))) in told.parts.iter().zip(sent.iter().zip(&told.plans)).enumerate() {
        if sent.is_empty() {
            return Err(format!("there is no {}", in_words(part)));
        }
        if !sent.contains(told) {
            return Err(format!("the plan {number} that it sends is not {}", in_words(part)));
        }
    }
    fit_copies(statement.copies, &told.parts, |plan| plans.get(plan).map_or(0, |plan| plan.worms.len() as u32))
}

fn fits(what: &str, stated: Option<u32>, told: u32) -> Result<(), String> {
    match stated.filter(|&stated| stated != told) {
        None => Ok(()),
        Some(stated) => {
            Err(format!("{what} of {} in the deadlock, and {stated} in the statement", count(told as usize, "flit")))
        }
    }
}

fn in_words(part: &Part) -> String {
    let worm = part.worm.map_or_else(String::new, |worm| format!("worm {worm} of "));
    format!("{worm}plan {} of those that the proof is about", part.plan)
}

/// No worm is sent more often than the statement says.
fn fit_copies(copies: Copies, parts: &[Part], worms: impl Fn(usize) -> u32) -> Result<(), String> {
    let Copies::AtMost(most) = copies else { return Ok(()) };
    let mut sent = BTreeMap::new();
    for part in parts {
        let ids = part.worm.map_or(0..worms(part.plan), |worm| worm..worm.saturating_add(1));
        for id in ids {
            let times = sent.entry((part.plan, id)).or_insert(0_u32);
            *times += 1;
            if *times > most.get() {
                let once = Part { plan: part.plan, worm: Some(id) };
                return Err(format!(
                    "it sends {} more often than {}",
                    in_words(&once),
                    count(most.get() as usize, "time")
                ));
            }
        }
    }
    Ok(())
}
