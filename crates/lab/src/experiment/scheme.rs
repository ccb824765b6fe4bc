//! The schemes of an experiment file: names, or tables with options.

use super::ExperimentError;
use super::resolve::blame;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use std::fmt;
use std::str::FromStr;
use toml::Spanned;
use wormcast_schemes::{Options, Scheme, scheme_named};
use wormcast_topology::Topology;

/// One of the schemes that an experiment compares.
#[derive(Clone)]
pub struct Contender {
    /// What it is called in tables and figures.
    pub label: String,
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Its options.
    pub options: Options,
    /// The options that are set, as on the command line: `--tree`, `least-loaded`.
    pub words: Vec<String>,
}

impl Contender {
    /// The label as a part of the name of a file; no two schemes of an experiment have the same.
    pub fn file_label(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        let label = self.label.to_ascii_lowercase();
        let parts = label.split(|c| !is_plain(c)).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("-")
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender").field("label", &self.label).field("words", &self.words).finish_non_exhaustive()
    }
}

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
    tree: Option<Spanned<Word>>,
    tree_seed: Option<Spanned<Word>>,
    split_destinations: Option<bool>,
    link_order: Option<Spanned<Word>>,
    trees: Option<Spanned<Word>>,
    fault_knowledge: Option<Spanned<Word>>,
    consumption_classes: Option<Spanned<Word>>,
}

impl SchemeTable {
    fn options(&self, topology: &dyn Topology) -> Result<Options, ExperimentError> {
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

    /// `dstm-1 tree=least-loaded`.
    fn usual_label(&self) -> String {
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

/// The schemes of a file; each must serve the network with its options.
pub(super) fn contenders(
    entries: &Spanned<Vec<Spanned<SchemeEntry>>>,
    topology: &dyn Topology,
) -> Result<Vec<Contender>, ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(blame(entries, "no schemes are named; at least one is needed"));
    }
    let mut contenders: Vec<Contender> = Vec::new();
    for entry in entries.get_ref() {
        let contender = contender(entry, topology)?;
        if contenders.iter().any(|known| known.file_label() == contender.file_label()) {
            let hint = "give one of them other options, or another `label`";
            return Err(blame(entry, format!("scheme `{}` is named twice; {hint}", contender.label)));
        }
        contenders.push(contender);
    }
    Ok(contenders)
}

/// One scheme; it must serve the network.
pub(super) fn contender(entry: &Spanned<SchemeEntry>, topology: &dyn Topology) -> Result<Contender, ExperimentError> {
    let contender = named(entry, topology)?;
    contender.scheme.prepare(topology, &contender.options).map_err(|error| blame(entry, error))?;
    Ok(contender)
}

fn named(entry: &Spanned<SchemeEntry>, topology: &dyn Topology) -> Result<Contender, ExperimentError> {
    match entry.get_ref() {
        SchemeEntry::Name(name) => {
            let scheme = scheme_named(name).map_err(|error| blame(entry, error))?;
            let label = scheme.name().to_owned();
            Ok(Contender { label, scheme, options: Options::default(), words: Vec::new() })
        }
        SchemeEntry::Table(table) => {
            let scheme = scheme_named(table.scheme.get_ref()).map_err(|error| blame(&table.scheme, error))?;
            if let (Some(tree), Some(true)) = (&table.tree, table.split_destinations) {
                return Err(blame(tree, "`tree` cannot be used with `split_destinations`"));
            }
            let label = table.label.as_ref().map_or_else(|| Ok(table.usual_label()), label)?;
            let word = |(name, value): (&str, Option<&str>)| [Some(format!("--{name}")), value.map(str::to_owned)];
            let words = table.set().into_iter().flat_map(word).flatten().collect();
            Ok(Contender { label, scheme, options: table.options(topology)?, words })
        }
    }
}

/// The most characters of a label.
const LONGEST_LABEL: usize = 60;

/// Labels go into the names of files.
fn label(label: &Spanned<String>) -> Result<String, ExperimentError> {
    let text = label.get_ref();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " -_+=.,()".contains(c);
    let fits = text.contains(|c: char| c.is_ascii_alphanumeric())
        && (1..=LONGEST_LABEL).contains(&text.chars().count())
        && text.trim() == text
        && text.chars().all(is_plain);
    let expected = format!("1 to {LONGEST_LABEL} letters, digits, spaces and - _ + = . , ( )");
    if fits { Ok(text.clone()) } else { Err(blame(label, format!("`{text}` is not a label; expected {expected}"))) }
}
