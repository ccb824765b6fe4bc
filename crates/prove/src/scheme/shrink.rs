//! Making a deadlock small: the messages of its cycle alone, with starts that lead into it.

use super::case::{By, Case, Harness, Message};
use crate::Effort;
use wormcast_sim::{Blocked, Outcome, Resource, Simulation, Time, VisitTimes, Wait};
use wormcast_topology::NodeId;

/// The same deadlock, or one like it, of fewer and smaller messages, as long as there is time. The engine confirms each
/// step.
pub(super) fn shrink(harness: &mut Harness<'_>, mut case: Case, effort: &Effort<'_>) -> Case {
    let steps: [fn(&mut Harness<'_>, &Case) -> Option<Case>; 3] = [
        cycle_alone,
        |harness, case| fewer_messages(harness, case).or_else(|| fewer_destinations(harness, case)),
        |harness, case| fewer_stalls(harness, case),
    ];
    for step in steps {
        while let Some(smaller) = step(harness, &case).filter(|_| !effort.is_over()) {
            case = smaller;
        }
    }
    simpler_starts(harness, case)
}

/// Only the messages of the cycle, each started so that its worm holds what the one before it asks for when that one
/// asks.
fn cycle_alone(harness: &mut Harness<'_>, case: &Case) -> Option<Case> {
    let run = harness.deadlock(case)?;
    let Outcome::Deadlock(cycle) = &run.outcome else { return None };
    let mut plans: Vec<_> = cycle.iter().map(|blocked| blocked.plan).collect();
    plans.sort_unstable();
    plans.dedup();
    if plans.len() == case.plans.len() {
        return None;
    }
    let as_they_were = case.select(plans.iter().map(|&plan| (plan, case.messages[plan].start)));
    let together = case.select(plans.iter().map(|&plan| (plan, 0)));
    let retimed = starts(harness, case, &run, cycle).map(|starts| case.select(starts));
    [Some(together), Some(as_they_were), retimed].into_iter().flatten().find(|case| harness.deadlock(case).is_some())
}

/// Starts for the messages of a cycle whose worms are all of different messages. Worm i + 1 must have what worm i
/// waits for before it asks: alone, it has that `taken` after its start, and worm i asks `asked` after its own. What is
/// left of `asked − taken`, summed over the cycle, is more than 0, and is shared out evenly.
fn starts(harness: &Harness<'_>, case: &Case, run: &Simulation, cycle: &[Blocked]) -> Option<Vec<(usize, u64)>> {
    let mut gaps = Vec::new();
    for (place, blocked) in cycle.iter().enumerate() {
        let next = &cycle[(place + 1) % cycle.len()];
        let wait = blocked.waits_for.iter().find(|wait| (wait.plan, wait.worm) == (next.plan, next.worm))?;
        let asked = asked(harness, case, run, blocked, wait)?;
        gaps.push(asked - taken(harness, case, next, wait)?);
    }
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let mut starts = vec![0.0_f64];
    for gap in &gaps[..gaps.len() - 1] {
        starts.push(starts[starts.len() - 1] + gap - mean);
    }
    let first = starts.iter().copied().fold(f64::INFINITY, f64::min);
    let mut found: Vec<_> = cycle.iter().zip(starts).map(|(worm, at)| (worm.plan, (at - first) as u64)).collect();
    found.sort_unstable();
    let messages = found.len();
    found.dedup_by_key(|(plan, _)| *plan);
    (found.len() == messages).then_some(found)
}

/// When a worm asks for what it waits for in the cycle, if it runs alone.
fn asked(harness: &Harness<'_>, case: &Case, run: &Simulation, blocked: &Blocked, wait: &Wait) -> Option<f64> {
    let visits = times(run, blocked.plan, blocked);
    let visit = (0..visits.len()).find(|&visit| {
        let stuck = visits[visit].requested.is_some() && visits[visit].granted.is_none();
        stuck && asks(case, blocked, visit, wait.resource)
    })?;
    let alone = harness.run(&case.select([(blocked.plan, 0)]))?;
    times(&alone, 0, blocked)[visit].requested.map(Time::ns)
}

/// When a worm has a resource, if it runs alone; or asks for it, if that is all that it does in the cycle.
fn taken(harness: &Harness<'_>, case: &Case, owner: &Blocked, wait: &Wait) -> Option<f64> {
    let alone = harness.run(&case.select([(owner.plan, 0)]))?;
    let visits = times(&alone, 0, owner);
    let visit = (0..visits.len()).find(|&visit| asks(case, owner, visit, wait.resource))?;
    let VisitTimes { requested, granted, .. } = visits[visit];
    if wait.held { granted } else { requested }.map(Time::ns)
}

fn times<'r>(run: &'r Simulation, plan: usize, of: &Blocked) -> &'r [VisitTimes] {
    let mut worms = run.timeline.worms();
    worms.find(|worm| (worm.plan, worm.worm) == (plan, of.worm)).map_or(&[], |worm| worm.visits)
}

