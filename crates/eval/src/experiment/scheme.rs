//! How schemes stand in an experiment file: as names, or as tables with options.

use super::ExperimentError;
use super::error::blame;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use std::fmt;
use std::str::FromStr;
use toml::Spanned;
use wormcast_schemes::Options;
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
                SchemeTable::deserialize(MapAccessDeserializer::new(map)).map(|table| SchemeEntry::Table(table.into()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A value that stands in one word on the command line: a string or a whole number.
#[derive(Clone, Debug)]
pub struct Word(String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneWord;
        impl Visitor<'_> for OneWord {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a whole number")
            }

            fn visit_str<E>(self, text: &str) -> Result<Word, E> {
                Ok(Word(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Word, E> {
                Ok(Word(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Word, E> {
                Ok(Word(number.to_string()))
            }
        }
        deserializer.deserialize_any(OneWord)
    }
}

/// A scheme and its options: those of `wormcast plan`, with `_` for `-`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemeTable {
    /// The name of the scheme.
    pub scheme: Spanned<String>,
    /// What it is called in tables and figures; by default its name and its options.
    pub label: Option<Spanned<String>>,
    root: Option<Spanned<Word>>,
    deliver_on_the_way_up: Option<bool>,
    phases: Option<Spanned<Word>>,
    first_phase: Option<Spanned<Word>>,
    later_phases: Option<Spanned<Word>>,
    ports: Option<Spanned<Word>>,
    first_hop: Option<Spanned<Word>>,
    minimize: Option<Spanned<Word>>,
    longest_within: Option<Spanned<Word>>,
    disjoint: Option<bool>,
    pub(super) tree: Option<Spanned<Word>>,
    tree_seed: Option<Spanned<Word>>,
    pub(super) split_destinations: Option<bool>,
    link_order: Option<Spanned<Word>>,
    trees: Option<Spanned<Word>>,
    fault_knowledge: Option<Spanned<Word>>,
    consumption_classes: Option<Spanned<Word>>,
}

impl SchemeTable {
    pub(super) fn options(&self, topology: &dyn Topology) -> Result<Options, ExperimentError> {
        let root = |name: &Spanned<Word>| topology.find_node(&name.get_ref().0).map_err(|error| blame(name, error));
        Ok(Options {
            root: self.root.as_ref().map(root).transpose()?,
            deliver_on_the_way_up: self.deliver_on_the_way_up.unwrap_or_default(),
            phases: number(&self.phases, "a whole number")?,
            first_phase: value(&self.first_phase)?,
            later_phases: value(&self.later_phases)?,
            ports: number(&self.ports, "a whole number of at least 1")?,
            first_hop: value(&self.first_hop)?,
            minimize: value(&self.minimize)?,
            longest_within: number(&self.longest_within, "a whole number")?,
            disjoint: self.disjoint.unwrap_or_default(),
            certificate: false,
            tree: value(&self.tree)?,
            tree_seed: number(&self.tree_seed, "a whole number")?,
            split_destinations: self.split_destinations.unwrap_or_default(),
            link_order: value(&self.link_order)?,
            trees: number(&self.trees, "a whole number of at least 1")?,
            fault_knowledge: value(&self.fault_knowledge)?,
            consumption_classes: value(&self.consumption_classes)?,
        })
    }

    /// The options that are set, by the name that they have on the command line; switches have no value.
    fn set(&self) -> Vec<(&'static str, Option<&str>)> {
        let values = [
            ("root", &self.root),
            ("phases", &self.phases),
            ("first-phase", &self.first_phase),
            ("later-phases", &self.later_phases),
            ("ports", &self.ports),
            ("first-hop", &self.first_hop),
            ("minimize", &self.minimize),
            ("longest-within", &self.longest_within),
            ("tree", &self.tree),
            ("tree-seed", &self.tree_seed),
            ("link-order", &self.link_order),
            ("trees", &self.trees),
            ("fault-knowledge", &self.fault_knowledge),
            ("consumption-classes", &self.consumption_classes),
        ];
        let switches = [
            ("deliver-on-the-way-up", self.deliver_on_the_way_up),
            ("disjoint", self.disjoint),
            ("split-destinations", self.split_destinations),
        ];
        let values = values.into_iter().filter_map(|(name, word)| Some((name, Some(&*word.as_ref()?.get_ref().0))));
        let switches = switches.into_iter().filter(|(_, on)| *on == Some(true)).map(|(name, _)| (name, None));
        values.chain(switches).collect()
    }

    /// The options that are set, as on the command line.
    pub(super) fn words(&self) -> Vec<String> {
        let word = |(name, value): (&str, Option<&str>)| [Some(format!("--{name}")), value.map(str::to_owned)];
        self.set().into_iter().flat_map(word).flatten().collect()
    }

    /// `dstm-1 tree=least-loaded`.
    pub(super) fn usual_label(&self) -> String {
        let part = |(name, value): &(&str, Option<&str>)| match value {
            Some(value) => format!(" {name}={value}"),
            None => format!(" {name}"),
        };
        let parts: String = self.set().iter().map(part).collect();
        format!("{}{parts}", self.scheme.get_ref())
    }
}

/// The value of an option. What is wrong with it is said in the words of the command line.
fn value<T: FromStr<Err: fmt::Display>>(word: &Option<Spanned<Word>>) -> Result<Option<T>, ExperimentError> {
    let parsed = word.as_ref().map(|word| word.get_ref().0.parse().map_err(|error| blame(word, error)));
    parsed.transpose()
}

/// The same for numbers, whose own errors are about digits.
fn number<T: FromStr>(word: &Option<Spanned<Word>>, expected: &str) -> Result<Option<T>, ExperimentError> {
    let refuse = |word: &Spanned<Word>| blame(word, format!("`{}` is not {expected}", word.get_ref().0));
    let parsed = word.as_ref().map(|word| word.get_ref().0.parse().map_err(|_| refuse(word)));
    parsed.transpose()
}
