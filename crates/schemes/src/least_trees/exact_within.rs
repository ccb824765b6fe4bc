//! Lightest trees in which no destination is too far from the source, exactly.

use super::exact::{First, fits};
use super::search::Search;
use super::tree::Tree;
use super::weighted::Weighted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId};

/// The most splits that are looked at: a second or so.
const MOST_SPLITS: u64 = 1 << 28;

/// The lengths of channels in whole steps, as long as they can be, and how many steps a destination is away at most.
pub(crate) struct Steps {
    length: Box<[usize]>,
    most: usize,
}

impl Steps {
    /// So many that destinations are within `most`; none if a table of a set of destinations, a node and a number of
    /// steps would be too large ([`fits`]).
    pub(crate) fn of(lengths: &Weighted<'_>, destinations: usize, most: u64) -> Option<Self> {
        let graph = lengths.graph;
        let step = graph.channels().fold(0, |step, channel| gcd(step, lengths.weight(channel))).max(1);
        // No route is longer than the sum of the longest channel into each node.
        let longest = graph.channels().map(|channel| lengths.weight(channel) / step).max().unwrap_or(0);
        let most = (most / step).min(longest.saturating_mul(graph.node_count() as u64));
        let layers = usize::try_from(most).ok()?.checked_add(1)?;
        let states = graph.node_count().checked_mul(layers)?;
        let length = |channel| usize::try_from(lengths.weight(channel) / step).ok();
        let length = graph.channels().map(length).collect::<Option<_>>()?;
        let splits = 3_u64.pow(destinations.min(30) as u32).saturating_mul(states as u64) / 2;
        (fits(states, destinations) && splits <= MOST_SPLITS).then_some(Self { length, most: layers - 1 })
    }

    fn length(&self, channel: ChannelId) -> usize {
        self.length[channel.index()]
    }
}

/// The greatest number that divides both.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// For every set of destinations and every number of steps that are left, a row with an entry for every node.
struct Table<'n> {
    network: &'n Weighted<'n>,
    steps: &'n Steps,
    source: NodeId,
    cost: Vec<u64>,
    first: Vec<First>,
}

/// The lightest tree from the source to all destinations that are within so many steps of it along the tree; whether
/// there is one. The dynamic program of [`least`](super::least) on a network of layers, one for each number of steps
/// that are left: the lightest tree from v to a set S within k steps is the lighter one of two trees from v to two
/// parts of S within k steps, and a channel of length l from v to some u with the lightest tree from u to S within
/// k − l. A node that two layers take is entered by the shorter route alone, which makes no tree heavier and nothing
/// farther; so the layers lose nothing.
///
/// O(k · (3^d · nodes + 2^d · channels · log nodes)) time for d destinations, and 16 bytes for each of the
/// 2^d · nodes · (k + 1) entries.
pub(crate) fn least_within(
    network: &Weighted<'_>,
    lengths: &Weighted<'_>,
    steps: &Steps,
    set: MulticastSet<'_>,
    tree: &mut Tree,
) -> bool {
    let sets = 1 << set.destinations.len();
    let entries = sets * (steps.most + 1) * network.graph.node_count();
    let (cost, first) = (vec![u64::MAX; entries], vec![First::Nothing; entries]);
    let mut table = Table { network, steps, source: set.source, cost, first };
    for destinations in 1..sets as u32 {
        for left in 0..=steps.most {
            table.fill(destinations, left, set);
        }
    }
    let all = (sets as u32 - 1, set.source, steps.most);
    if table.cost[table.entry(all)] == u64::MAX {
        return false;
    }
    let is_taken = table.taken(all);
    shortest(lengths, set, &is_taken, tree);
    true
}

/// A set of destinations, a node, and the steps that are left from there.
type State = (u32, NodeId, usize);

