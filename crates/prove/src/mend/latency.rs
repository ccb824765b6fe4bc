//! How long plans take.

use crate::router::flow_of;
use wormcast_check::proof::WorkloadStatement;
use wormcast_model::Reaches;
use wormcast_plan::Plan;
use wormcast_sim::{Engine, FlowControl, Ports, Start, Time, Timing, simulate};
use wormcast_topology::Topology;

/// Until all destinations have the message if all plans start at once; none if no engine can run them.
pub(super) fn latency(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Option<Time> {
    if statement.bubble || !statement.dependences.is_empty() {
        return None;
    }
    let height = plans.iter().map(|plan| plan.worms.hop_count()).max().unwrap_or(0) as u32;
    let longest = Reaches::of(statement, height).values.last().copied()?;
    let (length, buffer) = Reaches::messages(statement, height, longest);
    let consumption = statement.consumption.map_or(Ports::All, Ports::Limited);
    let flow = flow_of(statement);
    let timing = Timing { length, buffer, consumption, flow, ..Timing::default() };
    let engine = if flow == FlowControl::default() { Engine::Worm } else { Engine::Flit };
    let starts: Vec<_> = plans.iter().map(|plan| Start { plan, at: Time::ZERO }).collect();
    let run = simulate(topology, &starts, &timing, engine).ok()?;
    run.plans.iter().map(|plan| plan.latency).collect::<Option<Vec<_>>>()?.into_iter().max()
}
