//! How much of a file belongs to no key that is known.

use serde::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// How many bytes the unknown keys of a file, with their values, may have together: 16 MiB. Readers keep them as trees,
/// which take up to a hundred times as much memory as their text.
pub const MAX_UNKNOWN: usize = 1 << 24;

/// How many bytes the keys of a JSON object that are not among those that are known have together, with their values. 0
/// for a text that is no object: readers say what is wrong with it. O(length) time, O(1) memory.
///
/// ```
/// use wormcast_plan::unknown_bytes;
/// assert_eq!(unknown_bytes(br#"{"worms": [1, 2, 3], "note": "abc"}"#, &["worms"]), 4 + 5);
/// ```
pub fn unknown_bytes(text: &[u8], known: &[&str]) -> usize {
    let mut reader = serde_json::Deserializer::from_slice(text);
    UnknownBytes { known }.deserialize(&mut reader).unwrap_or(0)
}

struct UnknownBytes<'k> {
    known: &'k [&'k str],
}

impl<'de> DeserializeSeed<'de> for UnknownBytes<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for UnknownBytes<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<usize, A::Error> {
        let mut bytes = 0;
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value::<&RawValue>()?;
            bytes += if self.known.contains(&key.as_str()) { 0 } else { key.len() + value.get().len() };
        }
        Ok(bytes)
    }
}
