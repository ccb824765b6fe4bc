//! Faulty nodes, links and channels of a network.

use crate::hamiltonian::one_way_path;
use crate::{
    ChannelId, ChannelProperties, Graph, Grid, Labelling, NoLabelling, NodeId, Outline, OwnRouting, Topology,
    TopologyError, UnknownNode, hamiltonian_path,
};
use std::sync::Arc;

/// A network without some of its nodes, links and channels.
///
/// The nodes that are left keep their names and their order, but are numbered anew without gaps; [`Faulty::inner_node`]
/// and [`Faulty::survivor`] translate. Channels keep their numbers among parallel ones. A node that is lost takes its
/// links with it; a link, both directions and all that are parallel; a channel, nothing else. The network may fall into
/// pieces.
///
/// ```
/// use wormcast_topology::{Faulty, Topology, build};
/// let mesh = Faulty::named(build("mesh:3x3")?, &["1,1"], &[("0,0", "0,1")])?;
/// assert_eq!(mesh.spec(), "mesh:3x3 without 1,1 without 0,0-0,1");
/// assert_eq!(mesh.graph().node_count(), 8);
/// let corner = mesh.find_node("0,0")?;
/// let neighbours: Vec<_> = mesh.graph().neighbours(corner).iter().map(|&node| mesh.node_name(node)).collect();
/// assert_eq!(neighbours, ["1,0"]);
/// let last = mesh.find_node("2,2")?;
/// assert_eq!((last.index(), mesh.inner_node(last).index()), (7, 8));
/// assert!(mesh.find_node("1,1").unwrap_err().to_string().ends_with("this node is faulty"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Faulty {
    inner: Arc<dyn Topology>,
    graph: Graph,
    lost_nodes: Box<[NodeId]>,
    lost_links: Box<[(NodeId, NodeId)]>,
    lost_channels: Box<[ChannelId]>,
    /// The node of the whole network that each node is.
    survivors: Box<[NodeId]>,
}

/// What a network loses, by the ids of the whole network; see [`Faulty`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Nodes, with all their channels.
    pub nodes: Vec<NodeId>,
    /// Links, each as its two ends: all channels between them.
    pub links: Vec<(NodeId, NodeId)>,
    /// Single channels.
    pub channels: Vec<ChannelId>,
}

impl Losses {
    /// In ascending order, each once, the links with their lower node first; without the channels that links take
    /// along.
    fn sorted(&self, whole: &Graph) -> Self {
        let mut losses = self.clone();
        losses.links.iter_mut().for_each(|link| *link = (link.0.min(link.1), link.0.max(link.1)));
        sort_and_dedup(&mut losses.nodes);
        sort_and_dedup(&mut losses.links);
        sort_and_dedup(&mut losses.channels);
        losses.channels.retain(|&channel| {
            let (a, b) = (whole.source(channel), whole.target(channel));
            losses.links.binary_search(&(a.min(b), a.max(b))).is_err()
        });
        losses
    }

    /// Whether a channel between nodes that are left is left too.
    fn leaves(&self, whole: &Graph, channel: ChannelId) -> bool {
        let (a, b) = (whole.source(channel), whole.target(channel));
        self.links.binary_search(&(a.min(b), a.max(b))).is_err() && self.channels.binary_search(&channel).is_err()
    }
}

impl Faulty {
    /// The network without these nodes and links, all as nodes of the whole network. O(n + m log f) for n nodes, m
    /// channels and f lost links.
    ///
    /// # Errors
    /// A link that does not exist, or no node is left.
    ///
    /// # Panics
    /// If a node is not one of the network.
    pub fn new(
        inner: Box<dyn Topology>,
        lost_nodes: &[NodeId],
        lost_links: &[(NodeId, NodeId)],
    ) -> Result<Self, TopologyError> {
        let losses = Losses { nodes: lost_nodes.to_vec(), links: lost_links.to_vec(), channels: Vec::new() };
        Self::losing(inner, &losses)
    }

    /// The network without all this. O(n + m log f) for n nodes, m channels and f losses.
    ///
    /// ```
    /// use wormcast_topology::{Faulty, Losses, Topology, build, find_channel};
    /// let mesh = build("mesh:2x2")?;
    /// let channels = vec![find_channel(&*mesh, "0,0>1,0")?];
    /// let mesh = Faulty::losing(mesh, &Losses { channels, ..Losses::default() })?;
    /// assert_eq!(mesh.spec(), "mesh:2x2 without 0,0>1,0");
    /// assert_eq!(mesh.graph().channel_count(), 7);
    /// # Ok::<(), wormcast_topology::TopologyError>(())
    /// ```
    ///
    /// # Errors
    /// A link that does not exist, or no node is left.
    ///
    /// # Panics
    /// If a node or a channel is not one of the network.
    pub fn losing(inner: Box<dyn Topology>, losses: &Losses) -> Result<Self, TopologyError> {
        Self::sharing(inner.into(), losses)
    }

