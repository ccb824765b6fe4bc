//! Packing of out-arborescences: trees away from one root that share no channel.

use wormcast_topology::{ChannelId, Graph, NodeId};

/// A tree away from the root: the channel into each node, none into the root.
pub type Arborescence = Vec<Option<ChannelId>>;

/// A set of nodes with the root, out of which few channels lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootCut {
    /// How many channels lead out of it, those of endpoints but the root not counted: endpoints are leaves.
    pub channels: usize,
    /// The nodes, in the order of their numbers.
    pub near: Vec<NodeId>,
}

/// The least cut that parts some node from the root. It has as many channels as there are out-arborescences from the
/// root that share no channel (Edmonds, "Edge-disjoint branchings", 1973). O(nodes · channels) for each of them.
///
/// ```
/// use wormcast_schemes::trees::least_root_cut;
/// use wormcast_topology::NodeId;
/// let torus = wormcast_topology::build("one-way-torus:10x12")?;
/// assert_eq!(least_root_cut(torus.graph(), NodeId::new(0), u64::MAX).unwrap().channels, 2);
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
///
/// None, if more than `work` channels would be looked at.
pub fn least_root_cut(graph: &Graph, root: NodeId, work: u64) -> Option<RootCut> {
    let mut flow = Flow::new(graph, root, work);
    let mut least = RootCut { channels: graph.degree(root), near: vec![root] };
    for node in graph.nodes().filter(|&node| node != root) {
        let units = flow.up_to(node, least.channels, None)?;
        if units < least.channels {
            least = RootCut { channels: units, near: flow.reached() };
        }
    }
    Some(least)
}

/// So many out-arborescences from the root that share no channel; no more than [`least_root_cut`] has channels.
///
/// Lovász's proof of Edmonds' theorem (1976): a tree grows channel by channel, and takes a channel only if what is left
/// still brings as many channel-disjoint ways to its head as there are trees to come. What is refused once is refused
/// for ever, so each channel is tried once a tree. O(trees² · channels²).
///
/// None, if more than `work` channels would be looked at.
pub fn pack_arborescences(graph: &Graph, root: NodeId, count: usize, work: u64) -> Option<Vec<Arborescence>> {
    let mut flow = Flow::new(graph, root, work);
    (0..count).map(|tree| grow(graph, root, count - 1 - tree, &mut flow)).collect()
}

/// One tree, which leaves ways for `rest` more to every node.
fn grow(graph: &Graph, root: NodeId, rest: usize, flow: &mut Flow<'_>) -> Option<Arborescence> {
    let mut into = vec![None; graph.node_count()];
    let mut reached = vec![root];
    let mut head = 0;
    // Invariant: what is not gone has `rest` channel-disjoint ways to every node, and one more to those outside.
    while let Some(&node) = reached.get(head) {
        head += 1;
        for channel in flow.open_from(node).collect::<Vec<_>>() {
            let target = graph.target(channel);
            if target == root || into[target.index()].is_some() {
                continue;
            }
            if flow.up_to(target, rest, Some(channel))? == rest {
                flow.gone[channel.index()] = true;
                into[target.index()] = Some(channel);
                reached.push(target);
            }
        }
    }
    debug_assert_eq!(reached.len(), graph.node_count(), "a tree can always grow");
    Some(into)
}

/// Flows from the root over channels that are not gone, each of which carries one unit.
struct Flow<'g> {
    graph: &'g Graph,
    root: NodeId,
    /// The channels of trees that are settled or growing.
    gone: Vec<bool>,
    carries: Vec<bool>,
    /// The channel by which the search has come to each node, and the search.
    seen: Vec<(u32, Option<ChannelId>)>,
    number: u32,
    work: u64,
}

impl<'g> Flow<'g> {
    fn new(graph: &'g Graph, root: NodeId, work: u64) -> Self {
        let (nodes, channels) = (graph.node_count(), graph.channel_count());
        let (gone, carries) = (vec![false; channels], vec![false; channels]);
        Self { graph, root, gone, carries, seen: vec![(0, None); nodes], number: 0, work }
    }

    /// The channels out of a node that trees may still take.
    fn open_from(&self, node: NodeId) -> impl Iterator<Item = ChannelId> {
        let forwards = !self.graph.is_endpoint(node) || node == self.root;
        self.graph.out_channels(node).filter(move |channel| forwards && !self.gone[channel.index()])
    }

    /// How many channel-disjoint ways lead to a node without this channel, counted up to `enough`; none if that takes
    /// too much work.
    fn up_to(&mut self, node: NodeId, enough: usize, without: Option<ChannelId>) -> Option<usize> {
        // Forgetting the last flow is work, too.
        self.work = self.work.checked_sub(self.carries.len() as u64 / 16)?;
        self.carries.fill(false);
        let mut units = 0;
        while units < enough && self.augment(node, without)? {
            units += 1;
        }
        Some(units)
    }

    /// The nodes that the last search has come to. If it did not come to its end, channels that lead out of them carry
    /// a unit each, and none leads back.
    fn reached(&self) -> Vec<NodeId> {
        self.graph.nodes().filter(|node| self.seen[node.index()].0 == self.number).collect()
    }

    /// One unit more to a node, if there is a way for it.
    fn augment(&mut self, to: NodeId, without: Option<ChannelId>) -> Option<bool> {
        let graph = self.graph;
        self.number += 1;
        self.seen[self.root.index()] = (self.number, None);
        let mut queue = vec![self.root];
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            self.work = self.work.checked_sub(graph.degree(node) as u64 + 1)?;
            let ahead =
                self.open_from(node).filter(|&channel| !self.carries[channel.index()] && Some(channel) != without);
            let back = graph.in_channels(node).filter(|channel| self.carries[channel.index()]);
            let steps = ahead.map(|channel| (channel, graph.target(channel)));
            for (channel, next) in steps.chain(back.map(|channel| (channel, graph.source(channel)))).collect::<Vec<_>>()
            {
                if self.seen[next.index()].0 != self.number {
                    self.seen[next.index()] = (self.number, Some(channel));
                    queue.push(next);
                }
            }
            if self.seen[to.index()].0 == self.number {
                self.push(to);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Sends a unit along the way that was found, and takes back what came against it.
    fn push(&mut self, to: NodeId) {
        let mut at = to;
        while let Some(channel) = self.seen[at.index()].1 {
            let forward = self.graph.target(channel) == at && !self.carries[channel.index()];
            self.carries[channel.index()] = forward;
            at = if forward { self.graph.source(channel) } else { self.graph.target(channel) };
        }
    }
}
