//! Checks of single values of an experiment file.

use super::ExperimentError;
use super::error::blame;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;
use toml::Spanned;

/// A number in a range; `what` says what it should be.
pub(super) fn between(value: &Spanned<f64>, range: Range<f64>, what: &str) -> Result<f64, ExperimentError> {
    match range.contains(value.get_ref()) {
        true => Ok(*value.get_ref()),
        false => Err(blame(value, format!("{} is not {what}", in_few_digits(*value.get_ref())))),
    }
}

/// A number in few digits: large and small ones with a power of ten.
fn in_few_digits(number: f64) -> String {
    match number == 0.0 || (1e-6..1e9).contains(&number.abs()) {
        true => number.to_string(),
        false => format!("{number:e}"),
    }
}

/// A share from 0 to 1.
pub(super) fn share(value: &Spanned<f64>) -> Result<f64, ExperimentError> {
    match (0.0..=1.0).contains(value.get_ref()) {
        true => Ok(*value.get_ref()),
        false => Err(blame(value, format!("{} is not a share from 0 to 1", in_few_digits(*value.get_ref())))),
    }
}

/// A whole number of at least 1; `what` says of what.
pub(super) fn positive(value: &Spanned<u64>, what: &str) -> Result<u64, ExperimentError> {
    match *value.get_ref() {
        0 => Err(blame(value, format!("0 is not a number of {what}; at least 1"))),
        count => Ok(count),
    }
}

/// Refuses a list in which a value stands twice. O(n log n) for n values.
pub(super) fn refuse_repeated<T: Display, S>(values: &[T], place: &Spanned<S>) -> Result<(), ExperimentError> {
    // The shortest form of a number has one text for each value.
    let mut known = BTreeSet::new();
    match values.iter().map(T::to_string).find(|value| !known.insert(value.clone())) {
        Some(value) => Err(blame(place, format!("{value} is named twice"))),
        None => Ok(()),
    }
}