impl Table<'_> {
    fn entry(&self, (destinations, node, left): State) -> usize {
        (destinations as usize * (self.steps.most + 1) + left) * self.network.graph.node_count() + node.index()
    }

    fn fill(&mut self, destinations: u32, left: usize, set: MulticastSet<'_>) {
        if destinations.is_power_of_two() {
            let entry = self.entry((destinations, set.destinations[destinations.trailing_zeros() as usize], left));
            self.cost[entry] = 0;
        } else {
            self.split(destinations, left);
        }
        self.advance(destinations, left);
        self.spread(destinations, left);
    }

    /// At each node that passes the message on, the best two parts of a set.
    fn split(&mut self, destinations: u32, left: usize) {
        let nodes = self.network.graph.node_count();
        let begin = |part: u32| (part as usize * (self.steps.most + 1) + left) * nodes;
        // The rows of the parts stand before that of the whole.
        let (parts, rest) = self.cost.split_at_mut(begin(destinations));
        let (whole, first) = (&mut rest[..nodes], &mut self.first[begin(destinations)..][..nodes]);
        let lowest = destinations & destinations.wrapping_neg();
        let mut part = (destinations - 1) & destinations;
        while part > 0 {
            if part & lowest != 0 {
                let [one, other] = [part, destinations ^ part].map(|part| &parts[begin(part)..][..nodes]);
                for (node, (&one, &other)) in one.iter().zip(other).enumerate() {
                    let cost = one.saturating_add(other);
                    if cost < whole[node] && self.network.forwards(NodeId::new(node), self.source) {
                        whole[node] = cost;
                        first[node] = First::Split(part);
                    }
                }
            }
            part = (part - 1) & destinations;
        }
    }

    /// Along the channels that take steps.
    fn advance(&mut self, destinations: u32, left: usize) {
        let graph = self.network.graph;
        for channel in graph.channels() {
            let length = self.steps.length(channel);
            if (1..=left).contains(&length) {
                let beyond = self.cost[self.entry((destinations, graph.target(channel), left - length))];
                let cost = beyond.saturating_add(self.network.weight(channel));
                self.offer((destinations, graph.source(channel), left), cost, First::Channel(channel));
            }
        }
    }

    /// Along the channels that take none, from the nodes with the least costs on.
    fn spread(&mut self, destinations: u32, left: usize) {
        let graph = self.network.graph;
        if graph.channels().all(|channel| self.steps.length(channel) > 0) {
            return;
        }
        let costs = graph.nodes().map(|node| (self.cost[self.entry((destinations, node, left))], node.index() as u32));
        let mut queue: BinaryHeap<_> = costs.filter(|&(cost, _)| cost != u64::MAX).map(Reverse).collect();
        while let Some(Reverse((cost, node))) = queue.pop() {
            let node = NodeId::new(node as usize);
            if cost > self.cost[self.entry((destinations, node, left))] {
                continue;
            }
            for channel in graph.in_channels(node).filter(|&channel| self.steps.length(channel) == 0) {
                let (before, further) = (graph.source(channel), cost.saturating_add(self.network.weight(channel)));
                if self.offer((destinations, before, left), further, First::Channel(channel)) {
                    queue.push(Reverse((further, before.index() as u32)));
                }
            }
        }
    }

    /// A tree for a state; whether it is lighter than what was known.
    fn offer(&mut self, state: State, cost: u64, first: First) -> bool {
        let entry = self.entry(state);
        let is_better = cost < self.cost[entry] && self.network.forwards(state.1, self.source);
        if is_better {
            self.cost[entry] = cost;
            self.first[entry] = first;
        }
        is_better
    }

    /// The channels that a tree takes, each perhaps in several layers.
    fn taken(&self, all: State) -> Vec<bool> {
        let graph = self.network.graph;
        let mut is_taken = vec![false; graph.channel_count()];
        let mut open = vec![all];
        while let Some((destinations, node, left)) = open.pop() {
            match self.first[self.entry((destinations, node, left))] {
                First::Nothing => {}
                First::Split(part) => open.extend([(part, node, left), (destinations ^ part, node, left)]),
                First::Channel(channel) => {
                    is_taken[channel.index()] = true;
                    open.push((destinations, graph.target(channel), left - self.steps.length(channel)));
                }
            }
        }
        is_taken
    }
}

/// The tree of shortest routes along these channels.
fn shortest(lengths: &Weighted<'_>, set: MulticastSet<'_>, is_taken: &[bool], tree: &mut Tree) {
    let graph = lengths.graph;
    let mut search = Search::default();
    search.clear(graph.node_count());
    search.begin(set.source, 0);
    while let Some((node, _)) = search.next() {
        if lengths.forwards(node, set.source) {
            search.go_on(lengths, node, |channel| is_taken[channel.index()]);
        }
    }
    tree.start(graph.node_count(), set.source);
    for &destination in set.destinations {
        let route = search.back(lengths, destination).take_while(|&channel| !tree.has(graph.target(channel)));
        let route: Vec<_> = route.collect();
        route.into_iter().for_each(|channel| tree.join(graph, channel));
    }
}
