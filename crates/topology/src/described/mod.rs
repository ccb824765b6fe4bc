//! Networks that somebody describes node by node and link by link, as files do.

mod names;

use crate::{ChannelId, Graph, Labelling, NoLabelling, NodeId, Topology, TopologyError, UnknownNode, hamiltonian_path};
use names::Names;
use std::borrow::Cow;

/// What a description says, before it is a network.
#[derive(Clone, Debug, Default)]
pub struct Description<'n> {
    /// The names of the nodes, all different.
    pub names: Vec<Cow<'n, str>>,
    /// The links; a link that is named twice counts once.
    pub links: Vec<(NodeId, NodeId)>,
    /// Where the description places the nodes: x to the right, y downwards, in a unit of its own. Shorter than `names` if
    /// the last ones have no place.
    pub positions: Vec<Option<[f64; 2]>>,
    /// The names of what is attached to each node; empty if nothing is attached anywhere.
    pub terminals: Vec<Vec<String>>,
    /// The latency of the channels that have none of their own, in cycles; none if the description knows of no latencies.
    pub default_latency: Option<u32>,
    /// The latencies of channels, in cycles.
    pub latencies: Vec<((NodeId, NodeId), u32)>,
}

/// A network that is described node by node and link by link.
///
/// ```
/// use wormcast_topology::{DescribedNetwork, Description, NodeId, Topology};
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let description = Description {
///     names: ["left", "middle", "right"].map(Into::into).into(),
///     links: vec![(a, b), (b, c)],
///     ..Description::default()
/// };
/// let network = DescribedNetwork::new("file:row.edges".into(), "edge list", description)?;
/// assert_eq!(network.spec(), "file:row.edges");
/// assert_eq!(network.graph().channel_count(), 4);
/// assert_eq!(network.find_node("middle")?, b);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DescribedNetwork {
    spec: String,
    format: &'static str,
    graph: Graph,
    names: Names,
    /// By node; the last ones may be missing.
    positions: Box<[Option<[f64; 2]>]>,
    /// By node, or empty.
    terminals: Box<[Vec<String>]>,
    /// By channel in cycles, or empty.
    latencies: Box<[u32]>,
}

impl DescribedNetwork {
    /// The network of this description; `spec` is what it is called, and `format` what the description is written in.
    /// O(n log n) time for n nodes and links.
    ///
    /// # Errors
    /// No node, too many nodes or links, a link from a node to itself or to a node that there is not, a name or a latency
    /// of nothing, or two nodes of one name.
    pub fn new(spec: String, format: &'static str, description: Description<'_>) -> Result<Self, TopologyError> {
        let size = |source| TopologyError::Size { spec: spec.clone(), source };
        let graph = Graph::from_links(description.names.len(), &description.links).map_err(size)?;
        let names = Names::new(description.names.iter().map(|name| &**name));
        if let Some(name) = names.repeated() {
            let problem = format!("two nodes are called `{}`", crate::shortened(name));
            return Err(TopologyError::BadParameters { spec, problem, expected: "a name of its own for each".into() });
        }
        let latencies = latencies(&graph, &description).ok_or_else(|| {
            let problem = "a latency belongs to no link".into();
            TopologyError::BadParameters { spec: spec.clone(), problem, expected: "latencies of links".into() }
        })?;
        let (positions, terminals) = (description.positions.into(), description.terminals.into());
        Ok(Self { spec, format, graph, names, positions, terminals, latencies })
    }

    /// The format that the description was written in, such as `GML`.
    pub const fn format(&self) -> &'static str {
        self.format
    }

    /// The names of what is attached to a node (the nodes of a BookSim router); empty in most formats.
    pub fn terminals(&self, node: NodeId) -> &[String] {
        self.terminals.get(node.index()).map_or(&[], Vec::as_slice)
    }

    /// The latency of a channel in cycles, for BookSim's lists; none in the other formats.
    pub fn latency(&self, channel: ChannelId) -> Option<u32> {
        self.latencies.get(channel.index()).copied()
    }
}

/// The latency of each channel, or nothing if the description knows of none; none if one belongs to no channel.
fn latencies(graph: &Graph, description: &Description<'_>) -> Option<Box<[u32]>> {
    let Some(latency) = description.default_latency else { return Some(Box::default()) };
    let mut latencies = vec![latency; graph.channel_count()];
    for &((from, to), latency) in &description.latencies {
        latencies[graph.channel(from, to)?.index()] = latency;
    }
    Some(latencies.into())
}

impl Topology for DescribedNetwork {
    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        self.names.get(node).to_owned()
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        self.names.find(name).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: self.names.summary(),
            nearest: self.names.nearest(name),
        })
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        *self.positions.get(node.index())?
    }

    fn described(&self) -> Option<&DescribedNetwork> {
        Some(self)
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}
