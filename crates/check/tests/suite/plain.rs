//! What is recognised at a glance as valid is valid, and usual plans are recognised.

use crate::support::{networks, random_plan};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::{PlainPlans, judge};
use wormcast_plan::{MulticastSet, Plan, Worms};
use wormcast_schemes::SCHEMES;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// A worm before it is one of a plan.
#[derive(Clone)]
struct Loose {
    origin: NodeId,
    after: Option<u32>,
    round: u32,
    hops: Vec<(Option<u32>, ChannelId)>,
    deliveries: Vec<(u32, NodeId)>,
}

fn loose(worms: &Worms) -> Vec<Loose> {
    let one = |worm: wormcast_plan::Worm<'_>| Loose {
        origin: worm.origin,
        after: worm.after,
        round: worm.round,
        hops: worm.hops.iter().map(|hop| (hop.parent(), hop.channel)).collect(),
        deliveries: worm.deliveries.iter().map(|delivery| (delivery.hop, delivery.node)).collect(),
    };
    worms.iter().map(one).collect()
}

fn together(loose: &[Loose]) -> Worms {
    let mut worms = Worms::new();
    for worm in loose {
        worms.start(worm.origin, worm.after, worm.round);
        for &(parent, channel) in &worm.hops {
            worms.hop(parent, channel);
        }
        worm.deliveries.iter().for_each(|&(hop, node)| worms.deliver(hop, node));
    }
    worms
}

/// The same with one thing changed.
fn changed(worms: &Worms, topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) -> Worms {
    let mut all = loose(worms);
    let graph = topology.graph();
    let (place, count) = (rng.random_range(0..all.len()), all.len() as u32);
    let (node, channel) = (rng.random_range(0..graph.node_count()), rng.random_range(0..graph.channel_count()));
    let worm = &mut all[place];
    let (hop, delivery) = (rng.random_range(0..worm.hops.len()), rng.random_range(0..worm.deliveries.len()));
    match rng.random_range(0..11) {
        0 => worm.deliveries.truncate(delivery),
        1 => worm.deliveries.push(worm.deliveries[delivery]),
        2 => worm.deliveries[delivery].1 = NodeId::new(node),
        3 => worm.deliveries[delivery].0 = hop as u32,
        4 => worm.deliveries.swap(0, delivery),
        5 => worm.hops[hop].1 = ChannelId::new(channel),
        6 => worm.hops[hop].0 = hop.checked_sub(1).map(|most| rng.random_range(0..=most as u32)),
        7 => worm.hops.push((Some(hop as u32), ChannelId::new(channel))),
        8 => worm.after = Some(rng.random_range(0..=count)),
        9 => worm.round = rng.random_range(0..3),
        _ => {
            let again = worm.clone();
            all.push(again);
        }
    }
    together(&all)
}

#[test]
fn what_looks_valid_is_valid() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut recognised, mut refused) = (0, 0);
    for network in networks() {
        let mut plain = PlainPlans::new(&*network);
        for scheme in SCHEMES {
            for _ in 0..3 {
                let most = network.graph().node_count().min(9) - 1;
                let Some(plan) = random_plan(&*network, *scheme, most, &mut rng) else { break };
                let set = MulticastSet { source: plan.source, destinations: &plan.destinations };
                let is_plain = plain.has(set, &plan.worms);
                if ["unicast", "dual-path", "single-tree"].contains(&scheme.name()) {
                    assert!(is_plain, "{} {}", network.spec(), scheme.name());
                }
                if plan.worms.names_virtual_channels() {
                    continue;
                }
                for _ in 0..20 {
                    let worms = changed(&plan.worms, &*network, &mut rng);
                    let looks_valid = plain.has(set, &worms);
                    let other = Plan { worms, claims: Vec::new(), ..plan.clone() };
                    let is_valid = judge(&other.document(&*network), &*network).is_valid();
                    assert!(is_valid || !looks_valid, "{} {:?}", network.spec(), other.worms);
                    recognised += usize::from(looks_valid);
                    refused += usize::from(!is_valid);
                }
            }
        }
    }
    // Both occur.
    assert!(recognised > 100 && refused > 1000, "{recognised} {refused}");
}
