//! How far destinations are at most, as a plan says it.

use crate::draft::{Draft, DraftWorm, Parent};
use crate::words::shown;
use serde_json::Value;
use wormcast_plan::{ChannelWeight, ChannelWeights};

/// What cannot be as a plan says it of how far its destinations are along its worms, each from where it starts.
pub(super) fn contradiction(told: &Value, draft: &Draft<'_>) -> Option<String> {
    let (Some(by), Some(most)) = (told.get("by").and_then(Value::as_str), told.get("most").and_then(Value::as_f64))
    else {
        return Some("how far destinations are is told `by` something, with a number that is the `most`".to_owned());
    };
    let by = ChannelWeight::from(by.to_owned());
    let weights = match by.of_all(draft.topology) {
        Ok(weights) => weights,
        Err(none) => return Some(format!("destinations are said to be within a bound, and {none}")),
    };
    draft.worms().find_map(|worm| too_far(&worm, &weights, most)).map(|(node, far)| {
        format!("{node} is {} {} from where its worm starts, beyond the bound of {most}", weights.told(far), by.unit())
    })
}

/// The first delivery of a worm that is farther than it may be, and how far it is.
fn too_far(worm: &DraftWorm<'_>, weights: &ChannelWeights, most: f64) -> Option<(String, u64)> {
    let most = weights.bound(most);
    let mut far: Vec<u64> = Vec::with_capacity(worm.hops.len());
    for hop in worm.hops {
        let before = match hop.parent {
            Parent::Hop(parent) => far.get(parent as usize).copied().unwrap_or(0),
            Parent::Origin | Parent::Broken(_) => 0,
        };
        let own = hop.channel.map_or(0, |channel| weights.parts[channel.index()]);
        far.push(before.saturating_add(own));
    }
    let distance = |hop: u32| far.get(hop as usize).copied().unwrap_or(0);
    let delivery = worm.document.deliver().find(|delivery| distance(delivery.hop) > most)?;
    Some((shown(delivery.node), distance(delivery.hop)))
}
