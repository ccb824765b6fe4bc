//! The engine has the last word: it must stop in the deadlock.

use super::problem::Problem;
use super::sending::{Attempt, Begin};
use crate::ProveError;
use crate::blocked::blocked_worms;
use crate::router::{dependences_of, flow_of};
use serde_json::json;
use wormcast_check::proof::{Counterexample, StallTold};
use wormcast_model::{ModelWorm, Workload};
use wormcast_plan::{Delivery, Plan, VIRTUAL_CHANNELS_KEY, WormId, Worms};
use wormcast_sim::{
    Blocked, Conditions, Engine, FlowControl, Outcome, Ports, Stall, Start, Time, Timing, simulate_while,
};
use wormcast_topology::Topology;

/// How a deadlock is tried out.
pub(crate) struct Trial<'a> {
    pub problem: Problem<'a>,
    pub reach: u32,
}

/// Runs what is sent; if the engine stops in a deadlock, leaves out what the deadlock does not need, as long as there
/// is time.
pub(crate) fn confirm(trial: &Trial<'_>, attempt: Attempt) -> Result<Option<Counterexample>, ProveError> {
    let Some(mut cycle) = trial.run(&attempt)? else { return Ok(None) };
    let mut kept = attempt;
    for part in [Attempt::without_begin, Attempt::without_stall] {
        let mut at = 0;
        while let Some(fewer) = part(&kept, at).filter(|_| !trial.problem.effort.is_over()) {
            match trial.run(&fewer)? {
                Some(found) => (kept, cycle) = (fewer, found),
                None => at += 1,
            }
        }
    }
    Ok(Some(trial.describe(&kept, &cycle)))
}

impl Attempt {
    /// The same without one of what is sent; none if that is all, or there is no such one.
    fn without_begin(&self, at: usize) -> Option<Self> {
        (at < self.begins.len() && self.begins.len() > 1).then(|| {
            let mut fewer = self.clone();
            fewer.begins.remove(at);
            fewer.orders = self.orders_without(at);
            fewer
        })
    }

    /// The same with one channel less held up; none if there is no such one.
    fn without_stall(&self, at: usize) -> Option<Self> {
        (at < self.stalls.len()).then(|| {
            let mut fewer = self.clone();
            fewer.stalls.remove(at);
            fewer
        })
    }
}

