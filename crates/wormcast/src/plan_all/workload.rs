//! Workloads in files.

use super::Pattern;
use crate::Network;
use serde::Deserialize;
use std::num::NonZeroU32;
use std::ops::Range;
use thiserror::Error;
use toml::Spanned;
use wormcast_formats::{Column, Row, RowFlaw, Rows, begins_with_heading};
use wormcast_plan::{ChannelName, MulticastSet};
use wormcast_schemes::together::Multicast;

/// The most deliveries of a workload.
pub(super) const MOST: usize = 1 << 24;
/// The latest start: a second.
const MOST_NS: f64 = 1e9;
/// The most phases.
const MOST_PHASES: usize = 1 << 12;

/// The multicasts of a workload, phase by phase; those of a phase are in flight together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The phases, by their numbers; some may have no multicasts.
    pub phases: Vec<Vec<Multicast>>,
    /// Into how many parts each message is cut, each of which is one of the multicasts: 1 if it is whole.
    pub parts: u32,
}

/// What is wrong with a workload.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{problem}")]
pub struct WorkloadError {
    /// Where in the text, in bytes, if it is about a place.
    pub place: Option<usize>,
    /// What is wrong, and what would be accepted.
    pub problem: String,
}

impl WorkloadError {
    fn at(range: &Range<usize>, problem: impl ToString) -> Self {
        Self { place: Some(range.start), problem: problem.to_string() }
    }
}

/// A workload file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    topology: Option<String>,
    parts: Option<Spanned<NonZeroU32>>,
    #[serde(default)]
    without_nodes: Vec<String>,
    #[serde(default)]
    without_links: Vec<Named<(String, String)>>,
    #[serde(default)]
    without_channels: Vec<Named<ChannelName>>,
    #[serde(default)]
    multicast: Vec<Spanned<Entry>>,
    #[serde(default)]
    pattern: Vec<Spanned<PatternEntry>>,
}

/// A part of a network: in one text, as on the command line, or by the names of its nodes.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Named<T> {
    Text(String),
    Nodes(T),
}

impl<T> Named<T> {
    fn text(&self, of_nodes: impl Fn(&T) -> String) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Nodes(nodes) => of_nodes(nodes),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    source: String,
    to: Vec<String>,
    flits: Option<NonZeroU32>,
    #[serde(default)]
    phase: usize,
    start_ns: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternEntry {
    name: String,
    flits: Option<NonZeroU32>,
    #[serde(default)]
    phase: usize,
}

/// How long a message is if nobody says so.
const FLITS: NonZeroU32 = NonZeroU32::new(128).unwrap();

impl Workload {
    /// The multicasts of a pattern, in one phase.
    ///
    /// # Errors
    /// The pattern needs a grid, and the network is none.
    pub fn of_pattern(network: &Network, pattern: Pattern, flits: u32) -> Result<Self, WorkloadError> {
        let mut filling = Filling::default();
        filling.add_pattern(network, pattern, flits, 0).map_err(|problem| WorkloadError { place: None, problem })?;
        Ok(Self { phases: filling.phases, parts: 1 })
    }

    /// The network that a workload file in TOML names, if it does.
    ///
    /// # Errors
    /// The text is no such file.
    pub fn topology_of(text: &str) -> Result<Option<String>, WorkloadError> {
        parse(text).map(|file| file.topology)
    }

    /// A network without what a workload file in TOML says that it lacks: `without_nodes`, `without_links` and
    /// `without_channels`, as in experiments.
    ///
    /// # Errors
    /// The text is no such file, or names what is not there.
    pub fn faulty(network: &Network, text: &str) -> Result<Network, WorkloadError> {
        let file = parse(text)?;
        let links = file.without_links.iter().map(|link| link.text(|(a, b)| format!("{a}-{b}")));
        let channels = file.without_channels.iter().map(|channel| channel.text(ToString::to_string));
        let faulty = network.without_nodes(&file.without_nodes);
        let faulty = faulty.and_then(|network| network.without_links(links));
        let faulty = faulty.and_then(|network| network.without_channels(channels));
        faulty.map_err(|error| WorkloadError { place: None, problem: error.to_string() })
    }

    /// Reads a workload in TOML: tables `[[multicast]]` with `source`, `to`, and if wanted `flits` (128), `phase` (0)
    /// and `start_ns` (0, from the start of the phase on), and tables `[[pattern]]` with `name` ([`Pattern`]), `flits`
    /// and `phase`. With `parts`, each message is cut into so many ([`in_parts`](Self::in_parts)).
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn of_toml(network: &Network, text: &str) -> Result<Self, WorkloadError> {
        let file = parse(text)?;
        let mut filling = Filling::default();
        for entry in &file.multicast {
            let (place, Entry { source, to, flits, phase, start_ns }) = (entry.span(), entry.get_ref());
            let flits = flits.unwrap_or(FLITS).get();
            let to: Vec<_> = to.iter().map(String::as_str).collect();
            let added = start(*start_ns).and_then(|start| filling.add(network, source, &to, (flits, start), *phase));
            added.map_err(|problem| WorkloadError::at(&place, problem))?;
        }
        for entry in &file.pattern {
            let (place, PatternEntry { name, flits, phase }) = (entry.span(), entry.get_ref());
            let pattern = name.parse::<Pattern>().map_err(|error| WorkloadError::at(&place, error))?;
            let added = filling.add_pattern(network, pattern, flits.unwrap_or(FLITS).get(), *phase);
            added.map_err(|problem| WorkloadError::at(&place, problem))?;
        }
        let workload = filling.finished()?;
        match &file.parts {
            Some(parts) => workload
                .in_parts(network, *parts.get_ref())
                .map_err(|error| WorkloadError::at(&parts.span(), error.problem)),
            None => Ok(workload),
        }
    }

