//! Changes at random to documents.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// How many inputs a long run tries: what `INPUTS` says, or else this number.
pub(crate) fn inputs(default: u64) -> u64 {
    std::env::var("INPUTS").ok().map_or(default, |text| text.parse().expect("INPUTS is a number"))
}

/// A change that keeps nothing but JSON, somewhere inside.
pub(crate) fn wreck(plan: &mut Value, rng: &mut Xoshiro256PlusPlus) {
    let pointers = pointers(plan);
    let [one, other] = [0; 2].map(|_| pointers.choose(rng).unwrap());
    let deep = (0..rng.random_range(1..200)).fold(json!(1), |inner, _| json!([inner]));
    let values = [json!(null), json!(-1), json!(4_294_967_295_u32), json!(u64::MAX), json!(1e300), json!(""), deep];
    let value = if rng.random_bool(0.5) { values.choose(rng).unwrap().clone() } else { at(plan, other).clone() };
    *plan.pointer_mut(one).unwrap() = value;
    if let (Some((parent, key)), true) = (one.rsplit_once('/'), rng.random_bool(0.3)) {
        match plan.pointer_mut(parent) {
            Some(Value::Object(map)) => drop(map.remove(key)),
            Some(Value::Array(list)) => drop(list.remove(key.parse().unwrap())),
            _ => {}
        }
    }
}

/// A change that may not even keep JSON: a byte changed, or a piece of the text repeated, keys and all.
pub(crate) fn scribble(text: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let from = rng.random_range(0..text.len());
    match rng.random_bool(0.5) {
        true => text[from] = *b"\0\"{}[]:,0-e.\xff\\9 ".choose(rng).unwrap(),
        false => {
            let to = rng.random_range(from..text.len().min(from + 60));
            let piece = text[from..to].to_vec();
            text.splice(to..to, piece);
        }
    }
}

pub(crate) fn at<'a>(plan: &'a Value, pointer: &str) -> &'a Value {
    plan.pointer(pointer).unwrap()
}

/// The pointer of every value but the whole.
pub(crate) fn pointers(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (key, value) in children {
        let below = pointers(value);
        all.push(format!("/{key}"));
        all.extend(below.iter().map(|pointer| format!("/{key}{pointer}")));
    }
    all
}

/// A change to one number: one more, one less, or any small one.
pub(crate) fn nudge(document: &mut Value, rng: &mut Xoshiro256PlusPlus) {
    let numbers: Vec<_> = pointers(document).into_iter().filter(|pointer| at(document, pointer).is_i64()).collect();
    let Some(pointer) = numbers.choose(rng) else { return };
    let number = document.pointer_mut(pointer).unwrap();
    let old = number.as_i64().unwrap();
    *number = json!([old.wrapping_add(1), old.wrapping_sub(1), rng.random_range(-3..20)][rng.random_range(0..3)]);
}

/// Some changes under a key of a document, most of them small.
pub(crate) fn forge(document: &mut Value, key: &str, rng: &mut Xoshiro256PlusPlus) {
    let mut part = json!({ key: document[key].take() });
    for _ in 0..rng.random_range(1..6) {
        match rng.random_bool(0.8) {
            true => nudge(&mut part, rng),
            false if part[key].is_null() => {}
            false => wreck(&mut part, rng),
        }
    }
    document[key] = part.get_mut(key).map(Value::take).unwrap_or_default();
}
