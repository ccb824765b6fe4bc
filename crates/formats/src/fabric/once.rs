//! Tables each of whose entries stands once.

use std::collections::HashMap;
use std::hash::Hash;

/// The entries of a table as it is read, each with its line: two that differ make it say nothing.
pub(super) struct Once<K, V>(HashMap<K, (V, usize)>);

impl<K: Eq + Hash, V: PartialEq> Once<K, V> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Puts in the entry of a line.
    ///
    /// # Errors
    /// Another line has another one; `say` tells an entry in words.
    pub(super) fn put(&mut self, line: usize, key: K, value: V, say: impl Fn(&V) -> String) -> Result<(), String> {
        if let Some((known, before)) = self.0.get(&key).filter(|(known, _)| *known != value) {
            let (here, there) = (say(&value), say(known));
            return Err(format!("here {here}, and in line {before} {there}; expected one entry, or equal ones"));
        }
        self.0.entry(key).or_insert((value, line));
        Ok(())
    }

    /// The entries without their lines.
    pub(super) fn entries(self) -> impl Iterator<Item = (K, V)> {
        self.0.into_iter().map(|(key, (value, _))| (key, value))
    }
}
