//! When every worm was where, in words.

use crate::table::{self, Align, SHOWN};
use wormcast::WormTimeline;
use wormcast::sim::Time;

/// The timeline as a table: a line a visit.
pub(super) fn in_words(timeline: &[WormTimeline]) -> String {
    let columns = [
        ("plan", Align::Right),
        ("worm", Align::Right),
        ("at", Align::Left),
        ("arrived (ns)", Align::Right),
        ("requested", Align::Right),
        ("granted", Align::Right),
        ("released", Align::Right),
    ];
    let total = timeline.iter().map(|worm| worm.visits.len()).sum();
    let all = timeline.iter().flat_map(|worm| worm.visits.iter().map(move |visit| (worm, visit)));
    let rows = all.take(SHOWN).map(|(worm, visit)| {
        let times = [visit.arrived_ns, visit.requested_ns, visit.granted_ns, visit.released_ns].map(in_ns);
        [worm.plan.to_string(), worm.worm.to_string(), visit.node.clone()].into_iter().chain(times).collect()
    });
    table::render(&columns, rows) + &table::rest(total, "visit", "visits")
}

fn in_ns(time: Option<Time>) -> String {
    time.map_or("-".into(), |time| time.to_string())
}