    /// The same for a network that others hold, too.
    ///
    /// # Errors
    /// A link that does not exist, or no node is left.
    ///
    /// # Panics
    /// If a node or a channel is not one of the network.
    pub fn sharing(inner: Arc<dyn Topology>, losses: &Losses) -> Result<Self, TopologyError> {
        let whole = inner.graph();
        for &(a, b) in &losses.links {
            whole.channel(a, b).or(whole.channel(b, a)).ok_or_else(|| unknown_link(&*inner, a, b))?;
        }
        let losses = losses.sorted(whole);
        let survivors: Vec<_> = whole.nodes().filter(|node| losses.nodes.binary_search(node).is_err()).collect();
        let graph = surviving_graph(whole, &survivors, &losses)
            .map_err(|source| TopologyError::Size { spec: spec(&*inner, &losses), source })?;
        let Losses { nodes, links, channels } = losses;
        let (lost_nodes, lost_links, lost_channels) = (nodes.into(), links.into(), channels.into());
        Ok(Self { inner, graph, lost_nodes, lost_links, lost_channels, survivors: survivors.into() })
    }

    /// The network without the nodes and links of these names.
    ///
    /// # Errors
    /// A node or link that does not exist, or no node is left.
    pub fn named<N: AsRef<str>>(
        inner: Box<dyn Topology>,
        nodes: &[N],
        links: &[(N, N)],
    ) -> Result<Self, TopologyError> {
        let find = |name: &N| inner.find_node(name.as_ref());
        let nodes = nodes.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let link = |(a, b): &(N, N)| Ok::<_, UnknownNode>((find(a)?, find(b)?));
        let links = links.iter().map(link).collect::<Result<Vec<_>, _>>()?;
        Self::new(inner, &nodes, &links)
    }

    /// The whole network.
    pub fn inner(&self) -> &dyn Topology {
        &*self.inner
    }

    /// The node of the whole network that a node is.
    #[inline]
    pub fn inner_node(&self, node: NodeId) -> NodeId {
        self.survivors[node.index()]
    }

    /// What a node of the whole network is here; none if it is lost. O(log nodes).
    #[inline]
    pub fn survivor(&self, inner: NodeId) -> Option<NodeId> {
        self.survivors.binary_search(&inner).ok().map(NodeId::new)
    }

    /// The lost nodes, as nodes of the whole network, in ascending order.
    pub fn lost_nodes(&self) -> &[NodeId] {
        &self.lost_nodes
    }

    /// The links that are faulty themselves, as nodes of the whole network, each with its lower node first, in
    /// ascending order. Lost nodes have taken others with them.
    pub fn lost_links(&self) -> &[(NodeId, NodeId)] {
        &self.lost_links
    }

    /// The channels that are faulty themselves, as channels of the whole network, in ascending order.
    pub fn lost_channels(&self) -> &[ChannelId] {
        &self.lost_channels
    }

    /// The channel of the whole network that a channel is. O(log degree).
    pub fn inner_channel(&self, channel: ChannelId) -> ChannelId {
        let [from, to] = [self.graph.source(channel), self.graph.target(channel)].map(|node| self.inner_node(node));
        let inner = self.inner.graph().numbered(from, to, self.graph.number(channel));
        inner.expect("what is left is a part of the whole")
    }

    fn losses(&self) -> Losses {
        let (nodes, links) = (self.lost_nodes.to_vec(), self.lost_links.to_vec());
        Losses { nodes, links, channels: self.lost_channels.to_vec() }
    }
}

fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

fn surviving_graph(whole: &Graph, survivors: &[NodeId], losses: &Losses) -> Result<Graph, crate::GraphError> {
    let mut new_ids = vec![None; whole.node_count()];
    for (id, node) in survivors.iter().enumerate() {
        new_ids[node.index()] = Some(NodeId::new(id));
    }
    let left = |node: NodeId| {
        let channels = whole.out_channels(node).filter(|&channel| losses.leaves(whole, channel));
        channels.filter(|&channel| new_ids[whole.target(channel).index()].is_some())
    };
    let count = survivors.iter().map(|&node| left(node).count()).sum();
    let fill = |node: NodeId, list: &mut Vec<NodeId>| {
        list.extend(left(survivors[node.index()]).filter_map(|channel| new_ids[whole.target(channel).index()]));
    };
    let graph = match losses.channels.is_empty() && whole.is_symmetric() {
        true => Graph::from_neighbours(survivors.len(), count, fill)?,
        false => Graph::from_targets(survivors.len(), count, fill)?,
    };
    let graph = graph.with_endpoints(whole.endpoints().iter().filter_map(|node| new_ids[node.index()]));
    if losses.channels.is_empty() && !whole.has_own_numbers() {
        return Ok(graph);
    }
    Ok(graph.with_numbers(survivors.iter().flat_map(|&node| left(node)).map(|channel| whole.number(channel)).collect()))
}

