//! When every worm was where.

use super::started::Runnable;
use crate::table::{self, Align, SHOWN};
use serde::Serialize;
use wormcast::sim::{Simulation, Time, VisitTimes, WormTimes};
use wormcast::topology::NodeId;

/// The visits of a worm, in JSON.
#[derive(Serialize)]
pub(super) struct WormDocument {
    plan: usize,
    worm: u32,
    visits: Vec<VisitDocument>,
}

#[derive(Serialize)]
struct VisitDocument {
    node: String,
    arrived_ns: Option<Time>,
    requested_ns: Option<Time>,
    granted_ns: Option<Time>,
    released_ns: Option<Time>,
}

/// The timeline in JSON.
pub(super) fn document(runnable: &Runnable, run: &Simulation) -> Vec<WormDocument> {
    let visit = |(node, times): (NodeId, VisitTimes)| VisitDocument {
        node: runnable.topology().node_name(node),
        arrived_ns: times.arrived,
        requested_ns: times.requested,
        granted_ns: times.granted,
        released_ns: times.released,
    };
    let worm = |worm: WormTimes<'_>| WormDocument {
        plan: worm.plan,
        worm: worm.worm,
        visits: visits(runnable, worm).map(visit).collect(),
    };
    run.timeline.worms().map(worm).collect()
}

/// The timeline as a table: a line a visit.
pub(super) fn in_words(runnable: &Runnable, run: &Simulation) -> String {
    let columns = [
        ("plan", Align::Right),
        ("worm", Align::Right),
        ("at", Align::Left),
        ("arrived (ns)", Align::Right),
        ("requested", Align::Right),
        ("granted", Align::Right),
        ("released", Align::Right),
    ];
    let total = run.timeline.worms().map(|worm| worm.visits.len()).sum();
    let all = run.timeline.worms().flat_map(|worm| visits(runnable, worm).map(move |visit| (worm, visit)));
    let row = |(worm, (node, times)): (WormTimes<'_>, (NodeId, VisitTimes))| {
        let [arrived, requested, granted, released] =
            [times.arrived, times.requested, times.granted, times.released].map(in_ns);
        let node = runnable.topology().node_name(node);
        vec![worm.plan.to_string(), worm.worm.to_string(), node, arrived, requested, granted, released]
    };
    table::render(&columns, all.take(SHOWN).map(row)) + &table::rest(total, "visit", "visits")
}

fn in_ns(time: Option<Time>) -> String {
    time.map_or("-".into(), |time| time.to_string())
}

/// The visits of a worm with their nodes: its origin, then the end of each hop.
fn visits<'a>(runnable: &'a Runnable, times: WormTimes<'a>) -> impl Iterator<Item = (NodeId, VisitTimes)> + 'a {
    let worm = runnable.worms(times.plan).get(times.worm);
    let graph = runnable.topology().graph();
    let ends = worm.hops.iter().map(|hop| graph.target(hop.channel));
    std::iter::once(worm.origin).chain(ends).zip(times.visits.iter().copied())
}