    /// Whether a text begins as a workload in CSV.
    pub fn is_csv(text: &str) -> bool {
        begins_with_heading(text, &COLUMNS)
    }

    /// Reads a workload in CSV ([`Rows`]): the header `source,destinations` and if wanted `flits`, `phase` and
    /// `start_ns`, the destinations with blanks between them; names with commas between quotation marks.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn of_csv(network: &Network, text: &str) -> Result<Self, WorkloadError> {
        let told = |flaw: RowFlaw| WorkloadError { place: Some(begin_of(text, flaw.line)), problem: flaw.problem };
        let mut rows = Rows::of(text.as_bytes(), &COLUMNS).map_err(told)?;
        let mut filling = Filling::default();
        while let Some(row) = rows.next_row().map_err(told)? {
            filling.add_row(network, &row).map_err(told)?;
        }
        filling.finished()
    }
}

/// The columns of a workload in CSV.
const COLUMNS: [Column; 5] = [
    Column::needed("source"),
    Column::needed("destinations"),
    Column::optional("flits"),
    Column::optional("phase"),
    Column::optional("start_ns"),
];

/// The byte at which a line begins; lines end with a line feed, a carriage return, or both.
fn begin_of(text: &str, line: u64) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let before = line.saturating_sub(2) as usize;
    if line < 2 { 0 } else { (0..bytes.len()).filter(ends).nth(before).map_or(bytes.len(), |at| at + 1) }
}

/// A workload that is being read.
#[derive(Default)]
struct Filling {
    phases: Vec<Vec<Multicast>>,
    deliveries: usize,
}

impl Filling {
    fn add_row(&mut self, network: &Network, row: &Row<'_>) -> Result<(), RowFlaw> {
        let to: Vec<_> = row.text(1).split_whitespace().collect();
        let flits = row.number(2, "a whole number from 1")?.unwrap_or(FLITS).get();
        let phase = row.number(3, "a whole number: phases are numbered from 0")?.unwrap_or(0);
        let start = start(row.number(4, "a number of ns")?).map_err(|problem| row.flaw(problem))?;
        self.add(network, row.text(0), &to, (flits, start), phase).map_err(|problem| row.flaw(problem))
    }

    fn add(
        &mut self,
        network: &Network,
        source: &str,
        to: &[&str],
        (flits, start_ps): (u32, u64),
        phase: usize,
    ) -> Result<(), String> {
        let find = |name: &&str| network.find(name).map_err(|error| error.to_string());
        let source = network.find(source).map_err(|error| error.to_string())?;
        let destinations = to.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        MulticastSet::checked(network.topology(), source, &destinations).map_err(|error| error.to_string())?;
        self.count(destinations.len())?;
        self.phase(phase)?.push(Multicast { source, destinations, flits, start_ps });
        Ok(())
    }

    fn add_pattern(&mut self, network: &Network, pattern: Pattern, flits: u32, phase: usize) -> Result<(), String> {
        let nodes = network.topology().graph().terminals().count();
        if nodes.saturating_mul(nodes) > MOST {
            return Err(format!(
                "`{pattern}` on {nodes} nodes may have more than the {MOST} deliveries that are accepted"
            ));
        }
        let sets = pattern.sets(network.topology());
        let sets =
            sets.ok_or_else(|| format!("`{pattern}` is for meshes and tori that are whole, and {network} is none"))?;
        let multicast = |(source, destinations)| Multicast { source, destinations, flits, start_ps: 0 };
        self.count(sets.iter().map(|set| set.1.len()).sum())?;
        self.phase(phase)?.extend(sets.into_iter().map(multicast));
        Ok(())
    }

    fn phase(&mut self, phase: usize) -> Result<&mut Vec<Multicast>, String> {
        if phase >= MOST_PHASES {
            return Err(format!("phase {phase}: phases are numbered from 0 to {}", MOST_PHASES - 1));
        }
        if self.phases.len() <= phase {
            self.phases.resize(phase + 1, Vec::new());
        }
        Ok(&mut self.phases[phase])
    }

    /// So many deliveries are added.
    fn count(&mut self, deliveries: usize) -> Result<(), String> {
        self.deliveries = self.deliveries.saturating_add(deliveries);
        if self.deliveries > MOST { Err(format!("the workload has more than {MOST} deliveries")) } else { Ok(()) }
    }

    fn finished(self) -> Result<Workload, WorkloadError> {
        match self.phases.iter().all(Vec::is_empty) {
            false => Ok(Workload { phases: self.phases, parts: 1 }),
            true => Err(WorkloadError { place: None, problem: "there is no multicast".into() }),
        }
    }
}

/// A start in picoseconds.
fn start(ns: Option<f64>) -> Result<u64, String> {
    let Some(ns) = ns else { return Ok(0) };
    match (0.0..=MOST_NS).contains(&ns) {
        true => Ok((ns * 1000.0).round() as u64),
        false => Err(format!("a start of {ns} ns; expected 0 to {MOST_NS}")),
    }
}

fn parse(text: &str) -> Result<File, WorkloadError> {
    toml::from_str(text).map_err(|error: toml::de::Error| WorkloadError {
        place: error.span().map(|span| span.start),
        problem: error.message().to_owned(),
    })
}
