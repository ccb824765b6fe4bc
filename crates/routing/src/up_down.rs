//! `up-down`: up a spanning tree's order first, then down it.

use crate::declaration::{Declaration, RoutingError};
use crate::turns::TurnRouting;
use std::cmp::Reverse;
use wormcast_topology::{BreadthFirst, ChannelId, Graph, NodeId, Topology, UnknownNode};

/// How `up-down` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "up-down",
    parameters: "[ROOT]",
    summary: "shortest routes that go up towards a root first and then down; the root is chosen, or named",
    networks: "all",
    safety: "safe with 1 virtual channel",
    example: "up-down",
    build: |topology, parameters, _| {
        let order = UpDownOrder::new(topology, Some(parameters).filter(|name| !name.is_empty()));
        let order = order.map_err(RoutingError::Node)?;
        Ok(Box::new(TurnRouting::new(topology.graph(), Box::new(move |first, second| order.allows(first, second)))))
    },
};

/// Which channels lead up towards a root, and which turns keep to going up first and down then.
///
/// ```
/// use wormcast_routing::UpDownOrder;
/// let mesh = wormcast_topology::build("mesh:3x1")?;
/// let order = UpDownOrder::new(&*mesh, Some("1,0"))?;
/// let [up, down] = [("0,0", "1,0"), ("1,0", "2,0")].map(|(from, to)| mesh.find_channel_between(from, to).unwrap());
/// assert!(order.allows(up, down) && !order.allows(down, up));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UpDownOrder {
    root: NodeId,
    /// The place of each node, the root first.
    rank: Vec<u32>,
    is_up: Vec<bool>,
}

impl UpDownOrder {
    /// The order below the node of this name, or one that is chosen so that routes are short.
    ///
    /// # Errors
    /// There is no such node.
    pub fn new(topology: &dyn Topology, root: Option<&str>) -> Result<Self, UnknownNode> {
        let graph = topology.graph();
        let root = root.map_or_else(|| Ok(best_root(graph)), |name| topology.find_node(name))?;
        Ok(Self::below(graph, root))
    }

    fn below(graph: &Graph, root: NodeId) -> Self {
        let rank = ranks(graph, root);
        let is_up = |channel| rank[graph.target(channel).index()] < rank[graph.source(channel).index()];
        let is_up = graph.channels().map(is_up).collect();
        Self { root, rank, is_up }
    }

    /// The node that all channels up lead towards.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// All channels, so that every turn that is allowed leads to a later one: those up, from far below on, and then
    /// those down. O(channels · log channels).
    ///
    /// ```
    /// use wormcast_routing::UpDownOrder;
    /// let mesh = wormcast_topology::build("mesh:3x1")?;
    /// let order = UpDownOrder::new(&*mesh, Some("1,0"))?;
    /// let channels = order.channels(mesh.graph());
    /// let is_up = |from, to| order.allows(mesh.find_channel_between(from, to).unwrap(), channels[0]);
    /// assert!(is_up("0,0", "1,0") && !is_up("1,0", "2,0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn channels(&self, graph: &Graph) -> Vec<ChannelId> {
        let mut channels: Vec<_> = graph.channels().collect();
        channels.sort_by_key(|&channel| {
            let place = i64::from(self.rank[graph.source(channel).index()]);
            if self.is_up[channel.index()] { (0, -place) } else { (1, place) }
        });
        channels
    }

    /// Whether a message may go from one channel on to the next: never up after it went down.
    pub fn allows(&self, first: ChannelId, second: ChannelId) -> bool {
        self.is_up[first.index()] || !self.is_up[second.index()]
    }
}

/// The routes of the chosen root.
pub(crate) fn from_best_root(graph: &Graph) -> TurnRouting<'_> {
    up_down(graph, best_root(graph))
}

/// Roots whose routes are looked at, and destinations that are looked at for each.
const CANDIDATES: usize = 8;
const SAMPLE: usize = 64;

/// The distance of each node from all others is known for networks up to this size; on larger ones, for a sample.
const SMALL: usize = 2048;

/// Nodes closer to the root are higher, and of two equally close ones the one with the lower number. A route that never
/// goes up after it went down waits for nothing in a cycle: the channel of a cycle that leaves its lowest node leads
/// up, and the one before it down (Schroeder and others: Autonet, 1991).
fn up_down(graph: &Graph, root: NodeId) -> TurnRouting<'_> {
    let order = UpDownOrder::below(graph, root);
    TurnRouting::new(graph, Box::new(move |first, second| order.allows(first, second)))
}

/// The place of each node in the order of breadth-first searches: from the root, and from the first node of each part
/// that it does not reach. Of nodes at one distance the one with the lower number comes first.
pub(crate) fn ranks(graph: &Graph, root: NodeId) -> Vec<u32> {
    let mut search = BreadthFirst::new(graph);
    let mut placed = Vec::with_capacity(graph.node_count());
    for start in std::iter::once(root).chain(graph.nodes()) {
        if search.distance(start).is_none() {
            let mut part = search.extend(start).to_vec();
            part.sort_by_key(|&node| (search.distance(node), node));
            placed.append(&mut part);
        }
    }
    let mut rank = vec![0; graph.node_count()];
    placed.iter().zip(0..).for_each(|(node, place)| rank[node.index()] = place);
    rank
}

/// A root whose routes are short: of the nodes with the least distances to all others, the one whose routes are the
/// shortest together.
pub(crate) fn best_root(graph: &Graph) -> NodeId {
    let mut search = BreadthFirst::new(graph);
    let step = graph.node_count().div_ceil(SMALL).max(1);
    let mut nodes: Vec<_> = graph.nodes().step_by(step).collect();
    nodes.sort_by_cached_key(|&node| {
        search.run(node);
        let reached = search.order().len();
        let total: u64 = search.order().iter().filter_map(|&at| search.distance(at)).map(u64::from).sum();
        (Reverse(reached), search.farthest().map(|(_, distance)| distance), total, node)
    });
    nodes.truncate(CANDIDATES);
    nodes.into_iter().min_by_key(|&root| (total_hops(graph, root), root)).expect("a network has a node")
}

/// The hops of all routes to a sample of destinations.
fn total_hops(graph: &Graph, root: NodeId) -> u64 {
    let mut routing = up_down(graph, root);
    let step = graph.node_count().div_ceil(SAMPLE).max(1);
    let mut total = 0;
    for to in graph.nodes().step_by(step) {
        total += graph.nodes().filter_map(|from| routing.distance(from, to)).map(u64::from).sum::<u64>();
    }
    total
}
