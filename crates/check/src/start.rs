//! When worms start: their numbers, the worms that they start after, and their rounds.

use crate::draft::{After, Draft, DraftWorm};
use crate::words::shown;
use crate::{Report, Violation};
use std::collections::HashMap;
use wormcast_plan::PlanDocument;
use wormcast_topology::NodeId;

/// How many worms of a cycle are listed.
const MAX_LISTED: usize = 16;

/// Worms are numbered in order, from 0.
pub(crate) fn judge_numbers(document: &PlanDocument, report: &mut Report) {
    let mut places = HashMap::with_capacity(document.worms.len());
    for (place, worm) in document.worms.iter().enumerate() {
        let (place, id) = (place as u32, worm.id);
        let first = *places.entry(id).or_insert(place);
        if first != place {
            report.add(Violation::RepeatedWormNumber { worm: place, id, first });
        } else if id != place {
            report.add(Violation::WormNumber { worm: place, id });
        }
    }
}

/// Every worm starts at the source, or after a delivery at its origin in an earlier round.
pub(crate) fn judge(draft: &Draft<'_>, report: &mut Report) {
    let mut delivered = Vec::with_capacity(draft.counts().deliveries);
    for worm in draft.worms() {
        delivered.extend(worm.deliveries.iter().flatten().map(|&node| (worm.place, node)));
    }
    delivered.sort_unstable();
    let in_cycle = judge_cycles(draft, report);
    for worm in draft.worms() {
        judge_after(draft, worm, &delivered, report);
        if !in_cycle[worm.place as usize] {
            judge_round(draft, worm, report);
        }
    }
}

fn judge_after(draft: &Draft<'_>, worm: DraftWorm<'_>, delivered: &[(u32, NodeId)], report: &mut Report) {
    let (Some(origin), Some(source)) = (worm.origin, draft.source) else {
        return;
    };
    let (place, at_source) = (worm.place, origin == source);
    match (worm.document.after, worm.after) {
        (None, _) if !at_source => {
            report.add(Violation::StartsWithoutMessage { worm: place, origin: shown(worm.document.origin) });
        }
        (Some(after), _) if at_source => report.add(Violation::AfterAtSource { worm: place, after }),
        (_, After::Missing(after)) => report.add(Violation::NoSuchWorm { worm: place, after }),
        (Some(after), After::Worm(other)) if delivered.binary_search(&(other, origin)).is_err() => {
            let origin = shown(worm.document.origin);
            report.add(Violation::AfterDeliversElsewhere { worm: place, origin, after });
        }
        _ => {}
    }
}

fn judge_round(draft: &Draft<'_>, worm: DraftWorm<'_>, report: &mut Report) {
    let Some(after) = draft.starts_after(worm) else {
        return;
    };
    let (round, after_round) = (worm.document.round, draft.worm(after).document.round);
    if round <= after_round {
        report.add(Violation::RoundNotLater { worm: worm.place, round, after, after_round });
    }
}

/// Reports the cycles of worms that start after each other, and marks their worms. Every worm starts after at most
/// one other: from each, follow the chain to its end, or to a worm that was met before. O(worms).
fn judge_cycles(draft: &Draft<'_>, report: &mut Report) -> Vec<bool> {
    const UNMET: u32 = u32::MAX;
    let count = draft.counts().worms;
    let mut in_cycle = vec![false; count];
    // The chain on which a worm was met first: the place where that chain begins.
    let mut met_from = vec![UNMET; count];
    for start in 0..count as u32 {
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(worm) = next.filter(|&worm| met_from[worm as usize] == UNMET) {
            met_from[worm as usize] = start;
            chain.push(worm);
            next = draft.starts_after(draft.worm(worm));
        }
        // Back on the chain itself, and not on an earlier one: a cycle.
        let Some(entry) = next.filter(|&worm| met_from[worm as usize] == start) else {
            continue;
        };
        let at = chain.iter().position(|&worm| worm == entry).expect("the worm was met on this chain");
        let cycle = &chain[at..];
        cycle.iter().for_each(|&worm| in_cycle[worm as usize] = true);
        let worms = cycle.iter().take(MAX_LISTED).copied().collect();
        report.add(Violation::AfterCycle { worms, length: cycle.len() });
    }
    in_cycle
}
