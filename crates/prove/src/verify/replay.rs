//! Running a deadlock that is told.

use super::{ProofRefusal, Verified};
use crate::router::{dependences_of, flow_of};
use crate::scheme::blocked_worms;
use std::num::NonZeroU32;
use wormcast_check::proof::{Counterexample, RoutingStatement, SchemeStatement, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_sim::{Conditions, Dependence, Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate_under};
use wormcast_topology::Topology;

/// What a statement says about routers, as the engine takes it.
pub(super) struct Replay {
    consumption: Option<NonZeroU32>,
    flow: FlowControl,
    dependences: Vec<Dependence>,
}

impl Replay {
    pub(super) fn of_scheme(statement: &SchemeStatement) -> Self {
        let SchemeStatement { consumption, virtual_channels, .. } = *statement;
        let flow = FlowControl { virtual_channels, ..FlowControl::default() };
        Self { consumption, flow, dependences: Vec::new() }
    }

    pub(super) fn of_routing(statement: &RoutingStatement) -> Self {
        let RoutingStatement { virtual_channels, .. } = *statement;
        let flow = FlowControl { virtual_channels, ..FlowControl::default() };
        Self { consumption: None, flow, dependences: Vec::new() }
    }

    /// For parts of plans, as a deadlock tells them.
    pub(super) fn of_plans(
        topology: &dyn Topology,
        plans: &[Plan],
        statement: &WorkloadStatement,
        told: &Counterexample,
    ) -> Self {
        let dependences = dependences_of(topology, plans, statement, &told.parts);
        Self { consumption: statement.consumption, flow: flow_of(statement), dependences }
    }

    /// Whether the engine stops in just the deadlock that is told: with the same worms, which hold the same, and wait
    /// at the same nodes for the same.
    pub(super) fn stops(&self, topology: &dyn Topology, told: &Counterexample) -> Result<Verified, ProofRefusal> {
        let resolve = |(plan, document): (usize, &wormcast_plan::PlanDocument)| {
            document.resolve(topology).map_err(|error| ProofRefusal::Plan { plan, error })
        };
        let plans = told.plans.iter().enumerate().map(resolve).collect::<Result<Vec<_>, _>>()?;
        let starts = starts(&plans, &told.starts_ns)?;
        let consumption = self.consumption.map_or(Ports::All, Ports::Limited);
        let Counterexample { length, buffer, .. } = *told;
        let timing = Timing { length, buffer, consumption, flow: self.flow, ..Timing::default() };
        let conditions = Conditions { dependences: self.dependences.clone(), ..Conditions::default() };
        match simulate_under(topology, &starts, &timing, &conditions, Engine::Flit)?.outcome {
            Outcome::Deadlock(cycle) if blocked_worms(topology, &cycle) == told.worms => {
                Ok(Verified::Deadlock { worms: cycle.len() })
            }
            Outcome::Deadlock(_) => Err(ProofRefusal::OtherDeadlock),
            Outcome::Delivered => Err(ProofRefusal::NoDeadlock),
        }
    }
}

/// A start for each plan.
fn starts<'p>(plans: &'p [Plan], starts_ns: &[u64]) -> Result<Vec<Start<'p>>, ProofRefusal> {
    if starts_ns.len() != plans.len() {
        return Err(ProofRefusal::Starts { starts: starts_ns.len(), plans: plans.len() });
    }
    let latest_ns = Time::LARGEST_INPUT.ps() / 1000;
    if starts_ns.iter().any(|&start| start > latest_ns) {
        return Err(ProofRefusal::LateStart { latest_ns });
    }
    Ok(plans.iter().zip(starts_ns).map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect())
}
