//! Bounds on the time that plans take.

use super::plans::start;
use crate::Network;
use std::collections::VecDeque;
use wormcast_schemes::together::Multicast;
use wormcast_sim::{Time, Timing};
use wormcast_topology::{ChannelProperties, Graph, NodeId};

impl Network {
    /// No plan has all messages delivered sooner, in ns, where the busiest channel carries so many flits at least.
    ///
    /// A destination is as far away as it is. The flits of a channel cross it one after another: those of the messages
    /// that come by one channel to a node, from when the first of them can be there; those of messages that leave their
    /// source by one channel for their farthest destinations, and the last of them has its way before it still. That
    /// holds for any of the messages of a node alone, too: so for those with the longest ways.
    pub(super) fn least_time(&self, multicasts: &[Multicast], timing: &Timing, load: f64) -> f64 {
        let graph = self.topology().graph();
        let router = self.least_of(timing.router, |own| own.router_ps);
        let flit = self.least_of(timing.flit, |own| own.flit_ps);
        let (hop, length) = (router + flit, f64::from(timing.length));
        // By node: when the heads of its messages come at the earliest; how long those of its own go on.
        let mut into: Vec<Vec<f64>> = vec![Vec::new(); graph.node_count()];
        let mut out: Vec<Vec<f64>> = vec![Vec::new(); graph.node_count()];
        let first = multicasts.iter().map(start).min().unwrap_or(Time::ZERO).ns();
        let mut least = first + router + load * flit;
        for multicast in multicasts {
            let (begin, distance) = (start(multicast).ns(), distances(graph, multicast.source));
            let far = |node: &NodeId| distance[node.index()].map(|hops| begin + f64::from(hops) * hop);
            let arrivals = || multicast.destinations.iter().filter_map(|node| Some((node, far(node)?)));
            arrivals().for_each(|(node, arrival)| into[node.index()].push(arrival));
            let last = arrivals().map(|entry| entry.1).fold(begin, f64::max);
            out[multicast.source.index()].push(first + last - begin);
            least = least.max(last + (length - 1.0) * flit);
        }
        for node in graph.nodes() {
            for (crossings, channels) in [
                (&mut into[node.index()], graph.in_channels(node).count()),
                (&mut out[node.index()], graph.degree(node)),
            ] {
                least = least.max(last_of(crossings, channels, length * flit) - flit);
            }
        }
        timing.send.ns() + timing.receive.ns() + least
    }

    /// The least time that a channel takes, in ns: its own, or the one that all others have.
    fn least_of(&self, common: Time, own: impl Fn(ChannelProperties) -> Option<u64>) -> f64 {
        let network = self.topology();
        let of = |channel| own(network.channel_properties(channel)).map_or(common, Time::from_ps);
        network.graph().channels().map(of).min().unwrap_or(common).ns()
    }
}

/// When the last of these messages has crossed at the earliest, each of which takes a channel for so long: of any
/// number of them, one channel takes its share, from the earliest on.
fn last_of(crossings: &mut [f64], channels: usize, message: f64) -> f64 {
    crossings.sort_unstable_by(|a, b| b.total_cmp(a));
    let of = |(count, &earliest): (usize, &f64)| earliest + count.div_ceil(channels.max(1)) as f64 * message;
    (1..).zip(&*crossings).map(of).fold(0.0, f64::max)
}

/// How far all nodes are from a source, in hops; none where no way leads. O(channels).
fn distances(graph: &Graph, source: NodeId) -> Vec<Option<u32>> {
    let mut distance = vec![None; graph.node_count()];
    distance[source.index()] = Some(0);
    let mut open = VecDeque::from([source]);
    while let Some(node) = open.pop_front() {
        for &next in graph.neighbours(node) {
            if distance[next.index()].is_none() {
                distance[next.index()] = distance[node.index()].map(|distance: u32| distance + 1);
                open.push_back(next);
            }
        }
    }
    distance
}
