//! What a plan says of its own optimality.

use crate::draft::Draft;
use crate::{Proved, ProvedStar};
use serde_json::{Value, json};
use wormcast_plan::{ChannelWeight, PlanDocument};

/// What a plan may have little of beside channels' weights.
const NO_WEIGHTS: [&str; 4] = ["channels", "longest-path", "rounds", "hops"];

/// What cannot be as a plan says it of its own optimality.
pub(super) fn contradiction(told: &Value, document: &PlanDocument, draft: &Draft<'_>) -> Option<String> {
    let number = |key: &str| told.get(key).and_then(Value::as_f64);
    let value = number("value")?;
    let what = told.get("minimizes").and_then(Value::as_str).unwrap_or_default();
    let channels = document.cost.channels;
    if what == "hops" && value != channels as f64 {
        return Some(format!("the value is {value} hops, and its worms take {channels}"));
    }
    if !NO_WEIGHTS.contains(&what)
        && let Some(weight) = weight(what, draft).filter(|&weight| (weight - value).abs() > 1e-6 * weight.max(1.0))
    {
        return Some(format!("the value is {value}, and its worms weigh {weight} by {what}"));
    }
    let low = number("lower_bound").filter(|&bound| bound > value);
    let low = low.map(|bound| format!("the value is {value}, below the lower bound {bound}"));
    let high = number("upper_bound").filter(|&bound| bound < value);
    low.or_else(|| high.map(|bound| format!("the value is {value}, above the upper bound {bound}")))
}

/// What all channels of the plan weigh together; none if not all channels of the network have such a weight.
fn weight(what: &str, draft: &Draft<'_>) -> Option<f64> {
    let weights = ChannelWeight::from(what.to_owned()).of_all(draft.topology).ok()?;
    let channels = draft.worms().flat_map(|worm| worm.hops.iter().filter_map(|hop| hop.channel));
    let sum = channels.fold(0_u64, |sum, channel| sum.saturating_add(weights.parts[channel.index()]));
    weights.told(sum).as_f64()
}

/// Whether what a plan says about its optimality is what its certificate proves, and no more.
pub(super) fn is_proved(told: &Value, proved: Option<&Proved>) -> bool {
    let proved = match proved {
        Some(Proved::Star(star)) => Some(*star),
        Some(Proved::Tree(tree)) => return *told == tree.told(),
        Some(Proved::Packing(packing)) => return *told == packing.told(),
        Some(Proved::Layers(_)) => None,
        None => None,
    };
    let known = ["minimizes", "value", "lower_bound", "exact", "first_hop"];
    let says_more = told.as_object().is_none_or(|told| told.keys().any(|key| !known.contains(&key.as_str())));
    let is = |key, value: Value| told.get(key) == Some(&value);
    // A bound on stars that leave the source by R says nothing of those that leave it freely.
    let rule = |proved: ProvedStar| told.get("first_hop").unwrap_or(&json!("routing")) == &json!(proved.first_hop);
    let holds = |proved: ProvedStar| {
        is("minimizes", json!(proved.minimizes))
            && rule(proved)
            && is("value", proved.value.into())
            && is("lower_bound", proved.bound.into())
            && is("exact", proved.optimal.into())
    };
    !says_more && proved.is_some_and(holds)
}
