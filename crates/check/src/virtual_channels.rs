//! The virtual channels that a plan names: one for each hop, as many as its channel may have.

use crate::draft::Draft;
use crate::{Report, Violation};
use serde::Deserialize;
use serde_json::Value;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, PlanDocument, VIRTUAL_CHANNELS_KEY, virtual_channels_at};

pub(crate) fn judge(document: &PlanDocument, draft: &Draft<'_>, report: &mut Report) {
    let problem = document.extra.get(VIRTUAL_CHANNELS_KEY).and_then(|value| problem(value, draft));
    if let Some(problem) = problem {
        report.add(Violation::BadVirtualChannels { problem });
    }
}

/// What is wrong with the lists, first of all. O(hops).
fn problem(value: &Value, draft: &Draft<'_>) -> Option<String> {
    let Ok(lists) = Vec::<Vec<u32>>::deserialize(value) else {
        return Some("expected a list for each worm, with a number for each of its hops".to_owned());
    };
    let worms = draft.worms().count();
    if lists.len() != worms {
        return Some(format!("there are {} lists for {worms} worms", lists.len()));
    }
    draft.worms().zip(&lists).find_map(|(worm, list)| {
        let (place, hops) = (worm.place, worm.hops.len());
        if list.len() != hops {
            return Some(format!("the list of worm {place} has {} numbers for {hops} hops", list.len()));
        }
        worm.hops.iter().zip(list).find_map(|(hop, &number)| {
            let channel = hop.channel?;
            let count = virtual_channels_at(draft.topology, channel, MAX_VIRTUAL_CHANNELS);
            let name = || draft.topology.channel_name(channel);
            (number >= count)
                .then(|| format!("worm {place} names number {number} of {}, which has at most {count}, from 0", name()))
        })
    })
}
