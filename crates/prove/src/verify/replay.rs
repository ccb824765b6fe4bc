//! Running a deadlock that is told.

use super::{ProofRefusal, Verified};
use crate::blocked::blocked_worms;
use crate::router::{dependences_of, flow_of, flow_of_scheme};
use std::num::NonZeroU32;
use wormcast_check::proof::{Counterexample, Delays, RoutingStatement, SchemeStatement, StallTold, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_sim::{
    Conditions, Dependence, Engine, FlowControl, Outcome, Ports, Stall, Start, Time, Timing, simulate_under,
};
use wormcast_topology::{Topology, find_channel};

/// What a statement says about routers, as the engine takes it.
pub(super) struct Replay {
    consumption: Option<NonZeroU32>,
    flow: FlowControl,
    dependences: Vec<Dependence>,
    delays: Delays,
    /// Whether rings have bubbles, of which engines know nothing.
    bubble: bool,
}

impl Replay {
    pub(super) fn of_scheme(statement: &SchemeStatement) -> Self {
        let SchemeStatement { consumption, delays, policies, .. } = *statement;
        let (flow, bubble) = (flow_of_scheme(statement), policies.bubble);
        Self { consumption, flow, dependences: Vec::new(), delays, bubble }
    }

    pub(super) fn of_routing(statement: &RoutingStatement) -> Self {
        let about = statement.about_plans();
        let (flow, bubble) = (flow_of(&about), about.bubble);
        Self { consumption: None, flow, dependences: Vec::new(), delays: Delays::Vary, bubble }
    }

    /// For parts of plans, as a deadlock tells them.
    pub(super) fn of_plans(
        topology: &dyn Topology,
        plans: &[Plan],
        statement: &WorkloadStatement,
        told: &Counterexample,
    ) -> Self {
        let dependences = dependences_of(topology, plans, statement, &told.parts);
        let WorkloadStatement { consumption, delays, bubble, .. } = *statement;
        Self { consumption, flow: flow_of(statement), dependences, delays, bubble }
    }

    /// Whether the engine stops in just the deadlock that is told: with the same worms, which hold the same, and wait
    /// at the same nodes for the same.
    pub(super) fn stops(&self, topology: &dyn Topology, told: &Counterexample) -> Result<Verified, ProofRefusal> {
        if self.bubble {
            return Err(ProofRefusal::Bubbles);
        }
        let resolve = |(plan, document): (usize, &wormcast_plan::PlanDocument)| {
            document.resolve(topology).map_err(|error| ProofRefusal::Plan { plan, error })
        };
        let plans = told.plans.iter().enumerate().map(resolve).collect::<Result<Vec<_>, _>>()?;
        let starts = starts(&plans, &told.starts_ns)?;
        let conditions = Conditions { stalls: self.stalls(topology, told)?, dependences: self.dependences.clone() };
        let consumption = self.consumption.map_or(Ports::All, Ports::Limited);
        let Counterexample { length, buffer, .. } = *told;
        let timing = Timing { length, buffer, consumption, flow: self.flow, ..Timing::default() };
        match simulate_under(topology, &starts, &timing, &conditions, Engine::Flit)?.outcome {
            Outcome::Deadlock(cycle) if blocked_worms(topology, &cycle) == told.worms => {
                Ok(Verified::Deadlock { worms: cycle.len() })
            }
            Outcome::Deadlock(_) => Err(ProofRefusal::OtherDeadlock),
            Outcome::Delivered => Err(ProofRefusal::NoDeadlock),
        }
    }

    /// The channels that are held up, if any may be.
    fn stalls(&self, topology: &dyn Topology, told: &Counterexample) -> Result<Vec<Stall>, ProofRefusal> {
        if self.delays == Delays::Equal && !told.stalls.is_empty() {
            return Err(ProofRefusal::StallsOfEqual);
        }
        let read = |stall: &StallTold| {
            let channel = find_channel(topology, &stall.channel).map_err(ProofRefusal::Stall)?;
            if stall.from_ns.max(stall.for_ns) > LATEST_NS {
                return Err(ProofRefusal::LateStart { latest_ns: LATEST_NS });
            }
            let [from, span] = [stall.from_ns, stall.for_ns].map(Time::from_ns);
            let StallTold { virtual_channel, only_heads, .. } = *stall;
            Ok(Stall { channel, virtual_channel, only_heads, from, span })
        };
        told.stalls.iter().map(read).collect()
    }
}

/// The largest time that is read, in nanoseconds.
const LATEST_NS: u64 = Time::LARGEST_INPUT.ps() / 1000;

/// A start for each plan.
fn starts<'p>(plans: &'p [Plan], starts_ns: &[u64]) -> Result<Vec<Start<'p>>, ProofRefusal> {
    if starts_ns.len() != plans.len() {
        return Err(ProofRefusal::Starts { starts: starts_ns.len(), plans: plans.len() });
    }
    if starts_ns.iter().any(|&start| start > LATEST_NS) {
        return Err(ProofRefusal::LateStart { latest_ns: LATEST_NS });
    }
    Ok(plans.iter().zip(starts_ns).map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect())
}
