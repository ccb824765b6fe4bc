//! Whether the steps of a schedule can be done in some order at all.

use super::{Met, Steps};
use crate::text::Flaw;

/// Refuses steps that wait for each other in a circle: the one before in its thread block, the one that a step names,
/// and the one that sends what it receives. No network could do them. O(steps).
pub(super) fn check(steps: &Steps, transfers: &[Met]) -> Result<(), Flaw> {
    let mut before: Vec<Vec<usize>> = steps.steps.iter().map(|step| step.after.clone()).collect();
    transfers.iter().for_each(|met| before[met.taken_by].push(met.sent_by));
    let mut after = vec![Vec::new(); before.len()];
    for (step, others) in before.iter().enumerate() {
        others.iter().for_each(|&other| after[other].push(step));
    }
    let mut open: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..open.len()).filter(|&step| open[step] == 0).collect();
    while let Some(step) = ready.pop() {
        for &next in &after[step] {
            open[next] -= 1;
            if open[next] == 0 {
                ready.push(next);
            }
        }
    }
    match open.iter().position(|&waits| waits > 0) {
        None => Ok(()),
        Some(stuck) => Err(circle(steps, &before, &open, stuck)),
    }
}

/// A circle among the steps that are never done: each of them has one such before it.
fn circle(steps: &Steps, before: &[Vec<usize>], open: &[usize], stuck: usize) -> Flaw {
    let mut met = vec![usize::MAX; before.len()];
    let mut way = Vec::new();
    let mut at = stuck;
    while met[at] == usize::MAX {
        met[at] = way.len();
        way.push(at);
        at = *before[at].iter().find(|&&other| open[other] > 0).expect("it waits for a step that is never done");
    }
    let told = |&step: &usize| {
        let [gpu, block, place] = steps.steps[step].place;
        format!("step {place} of thread block {block} of GPU {gpu}")
    };
    let names: Vec<_> = way[met[at]..].iter().take(8).map(told).collect();
    let problem = format!("these steps wait for each other in a circle, on any network: {}", names.join(", for "));
    Flaw::new(steps.steps[at].at, problem)
}
