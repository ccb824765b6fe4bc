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
        let hop = router + flit;
        // By node: when the heads of its messages come at the earliest; how long those of its own go on.
        let mut into: Vec<Vec<Crossing>> = vec![Vec::new(); graph.node_count()];
        let mut out = into.clone();
        let first = multicasts.iter().map(start).min().unwrap_or(Time::ZERO).ns();
        let mut least = first + router + load * flit;
        for multicast in multicasts {
            let flits = multicast.flits;
            let (begin, distance) = (start(multicast).ns(), distances(graph, multicast.source));
            let far = |node: &NodeId| distance[node.index()].map(|hops| begin + f64::from(hops) * hop);
            let arrivals = || multicast.destinations.iter().filter_map(|node| Some((node, far(node)?)));
            arrivals().for_each(|(node, earliest)| into[node.index()].push(Crossing { earliest, flits }));
            let last = arrivals().map(|entry| entry.1).fold(begin, f64::max);
            out[multicast.source.index()].push(Crossing { earliest: first + last - begin, flits });
            least = least.max(last + (f64::from(flits) - 1.0) * flit);
        }
        for node in graph.nodes() {
            for (crossings, channels) in [
                (&mut into[node.index()], graph.in_channels(node).count()),
                (&mut out[node.index()], graph.degree(node)),
            ] {
                least = least.max(last_of(crossings, channels, flit) - flit);
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

/// A message that crosses one of some channels.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// When its head is there at the earliest, in ns.
    earliest: f64,
    flits: u32,
}

/// When the last of these messages has crossed at the earliest, each by one of so many channels: of any number of them,
/// one channel takes its share of the flits, and of the messages, none of which is shorter than the shortest; from the
/// earliest on.
fn last_of(crossings: &mut [Crossing], channels: usize, flit: f64) -> f64 {
    crossings.sort_unstable_by(|a, b| b.earliest.total_cmp(&a.earliest));
    let channels = channels.max(1) as u64;
    let (mut flits, mut shortest, mut last) = (0, u64::MAX, 0.0_f64);
    for (count, crossing) in (1_u64..).zip(&*crossings) {
        flits += u64::from(crossing.flits);
        shortest = shortest.min(crossing.flits.into());
        let share = flits.div_ceil(channels).max(count.div_ceil(channels) * shortest);
        last = last.max(crossing.earliest + share as f64 * flit);
    }
    last
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