impl Trial<'_> {
    fn timing(&self) -> Timing {
        let (length, buffer) = self.problem.length_and_buffer(self.reach);
        let statement = self.problem.statement;
        let flow = flow_of(statement);
        let consumption = statement.consumption.map_or(Ports::All, Ports::Limited);
        Timing { length, buffer, consumption, flow, ..Timing::default() }
    }

    /// Whether the fastest engine that knows what is asked stops in a deadlock.
    pub(super) fn stops(&self, attempt: &Attempt) -> Result<bool, ProveError> {
        let Problem { topology, statement, .. } = self.problem;
        let is_plain = self.timing().flow == FlowControl::default() && statement.dependences.is_empty();
        let by_worm = is_plain && !topology.has_own_channels() && attempt.stalls.is_empty();
        let engine = if by_worm { Engine::Worm } else { Engine::Flit };
        Ok(self.simulated(attempt, engine)?.is_some())
    }

    fn run(&self, attempt: &Attempt) -> Result<Option<Vec<Blocked>>, ProveError> {
        self.simulated(attempt, Engine::Flit)
    }

    fn simulated(&self, attempt: &Attempt, engine: Engine) -> Result<Option<Vec<Blocked>>, ProveError> {
        let sent = self.sent(attempt);
        let starts = sent.iter().zip(&attempt.begins);
        let starts: Vec<_> =
            starts.map(|(plan, begin)| Start { plan, at: Time::from_ns(begin.at_ns as u64) }).collect();
        let timing = self.timing();
        let Problem { topology, plans, statement, .. } = self.problem;
        let parts: Vec<_> = attempt.begins.iter().map(Begin::part).collect();
        let dependences = dependences_of(topology, plans, statement, &parts);
        let conditions = Conditions { stalls: attempt.stalls.clone(), dependences };
        let goes_on = || !self.problem.effort.is_over();
        let run = simulate_while(topology, &starts, &timing, &conditions, engine, &goes_on)?;
        Ok(match run.map(|run| run.outcome) {
            Some(Outcome::Deadlock(cycle)) => Some(cycle),
            // Or the time was used up.
            Some(Outcome::Delivered) | None => None,
        })
    }

    fn sent(&self, attempt: &Attempt) -> Vec<Plan> {
        let Problem { plans, workload, .. } = self.problem;
        let sent = |(number, begin): (usize, &Begin)| {
            let mut plan = part(&plans[begin.plan], workload, begin);
            attempt.name_order(number, &mut plan);
            plan
        };
        attempt.begins.iter().enumerate().map(sent).collect()
    }

    fn describe(&self, attempt: &Attempt, cycle: &[Blocked]) -> Counterexample {
        let topology = self.problem.topology;
        let timing = self.timing();
        let begins = &attempt.begins;
        Counterexample {
            plans: self.sent(attempt).iter().map(|plan| plan.document(topology)).collect(),
            starts_ns: begins.iter().map(|begin| begin.at_ns as u64).collect(),
            length: timing.length,
            buffer: timing.buffer,
            stalls: stalls_told(topology, &attempt.stalls),
            worms: blocked_worms(topology, cycle),
            parts: begins.iter().map(Begin::part).collect(),
        }
    }
}

/// The stalls of a counterexample, by name.
pub(crate) fn stalls_told(topology: &dyn Topology, stalls: &[Stall]) -> Vec<StallTold> {
    let ns = |time: Time| time.ps() / 1000;
    let told = |stall: &Stall| {
        let channel = topology.channel_name(stall.channel);
        let Stall { virtual_channel, only_heads, .. } = *stall;
        StallTold { channel, virtual_channel, only_heads, from_ns: ns(stall.from), for_ns: ns(stall.span) }
    };
    stalls.iter().map(told).collect()
}

/// A plan, or one of its worms as a plan of its own. If links have several virtual channels, it names those of its
/// hops: they are the same whatever else is sent.
pub(super) fn part(plan: &Plan, workload: &Workload, begin: &Begin) -> Plan {
    let chosen = |id: u32| begin.worm.is_none_or(|alone| alone == id);
    let mut part = match begin.worm {
        None => plan.clone(),
        Some(id) => alone(plan, id),
    };
    let is_several = workload.worms.iter().any(|worm| workload.hop_names(worm).any(|number| number > 0));
    if is_several || plan.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
        let is_sent = |worm: &&ModelWorm| (worm.plan, worm.turn) == (begin.plan, begin.turn) && chosen(worm.id);
        let worms = workload.worms.iter().filter(is_sent);
        let named: Vec<_> = worms.map(|worm| workload.hop_names(worm).collect::<Vec<_>>()).collect();
        part.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(named));
    }
    part
}

/// One worm of a plan as a plan of its own.
pub(crate) fn alone(plan: &Plan, id: WormId) -> Plan {
    let worm = plan.worms.get(id);
    let mut worms = Worms::new();
    worms.set_consumption_classes(plan.worms.consumption_classes());
    worms.start(worm.origin, None, 0);
    worms.set_consumption_class(worm.consumption_class);
    for hop in worm.hops {
        worms.hop(hop.parent(), hop.channel);
    }
    worm.deliveries.iter().for_each(|&Delivery { hop, node }| worms.deliver(hop, node));
    Plan {
        network: plan.network.clone(),
        scheme: plan.scheme.clone(),
        source: worm.origin,
        destinations: worm.deliveries.iter().map(|delivery| delivery.node).collect(),
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    }
}
