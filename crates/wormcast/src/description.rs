//! What a network is.

use crate::Network;
use serde::Serialize;
use std::collections::BTreeMap;
use wormcast_plan::{ChannelWeight, channel_numbers};
use wormcast_topology::{Diameter, Labelling, Topology, diameter};

/// How many steps the search for the diameter may take: one to three seconds, at 100 to 200 million steps a second. It
/// is not a time, so that the answer is the same on all machines.
const EFFORT: u64 = 1 << 28;

/// A network in figures. It is written as the `describe` command writes it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct NetworkSummary {
    /// The network, with its faults.
    pub topology: String,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many of the nodes are endpoints.
    pub endpoints: usize,
    /// How many channels it has.
    pub channels: usize,
    /// How many links: channels with their opposites, and channels without any.
    pub links: usize,
    /// How many channels have no opposite.
    pub one_way: usize,
    /// How many nodes have each degree.
    pub degrees: BTreeMap<usize, usize>,
    /// Into how many pieces the network falls; one is the rule.
    pub pieces: usize,
    /// The greatest distance of two nodes in channels; none if the network is in pieces, or if it was not searched.
    pub diameter: Option<u32>,
    /// A lower bound, set where the diameter was not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diameter_at_least: Option<u32>,
    /// Whether there is a Hamiltonian labelling.
    pub labelling: bool,
    /// Whether it is along channels some of which have no opposite: worms go up its labels only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_way_labelling: bool,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_labelling: Option<String>,
    /// What a file says beside nodes and links.
    #[serde(flatten)]
    pub attached: Attached,
    /// The nodes one by one, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_list: Vec<DescribedNode>,
}

/// A node of a network.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DescribedNode {
    /// Its name.
    pub name: String,
    /// How many links it has.
    pub degree: usize,
    /// Its place on the Hamiltonian path, if there is one.
    pub label: Option<u32>,
}

/// What channels have of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightRange {
    /// How many channels have it.
    pub channels: usize,
    /// The least of them.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl WeightRange {
    /// What the channels of a network have of a number of this name; none if no channel has any.
    fn of(topology: &dyn Topology, name: &str) -> Option<Self> {
        let weight = ChannelWeight::Key(name.into());
        let values = topology.graph().channels().filter_map(|channel| weight.of(topology, channel));
        let start = Self { channels: 0, least: f64::INFINITY, greatest: f64::NEG_INFINITY };
        let range = values.fold(start, |range, value| Self {
            channels: range.channels + 1,
            least: range.least.min(value),
            greatest: range.greatest.max(value),
        });
        (range.channels > 0).then_some(range)
    }
}

/// What a file says beside nodes and links: its format, and what BookSim's lists attach.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Attached {
    /// The format that the file was read in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_as: Option<&'static str>,
    /// What is attached to each node that has something attached.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub terminals: BTreeMap<String, Vec<String>>,
    /// The numbers of channels that may be weights, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, WeightRange>,
    /// How many channels have each latency, in cycles.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub latencies: BTreeMap<u32, usize>,
    /// What was left out, or read in one of several ways, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Network {
    /// The network in figures, with its nodes one by one if asked for. Where the diameter follows from no formula, some
    /// seconds are spent on it.
    ///
    /// ```
    /// let torus = wormcast::Network::build("torus:8x8")?.describe(false);
    /// assert_eq!((torus.nodes, torus.links, torus.diameter), (64, 128, Some(8)));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    pub fn describe(&self, list_nodes: bool) -> NetworkSummary {
        let topology = self.topology();
        let graph = topology.graph();
        let mut degrees = BTreeMap::new();
        graph.nodes().for_each(|node| *degrees.entry(graph.degree(node)).or_default() += 1);
        let known = topology.diameter().map_or_else(|| diameter(graph, EFFORT), Diameter::Exactly);
        let one_way =
            if graph.is_symmetric() { 0 } else { graph.channels().filter(|&c| graph.reverse(c).is_none()).count() };
        let labelling = topology.any_labelling();
        let is_one_way = |labelling: &Labelling| !labelling.leads_both_ways(graph);
        let one_way_labelling = labelling.as_ref().is_ok_and(is_one_way);
        let label = |node| labelling.as_ref().ok().map(|labelling| labelling.label(node));
        let described =
            |node| DescribedNode { name: topology.node_name(node), degree: graph.degree(node), label: label(node) };
        let node_list = if list_nodes { graph.nodes().map(described).collect() } else { Vec::new() };
        let no_labelling = labelling.err().map(|error| error.to_string());
        NetworkSummary {
            topology: self.to_string(),
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
            one_way_labelling,
            no_labelling,
            attached: Attached::of(topology),
            node_list,
        }
    }
}

impl Attached {
    /// Taken from a file as it is, without faults.
    fn of(topology: &dyn Topology) -> Self {
        let mut attached = Self::default();
        if let Some(file) = topology.described() {
            attached.read_as = Some(file.format());
            attached.warnings = file.warnings().to_vec();
            for node in file.graph().nodes().filter(|&node| !file.terminals(node).is_empty()) {
                attached.terminals.insert(file.node_name(node), file.terminals(node).to_vec());
            }
            let range = |name: String| Some((name.clone(), WeightRange::of(topology, &name)?));
            attached.weights = channel_numbers(topology).into_iter().filter_map(range).collect();
            for latency in file.graph().channels().filter_map(|channel| file.channel_properties(channel).latency_cycles)
            {
                *attached.latencies.entry(latency).or_default() += 1;
            }
        }
        attached
    }
}
