//! The engine has the last word: it must stop in the deadlock.

use super::Problem;
use super::start_times::Begin;
use crate::ProveError;
use crate::scheme::blocked_worms;
use serde_json::json;
use std::num::NonZeroU32;
use wormcast_check::proof::{Counterexample, Part};
use wormcast_model::{ModelWorm, NONE, Owned, ResourceId, Workload, WorkloadStatement};
use wormcast_plan::{Delivery, Plan, VIRTUAL_CHANNELS_KEY, Worms};
use wormcast_sim::{Blocked, Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate};

/// The length of messages if nothing asks for another one.
const LENGTH: u32 = 128;

/// How a deadlock is tried out.
pub(crate) struct Trial<'a> {
    pub problem: Problem<'a>,
    pub reach: u32,
}

/// The length of messages, and the flits a buffer, that have a reach.
pub(super) fn length_and_buffer(problem: Problem<'_>, reach: u32) -> (u32, u32) {
    let WorkloadStatement { length, buffer, .. } = *problem.statement;
    let is_greatest = reach >= problem.workload.height();
    let [length, buffer] = [length, buffer].map(|number| number.map(NonZeroU32::get));
    match (length, buffer) {
        (Some(length), Some(buffer)) => (length, buffer),
        (Some(length), None) if is_greatest => (length, 1),
        (Some(length), None) => (length, (length - 1).checked_div(reach).unwrap_or(length)),
        (None, buffer) => {
            let buffer = buffer.unwrap_or(1);
            let exact = reach.saturating_mul(buffer).saturating_add(1);
            (if is_greatest { exact.max(LENGTH) } else { exact }, buffer)
        }
    }
}

/// Runs what is sent; if the engine stops in a deadlock, leaves out what the deadlock does not need.
pub(crate) fn confirm(trial: &Trial<'_>, mut begins: Vec<Begin>) -> Result<Option<Counterexample>, ProveError> {
    let Some(mut circle) = trial.run(&begins)? else { return Ok(None) };
    let mut at = 0;
    while at < begins.len() && begins.len() > 1 {
        let mut fewer = begins.clone();
        fewer.remove(at);
        match trial.run(&fewer)? {
            Some(found) => (begins, circle) = (fewer, found),
            None => at += 1,
        }
    }
    Ok(Some(trial.describe(&begins, &circle)))
}

impl Trial<'_> {
    fn timing(&self) -> Timing {
        let (length, buffer) = length_and_buffer(self.problem, self.reach);
        let statement = self.problem.statement;
        let WorkloadStatement { virtual_channels, reservation, .. } = *statement;
        let flow = FlowControl { virtual_channels, reservation, ..FlowControl::default() };
        let consumption = statement.consumption.map_or(Ports::All, Ports::Limited);
        Timing { length, buffer, consumption, flow, ..Timing::default() }
    }

    /// Whether the fastest engine that knows what is asked stops in a deadlock.
    pub(super) fn stops(&self, begins: &[Begin]) -> Result<bool, ProveError> {
        let engine = if self.timing().flow == FlowControl::default() { Engine::Worm } else { Engine::Flit };
        Ok(self.simulated(begins, engine)?.is_some())
    }

    fn run(&self, begins: &[Begin]) -> Result<Option<Vec<Blocked>>, ProveError> {
        self.simulated(begins, Engine::Flit)
    }

    fn simulated(&self, begins: &[Begin], engine: Engine) -> Result<Option<Vec<Blocked>>, ProveError> {
        let sent: Vec<_> = begins.iter().map(|begin| self.sent(begin)).collect();
        let starts = sent.iter().zip(begins);
        let starts: Vec<_> =
            starts.map(|(plan, begin)| Start { plan, at: Time::from_ns(begin.at_ns as u64) }).collect();
        let timing = self.timing();
        match simulate(self.problem.topology, &starts, &timing, engine)?.outcome {
            Outcome::Delivered => Ok(None),
            Outcome::Deadlock(circle) => Ok(Some(circle)),
        }
    }

    fn sent(&self, begin: &Begin) -> Plan {
        part(&self.problem.plans[begin.plan], self.problem.workload, begin)
    }

    fn describe(&self, begins: &[Begin], circle: &[Blocked]) -> Counterexample {
        let topology = self.problem.topology;
        let timing = self.timing();
        Counterexample {
            plans: begins.iter().map(|begin| self.sent(begin).document(topology)).collect(),
            starts_ns: begins.iter().map(|begin| begin.at_ns as u64).collect(),
            length: timing.length,
            buffer: timing.buffer,
            worms: blocked_worms(topology, circle),
            parts: begins.iter().map(|begin| Part { plan: begin.plan, worm: begin.worm }).collect(),
        }
    }
}

/// A plan, or one of its worms as a plan of its own. If links have several virtual channels, it names those of its
/// hops: they are the same whatever else is sent.
pub(super) fn part(plan: &Plan, workload: &Workload, begin: &Begin) -> Plan {
    let mut part = plan.clone();
    let chosen = |id: u32| begin.worm.is_none_or(|alone| alone == id);
    if let Some(id) = begin.worm {
        let worm = plan.worms.get(id);
        let mut worms = Worms::new();
        worms.set_consumption_classes(plan.worms.consumption_classes());
        worms.start(worm.origin, None, 0);
        worms.set_consumption_class(worm.consumption_class);
        for hop in worm.hops {
            worms.hop(hop.parent(), hop.channel);
        }
        worm.deliveries.iter().for_each(|&Delivery { hop, node }| worms.deliver(hop, node));
        part.source = worm.origin;
        part.destinations = worm.deliveries.iter().map(|delivery| delivery.node).collect();
        part.worms = worms;
        part.extra = Default::default();
        part.claims = Vec::new();
    }
    let is_several = workload.visits.iter().any(|visit| number_of(workload, visit.into) > 0);
    if is_several || plan.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
        let is_sent = |worm: &&ModelWorm| (worm.plan, worm.turn) == (begin.plan, begin.turn) && chosen(worm.id);
        let worms = workload.worms.iter().filter(is_sent);
        let hops = |range: &std::ops::Range<u32>| {
            (range.start + 1..range.end)
                .map(|visit| number_of(workload, workload.visit(visit).into))
                .collect::<Vec<_>>()
        };
        let named: Vec<_> = worms.map(|worm| hops(&worm.visits)).collect();
        part.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(named));
    }
    part
}

fn number_of(workload: &Workload, resource: ResourceId) -> u32 {
    match resource {
        NONE => 0,
        _ => match workload.resources.what(resource) {
            Owned::Channel(_, number) => number,
            Owned::Consumption(..) => 0,
        },
    }
}
