//! How far a comparison is.

use std::fmt;

/// What a comparison does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparingStep<'s> {
    /// The scheme, with its options.
    pub scheme: &'s str,
    /// How many schemes are done.
    pub done: usize,
    /// Of how many.
    pub schemes: usize,
    /// The multicast that is planned, from 0; as many as there are while the scheme is proved.
    pub set: usize,
    /// How many multicasts there are.
    pub sets: usize,
}

impl fmt::Display for ComparingStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, done, schemes, set, sets } = self;
        write!(f, "`{scheme}`, scheme {} of {schemes}: ", done + 1)?;
        match (set, sets) {
            _ if set == sets => f.write_str("proving"),
            (_, 1) => f.write_str("planning"),
            _ => write!(f, "planning set {} of {sets}", set + 1),
        }
    }
}
