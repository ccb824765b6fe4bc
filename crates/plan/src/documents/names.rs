//! Names that occur again and again, kept once each.

use hashbrown::HashTable;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Texts by number, in the order in which they came first. Some twenty bytes a name, beside its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// All texts, one after another.
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// The numbers, by text. Never iterated over.
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl Names {
    /// The number of a name, which is new or was there before; none if there are too many.
    pub(super) fn number(&mut self, name: &str) -> Option<u32> {
        let Self { text, ends, numbers, hasher } = self;
        let hash = hasher.hash_one(name);
        if let Some(&number) = numbers.find(hash, |&number| text_of(text, ends, number) == name) {
            return Some(number);
        }
        let number = u32::try_from(ends.len()).ok()?;
        text.push_str(name);
        ends.push(text.len());
        let hash_of = |&number: &u32| hasher.hash_one(text_of(text, ends, number));
        numbers.insert_unique(hash, number, hash_of);
        Some(number)
    }

    /// The name of a number that was given out.
    pub(super) fn name(&self, number: u32) -> &str {
        text_of(&self.text, &self.ends, number)
    }
}

fn text_of<'t>(text: &'t str, ends: &[usize], number: u32) -> &'t str {
    let number = number as usize;
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[number]]
}
