//! `wormcast describe`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::files::Target;
use crate::network::{Network, NetworkArgs};
use crate::output::{self, Format};
use crate::progress;
use crate::table;
use crate::words::count;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use wormcast::draw::{DrawOptions, network_svg};
use wormcast::topology::{Diameter, Topology, diameter};

/// Describes a network: nodes, links, degrees, diameter, and whether it has a Hamiltonian labelling.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast describe torus:8x8")]
pub struct Describe {
    #[command(flatten)]
    network: NetworkArgs,
    /// Also draw the network into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// How many steps the search for the diameter may take: some seconds.
const EFFORT: u64 = 1 << 31;

/// How many different degrees are counted one by one in words.
const DEGREES_SHOWN: usize = 6;

#[derive(Serialize)]
struct Document {
    topology: String,
    nodes: usize,
    links: usize,
    /// How many nodes have each degree.
    degrees: BTreeMap<usize, usize>,
    /// Into how many pieces the network falls; one is the rule.
    pieces: usize,
    /// None if the network is in pieces, or if it was not searched.
    diameter: Option<u32>,
    /// Set where the diameter was not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    diameter_at_least: Option<u32>,
    /// Whether there is a Hamiltonian labelling.
    labelling: bool,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_labelling: Option<String>,
}

impl Describe {
    /// Draws the network if asked to, and prints the description.
    pub fn run(&self) -> Result<Answer, Failure> {
        let svg = self.svg.as_deref().map(Target::at).transpose()?;
        let network = self.network.build()?;
        if let Some(svg) = svg {
            let picture = network_svg(&*network.topology, &DrawOptions::default())?;
            svg.write(|file| file.write_all(picture.as_bytes()))?;
        }
        let document = progress::during("measuring the network", || Document::of(&network));
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&document.table())?,
        }
        Ok(Answer::Yes)
    }
}

impl Document {
    fn of(network: &Network) -> Self {
        let topology: &dyn Topology = &*network.topology;
        let graph = topology.graph();
        let mut degrees = BTreeMap::new();
        graph.nodes().for_each(|node| *degrees.entry(graph.degree(node)).or_default() += 1);
        let known = diameter(graph, EFFORT);
        let no_labelling = topology.labelling().err().map(|error| error.to_string());
        Self {
            topology: network.spec.to_string(),
            nodes: graph.node_count(),
            links: graph.channel_count() / 2,
            degrees,
            pieces: if let Diameter::InPieces(pieces) = known { pieces } else { 1 },
            diameter: if let Diameter::Exactly(diameter) = known { Some(diameter) } else { None },
            diameter_at_least: if let Diameter::AtLeast(bound) = known { Some(bound) } else { None },
            labelling: no_labelling.is_none(),
            no_labelling,
        }
    }

    fn table(&self) -> String {
        let diameter = match (self.diameter, self.diameter_at_least) {
            (Some(exactly), _) => format!("{exactly} channels"),
            (None, Some(bound)) => format!("at least {bound} channels (to make sure would take too long)"),
            (None, None) => format!("none: the network is in {} pieces", self.pieces),
        };
        let rows = [
            ("network", self.topology.clone()),
            ("nodes", self.nodes.to_string()),
            ("links", format!("{} ({} channels)", self.links, 2 * self.links)),
            ("degrees", self.degrees_in_words()),
            ("diameter", diameter),
            ("labelling", self.no_labelling.clone().unwrap_or_else(|| "yes, along a Hamiltonian path".into())),
        ];
        table::render_pairs(rows)
    }

    fn degrees_in_words(&self) -> String {
        let range = match (self.degrees.first_key_value(), self.degrees.last_key_value()) {
            (Some((least, _)), Some((most, _))) if least < most => format!("{least} to {most}"),
            (least, _) => return least.map_or(String::new(), |(degree, _)| format!("{degree} everywhere")),
        };
        if self.degrees.len() > DEGREES_SHOWN {
            return range;
        }
        let nodes = |(degree, &nodes)| format!("{} of {degree}", count(nodes, "node"));
        format!("{range}: {}", self.degrees.iter().map(nodes).collect::<Vec<_>>().join(", "))
    }
}
