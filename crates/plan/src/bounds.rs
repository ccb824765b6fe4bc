//! What a file can make a reader keep is bounded: trees of unknown keys, lists, and single texts.

use crate::MAX_UNKNOWN;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use std::fmt;
use std::io::{self, Read};
use std::marker::PhantomData;
use wormcast_topology::MAX_NODES;

/// The keys and values of an object, those of the keys that are not known within [`MAX_UNKNOWN`] bytes together.
pub(crate) struct BoundedKeys<A> {
    map: A,
    known: &'static [&'static str],
    /// Whether the key that was read last is known.
    is_known: bool,
    left: usize,
}

impl<A> BoundedKeys<A> {
    pub(crate) fn of(map: A, known: &'static [&'static str]) -> Self {
        Self { map, known, is_known: false, left: MAX_UNKNOWN }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for BoundedKeys<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.map.next_key::<String>()? else { return Ok(None) };
        self.is_known = self.known.contains(&key.as_str());
        if !self.is_known {
            spend(&mut self.left, key.len())?;
        }
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        if self.is_known {
            return self.map.next_value_seed(seed);
        }
        let tree = self.map.next_value_seed(Tree(&mut self.left))?;
        seed.deserialize(tree).map_err(A::Error::custom)
    }
}

/// Takes so many bytes from those that are left.
fn spend<E: Error>(left: &mut usize, bytes: usize) -> Result<(), E> {
    *left = left.checked_sub(bytes).ok_or_else(|| {
        E::custom(format_args!("its unknown keys hold more than the {MAX_UNKNOWN} bytes that are read"))
    })?;
    Ok(())
}

/// A value of an unknown key, within the bytes that are left. A number counts as the two bytes that it takes at least.
struct Tree<'l>(&'l mut usize);

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        spend(self.0, 2)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        spend(self.0, value.len())?;
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Tree(&mut *self.0))? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            spend(self.0, key.len())?;
            let value = map.next_value_seed(Tree(&mut *self.0))?;
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}

/// A list of at most as many as a network has nodes: destinations, say.
pub(crate) fn bounded_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_seq(BoundedList(PhantomData))
}

struct BoundedList<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for BoundedList<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            if values.len() == MAX_NODES {
                let problem = format!("a list has more than {MAX_NODES} entries, which are more than any network has");
                return Err(A::Error::custom(problem));
            }
            values.push(value);
        }
        Ok(values)
    }
}

/// Hands the bytes of a JSON text on as long as no string or number in it is longer than [`MAX_UNKNOWN`]: a parser
/// holds each of them whole.
pub(crate) struct ShortTokens<R> {
    inner: R,
    in_string: bool,
    /// Whether the last byte was a backslash that makes the next one stand for itself.
    escaped: bool,
    length: usize,
}

impl<R> ShortTokens<R> {
    pub(crate) fn of(inner: R) -> Self {
        Self { inner, in_string: false, escaped: false, length: 0 }
    }

    fn follow(&mut self, byte: u8) {
        let ends = match (self.in_string, byte) {
            (true, b'"') => !self.escaped,
            (true, _) => false,
            (false, b'"' | b',' | b':' | b'[' | b']' | b'{' | b'}' | b' ' | b'\n' | b'\r' | b'\t') => true,
            (false, _) => false,
        };
        self.escaped = self.in_string && byte == b'\\' && !self.escaped;
        self.in_string ^= byte == b'"' && ends;
        self.length = if ends { 0 } else { self.length + 1 };
    }
}

impl<R: Read> Read for ShortTokens<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        for &byte in &buffer[..length] {
            self.follow(byte);
            if self.length > MAX_UNKNOWN {
                return Err(io::Error::other(format!("a text or number in it is longer than {MAX_UNKNOWN} bytes")));
            }
        }
        Ok(length)
    }
}
