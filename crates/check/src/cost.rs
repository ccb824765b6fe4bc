//! The stated costs, against a count of our own.

use crate::draft::Draft;
use crate::{CostName, Report, Violation};
use std::collections::BTreeMap;
use wormcast_plan::PlanDocument;

pub(crate) fn judge(document: &PlanDocument, draft: &Draft<'_>, report: &mut Report) {
    let (counts, stated) = (draft.counts(), document.cost);
    let last_round = document.worms.iter().map(|worm| worm.round).max();
    let rounds = last_round.map_or(0, |last| u64::from(last) + 1);
    let mut compare = |cost, stated, actual| {
        if stated != actual {
            report.add(Violation::WrongCost { cost, stated, actual });
        }
    };
    compare(CostName::Channels, stated.channels, counts.hops as u64);
    if let Some(actual) = longest_path(draft) {
        compare(CostName::LongestPath, stated.longest_path, actual);
    }
    compare(CostName::Rounds, stated.rounds.into(), rounds);
    compare(CostName::Worms, stated.worms.into(), counts.worms as u64);
}

/// The greatest depth of a delivery in each round, summed over the rounds; none when a delivery has no depth.
fn longest_path(draft: &Draft<'_>) -> Option<u64> {
    let mut longest = BTreeMap::new();
    for worm in draft.worms() {
        for delivery in worm.document.deliver() {
            let depth = worm.hops.get(delivery.hop as usize)?.depth?;
            let so_far: &mut u32 = longest.entry(worm.document.round).or_default();
            *so_far = depth.max(*so_far);
        }
    }
    Some(longest.values().map(|&depth| u64::from(depth)).sum())
}
