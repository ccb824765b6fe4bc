//! Bounds that hold for every plan.

use super::{Multicast, forwards};
use crate::least_trees::{Weighted, ascend};
use std::collections::VecDeque;
use wormcast_plan::MulticastSet;
use wormcast_topology::{Graph, NodeId};

/// How many channels the search for one bound looks at.
const BOUND_WORK: usize = 2_000_000;

/// How far all nodes are from a source, in hops; `u32::MAX` where no way leads. O(channels).
pub(super) fn distances(graph: &Graph, source: NodeId) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.node_count()];
    distance[source.index()] = 0;
    let mut open = VecDeque::from([source]);
    while let Some(node) = open.pop_front() {
        if !forwards(graph, node, source) {
            continue;
        }
        for &next in graph.neighbours(node) {
            if distance[next.index()] == u32::MAX {
                distance[next.index()] = distance[node.index()] + 1;
                open.push_back(next);
            }
        }
    }
    distance
}

/// The messages that enter each node as a destination, and leave each node as a source: their flits, the longest first.
fn at_nodes(graph: &Graph, multicasts: &[Multicast]) -> [Vec<Vec<u64>>; 2] {
    let mut ends = [vec![Vec::new(); graph.node_count()], vec![Vec::new(); graph.node_count()]];
    for multicast in multicasts {
        let flits = u64::from(multicast.flits);
        multicast.destinations.iter().for_each(|node| ends[0][node.index()].push(flits));
        ends[1][multicast.source.index()].push(flits);
    }
    ends.iter_mut().flatten().for_each(|lengths| lengths.sort_unstable_by(|a, b| b.cmp(a)));
    ends
}

/// The flits that the busiest channel carries at least, by the cuts around single nodes: what a node takes in comes by
/// its channels, and what it sends leaves by them, each message whole by one channel. O(nodes + destinations · log).
///
/// ```
/// use wormcast_schemes::together::{Multicast, load_bound};
///
/// let mesh = wormcast_topology::build("mesh:2x2")?;
/// let [from, to] = [0, 3].map(wormcast_topology::NodeId::new);
/// let multicast = |flits| Multicast { source: from, destinations: vec![to], flits, start_ps: 0 };
/// // A node has two channels: three messages, of which two go by one of them.
/// assert_eq!(load_bound(mesh.graph(), &[multicast(9)]), 9);
/// assert_eq!(load_bound(mesh.graph(), &[multicast(9), multicast(6), multicast(5)]), 11);
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
pub fn load_bound(graph: &Graph, multicasts: &[Multicast]) -> u64 {
    let [taken, sent] = at_nodes(graph, multicasts);
    let unit = unit(multicasts);
    let at = |node: NodeId| {
        let entered = busiest_of(graph.in_channels(node).count(), &taken[node.index()], unit);
        entered.max(busiest_of(graph.degree(node), &sent[node.index()], unit))
    };
    graph.nodes().map(at).max().unwrap_or(0)
}

/// What the busiest of some channels carries at least of whole messages, whose lengths are multiples of a unit and
/// stand the longest first: an equal share of all; and as one of `n` channels has `k + 1` of the longest `k n + 1`
/// messages, the shortest ones of these.
fn busiest_of(channels: usize, lengths: &[u64], unit: u64) -> u64 {
    let channels = channels.max(1);
    let share = (lengths.iter().sum::<u64>() / unit).div_ceil(channels as u64) * unit;
    let heads = (0..).map(|k| (k, k * channels + 1)).take_while(|&(_, longest)| longest <= lengths.len());
    heads.map(|(k, longest)| lengths[longest - k - 1..longest].iter().sum()).max().unwrap_or(0).max(share)
}

/// What all lengths are multiples of: every load is one, too.
pub(super) fn unit(multicasts: &[Multicast]) -> u64 {
    let gcd = multicasts.iter().fold(0, |gcd, multicast| {
        let (mut a, mut b) = (gcd, u64::from(multicast.flits));
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    gcd.max(1)
}

/// The steps that any schedule takes, of messages one of which goes over a channel in a step: a destination is no
/// nearer than it is, and a node takes in no more in a step than it has channels. A message comes first when it can.
/// O(multicasts · channels).
pub(super) fn step_bound(graph: &Graph, multicasts: &[Multicast]) -> u32 {
    // By node: how far away the sources of its messages are.
    let mut arrivals: Vec<Vec<u32>> = vec![Vec::new(); graph.node_count()];
    for multicast in multicasts {
        let distance = distances(graph, multicast.source);
        multicast.destinations.iter().for_each(|node| arrivals[node.index()].push(distance[node.index()]));
    }
    let at = |node: NodeId| {
        let mut far = arrivals[node.index()].clone();
        far.sort_unstable_by(|a, b| b.cmp(a));
        let channels = graph.in_channels(node).count().max(1) as u32;
        // The `count` farthest messages come no sooner than the nearest of them, and so many a step from then on.
        let bound = |(count, &distance): (u32, &u32)| distance - 1 + count.div_ceil(channels);
        (1..).zip(&far).map(bound).max().unwrap_or(0)
    };
    let loads = load_bound(graph, multicasts) / unit(multicasts);
    graph.nodes().map(at).max().unwrap_or(0).max(loads as u32)
}

/// No plan has a lower load than by lengths that follow what the channels of good trees carry: those that carry
/// nothing have none. Where all that are needed carry alike, it is tight.
pub(super) fn bound_by_loads(graph: &Graph, multicasts: &[Multicast], loads: &[u64]) -> u64 {
    let most = loads.iter().copied().max().unwrap_or(0);
    let used = loads.iter().map(|&load| u64::from(load > 0)).collect();
    let busiest = loads.iter().map(|&load| u64::from(load == most)).collect();
    let all: [Vec<u64>; 3] = [used, busiest, loads.to_vec()];
    all.iter().map(|lengths| bound_by(graph, multicasts, lengths)).max().unwrap_or(0)
}

/// No plan has a lower load: what lightest trees weigh by these lengths, over the sum of the lengths.
pub(super) fn bound_by(graph: &Graph, multicasts: &[Multicast], lengths: &[u64]) -> u64 {
    let all: u128 = lengths.iter().map(|&length| u128::from(length)).sum();
    let network = Weighted::with(graph, lengths.to_vec());
    let weight = |multicast: &Multicast| {
        let set = MulticastSet { source: multicast.source, destinations: &multicast.destinations };
        u128::from(ascend(&network, set, BOUND_WORK, false).bound) * u128::from(multicast.flits)
    };
    let least: u128 = multicasts.iter().map(weight).sum();
    let unit = unit(multicasts);
    (least.div_ceil(all.max(1) * u128::from(unit)) * u128::from(unit)) as u64
}
