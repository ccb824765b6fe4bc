//! The timeline of a run as a picture.

use super::deadlock;
use super::started::Runnable;
use wormcast::draw::{Span, SpanKind, Stop, TimelineChart, TimelineRow, TimelineSection};
use wormcast::sim::{Blocked, Outcome, Simulation, Time, VisitTimes, WormTimes};
use wormcast::topology::NodeId;

/// What every worm held and waited for: a section a worm, in it a row for its origin and one for each of its channels.
pub(super) fn timeline(runnable: &Runnable, run: &Simulation) -> TimelineChart {
    let stop = match &run.outcome {
        Outcome::Deadlock(cycle) => {
            let cycles = [cycle].into_iter().chain(&run.more_cycles);
            let at = cycles.filter_map(|cycle| sealed_at(run, cycle)).min().unwrap_or(Time::ZERO);
            let why = format!("deadlock at {at} ns");
            Some(Stop { at: at.ns(), why, lines: deadlock::lines(runnable, cycle) })
        }
        _ => None,
    };
    TimelineChart {
        title: match runnable.plans.len() {
            1 => format!("{} in time", runnable.plans[0].0.scheme()),
            plans => format!("{plans} plans in time"),
        },
        unit: "ns".into(),
        sections: run.timeline.worms().zip(0..).map(|(worm, hue)| section(runnable, run, worm, hue)).collect(),
        stop,
    }
}

/// From when on a cycle cannot be left: its last worm has asked for what another one holds. Others may still move.
fn sealed_at(run: &Simulation, cycle: &[Blocked]) -> Option<Time> {
    cycle.iter().filter_map(|blocked| stuck_since(run, blocked)).max()
}

/// Since when a worm asks for what it never gets.
fn stuck_since(run: &Simulation, blocked: &Blocked) -> Option<Time> {
    let own = run.timeline.worms().find(|worm| (worm.plan, worm.worm) == (blocked.plan, blocked.worm))?;
    own.visits.iter().filter(|visit| visit.granted.is_none()).filter_map(|visit| visit.requested).min()
}

/// `hue` is the number of the worm among those of all plans.
fn section(runnable: &Runnable, run: &Simulation, times: WormTimes<'_>, hue: u32) -> TimelineSection {
    let worm = runnable.worms(times.plan).get(times.worm);
    let graph = runnable.topology().graph();
    let name = |node: NodeId| runnable.topology().node_name(node);
    let span = |start: Option<Time>, end: Option<Time>, kind| span(start, end, kind, hue);
    let waiting = |visit: VisitTimes| span(visit.requested, visit.granted, SpanKind::Waiting);
    let start = times.visits[0];
    let overhead = span(start.arrived, start.requested, SpanKind::Overhead);
    let origin = TimelineRow {
        name: format!("at {}", name(worm.origin)),
        spans: [overhead, waiting(start)].into_iter().flatten().collect(),
        deliveries: Vec::new(),
    };
    let channel = |index: usize| {
        let hop = worm.hops[index];
        let before = hop.parent().map_or(0, |parent| parent as usize + 1);
        let here = times.visits[index + 1];
        let held = span(times.visits[before].granted, here.released, SpanKind::Held);
        TimelineRow {
            name: format!("{} → {}", name(graph.source(hop.channel)), name(graph.target(hop.channel))),
            spans: [held, waiting(here)].into_iter().flatten().collect(),
            deliveries: deliveries(run, times, graph.target(hop.channel), worm.deliveries, index as u32),
        }
    };
    let plan = if runnable.plans.len() > 1 { format!("plan {}, ", times.plan) } else { String::new() };
    TimelineSection {
        name: format!("{plan}worm {}", times.worm),
        rows: std::iter::once(origin).chain((0..worm.hops.len()).map(channel)).collect(),
    }
}

/// When a destination has the message, if this hop brings it.
fn deliveries(
    run: &Simulation,
    times: WormTimes<'_>,
    node: NodeId,
    deliveries: &[wormcast::plan::Delivery],
    hop: u32,
) -> Vec<f64> {
    if !deliveries.iter().any(|delivery| delivery.hop == hop) {
        return Vec::new();
    }
    let plan = &run.plans[times.plan];
    let ours = plan.deliveries.iter().filter(|arrival| arrival.worm == times.worm && arrival.node == node);
    ours.map(|arrival| plan.start.ns() + arrival.latency.ns()).collect()
}

/// A span; none if it never began or took no time.
fn span(start: Option<Time>, end: Option<Time>, kind: SpanKind, worm: u32) -> Option<Span> {
    let (start, end) = (start?.ns(), end.map(Time::ns));
    (end != Some(start)).then(|| Span { start, end, kind, worm, label: String::new() })
}