/// Whether a worm asks for a resource at a visit: its origin, or the end of a hop.
fn asks(case: &Case, of: &Blocked, visit: usize, resource: Resource) -> bool {
    let worm = case.plans[of.plan].worms.get(of.worm);
    let hop = (visit as u32).checked_sub(1);
    let delivers = |node: NodeId| {
        let here = |delivery: &wormcast_plan::Delivery| delivery.node == node && Some(delivery.hop) == hop;
        worm.deliveries.iter().any(here)
    };
    match resource {
        Resource::Channel(channel) | Resource::VirtualChannel(channel, _) => {
            worm.hops.iter().any(|next| next.channel == channel && next.parent() == hop)
        }
        Resource::Consumption(node) | Resource::ConsumptionOfClass(node, _) => delivers(node),
        Resource::Injection(_) => false,
    }
}

fn fewer_messages(harness: &mut Harness<'_>, case: &Case) -> Option<Case> {
    let without = |left_out: usize| {
        let kept = (0..case.plans.len()).filter(|&plan| plan != left_out);
        case.select(kept.map(|plan| (plan, case.messages[plan].start)))
    };
    (0..case.plans.len()).map(without).find(|case| harness.deadlock(case).is_some())
}

fn fewer_destinations(harness: &mut Harness<'_>, case: &Case) -> Option<Case> {
    let may_be_smaller = |message: &Message| message.by == By::Scheme && message.destinations.len() > 1;
    for (index, message) in case.messages.iter().enumerate().filter(|(_, message)| may_be_smaller(message)) {
        for left_out in 0..message.destinations.len() {
            let mut messages = case.messages.clone();
            messages[index].destinations.remove(left_out);
            let smaller = Case { stalls: case.stalls.clone(), ..harness.plan(messages) };
            if harness.deadlock(&smaller).is_some() {
                return Some(smaller);
            }
        }
    }
    None
}

fn fewer_stalls(harness: &Harness<'_>, case: &Case) -> Option<Case> {
    let without = |left_out: usize| {
        let mut fewer = case.clone();
        fewer.stalls.remove(left_out);
        fewer
    };
    (0..case.stalls.len()).map(without).find(|case| harness.deadlock(case).is_some())
}

/// All at once, or at least from 0 on; unless channels are held up at certain times.
fn simpler_starts(harness: &mut Harness<'_>, case: Case) -> Case {
    let first = case.messages.iter().map(|message: &Message| message.start).min().unwrap_or(0);
    let with = |start: &dyn Fn(u64) -> u64| {
        case.select(case.messages.iter().enumerate().map(|(plan, message)| (plan, start(message.start))))
    };
    let simpler = if case.stalls.is_empty() { vec![with(&|_| 0), with(&|start| start - first)] } else { Vec::new() };
    simpler.into_iter().find(|case| harness.deadlock(case).is_some()).unwrap_or(case)
}
