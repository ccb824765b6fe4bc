//! The objects of JSON, and the entries of a list of them: what stands under which name, as the columns of tables are
//! called.

use super::csv;
use super::form::{FORMS, Form};
use super::path_rows::{
    Apart, DESTINATION, DESTINATION_NAMES, PATH, SOURCE, SOURCE_NAMES, VIRTUAL_CHANNEL_NAMES, VIRTUAL_CHANNELS,
};
use super::paths::virtual_channels;
use super::{Names, path_field, refuse};
use crate::json::{name, parse};
use crate::rows::{Column, unknown_name};
use crate::text::{Flaw, offset, shown};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};

/// The names in an object with a path: as in tables, and `hops`, which there may be a number.
pub(super) const COLUMNS: [Column; 4] = [
    Column::needed("path").or(&["route", "nodes", "hops"]),
    Column::optional("src").or(SOURCE_NAMES),
    Column::optional("dst").or(DESTINATION_NAMES),
    Column::optional("vc").or(VIRTUAL_CHANNEL_NAMES),
];

/// What stands in an object, in its order; a key that stands there twice, too.
pub(super) struct Object<'t>(pub Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Object<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((Key(key), value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    entries.push((key, value));
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

#[derive(Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

/// Whether a list has paths or next hops, by its first object.
///
/// # Errors
/// It is no list of objects, or names ports.
pub(super) fn form(path: &Path, text: &str) -> Result<Form, TopologyError> {
    let located = |flaw: Flaw| flaw.locate(path, text);
    let list: Vec<&RawValue> = parse(text, text, FORMS).map_err(located)?;
    let Some(first) = list.first() else { return Ok(Form::JsonPaths) };
    let Object(entries) = parse(text, first.get(), FORMS).map_err(located)?;
    let has = |column: &Column| entries.iter().any(|(key, _)| column.is(key));
    match has(&csv::COLUMNS[csv::NEXT]) {
        _ if has(&COLUMNS[PATH]) => Ok(Form::JsonPaths),
        true => Ok(Form::JsonRows),
        false if csv::PORTS.iter().all(has) => Err(located(Flaw::new(offset(text, first.get()), csv::NO_PORTS))),
        false => Ok(Form::JsonPaths),
    }
}

/// Where something stands in a text; what is asked for rises.
pub(super) struct Places<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl<'t> Places<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of a piece of the text.
    pub(super) fn line(&mut self, piece: &str) -> u64 {
        let at = offset(self.text, piece);
        if let Some(between) = self.text.get(self.at..at) {
            self.line += between.matches('\n').count() as u64;
            self.at = at;
        }
        self.line
    }
}

/// An entry of a list: an object, and what stands in it under the names of some columns.
pub(super) struct Entry<'t, const N: usize> {
    /// Its number, from 1.
    number: usize,
    written: &'t RawValue,
    values: [Option<&'t RawValue>; N],
    /// From where to where it tells a way.
    ends: String,
}

impl<'t, const N: usize> Entry<'t, N> {
    /// The entry of this number under the names of these columns.
    ///
    /// # Errors
    /// It is no object, or has other keys, or two for one column.
    pub(super) fn of(
        path: &Path,
        text: &'t str,
        number: usize,
        written: &'t RawValue,
        columns: &[Column; N],
    ) -> Result<Self, TopologyError> {
        let located = |flaw: Flaw| named(flaw.locate(path, text), &format!("entry {number}"));
        let Object(entries) = parse(text, written.get(), FORMS).map_err(located)?;
        let mut values = [None; N];
        let mut problem = None;
        for (key, value) in entries {
            match columns.iter().position(|column| column.is(&key)) {
                None => problem = problem.or(Some(unknown_name("key", &key, columns))),
                Some(place) if values[place].is_some() => {
                    let column = columns[place].name;
                    problem = problem.or(Some(format!("two keys name the `{column}`; expected one")));
                }
                Some(place) => values[place] = Some(value),
            }
        }
        let entry = Self { number, written, ends: ends(columns, &values), values };
        match problem {
            None => Ok(entry),
            Some(problem) => Err(entry.named_in(Flaw::new(offset(text, written.get()), problem).locate(path, text))),
        }
    }

    /// Whether something stands under the name of a column, be it `null`.
    pub(super) fn has(&self, column: usize) -> bool {
        self.values[column].is_some()
    }

