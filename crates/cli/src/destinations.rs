//! What a multicast is: its source, and the four ways to name its destinations.

use crate::failure::Failure;
use crate::input;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use wormcast::plan::random_destinations;
use wormcast::topology::{NodeId, Topology, UnknownNode, shortened};

/// A multicast.
#[derive(Debug, Args)]
pub(crate) struct MulticastArgs {
    /// The node that has the message.
    #[arg(long, value_name = "NODE")]
    source: String,
    #[command(flatten)]
    destinations: DestinationArgs,
    /// The seed of `--random`.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["to", "to_file", "all"])]
    seed: u64,
}

impl MulticastArgs {
    /// The file that lists the destinations, if one does.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.destinations.to_file.as_deref()
    }

    /// As many multicasts, drawn with the seed and those that follow it; one if nothing is random.
    pub(crate) fn several(&self, topology: &dyn Topology, sets: u64) -> Result<Vec<(NodeId, Vec<NodeId>)>, Failure> {
        let source = find_node(topology, &self.source)?;
        // After the last seed comes 0.
        let seeds = (0..sets.max(1)).map(|set| self.seed.wrapping_add(set));
        seeds.map(|seed| Ok((source, self.destinations.resolve(topology, source, seed)?))).collect()
    }

    /// How the destinations are drawn, if they are.
    pub(crate) fn drawn(&self) -> Option<Drawn> {
        let RandomCount { least, most } = self.destinations.random?;
        Some(Drawn { seed: self.seed, least, most })
    }

    /// Whether the destinations are drawn.
    pub(crate) fn is_random(&self) -> bool {
        self.destinations.random.is_some()
    }

    /// The source, and the destinations in the order in which they were named or drawn.
    pub(crate) fn resolve(&self, topology: &dyn Topology) -> Result<(NodeId, Vec<NodeId>), Failure> {
        let source = find_node(topology, &self.source)?;
        Ok((source, self.destinations.resolve(topology, source, self.seed)?))
    }
}

/// How destinations are drawn: from the least number of them to the most.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Drawn {
    /// That of the first multicast; those of the others count up.
    seed: u64,
    least: usize,
    most: usize,
}

/// Where the message must go: one of four ways.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct DestinationArgs {
    /// The destinations, by name.
    #[arg(long, value_name = "NODE", num_args = 1.., alias = "destinations")]
    to: Vec<String>,
    /// A file with one destination a line; empty lines and what follows a `#` are skipped.
    #[arg(long, value_name = "FILE")]
    to_file: Option<PathBuf>,
    /// As many destinations, drawn at random without the source, endpoints where there are some; of a range such as
    /// `5-20` their number is drawn, too.
    #[arg(long, value_name = "K")]
    random: Option<RandomCount>,
    /// Every node but the source; where the network has endpoints, every endpoint.
    #[arg(long)]
    all: bool,
}

/// How many destinations are drawn: from the least to the most.
#[derive(Clone, Copy, Debug)]
struct RandomCount {
    least: usize,
    most: usize,
}

impl FromStr for RandomCount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let (least, most) = (number(least)?, number(most)?);
        if least > most {
            return Err(format!("`{text}` is an empty range; expected the least number first, such as `5-20`"));
        }
        Ok(Self { least, most })
    }
}

impl RandomCount {
    /// The number for a seed: all are equally likely but for 2^-40.
    fn drawn(self, seed: u64) -> usize {
        let numbers = (self.most - self.least) as u128 + 1;
        // SplitMix64, so that near seeds give far numbers.
        let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.least + ((u128::from(x ^ (x >> 31)) * numbers) >> 64) as usize
    }
}

impl DestinationArgs {
    /// The destinations, in the order in which they were named or drawn.
    fn resolve(&self, topology: &dyn Topology, source: NodeId, seed: u64) -> Result<Vec<NodeId>, Failure> {
        match (&self.to_file, self.random) {
            (Some(path), _) => read_nodes(path, topology),
            (None, Some(count)) => Ok(random_destinations(topology, source, count.drawn(seed), seed)?),
            (None, None) if self.all => Ok(topology.graph().terminals().filter(|&node| node != source).collect()),
            (None, None) => self.to.iter().map(|name| Ok(find_node(topology, name)?)).collect(),
        }
    }
}

/// The node of this name, or of the same without blanks (`0, 0`).
fn find_node(topology: &dyn Topology, name: &str) -> Result<NodeId, UnknownNode> {
    let tight: String = name.split_whitespace().collect();
    topology.find_node(name).or_else(|error| topology.find_node(&tight).map_err(|_| error))
}

/// The nodes that a file names, one a line. Quotation marks around a name, and a comma or semicolon behind it, are no
/// part of it.
fn read_nodes(path: &Path, topology: &dyn Topology) -> Result<Vec<NodeId>, Failure> {
    let mut text = input::read_text(path)?;
    if !text.contains('\n') {
        // Lines of old spreadsheets end in carriage returns alone.
        text = text.replace('\r', "\n");
    }
    let mut nodes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let name = line.split('#').next().unwrap_or_default().trim();
        let bare = bare(name);
        if name.is_empty() {
            continue;
        }
        match topology.find_node(name).or_else(|error| find_node(topology, bare).map_err(|_| error)) {
            Ok(node) => nodes.push(node),
            Err(error) => {
                let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
                let problem = match several(topology, bare) {
                    true => format!("`{}` names several nodes; expected one name a line", shortened(name)),
                    false => format!("{error}; expected one name a line"),
                };
                return Err(Failure::new(problem).in_line(path, text.clone(), index + 1, column));
            }
        }
    }
    Ok(nodes)
}

/// A name without commas and semicolons behind it, and quotation marks around it.
fn bare(name: &str) -> &str {
    let name = name.trim_end_matches([',', ';']).trim();
    let unquoted = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark);
    ['"', '\'', '`'].into_iter().find_map(unquoted).unwrap_or(name).trim()
}

/// Whether a line has names of nodes with a separator between them.
fn several(topology: &dyn Topology, line: &str) -> bool {
    let is_node = |name: &str| topology.find_node(bare(name.trim())).is_ok();
    [' ', '\t', ';', ','].into_iter().any(|separator| {
        let names = || line.split(separator).filter(|name| !name.trim().is_empty());
        names().count() > 1 && names().all(is_node)
    })
}
