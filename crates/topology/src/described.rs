//! Networks that somebody describes node by node and link by link, as files do.

mod names;

use crate::{
    ChannelId, ChannelProperties, ChannelValues, Graph, GraphError, Labelling, NoLabelling, NodeId, Outline, Topology,
    TopologyError, UnknownNode, hamiltonian_path,
};
use names::Names;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a description says, before it is a network.
#[derive(Clone, Debug, Default)]
pub struct Description<'n> {
    /// The names of the nodes, all different.
    pub names: Vec<Cow<'n, str>>,
    /// The nodes that are endpoints: they send and receive, and forward nothing.
    pub endpoints: Vec<NodeId>,
    /// The channels, each one way. Parallel ones are numbered in the order in which they stand here.
    pub channels: Vec<(NodeId, NodeId)>,
    /// What single channels have of their own, by their places in `channels`.
    pub properties: Vec<(usize, ChannelProperties)>,
    /// Numbers that channels have beside that, by the names that the description gives them, each with the place of its
    /// channel in `channels`.
    pub values: BTreeMap<String, Vec<(usize, f64)>>,
    /// Where the description places the nodes: x to the right, y downwards, in a unit of its own. Shorter than `names`
    /// if the last ones have no place.
    pub positions: Vec<Option<[f64; 2]>>,
    /// What the routers look like in pictures.
    pub outline: Outline,
    /// The names of what is attached to each node; empty if nothing is attached anywhere.
    pub terminals: Vec<Vec<String>>,
    /// What a reader should know, a sentence each: what was left out, or read in one of several ways.
    pub warnings: Vec<String>,
}

impl Description<'_> {
    /// Adds a link: two opposite channels.
    pub fn add_link(&mut self, a: NodeId, b: NodeId) {
        self.channels.extend([(a, b), (b, a)]);
    }
}

/// A network that is described node by node and channel by channel.
///
/// ```
/// use wormcast_topology::{DescribedNetwork, Description, NodeId, Topology};
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let mut description = Description { names: ["left", "middle", "right"].map(Into::into).into(), ..Default::default()
/// }; description.add_link(a, b); description.channels.push((b, c)); let network =
/// DescribedNetwork::new("file:row.edges".into(), "edge list", description)?; assert_eq!(network.spec(),
/// "file:row.edges"); assert_eq!(network.graph().channel_count(), 3); assert_eq!(network.find_node("middle")?, b);
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
    outline: Outline,
    /// By node, or empty.
    terminals: Box<[Vec<String>]>,
    /// By channel, or empty.
    properties: Box<[ChannelProperties]>,
    values: ChannelValues,
    warnings: Box<[String]>,
}

impl DescribedNetwork {
    /// The network of this description; `spec` is what it is called, and `format` what the description is written in.
    /// O(n log n) time for n nodes and channels.
    ///
    /// # Errors
    /// No node, too many nodes or channels, a channel from a node to itself, an end, endpoint or property of nothing,
    /// or two nodes of one name.
    pub fn new(spec: String, format: &'static str, description: Description<'_>) -> Result<Self, TopologyError> {
        let Description { names, endpoints, channels, properties, values, positions, outline, terminals, warnings } =
            description;
        let size = |source| TopologyError::Size { spec: spec.clone(), source };
        let nodes = names.len();
        let graph = Graph::from_channels(nodes, &channels).map_err(size)?;
        if let Some(&node) = endpoints.iter().find(|node| node.index() >= nodes) {
            return Err(size(GraphError::NoSuchNode { node, nodes }));
        }
        let names = Names::new(names.iter().map(|name| &**name));
        if let Some(name) = names.repeated() {
            let problem = format!("two nodes are called `{}`", crate::shortened(name));
            return Err(TopologyError::BadParameters { spec, problem, expected: "a name of its own for each".into() });
        }
        let ids = match properties.is_empty() && values.is_empty() {
            true => Box::default(),
            false => ids(&channels),
        };
        Ok(Self {
            spec,
            format,
            graph: graph.with_endpoints(endpoints),
            names,
            positions: positions.into(),
            outline,
            terminals: terminals.into(),
            properties: by_channel(&ids, properties),
            values: values_by_channel(&ids, values),
            warnings: warnings.into(),
        })
    }

    /// The same network under another description.
    #[must_use]
    pub fn called(self, spec: String) -> Self {
        Self { spec, ..self }
    }

    /// The format that the description was written in, such as `GML`.
    pub const fn format(&self) -> &'static str {
        self.format
    }

    /// The names of what is attached to a node (the nodes of a BookSim router); empty in most formats.
    pub fn terminals(&self, node: NodeId) -> &[String] {
        self.terminals.get(node.index()).map_or(&[], Vec::as_slice)
    }

    /// What a reader of the description should know, a sentence each: what was left out, or read in one of several
    /// ways.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// The ids of the channels by their places, which follow from a stable sort of their ends.
fn ids(channels: &[(NodeId, NodeId)]) -> Box<[ChannelId]> {
    let mut order: Vec<_> = (0..channels.len()).collect();
    order.sort_by_key(|&place| channels[place]);
    let mut ids = vec![ChannelId::new(0); channels.len()];
    order.into_iter().enumerate().for_each(|(id, place)| ids[place] = ChannelId::new(id));
    ids.into()
}

/// The properties by channel; nothing if no channel has any. Those of channels that do not exist are left out.
fn by_channel(ids: &[ChannelId], properties: Vec<(usize, ChannelProperties)>) -> Box<[ChannelProperties]> {
    if properties.is_empty() {
        return Box::default();
    }
    let mut listed = vec![ChannelProperties::default(); ids.len()];
    for (place, own) in properties {
        if let Some(id) = ids.get(place) {
            listed[id.index()] = own;
        }
    }
    listed.into()
}

/// The numbers by name and channel. Those of channels that do not exist are left out.
fn values_by_channel(ids: &[ChannelId], values: BTreeMap<String, Vec<(usize, f64)>>) -> ChannelValues {
    let placed = |(place, value): (usize, f64)| Some((*ids.get(place)?, value));
    let column = |(key, column): (String, Vec<(usize, f64)>)| (key, column.into_iter().filter_map(placed).collect());
    ChannelValues::new(values.into_iter().map(column))
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

    fn outline(&self) -> Outline {
        self.outline
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        *self.positions.get(node.index())?
    }

    fn channel_properties(&self, channel: ChannelId) -> ChannelProperties {
        self.properties.get(channel.index()).copied().unwrap_or_default()
    }

    fn channel_keys(&self) -> Vec<&str> {
        self.values.keys()
    }

    fn channel_value(&self, key: &str, channel: ChannelId) -> Option<f64> {
        self.values.get(key, channel)
    }

    fn has_own_channels(&self) -> bool {
        self.properties.iter().any(ChannelProperties::decide_times)
    }

    fn described(&self) -> Option<&DescribedNetwork> {
        Some(self)
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}
