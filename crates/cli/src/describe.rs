//! `wormcast describe`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::files::Target;
use crate::network::{Network, NetworkArgs};
use crate::output::{self, Format};
use crate::progress;
use crate::table::{self, Kind};
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
pub(crate) struct Describe {
    #[command(flatten)]
    network: NetworkArgs,
    /// Also list the nodes: their names, degrees and labels.
    #[arg(long)]
    nodes: bool,
    /// Also draw the network into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// How many steps the search for the diameter may take: some seconds.
const EFFORT: u64 = 1 << 31;

/// How many different degrees and latencies are counted one by one in words.
const COUNTED: usize = 6;

#[derive(Serialize)]
struct Document {
    topology: String,
    nodes: usize,
    /// How many of the nodes are endpoints.
    endpoints: usize,
    channels: usize,
    /// Channels with their opposites, and channels without any.
    links: usize,
    /// How many channels have no opposite.
    one_way: usize,
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
    /// What a file says beside nodes and links.
    #[serde(flatten)]
    attached: Attached,
    /// The nodes one by one, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    node_list: Vec<NodeEntry>,
}

#[derive(Serialize)]
struct NodeEntry {
    name: String,
    degree: usize,
    /// Its place on the Hamiltonian path, if there is one.
    label: Option<u32>,
}

/// What a file (BookSim's) says beside nodes and links.
#[derive(Default, Serialize)]
struct Attached {
    /// The format that the file was read in.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<&'static str>,
    /// What is attached to each node that has something attached.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    terminals: BTreeMap<String, Vec<String>>,
    /// How many channels have each latency, in cycles.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    latencies: BTreeMap<u32, usize>,
}

impl Describe {
    /// Draws the network if asked to, and prints the description.
    pub(crate) fn run(&self) -> Result<Answer, Failure> {
        let svg = self.svg.as_deref().map(Target::for_picture).transpose()?;
        let network = self.network.build()?;
        if let Some(svg) = svg {
            let picture = network_svg(&*network.topology, &DrawOptions::default())?;
            svg.write(|file| file.write_all(picture.as_bytes()))?;
        }
        let document = progress::during("measuring the network", || Document::of(&network, self.nodes));
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&document.table())?,
        }
        Ok(Answer::Yes)
    }
}

impl Document {
    fn of(network: &Network, list_nodes: bool) -> Self {
        let topology: &dyn Topology = &*network.topology;
        let graph = topology.graph();
        let mut degrees = BTreeMap::new();
        graph.nodes().for_each(|node| *degrees.entry(graph.degree(node)).or_default() += 1);
        let known = topology.diameter().map_or_else(|| diameter(graph, EFFORT), Diameter::Exactly);
        let one_way =
            if graph.is_symmetric() { 0 } else { graph.channels().filter(|&c| graph.reverse(c).is_none()).count() };
        let labelling = topology.labelling();
        let label = |node| labelling.as_ref().ok().map(|labelling| labelling.label(node));
        let entry = |node| NodeEntry { name: topology.node_name(node), degree: graph.degree(node), label: label(node) };
        let node_list = if list_nodes { graph.nodes().map(entry).collect() } else { Vec::new() };
        let no_labelling = labelling.err().map(|error| error.to_string());
        Self {
            topology: network.spec.to_string(),
            nodes: graph.node_count(),
            endpoints: graph.endpoints().len(),
            channels: graph.channel_count(),
            links: (graph.channel_count() + one_way) / 2,
            one_way,
            degrees,
            pieces: if let Diameter::Disconnected(pieces) = known { pieces } else { 1 },
            diameter: if let Diameter::Exactly(diameter) = known { Some(diameter) } else { None },
            diameter_at_least: if let Diameter::AtLeast(bound) = known { Some(bound) } else { None },
            labelling: no_labelling.is_none(),
            no_labelling,
            attached: Attached::of(topology),
            node_list,
        }
    }

