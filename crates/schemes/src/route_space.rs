//! What schemes say of their routes, for proofs: the parts that several of them share.

use crate::LabelRouting;
use crate::spanning_tree::SpanningTree;
use wormcast_plan::{Chain, ChainLane, Delivers, RouteFamily, RouteSpace, Splits};
use wormcast_routing::Lane;
use wormcast_topology::{ChannelId, Graph, NodeId, ShortestRoutes, Topology};

/// On networks without a routing of their own, all routes are listed: up to so many nodes.
pub(crate) const MAX_LISTED: usize = 1 << 12;

/// Worms up the labels, and where the path leads both ways down them, with the steps of this routing, which deliver on
/// the way.
pub(crate) fn label_paths(routing: &LabelRouting<'_>) -> RouteSpace<NodeId> {
    let path = routing.labelling().path();
    let is_shortcut = |from: u32, to: u32| from + 1 < to || (to + 1 < from && !routing.only_up());
    let shortcuts = (0..path.len() as u32).any(|at| routing.steps(at).iter().any(|step| is_shortcut(at, step.label)));
    let [up, down] = RouteFamily::label_paths(path.to_vec(), shortcuts);
    if routing.only_up() { RouteSpace::of([up]) } else { RouteSpace::of([up, down]) }
}

/// Any worms that split anywhere.
pub(crate) fn any_tree() -> RouteSpace<NodeId> {
    let family = RouteFamily { splits: Splits::Anywhere, ..RouteFamily::chains(Chain::Nothing, Delivers::AtEnd) };
    RouteSpace::of([family])
}

/// Any worms that split anywhere, and whose ways take these lanes, one after another as these pairs of their places
/// say.
pub(crate) fn trees_along(graph: &Graph, lanes: &[Lane], waits: Vec<[u32; 2]>) -> RouteSpace<NodeId> {
    let lane = |&Lane { channel, virtual_channel }: &Lane| {
        ChainLane(graph.source(channel), graph.target(channel), graph.number(channel), virtual_channel)
    };
    let chain = Chain::Lanes { lanes: lanes.iter().map(lane).collect(), waits };
    let family = RouteFamily { splits: Splits::Along, ..RouteFamily::chains(chain, Delivers::OnTheWay) };
    RouteSpace::of([family])
}

/// Worms up this tree and down it.
pub(crate) fn up_and_down(tree: &SpanningTree<'_>) -> RouteSpace<NodeId> {
    RouteSpace::of([RouteFamily::up_and_down(tree.parents(), 0)])
}

/// Unicasts by [`ShortestRoutes`]; none on a network that has no routing of its own and too many nodes to list the
/// routes between all of them. O(nodes² · length) on networks without a routing of their own.
///
/// ```
/// use wormcast_plan::Chain;
/// let mesh = wormcast_topology::build("mesh:3x3")?;
/// let space = wormcast_schemes::unicast_space(&*mesh).unwrap();
/// assert_eq!(space.families[0].chain, Chain::Routing);
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
pub fn unicast_space(topology: &dyn Topology) -> Option<RouteSpace<NodeId>> {
    let graph = topology.graph();
    let chain = match topology.own_routing() {
        Some(_) if graph.endpoints().is_empty() => Chain::Routing,
        // Where there are endpoints, they alone send and take in: routes of routers are taken by nobody.
        own if graph.node_count() > MAX_LISTED => own.map(|_| Chain::Routing)?,
        _ => Chain::Triples(triples(topology)),
    };
    Some(RouteSpace::of([RouteFamily::chains(chain, Delivers::AtEnd)]))
}

/// Any three nodes that follow each other on a route between two nodes that send and take in.
fn triples(topology: &dyn Topology) -> Vec<[NodeId; 3]> {
    let graph = topology.graph();
    let mut routes = ShortestRoutes::new(topology);
    let (mut found, mut route) = (Triples::new(graph), Vec::new());
    for from in graph.terminals() {
        for to in graph.terminals() {
            route.clear();
            // Where there is no way, there is nothing to list.
            let _ = routes.append(from, to, &mut route);
            route.windows(2).for_each(|pair| found.insert(pair[0], pair[1]));
        }
    }
    found.list()
}

/// Channels that follow each other on some route: a flag for each channel and each port of the node that it enters.
pub(crate) struct Triples<'g> {
    graph: &'g Graph,
    ports: usize,
    seen: Vec<bool>,
}

impl<'g> Triples<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        let ports = graph.nodes().map(|node| graph.degree(node)).max().unwrap_or(0);
        Self { graph, ports, seen: vec![false; ports * graph.channel_count()] }
    }

    /// The second channel leaves the node that the first one enters.
    pub(crate) fn insert(&mut self, first: ChannelId, second: ChannelId) {
        let port = second.index() - self.first_out(self.graph.target(first));
        self.seen[first.index() * self.ports + port] = true;
    }

    /// The nodes that they run through, in ascending order of the channels.
    pub(crate) fn list(&self) -> Vec<[NodeId; 3]> {
        let seen = (0..self.seen.len()).filter(|&place| self.seen[place]);
        seen.map(|place| self.nodes(ChannelId::new(place / self.ports), place % self.ports)).collect()
    }

    fn nodes(&self, first: ChannelId, port: usize) -> [NodeId; 3] {
        let middle = self.graph.target(first);
        [self.graph.source(first), middle, self.graph.neighbours(middle)[port]]
    }

    fn first_out(&self, node: NodeId) -> usize {
        self.graph.out_channels(node).next().map_or(0, ChannelId::index)
    }
}
