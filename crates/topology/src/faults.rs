//! Faulty nodes, links and channels of a network.

mod losses;

pub use losses::Losses;

use crate::hamiltonian::one_way_path;
use crate::unknown_ends::unknown_link;
use crate::{
    ChannelId, ChannelProperties, Graph, Grid, Labelling, NoLabelling, NodeId, Outline, OwnRouting, Topology,
    TopologyError, UnknownNode, hamiltonian_path,
};
use losses::{spec, surviving_graph};
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
        self.inner.channel_properties(self.inner_channel(channel))
    }

    fn channel_keys(&self) -> Vec<&str> {
        self.inner.channel_keys()
    }

    fn channel_value(&self, key: &str, channel: ChannelId) -> Option<f64> {
        self.inner.channel_value(key, self.inner_channel(channel))
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
