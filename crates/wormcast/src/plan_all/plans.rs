//! Trees and schedules as plans.

use crate::{Network, Plan};
use std::collections::{BTreeMap, BTreeSet};
use wormcast_plan::Worms;
use wormcast_schemes::together::{Multicast, Timed};
use wormcast_sim::Time;
use wormcast_topology::{ChannelId, NodeId};

/// What planned them.
const SCHEME: &str = "plan-all";

fn plan(network: &Network, multicast: &Multicast, worms: Worms) -> Plan {
    let plan = wormcast_plan::Plan {
        network: network.spec().clone(),
        scheme: SCHEME.into(),
        source: multicast.source,
        destinations: multicast.destinations.clone(),
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    };
    Plan::new(network.clone(), plan)
}

/// When its message is there to be sent.
pub(super) fn start(multicast: &Multicast) -> Time {
    Time::from_ps(multicast.start_ps)
}

/// One worm a multicast, on its tree.
pub(super) fn on_trees(network: &Network, multicasts: &[Multicast], trees: &[Vec<ChannelId>]) -> Vec<Plan> {
    let graph = network.topology().graph();
    let worm = |(multicast, tree): (&Multicast, &Vec<ChannelId>)| {
        let wanted: BTreeSet<_> = multicast.destinations.iter().copied().collect();
        let mut worms = Worms::new();
        worms.start(multicast.source, None, 0);
        let mut arrives: BTreeMap<NodeId, u32> = BTreeMap::new();
        for &channel in tree {
            let hop = worms.hop(arrives.get(&graph.source(channel)).copied(), channel);
            let to = graph.target(channel);
            arrives.insert(to, hop);
            if wanted.contains(&to) {
                worms.deliver(hop, to);
            }
        }
        plan(network, multicast, worms)
    };
    multicasts.iter().zip(trees).map(worm).collect()
}

/// A worm for each hop, of the round of its step; it starts when the one that brings the message has come.
pub(super) fn relayed(network: &Network, multicasts: &[Multicast], hops: &[Timed]) -> Vec<Plan> {
    let graph = network.topology().graph();
    let mut all: Vec<(Worms, BTreeMap<NodeId, u32>)> = multicasts.iter().map(|_| Default::default()).collect();
    for &Timed { step, message, channel } in hops {
        let (worms, brought) = &mut all[message as usize];
        let [from, to] = [graph.source(channel), graph.target(channel)];
        let worm = worms.start(from, brought.get(&from).copied(), step);
        let hop = worms.hop(None, channel);
        worms.deliver(hop, to);
        brought.insert(to, worm);
    }
    multicasts.iter().zip(all).map(|(multicast, (worms, _))| plan(network, multicast, worms)).collect()
}

/// The hops of trees, each in the step of its depth.
pub(super) fn by_depth(trees: &[Vec<ChannelId>], network: &Network) -> Vec<Timed> {
    let graph = network.topology().graph();
    let mut hops = Vec::new();
    for (message, tree) in (0..).zip(trees) {
        let mut depth: BTreeMap<NodeId, u32> = BTreeMap::new();
        for &channel in tree {
            let step = depth.get(&graph.source(channel)).copied().unwrap_or(0);
            depth.insert(graph.target(channel), step + 1);
            hops.push(Timed { step, message, channel });
        }
    }
    hops.sort_unstable();
    hops
}

/// The flits over the busiest channel.
pub(super) fn heaviest(network: &Network, multicasts: &[Multicast], hops: &[Timed]) -> u64 {
    let mut loads = vec![0; network.channel_count()];
    hops.iter().for_each(|hop| loads[hop.channel.index()] += u64::from(multicasts[hop.message as usize].flits));
    loads.into_iter().max().unwrap_or(0)
}