    /// What stands under the name of a column; nothing where that is `null`.
    pub(super) fn value(&self, column: usize) -> Option<&'t RawValue> {
        self.values[column].filter(|value| value.get() != "null")
    }

    /// The error with the entry in front.
    pub(super) fn named_in(&self, error: TopologyError) -> TopologyError {
        named(error, &self.to_string())
    }
}

impl<const N: usize> fmt::Display for Entry<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}{}", self.number, self.ends)
    }
}

/// From where to where an entry tells a way, as far as it says so.
fn ends<const N: usize>(columns: &[Column; N], values: &[Option<&RawValue>; N]) -> String {
    let told = [("src", "from"), ("router", "at"), ("dst", "to"), ("destination", "for")].map(|(name, word)| {
        let value = columns.iter().position(|column| column.name == name).and_then(|place| values[place]);
        value.map_or_else(String::new, |value| format!(" {word} {}", shown(value.get().trim_matches('"'))))
    });
    told.concat()
}

/// An error with what it is about in front, unless that stands there.
pub(super) fn named(error: TopologyError, what: &str) -> TopologyError {
    match error {
        TopologyError::File { path, line, column, problem } if !problem.starts_with(what) => {
            TopologyError::File { path, line, column, problem: format!("{what}: {problem}") }
        }
        other => other,
    }
}

impl<'t> Entry<'t, 4> {
    /// The path of an object, and if told its ends and the virtual channels of its hops.
    ///
    /// # Errors
    /// There is none, or one of them is not understood.
    pub(super) fn route(&self, reader: &mut Reader<'t, '_>) -> Result<(Apart, Option<Vec<u32>>), TopologyError> {
        let missing =
            |reader: &mut Reader<'t, '_>| reader.refused(self.written, format!("there is no `path`; expected {FORMS}"));
        let path = self.value(PATH).ok_or_else(|| missing(reader))?;
        let from = self.value(SOURCE).map(|value| reader.named(value)).transpose()?;
        let to = self.value(DESTINATION).map(|value| reader.named(value)).transpose()?;
        let nodes = reader.nodes(path)?;
        let numbers = |value: &'t RawValue, reader: &mut Reader<'t, '_>| {
            let list: String = value.get().chars().filter(|c| !"[]\"".contains(*c) && !c.is_whitespace()).collect();
            virtual_channels(&list).map_err(|problem| reader.refused(value, problem))
        };
        let lanes = self.value(VIRTUAL_CHANNELS).map(|value| numbers(value, reader)).transpose()?;
        Ok((Apart { from, to, nodes }, lanes))
    }
}

/// Reads the values of entries.
pub(super) struct Reader<'t, 'n> {
    path: &'n Path,
    text: &'t str,
    names: Names<'n>,
    pub places: Places<'t>,
}

impl<'t, 'n> Reader<'t, 'n> {
    pub(super) fn of(topology: &'n dyn Topology, path: &'n Path, text: &'t str) -> Self {
        Self { path, text, names: Names::of(topology), places: Places::of(text) }
    }

    /// The nodes of a path: a list of names, or a text.
    pub(super) fn nodes(&mut self, written: &'t RawValue) -> Result<Vec<NodeId>, TopologyError> {
        let (path, text) = (self.path, self.text);
        let located = |flaw: Flaw| flaw.locate(path, text);
        if written.get().starts_with('[') {
            let list: Vec<&RawValue> = parse(text, written.get(), "a list of nodes").map_err(located)?;
            return list.into_iter().map(|written| self.named(written)).collect();
        }
        let field = name(text, written).map_err(located)?;
        path_field::nodes(&field, &mut self.names).map_err(|problem| self.refused(written, problem))
    }

    /// The node that a value names.
    pub(super) fn named(&mut self, written: &'t RawValue) -> Result<NodeId, TopologyError> {
        let name = name(self.text, written).map_err(|flaw| flaw.locate(self.path, self.text))?;
        self.node(&name, written)
    }

    pub(super) fn node(&mut self, name: &str, written: &RawValue) -> Result<NodeId, TopologyError> {
        self.names.find(self.path, self.places.line(written.get()), name)
    }

    pub(super) fn refused(&mut self, written: &RawValue, problem: String) -> TopologyError {
        refuse(self.path, self.places.line(written.get()), problem)
    }
}
