//! How far behind a head that does not move a worm stands still.

use crate::WorkloadStatement;
use crate::rules::Steps;
use std::num::NonZeroU32;

/// The length of messages that are sent if nothing asks for another one.
const LENGTH: u32 = 128;

/// How far a blocked head keeps a worm from letting go, in steps. For messages of L flits and buffers of B, with a flit
/// that leaves on all branches at once, that is t = ⌊(L − 1) / B⌋ hops: what a worm holds at a visit it keeps iff a
/// blocked head of it is at most t hops below the last router that both have in common. Where branches go on by
/// themselves it is 2t, and one more if B does not divide L − 1; where buffers take whole messages, 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaches {
    /// The reaches that are possible, in ascending order. The last one also stands for all greater ones if nothing lies
    /// farther away.
    pub values: Vec<u32>,
}

impl Reaches {
    /// The reaches that a statement is about, for worms of at most so many hops in a row. From the steps of `height` on
    /// all are alike. O(height).
    pub fn of(statement: &WorkloadStatement, height: u32) -> Self {
        let steps = Steps::of(statement);
        let greatest = steps.beside(height);
        if statement.policies().takes_whole_messages() {
            return Self { values: vec![0] };
        }
        let mut values: Vec<u32> = match (statement.length, statement.buffer) {
            (Some(length), Some(buffer)) => vec![reach(steps, length.get() - 1, buffer.get(), height)],
            (Some(length), None) => of_some_buffer(steps, length.get() - 1, height),
            (None, Some(NonZeroU32::MIN)) => (0..=height).map(|hops| steps.below(hops)).chain([greatest]).collect(),
            (None, _) => (0..=greatest).collect(),
        };
        values.iter_mut().for_each(|value| *value = (*value).min(greatest));
        values.sort_unstable();
        values.dedup();
        Self { values }
    }

    /// All lengths of messages and sizes of buffers that have this reach, of those that differ for worms of at most so
    /// many hops in a row; none if that is not known.
    pub(crate) fn sizes(
        statement: &WorkloadStatement,
        height: u32,
        reach_of: u32,
    ) -> Option<Vec<(NonZeroU32, NonZeroU32)>> {
        let (steps, buffer) = (Steps::of(statement), statement.buffer?);
        // Longer messages have flits at their origin as long as they stand still.
        let longest = buffer.get().checked_mul(height + 1)?.checked_add(2).and_then(NonZeroU32::new)?;
        let lengths = match statement.length {
            Some(length) => length..=length,
            None => NonZeroU32::MIN..=longest,
        };
        let numbers = (lengths.start().get()..=lengths.end().get()).filter_map(NonZeroU32::new);
        let is_of = |length: &NonZeroU32| {
            let greatest = steps.beside(height);
            reach(steps, length.get() - 1, buffer.get(), height).min(greatest) == reach_of
        };
        Some(numbers.filter(is_of).map(|length| (length, buffer)).collect())
    }

    /// The length of messages, and the flits a buffer, of some that have this reach.
    pub fn messages(statement: &WorkloadStatement, height: u32, reach: u32) -> (u32, u32) {
        let steps = Steps::of(statement);
        let [length, buffer] = [statement.length, statement.buffer].map(|number| number.map(NonZeroU32::get));
        if statement.policies().takes_whole_messages() {
            let length = length.or(buffer).unwrap_or(LENGTH);
            return (length, buffer.unwrap_or(length));
        }
        let is_greatest = reach >= steps.beside(height);
        let hops = steps.hops_below(reach);
        let is_odd = u32::from(steps.below(hops) != reach);
        match (length, buffer) {
            (Some(length), Some(buffer)) => (length, buffer),
            (Some(length), None) if is_greatest => (length, 1),
            (Some(length), None) => (length, some_buffer(length, hops, is_odd == 1)),
            (None, buffer) => {
                let buffer = buffer.unwrap_or(if is_greatest { 1 } else { 1 + is_odd });
                let exact = hops.saturating_mul(buffer).saturating_add(1 + is_odd);
                (if is_greatest { exact.max(LENGTH) } else { exact }, buffer)
            }
        }
    }
}

/// The reach for n = L − 1; more than `height` hops count as one more.
fn reach(steps: Steps, n: u32, buffer: u32, height: u32) -> u32 {
    match n / buffer {
        hops if hops > height => steps.beside(height),
        hops if n.is_multiple_of(buffer) => steps.below(hops),
        hops => steps.beside(hops),
    }
}

/// The reaches for n = L − 1 and B = 1, 2, …; those from `height` on may be left out but for one.
fn of_some_buffer(steps: Steps, n: u32, height: u32) -> Vec<u32> {
    let mut values: Vec<_> = (0..=height.min(n)).flat_map(|hops| of_quotient(steps, n, hops)).flatten().collect();
    values.extend((n > height).then_some(steps.beside(height)));
    values
}

/// The reaches of the buffers B with ⌊n / B⌋ = `hops`: of those that divide n, and of those that do not.
fn of_quotient(steps: Steps, n: u32, hops: u32) -> [Option<u32>; 2] {
    let (least, greatest) = (n / (hops + 1) + 1, n.checked_div(hops).unwrap_or(n + 1));
    let divides = if hops == 0 { n == 0 } else { n.is_multiple_of(hops) };
    let others = (greatest + 1).saturating_sub(least) > u32::from(divides) && n > 0;
    [divides.then_some(steps.below(hops)), others.then_some(steps.beside(hops))]
}

/// A buffer for which messages of this length have a reach of so many hops, and do or do not fill it at last.
fn some_buffer(length: u32, hops: u32, is_odd: bool) -> u32 {
    let n = length - 1;
    let least = n / (hops + 1) + 1;
    match n.checked_div(hops) {
        Some(buffer) if !is_odd => buffer,
        None if !is_odd => length,
        _ => least + u32::from(n.is_multiple_of(least)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reaches, Steps, reach};
    use crate::WorkloadStatement;
    use std::num::NonZeroU32;
    use wormcast_plan::Replication;

    fn statement(replication: Replication, length: u32, buffer: u32) -> WorkloadStatement {
        let [length, buffer] = [length, buffer].map(NonZeroU32::new);
        WorkloadStatement { replication, length, buffer, ..WorkloadStatement::default() }
    }

    #[test]
    fn reaches_are_those_of_some_buffer() {
        for replication in [Replication::LockStep, Replication::Forked] {
            for (n, height) in (0..60).flat_map(|n| (0..20).map(move |height| (n, height))) {
                let asked = statement(replication, n + 1, 0);
                let steps = Steps::of(&asked);
                let mut expected: Vec<_> = (1..=n + 2).map(|buffer| reach(steps, n, buffer, height)).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(Reaches::of(&asked, height).values, expected, "{replication} {n} {height}");
            }
        }
    }

    #[test]
    fn messages_have_the_reach_that_they_are_to_show() {
        for replication in [Replication::LockStep, Replication::Forked] {
            for (length, buffer, height) in
                (0..9).flat_map(|l| (0..5).flat_map(move |b| (0..6).map(move |h| (l, b, h))))
            {
                let asked = statement(replication, length, buffer);
                for value in Reaches::of(&asked, height).values {
                    let (length, buffer) = Reaches::messages(&asked, height, value);
                    let found = reach(Steps::of(&asked), length - 1, buffer, height);
                    assert_eq!(found, value, "{asked:?} {height}: {length} flits, buffers of {buffer}");
                }
            }
        }
    }
}
