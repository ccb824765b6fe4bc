//! Faults: nodes and links taken away from a network.

use crate::{
    ChannelId, Graph, Grid, Labelling, NoLabelling, NodeId, Routing, Topology, TopologyError, UnknownNode,
    hamiltonian_path,
};
use std::sync::Arc;

/// A network without some of its nodes and links.
///
/// The nodes that are left keep their names and their order, but are numbered anew without gaps; [`Faulty::inner_node`]
/// and [`Faulty::survivor`] translate. A node that is lost takes its links with it. The network may fall into pieces.
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
/// assert!(mesh.find_node("1,1").unwrap_err().to_string().ends_with("this node was taken away"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Faulty {
    inner: Arc<dyn Topology>,
    graph: Graph,
    lost_nodes: Box<[NodeId]>,
    lost_links: Box<[(NodeId, NodeId)]>,
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
        Self::of_shared(inner.into(), lost_nodes, lost_links)
    }

    /// The same of a network that others hold, too.
    ///
    /// # Errors
    /// A link that does not exist, or no node is left.
    ///
    /// # Panics
    /// If a node is not one of the network.
    pub fn of_shared(
        inner: Arc<dyn Topology>,
        lost_nodes: &[NodeId],
        lost_links: &[(NodeId, NodeId)],
    ) -> Result<Self, TopologyError> {
        for &(a, b) in lost_links {
            inner.graph().channel(a, b).ok_or_else(|| unknown_link(&*inner, a, b))?;
        }
        let mut lost_nodes = lost_nodes.to_vec();
        let mut lost_links: Vec<_> = lost_links.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        sort_and_dedup(&mut lost_nodes);
        sort_and_dedup(&mut lost_links);
        let survivors: Vec<_> = inner.graph().nodes().filter(|node| lost_nodes.binary_search(node).is_err()).collect();
        let graph = surviving_graph(inner.graph(), &survivors, &lost_links)
            .map_err(|source| TopologyError::Size { spec: spec(&*inner, &lost_nodes, &lost_links), source })?;
        Ok(Self {
            inner,
            graph,
            lost_nodes: lost_nodes.into(),
            lost_links: lost_links.into(),
            survivors: survivors.into(),
        })
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

    /// The links that were taken away themselves, as nodes of the whole network, each with its lower node first, in
    /// ascending order. Lost nodes have taken others with them.
    pub fn lost_links(&self) -> &[(NodeId, NodeId)] {
        &self.lost_links
    }
}

fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

fn surviving_graph(
    whole: &Graph,
    survivors: &[NodeId],
    lost_links: &[(NodeId, NodeId)],
) -> Result<Graph, crate::GraphError> {
    let mut new_ids = vec![None; whole.node_count()];
    for (id, node) in survivors.iter().enumerate() {
        new_ids[node.index()] = Some(NodeId::new(id));
    }
    let is_left = |a: NodeId, b: NodeId| lost_links.binary_search(&(a.min(b), a.max(b))).is_err();
    let neighbours = |node: NodeId| {
        let left = whole.neighbours(node).iter().filter(move |&&other| is_left(node, other));
        left.filter_map(|other| new_ids[other.index()])
    };
    let channels = survivors.iter().map(|&node| neighbours(node).count()).sum();
    Graph::from_neighbours(survivors.len(), channels, |node, list| list.extend(neighbours(survivors[node.index()])))
}

fn spec(inner: &dyn Topology, lost_nodes: &[NodeId], lost_links: &[(NodeId, NodeId)]) -> String {
    let nodes = lost_nodes.iter().map(|&node| format!(" without {}", inner.node_name(node)));
    let links = lost_links.iter().map(|&(a, b)| format!(" without {}-{}", inner.node_name(a), inner.node_name(b)));
    inner.spec() + &nodes.chain(links).collect::<String>()
}

/// The error for a link that does not exist between two nodes that do.
pub(crate) fn unknown_link(topology: &dyn Topology, a: NodeId, b: NodeId) -> TopologyError {
    const SHOWN: usize = 6;
    let neighbours = topology.graph().neighbours(a);
    let mut names: Vec<_> =
        neighbours.iter().take(SHOWN).map(|&node| format!("`{}`", topology.node_name(node))).collect();
    match neighbours.len() {
        0 => names.push("no node".into()),
        count if count > SHOWN => names.push(format!("… ({count} in all)")),
        _ => {}
    }
    TopologyError::UnknownLink {
        spec: topology.spec(),
        a: topology.node_name(a),
        b: topology.node_name(b),
        neighbours: names.join(", "),
    }
}

impl Topology for Faulty {
    /// The description of the whole network, and what was taken away; not a text that a network is built from.
    fn spec(&self) -> String {
        spec(&*self.inner, &self.lost_nodes, &self.lost_links)
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
            expected: "this node was taken away".into(),
            nearest: None,
        })
    }

    /// Only where no node is lost: else the numbers of the nodes no longer follow from their coordinates.
    fn grid(&self) -> Option<&Grid> {
        self.inner.grid().filter(|_| self.lost_nodes.is_empty())
    }

    /// Only where nothing is lost. [`ShortestRoutes`](crate::ShortestRoutes) still takes the whole network's own way
    /// where it is left.
    fn routing(&self) -> Option<&dyn Routing> {
        self.inner.routing().filter(|_| self.lost_nodes.is_empty() && self.lost_links.is_empty())
    }

    fn faults(&self) -> Option<&Faulty> {
        Some(self)
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        self.inner.position(self.inner_node(node))
    }

    /// The way that the whole network's own routing takes, if it has one and nothing on that way is lost. It is a shortest
    /// way then, as taking nodes away makes no way shorter.
    fn append_own_route(&self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> bool {
        let Some(routing) = self.inner.routing() else { return false };
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
