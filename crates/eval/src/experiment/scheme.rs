//! How schemes stand in an experiment file: as names, or as tables with options.

use super::ExperimentError;
use super::error::blame;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;
use wormcast_schemes::{OptionDeclaration, Options};
use wormcast_topology::Topology;

/// An entry of `schemes`: a name, or a table with options.
#[derive(Clone, Debug)]
pub enum SchemeEntry {
    /// The scheme with its default options.
    Name(String),
    /// The scheme with these options.
    Table(Box<SchemeTable>),
}

impl<'de> Deserialize<'de> for SchemeEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = SchemeEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a scheme, or { scheme = \"…\", … } with its options")
            }

            fn visit_str<E>(self, name: &str) -> Result<SchemeEntry, E> {
                Ok(SchemeEntry::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SchemeEntry, A::Error> {
                SchemeTable::read(map).map(|table| SchemeEntry::Table(table.into()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The value of an option as it stands in the file.
#[derive(Clone, Debug)]
enum Entry {
    /// A string or a whole number, as on the command line.
    Word(String),
    /// Whether a switch is set.
    Switch(bool),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a whole number, `true` or `false`")
            }

            fn visit_str<E>(self, text: &str) -> Result<Entry, E> {
                Ok(Entry::Word(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Entry, E> {
                Ok(Entry::Word(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Entry, E> {
                Ok(Entry::Word(number.to_string()))
            }

            fn visit_bool<E>(self, set: bool) -> Result<Entry, E> {
                Ok(Entry::Switch(set))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A scheme and its options: those that schemes declare, with `_` for `-`.
#[derive(Clone, Debug)]
pub struct SchemeTable {
    /// The name of the scheme.
    pub scheme: Spanned<String>,
    /// What it is called in tables and figures; by default its name and its options.
    pub label: Option<Spanned<String>>,
    /// The options by their keys.
    options: BTreeMap<String, Spanned<Entry>>,
}

impl SchemeTable {
    fn read<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut scheme, mut label, mut options) = (None, None, BTreeMap::new());
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "scheme" => scheme = Some(map.next_value()?),
                "label" => label = Some(map.next_value()?),
                _ => drop(options.insert(key, map.next_value()?)),
            }
        }
        Ok(Self { scheme: scheme.ok_or_else(|| Error::missing_field("scheme"))?, label, options })
    }

    /// The options that are set, out of those that any scheme declares.
    pub(super) fn options(
        &self,
        declared: &[OptionDeclaration],
        topology: &dyn Topology,
    ) -> Result<Options, ExperimentError> {
        let mut options = Options::default();
        for option in declared {
            let Some(entry) = self.options.get(&option.key()) else { continue };
            match (option.value, entry.get_ref()) {
                (Some(value), Entry::Word(text)) => {
                    value.parse(text).map_err(|problem| blame(entry, problem))?;
                    value.check(text, topology).map_err(|error| blame(entry, error))?;
                    options.set(option, Some(text)).map_err(|error| blame(entry, error))?;
                }
                (_, Entry::Switch(false)) => {}
                (_, _) => options.set(option, None).map_err(|error| blame(entry, error))?,
            }
        }
        self.refuse_conflicts(declared, &options)?;
        Ok(options)
    }

    fn refuse_conflicts(&self, declared: &[OptionDeclaration], options: &Options) -> Result<(), ExperimentError> {
        let set = |name: &&str| declared.iter().find(|option| option.name == *name && options.is_set(name));
        for option in declared.iter().filter(|option| options.is_set(option.name)) {
            if let Some(other) = option.conflicts.iter().find_map(set) {
                let (key, other) = (option.key(), other.key());
                return Err(blame(&self.options[&other], format!("`{other}` cannot be used with `{key}`")));
            }
        }
        Ok(())
    }
}
