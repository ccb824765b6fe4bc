//! How far behind a head that does not move a worm stands still.

use crate::WorkloadStatement;

/// How far a blocked head keeps a worm from letting go: the reach t = ⌊(L − 1) / B⌋ for messages of L flits and buffers
/// of B. What a worm holds at a visit it keeps iff a blocked head of it is at most t hops below the last router that
/// both have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaches {
    /// The reaches that are possible, in ascending order. The last one also stands for all greater ones if nothing lies
    /// farther away.
    pub values: Vec<u32>,
}

impl Reaches {
    /// The reaches that a statement is about, for worms of at most so many hops in a row. From `height` on all are
    /// alike.
    pub fn of(statement: &WorkloadStatement, height: u32) -> Self {
        let mut values: Vec<u32> = match (statement.length, statement.buffer) {
            (Some(length), Some(buffer)) => vec![(length.get() - 1) / buffer.get()],
            (Some(length), None) => quotients(length.get() - 1, height),
            (None, _) => (0..=height).collect(),
        };
        values.iter_mut().for_each(|value| *value = (*value).min(height));
        values.sort_unstable();
        values.dedup();
        Self { values }
    }
}

/// The values of ⌊n / B⌋ for B = 1, 2, …; those from `height` on count as `height`.
fn quotients(n: u32, height: u32) -> Vec<u32> {
    let possible = |&value: &u32| value == 0 || n / (n / value) == value;
    let mut values: Vec<_> = (0..=height.min(n)).filter(possible).collect();
    values.extend((n >= height).then_some(height));
    values
}

#[cfg(test)]
mod tests {
    use super::quotients;

    #[test]
    fn quotients_are_those_of_some_buffer() {
        for (n, height) in (0..60).flat_map(|n| (0..20).map(move |height| (n, height))) {
            let mut expected: Vec<_> = (1..=n + 1).map(|buffer| (n / buffer).min(height)).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut found = quotients(n, height);
            found.dedup();
            assert_eq!(found, expected, "{n} {height}");
        }
    }
}
