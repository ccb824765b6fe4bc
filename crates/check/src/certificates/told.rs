//! What a plan says of its own optimality.

use crate::draft::Draft;
use crate::{Proved, ProvedStar};
use serde_json::{Value, json};
use wormcast_plan::{ChannelWeight, Cost, PlanDocument};

/// What cannot be as a plan says it of its own optimality.
pub(super) fn contradiction(told: &Value, document: &PlanDocument, draft: &Draft<'_>) -> Option<String> {
    let number = |key: &str| told.get(key).and_then(Value::as_f64);
    let value = number("value")?;
    let what = told.get("minimizes").and_then(Value::as_str).unwrap_or_default();
    let value_problem = match counted(what, document.cost) {
        Some(count) => {
            (value != count as f64).then(|| format!("the value is {value} {what}, and its worms have {count}"))
        }
        None => {
            let weight = weight(what, draft).filter(|&weight| (weight - value).abs() > 1e-6 * weight.max(1.0));
            weight.map(|weight| format!("the value is {value}, and its worms weigh {weight} by {what}"))
        }
    };
    let second = || {
        told.get("then").and_then(|then| contradiction(then, document, draft)).or_else(|| {
            let within = number("longest_within").filter(|&most| most < document.cost.longest_path as f64)?;
            Some(format!("its longest path is within {within}, and it is {}", document.cost.longest_path))
        })
    };
    value_problem.or_else(|| bounds_problem(told, value, counted(what, document.cost).is_some())).or_else(second)
}

/// How much a plan has of what is counted, and not weighed.
fn counted(what: &str, cost: Cost) -> Option<u64> {
    match what {
        "channels" | "hops" => Some(cost.channels),
        "longest-path" | "longest_path" => Some(cost.longest_path),
        "rounds" => Some(cost.rounds.into()),
        _ => None,
    }
}

/// What cannot be as the bounds of a value are told.
fn bounds_problem(told: &Value, value: f64, is_counted: bool) -> Option<String> {
    let number = |key: &str| told.get(key).and_then(Value::as_f64);
    if let Some(bound) = number("lower_bound_if_not_disjoint").filter(|&bound| bound > value) {
        return Some(format!("the value is {value}, below the lower bound {bound} of what need not be disjoint"));
    }
    if is_counted && told.get("exact") == Some(&json!(true)) && number("lower_bound").is_none() {
        return Some("it is said to be exact, and no lower bound is told".to_owned());
    }
    if let Some(bound) = number("lower_bound") {
        if bound > value {
            return Some(format!("the value is {value}, below the lower bound {bound}"));
        }
        if let Some(gap) = number("gap").filter(|gap| *gap != value - bound) {
            return Some(format!("the gap between {value} and {bound} is not {gap}"));
        }
        if is_counted && bound != value && told.get("exact") == Some(&json!(true)) {
            return Some(format!("the value is {value}, not exactly the lower bound {bound}"));
        }
    }
    let high = number("upper_bound").filter(|&bound| bound < value);
    high.map(|bound| format!("the value is {value}, above the upper bound {bound}"))
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
