//! Running a deadlock that is told.

use crate::words::count;
use std::num::NonZeroU32;
use wormcast::check::proof::Counterexample;
use wormcast::plan::Plan;
use wormcast::prove::scheme::blocked_worms;
use wormcast::sim::{Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast::topology::Topology;

/// Whether the engine stops in just the deadlock that is told: with the same worms, which hold the same, and wait at
/// the same nodes for the same.
pub(super) fn replay(
    topology: &dyn Topology,
    told: &Counterexample,
    consumption: Option<NonZeroU32>,
    flow: FlowControl,
) -> Result<String, String> {
    let plans = told.plans.iter().map(|plan| plan.resolve(topology)).collect::<Result<Vec<_>, _>>();
    let plans = plans.map_err(|error| error.to_string())?;
    let starts = starts(&plans, &told.starts_ns)?;
    let consumption = consumption.map_or(Ports::All, Ports::Limited);
    let timing = Timing { length: told.length, buffer: told.buffer, consumption, flow, ..Timing::default() };
    let run = simulate(topology, &starts, &timing, Engine::Flit).map_err(|error| error.to_string())?;
    match run.outcome {
        Outcome::Deadlock(circle) if blocked_worms(topology, &circle) == told.worms => {
            Ok(format!("the flit engine stops in its deadlock of {}", count(circle.len(), "worm")))
        }
        Outcome::Deadlock(_) => Err("the flit engine stops in another deadlock".to_owned()),
        Outcome::Delivered => Err("the flit engine delivers its messages".to_owned()),
    }
}

/// A start for each plan.
fn starts<'p>(plans: &'p [Plan], starts_ns: &[u64]) -> Result<Vec<Start<'p>>, String> {
    if starts_ns.len() != plans.len() {
        return Err(format!("it tells {} for {}", count(starts_ns.len(), "start"), count(plans.len(), "plan")));
    }
    let latest = Time::LARGEST_INPUT.ps() / 1000;
    if starts_ns.iter().any(|&start| start > latest) {
        return Err(format!("a plan starts after {latest} ns"));
    }
    Ok(plans.iter().zip(starts_ns).map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect())
}
