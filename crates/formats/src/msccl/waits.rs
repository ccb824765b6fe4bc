//! What GPUs take in only after they have sent something.

use super::{Met, Steps};
use crate::text::Flaw;
use std::collections::BTreeMap;

/// More waits than these are refused.
const MAX_WAITS: usize = 1 << 22;

/// For each message that is taken in, each one that its GPU sends in a step that comes before, or in the same step. Not
/// the last ones alone: a plan says nothing of the order in which a GPU sends. O(messages · steps of a GPU).
pub(super) fn waits(steps: &Steps, transfers: &[Met]) -> Result<Vec<[usize; 2]>, Flaw> {
    let sent_by: BTreeMap<usize, usize> =
        transfers.iter().zip(0..).map(|(met, message)| (met.sent_by, message)).collect();
    let mut waits = Vec::new();
    // The message for which each step was last looked at.
    let mut seen = vec![usize::MAX; steps.steps.len()];
    for (message, met) in transfers.iter().enumerate() {
        let first = waits.len();
        let mut open = vec![met.taken_by];
        while let Some(step) = open.pop() {
            if std::mem::replace(&mut seen[step], message) == message {
                continue;
            }
            waits.extend(sent_by.get(&step).map(|&sent| [message, sent]));
            open.extend(&steps.steps[step].after);
        }
        if waits.len() > MAX_WAITS {
            let at = steps.steps[met.taken_by].at;
            return Err(Flaw::new(at, format!("more than the {MAX_WAITS} waits that are accepted")));
        }
        waits[first..].sort_unstable();
    }
    Ok(waits)
}
