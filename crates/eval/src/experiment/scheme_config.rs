//! The schemes that an experiment compares.

use super::ExperimentError;
use super::error::blame;
use super::scheme::SchemeEntry;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use toml::Spanned;
use wormcast_formats::routes_file;
use wormcast_plan::words_apart;
use wormcast_schemes::option::{ROUTING, WITHIN};
use wormcast_schemes::{Options, Scheme, SchemeError, options_among, scheme_among};
use wormcast_topology::Topology;

/// On networks with more nodes it is not tried which other schemes serve them.
const MOST_TRIED: usize = 1024;

/// One of the schemes that an experiment compares.
#[derive(Clone)]
pub struct SchemeConfig {
    /// What it is called in tables and figures.
    pub label: String,
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Its options.
    pub options: Options,
    /// The options that are set, as on the command line: `--tree`, `least-loaded`.
    pub words: Vec<String>,
    /// The SHA-256 of the file of routes that it takes, if it takes one: the name of a file does not tell what is in
    /// it.
    pub routes_sha256: Option<[u8; 32]>,
}

impl SchemeConfig {
    /// The label as a part of the name of a file; no two schemes of an experiment have the same.
    pub fn file_label(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        let label = self.label.to_ascii_lowercase();
        let parts = label.split(|c| !is_plain(c)).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("-")
    }

    /// The routings that it goes by, or within.
    pub(super) fn routings(&self) -> impl Iterator<Item = String> {
        let named = [self.options.get(&ROUTING), self.options.get(&WITHIN)];
        named.into_iter().flatten().map(|name| name.to_string())
    }
}

impl fmt::Debug for SchemeConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemeConfig").field("label", &self.label).field("words", &self.words).finish_non_exhaustive()
    }
}

/// The schemes of a file; each must serve the network with its options.
pub(super) fn scheme_configs(
    schemes: &[&'static dyn Scheme],
    entries: &Spanned<Vec<Spanned<SchemeEntry>>>,
    topology: &dyn Topology,
) -> Result<Vec<SchemeConfig>, ExperimentError> {
    if entries.get_ref().is_empty() {
        return Err(blame(entries, "no schemes are named; at least one is needed"));
    }
    let mut scheme_configs: Vec<SchemeConfig> = Vec::new();
    for entry in entries.get_ref() {
        let scheme_config = scheme_config(schemes, entry, topology)?;
        if scheme_configs.iter().any(|known| known.file_label() == scheme_config.file_label()) {
            let hint = "give one of them other options, or another `label`";
            return Err(blame(entry, format!("scheme `{}` is named twice; {hint}", scheme_config.label)));
        }
        scheme_configs.push(scheme_config);
    }
    Ok(scheme_configs)
}

/// One scheme; it must serve the network.
pub(super) fn scheme_config(
    schemes: &[&'static dyn Scheme],
    entry: &Spanned<SchemeEntry>,
    topology: &dyn Topology,
) -> Result<SchemeConfig, ExperimentError> {
    let scheme_config = named(schemes, entry, topology)?;
    let refused = |error: SchemeError| match error.is_about_network() {
        true => ExperimentError {
            unserved: Some(scheme_config.scheme.name()),
            ..blame(entry, format!("{error}{}", serving_in_words(schemes, topology)))
        },
        false => blame(entry, error),
    };
    scheme_config.scheme.prepare(topology, &scheme_config.options).map_err(refused)?;
    Ok(scheme_config)
}

/// The library's own schemes that serve a network with their defaults, in words; nothing on large ones, where making
/// all of them ready takes long.
fn serving_in_words(schemes: &[&'static dyn Scheme], topology: &dyn Topology) -> String {
    let serves = |scheme: &&&'static dyn Scheme| {
        scheme.definition().is_none() && scheme.prepare(topology, &Options::default()).is_ok()
    };
    if topology.graph().node_count() > MOST_TRIED {
        return String::new();
    }
    let serving: Vec<_> = schemes.iter().filter(serves).map(|scheme| scheme.name()).collect();
    if serving.is_empty() { String::new() } else { format!("; what serves it: {}", serving.join(", ")) }
}

fn named(
    schemes: &[&'static dyn Scheme],
    entry: &Spanned<SchemeEntry>,
    topology: &dyn Topology,
) -> Result<SchemeConfig, ExperimentError> {
    match entry.get_ref() {
        // A name, and perhaps its options behind it as on the command line.
        SchemeEntry::Name(name) => {
            let mut words = words_apart(name).into_iter();
            let scheme =
                scheme_among(schemes, &words.next().unwrap_or_default()).map_err(|error| blame(entry, error))?;
            let options = Options::of_words(words, scheme.options()).map_err(|error| blame(entry, error))?;
            let label = usual_label(scheme, &options);
            let routes_sha256 = routes_sha256(&options).map_err(|error| blame(entry, error))?;
            Ok(SchemeConfig { label, scheme, words: options.words(scheme.options()), options, routes_sha256 })
        }
        SchemeEntry::Table(table) => {
            let scheme = scheme_among(schemes, table.scheme.get_ref()).map_err(|error| blame(&table.scheme, error))?;
            let declared: Vec<_> = options_among(schemes).into_iter().map(|(option, _)| option).collect();
            let options = table.options(&declared, topology)?;
            let label = table.label.as_ref().map_or_else(|| Ok(usual_label(scheme, &options)), label)?;
            let routes_sha256 = routes_sha256(&options).map_err(|error| blame(entry, error))?;
            Ok(SchemeConfig { label, scheme, words: options.words(scheme.options()), options, routes_sha256 })
        }
    }
}

fn routes_sha256(options: &Options) -> io::Result<Option<[u8; 32]>> {
    let name = options.get(&ROUTING).map(|routing| routing.to_string());
    // What is neither a routing nor a file is refused when the scheme is made ready.
    let Some(file) = name.as_deref().and_then(routes_file).and_then(|file| File::open(file).ok()) else {
        return Ok(None);
    };
    let (mut reader, mut hash) = (BufReader::new(file), Sha256::new());
    loop {
        let part = reader.fill_buf()?;
        if part.is_empty() {
            return Ok(Some(hash.finalize().into()));
        }
        hash.update(part);
        let read = part.len();
        reader.consume(read);
    }
}

/// `dstm-1 tree=least-loaded`.
fn usual_label(scheme: &dyn Scheme, options: &Options) -> String {
    let part = |(name, value): (&str, Option<&str>)| match value {
        Some(value) => format!(" {name}={value}"),
        None => format!(" {name}"),
    };
    let parts: String = options.pairs(scheme.options()).map(part).collect();
    format!("{}{parts}", scheme.name())
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
