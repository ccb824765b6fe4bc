//! The part of a description after the colon, where it is one number.

use crate::TopologyError;
use crate::grid::canonical_number;
use std::ops::RangeInclusive;

/// The one number that `kind:6` gives, such as a dimension or a height.
///
/// # Errors
/// It is not a plain number, or not in the range; the error says what `what` may be.
pub(crate) fn number(
    kind: &str,
    parameters: &str,
    what: &str,
    range: RangeInclusive<u32>,
) -> Result<u32, TopologyError> {
    let bad = |problem: String| TopologyError::BadParameters {
        spec: format!("{kind}:{parameters}"),
        problem,
        expected: format!("a {what} from {} to {}, such as `{kind}:{}`", range.start(), range.end(), range.start() + 2),
    };
    let digits = !parameters.is_empty() && parameters.bytes().all(|byte| byte.is_ascii_digit());
    match canonical_number(parameters) {
        Some(number) if range.contains(&number) => Ok(number),
        Some(number) if number < *range.start() => Err(bad(format!("a {what} of {number} is too small"))),
        Some(number) => Err(bad(format!("a {what} of {number} is too large"))),
        None if digits && !parameters.starts_with('0') => Err(bad(format!("a {what} of {parameters} is too large"))),
        None if parameters.is_empty() => Err(bad(format!("the {what} is missing"))),
        None => Err(bad(format!("`{parameters}` is not a {what}"))),
    }
}
