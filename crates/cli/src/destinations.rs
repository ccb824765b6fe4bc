//! What a multicast is: its source, and the four ways to name its destinations.

use crate::failure::Failure;
use crate::input;
use clap::Args;
use std::path::{Path, PathBuf};
use wormcast::plan::random_destinations;
use wormcast::topology::{NodeId, Topology, UnknownNode};

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

    /// The source, and the destinations in the order in which they were named or drawn.
    pub(crate) fn resolve(&self, topology: &dyn Topology) -> Result<(NodeId, Vec<NodeId>), Failure> {
        let source = find_node(topology, &self.source)?;
        Ok((source, self.destinations.resolve(topology, source, self.seed)?))
    }
}

/// Where the message must go: one of four ways.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct DestinationArgs {
    /// The destinations, by name.
    #[arg(long, value_name = "NODE", num_args = 1..)]
    to: Vec<String>,
    /// A file with one destination a line; empty lines and what follows a `#` are skipped.
    #[arg(long, value_name = "FILE")]
    to_file: Option<PathBuf>,
    /// As many destinations, drawn at random without the source; endpoints where there are some.
    #[arg(long, value_name = "K")]
    random: Option<usize>,
    /// Every node but the source; where the network has endpoints, every endpoint.
    #[arg(long)]
    all: bool,
}

impl DestinationArgs {
    /// The destinations, in the order in which they were named or drawn.
    fn resolve(&self, topology: &dyn Topology, source: NodeId, seed: u64) -> Result<Vec<NodeId>, Failure> {
        match (&self.to_file, self.random) {
            (Some(path), _) => read_nodes(path, topology),
            (None, Some(count)) => Ok(random_destinations(topology, source, count, seed)?),
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

/// The nodes that a file names, one a line.
fn read_nodes(path: &Path, topology: &dyn Topology) -> Result<Vec<NodeId>, Failure> {
    let text = input::read_text(path)?;
    let mut nodes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let name = line.split('#').next().unwrap_or_default().trim();
        if name.is_empty() {
            continue;
        }
        match topology.find_node(name) {
            Ok(node) => nodes.push(node),
            Err(error) => {
                let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
                return Err(Failure::from(error).in_line(path, text.clone(), index + 1, column));
            }
        }
    }
    Ok(nodes)
}