    fn table(&self) -> String {
        let diameter = match (self.diameter, self.diameter_at_least) {
            (Some(exactly), _) => count(exactly, "channel"),
            (None, Some(bound)) => format!("at least {} (to make sure would take too long)", count(bound, "channel")),
            (None, None) => format!("none: the network is in {} pieces", self.pieces),
        };
        let mut rows = vec![
            ("network", self.topology.clone()),
            ("nodes", self.nodes_counted()),
            ("links", self.links_counted()),
            ("degrees", self.degrees_in_words()),
            ("diameter", diameter),
            ("labelling", self.labelling_in_words()),
        ];
        rows.extend(self.attached.rows());
        format!("{}{}", table::render_pairs(rows), self.nodes_in_words())
    }

    fn nodes_counted(&self) -> String {
        match self.endpoints {
            0 => self.nodes.to_string(),
            endpoints => format!("{} ({endpoints} of them endpoints)", self.nodes),
        }
    }

    fn links_counted(&self) -> String {
        match self.one_way {
            0 => format!("{} ({} channels)", self.links, self.channels),
            one_way => format!("{} ({} channels, {one_way} of them without an opposite)", self.links, self.channels),
        }
    }

    fn nodes_in_words(&self) -> String {
        if self.node_list.is_empty() {
            return String::new();
        }
        let columns = [("node", Kind::Text), ("degree", Kind::Number), ("label", Kind::Number)];
        let row = |node: &NodeEntry| {
            vec![node.name.clone(), node.degree.to_string(), node.label.map_or("-".into(), |label| label.to_string())]
        };
        format!("\n{}", table::render(&columns, self.node_list.iter().map(row)))
    }

    fn labelling_in_words(&self) -> String {
        match &self.no_labelling {
            Some(reason) => format!("none: {reason}"),
            None => "yes, along a Hamiltonian path".into(),
        }
    }

    fn degrees_in_words(&self) -> String {
        let range = match (self.degrees.first_key_value(), self.degrees.last_key_value()) {
            (Some((least, _)), Some((most, _))) if least < most => format!("{least} to {most}"),
            (least, _) => return least.map_or(String::new(), |(degree, _)| format!("{degree} everywhere")),
        };
        if self.degrees.len() > COUNTED {
            return range;
        }
        let nodes = |(degree, &nodes)| format!("{} of {degree}", count(nodes, "node"));
        format!("{range}: {}", self.degrees.iter().map(nodes).collect::<Vec<_>>().join(", "))
    }
}

impl Attached {
    /// Taken from a file as it is, without faults.
    fn of(topology: &dyn Topology) -> Self {
        let mut attached = Self::default();
        if let Some(file) = topology.described() {
            attached.read_as = Some(file.format());
            for node in file.graph().nodes().filter(|&node| !file.terminals(node).is_empty()) {
                attached.terminals.insert(file.node_name(node), file.terminals(node).to_vec());
            }
            for latency in file.graph().channels().filter_map(|channel| file.channel_properties(channel).latency_cycles)
            {
                *attached.latencies.entry(latency).or_default() += 1;
            }
        }
        attached
    }

    fn rows(&self) -> impl Iterator<Item = (&'static str, String)> {
        let attached: usize = self.terminals.values().map(Vec::len).sum();
        let terminals =
            format!("{attached}, attached to {}; messages go from node to node", count(self.terminals.len(), "node"));
        let latency = |(cycles, channels): (&u32, &usize)| format!("{cycles} ({})", count(channels, "channel"));
        let mut latencies: Vec<_> = self.latencies.iter().take(COUNTED).map(latency).collect();
        if self.latencies.len() > COUNTED {
            latencies.push("…".into());
        }
        let latencies = format!("in cycles: {}; not used, every channel takes `--flit-ns`", latencies.join(", "));
        let read_as = self.read_as.map(|format| ("read as", format.to_owned()));
        let terminals = (!self.terminals.is_empty()).then_some(("terminals", terminals));
        let latencies = (!self.latencies.is_empty()).then_some(("latencies", latencies));
        [read_as, terminals, latencies].into_iter().flatten()
    }
}
