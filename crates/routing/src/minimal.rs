//! Tables of shortest routes that spread the load over the channels.

use wormcast_topology::{BreadthFirst, ChannelId, Graph, NodeId, Topology};

/// Marks a pair without a way, and a node on its way to itself.
const NONE: u32 = u32::MAX;

/// The most nodes that tables are made for: 2^24 entries of 4 bytes.
pub(crate) const MOST_NODES: usize = 1 << 12;

/// For every destination and node, the channel of a shortest route. Of several channels that begin one, that whose
/// route turns least often from falling to rising ranks; of several of those the one that fewest routes take so far. 4
/// bytes a pair.
pub(crate) struct MinimalTables<'g> {
    graph: &'g Graph,
    /// By destination, then node.
    next: Vec<u32>,
}

impl<'g> MinimalTables<'g> {
    /// The tables of a network's own routing; none if it has none. O(nodes²) steps of the routing.
    pub(crate) fn of_routing(topology: &'g dyn Topology) -> Option<Self> {
        let (graph, routing) = (topology.graph(), topology.own_routing()?);
        let channel =
            |at: NodeId, to: NodeId| graph.channel(at, routing.next(at, to)).map_or(NONE, |c| c.index() as u32);
        let next = graph.nodes().flat_map(|to| graph.nodes().map(move |at| channel(at, to))).collect();
        Some(Self { graph, next })
    }

    /// The tables of any network whose nodes have ranks. O(nodes · channels).
    pub(crate) fn spread(graph: &'g Graph, rank: &[u32]) -> Self {
        let nodes = graph.node_count();
        let mut load = vec![0_u64; graph.channel_count()];
        let mut next = vec![NONE; nodes * nodes];
        let mut tree = BreadthFirst::towards(graph);
        let mut flow = vec![0_u64; nodes];
        let mut choice = Choice { graph, rank, turns: vec![0; nodes], rises: vec![false; nodes] };
        for to in graph.nodes() {
            tree.run(to);
            let row = &mut next[to.index() * nodes..][..nodes];
            // The nearest nodes first: the rest of every route is known, and so how often it turns.
            choice.begin(to);
            for &node in tree.order().iter().skip(1) {
                choice.least_turns(node, |at| tree.distance(at));
            }
            flow.fill(1);
            // The farthest nodes first: when a node chooses, all routes that come through it are counted.
            for &node in tree.order().iter().skip(1).rev() {
                let shorter = tree.distance(node).map(|distance| distance - 1);
                let closer = graph.out_channels(node).filter(|&c| tree.distance(graph.target(c)) == shorter);
                let good = closer.filter(|&channel| choice.is_good(channel));
                let channel = good.min_by_key(|channel| load[channel.index()]).expect("the search came this way");
                row[node.index()] = channel.index() as u32;
                load[channel.index()] += flow[node.index()];
                flow[graph.target(channel).index()] += flow[node.index()];
            }
        }
        Self { graph, next }
    }

    /// The channel that a message for a destination takes at a node; none at the destination, and where no way leads to
    /// it.
    #[inline]
    pub(crate) fn next(&self, at: NodeId, to: NodeId) -> Option<ChannelId> {
        let next = self.next[to.index() * self.graph.node_count() + at.index()];
        (next != NONE).then(|| ChannelId::new(next as usize))
    }

    /// Calls a function with every channel of a route.
    pub(crate) fn follow(&self, from: NodeId, to: NodeId, mut hop: impl FnMut(ChannelId)) {
        let mut at = from;
        while let Some(channel) = self.next(at, to) {
            hop(channel);
            at = self.graph.target(channel);
        }
    }

    /// Whether there is a way.
    pub(crate) fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        from == to || self.next(from, to).is_some()
    }
}

/// How often routes towards a node turn from falling to rising ranks.
struct Choice<'a> {
    graph: &'a Graph,
    rank: &'a [u32],
    /// By node: the turns of its best route.
    turns: Vec<u32>,
    /// By node: whether all its best routes rise at first.
    rises: Vec<bool>,
}

impl Choice<'_> {
    fn begin(&mut self, to: NodeId) {
        self.turns[to.index()] = 0;
        self.rises[to.index()] = false;
    }

    /// Finds the least turns of a node whose next nodes are known.
    fn least_turns(&mut self, node: NodeId, distance: impl Fn(NodeId) -> Option<u32>) {
        let shorter = distance(node).map(|distance| distance - 1);
        let closer = self.graph.out_channels(node).filter(|&channel| distance(self.graph.target(channel)) == shorter);
        let key = |channel| (self.turns_by(channel), self.is_up(channel));
        let (turns, rises) = closer.map(key).min().expect("the search came this way");
        (self.turns[node.index()], self.rises[node.index()]) = (turns, rises);
    }

    /// Whether a channel begins a best route of the node that it leaves.
    fn is_good(&self, channel: ChannelId) -> bool {
        let node = self.graph.source(channel).index();
        (self.turns_by(channel), self.is_up(channel)) == (self.turns[node], self.rises[node])
    }

    /// The turns of the best route by a channel.
    fn turns_by(&self, channel: ChannelId) -> u32 {
        let next = self.graph.target(channel).index();
        self.turns[next] + u32::from(!self.is_up(channel) && self.rises[next])
    }

    fn is_up(&self, channel: ChannelId) -> bool {
        self.rank[self.graph.target(channel).index()] < self.rank[self.graph.source(channel).index()]
    }
}

/// Distances between all pairs: 4 bytes a pair; NONE where there is no way. By source, then node.
pub(crate) fn distances(graph: &Graph) -> Vec<u32> {
    let mut search = BreadthFirst::new(graph);
    let mut all = Vec::with_capacity(graph.node_count() * graph.node_count());
    for from in graph.nodes() {
        search.run(from);
        all.extend(graph.nodes().map(|to| search.distance(to).unwrap_or(NONE)));
    }
    all
}