fn spec(inner: &dyn Topology, losses: &Losses) -> String {
    let name = |node| inner.node_name(node);
    let nodes = losses.nodes.iter().map(|&node| format!(" without {}", name(node)));
    let links = losses.links.iter().map(|&(a, b)| format!(" without {}-{}", name(a), name(b)));
    let channels = losses.channels.iter().map(|&channel| format!(" without {}", inner.channel_name(channel)));
    inner.spec() + &nodes.chain(links).chain(channels).collect::<String>()
}

/// The error for a link that does not exist between two nodes that do.
pub(crate) fn unknown_link(topology: &dyn Topology, a: NodeId, b: NodeId) -> TopologyError {
    TopologyError::UnknownLink {
        spec: topology.spec(),
        a: topology.node_name(a),
        b: topology.node_name(b),
        neighbours: neighbours_in_words(topology, a),
    }
}

impl TopologyError {
    /// The error for a channel that does not exist, though the node does that it would leave.
    pub fn unknown_channel(topology: &dyn Topology, from: NodeId, channel: &str) -> Self {
        let (a, neighbours) = (topology.node_name(from), neighbours_in_words(topology, from));
        let expected = format!("from `{a}` channels lead to {neighbours}");
        Self::UnknownChannel { spec: topology.spec(), channel: channel.to_owned(), expected }
    }
}

/// The nodes that channels lead to from a node, or the first of them.
fn neighbours_in_words(topology: &dyn Topology, node: NodeId) -> String {
    const SHOWN: usize = 6;
    let mut neighbours = topology.graph().neighbours(node).to_vec();
    neighbours.dedup();
    let mut names: Vec<_> =
        neighbours.iter().take(SHOWN).map(|&node| format!("`{}`", topology.node_name(node))).collect();
    match neighbours.len() {
        0 => names.push("no node".into()),
        count if count > SHOWN => names.push(format!("… ({count} in all)")),
        _ => {}
    }
    names.join(", ")
}

impl Topology for Faulty {
    /// The description of the whole network, and what is faulty; not a text that a network is built from.
    fn spec(&self) -> String {
        spec(&*self.inner, &self.losses())
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        self.inner.node_name(self.inner_node(node))
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let inner = self.inner.find_node(name).map_err(|error| UnknownNode { spec: self.spec(), ..error })?;
        self.survivor(inner).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: "this node is faulty".into(),
            nearest: None,
        })
    }

    /// Only where no node is lost: else the numbers of the nodes no longer follow from their coordinates.
    fn grid(&self) -> Option<&Grid> {
        self.inner.grid().filter(|_| self.lost_nodes.is_empty())
    }

    /// Only where nothing is lost. [`ShortestRoutes`](crate::ShortestRoutes) still takes the whole network's own way
    /// where it is left.
    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        self.inner.own_routing().filter(|_| self.losses() == Losses::default())
    }

    /// Only where nothing is lost.
    fn diameter(&self) -> Option<u32> {
        self.inner.diameter().filter(|_| self.losses() == Losses::default())
    }

    fn faults(&self) -> Option<&Faulty> {
        Some(self)
    }

    fn outline(&self) -> Outline {
        self.inner.outline()
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        self.inner.position(self.inner_node(node))
    }

    fn channel_properties(&self, channel: ChannelId) -> ChannelProperties {
        let [from, to] = [self.graph.source(channel), self.graph.target(channel)].map(|node| self.inner_node(node));
        let inner = self.inner.graph().numbered(from, to, self.graph.number(channel));
        inner.map_or_else(ChannelProperties::default, |inner| self.inner.channel_properties(inner))
    }

    fn has_own_channels(&self) -> bool {
        self.inner.has_own_channels()
    }

    /// The way that the whole network's own routing takes, if it has one and nothing on that way is lost. It is a
    /// shortest way then, as taking nodes away makes no way shorter.
    fn append_own_route(&self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> bool {
        let Some(routing) = self.inner.own_routing() else { return false };
        let (start, goal) = (route.len(), self.inner_node(to));
        let mut at = from;
        while at != to {
            let next = self.survivor(routing.next(self.inner_node(at), goal));
            let Some((next, channel)) = next.and_then(|next| Some((next, self.graph.channel(at, next)?))) else {
                route.truncate(start);
                return false;
            };
            route.push(channel);
            at = next;
        }
        true
    }

    /// The whole network's where its path, with the lost nodes left out, still is one; else a search.
    fn one_way_labelling(&self) -> Option<Labelling> {
        let shortened = self.inner.one_way_labelling().and_then(|labelling| {
            let path = labelling.path().iter().filter_map(|&node| self.survivor(node)).collect();
            Labelling::from_one_way_path(&self.graph, path).ok()
        });
        shortened.or_else(|| one_way_path(&self.graph))
    }

    /// The whole network's labels where its Hamiltonian path, with the lost nodes left out, still is one; else a
    /// search.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        let shortened = self.inner.labelling().ok().and_then(|labelling| {
            let path = labelling.path().iter().filter_map(|&node| self.survivor(node)).collect();
            Labelling::from_path(&self.graph, path).ok()
        });
        shortened.map_or_else(|| hamiltonian_path(&self.graph, &|node| self.node_name(node)), Ok)
    }
}
