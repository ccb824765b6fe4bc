//! `shortcut-dual-path` against all ways along the labels, and `proximity-grouping` against its rule.

use crate::support::{networks, planned, random, random_set};
use wormcast_plan::Cost;
use wormcast_schemes::LabelRouting;
use wormcast_topology::{NodeId, build};

/// The length of a shortest way along which the labels rise from the lower node to the other; back, they fall. Forward
/// from label to label, where the scheme measures backwards from its goal.
fn shortest_between(routing: &LabelRouting, a: NodeId, b: NodeId) -> u32 {
    let (low, high) = (routing.label(a).min(routing.label(b)), routing.label(a).max(routing.label(b)));
    let mut lengths = vec![u32::MAX; high as usize + 1];
    lengths[low as usize] = 0;
    for label in low..high {
        let length = lengths[label as usize] + 1;
        for step in routing.steps(label).iter().filter(|step| step.label > label && step.label <= high) {
            lengths[step.label as usize] = lengths[step.label as usize].min(length);
        }
    }
    lengths[high as usize]
}

#[test]
fn shortcuts_are_shortest_between_destinations() {
    let mut rng = random(9);
    for network in networks().filter(|network| network.labelling().is_ok()) {
        let routing = LabelRouting::new(&*network).unwrap();
        for _ in 0..10 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let worms = planned(&*network, "shortcut-dual-path", source, &destinations).unwrap();
            for worm in worms.iter() {
                let (mut at, mut hops) = (worm.origin, 0);
                for delivery in worm.deliveries {
                    assert_eq!(delivery.hop + 1 - hops, shortest_between(&routing, at, delivery.node));
                    (at, hops) = (delivery.node, delivery.hop + 1);
                }
            }
            let dual = planned(&*network, "dual-path", source, &destinations).unwrap();
            assert!(worms.hop_count() <= dual.hop_count());
        }
    }
}

#[test]
fn on_meshes_of_two_dimensions_the_routing_function_is_shortest() {
    let mut rng = random(10);
    for spec in ["mesh:8x8", "mesh:5x3"] {
        let mesh = build(spec).unwrap();
        for _ in 0..20 {
            let (source, destinations) = random_set(&*mesh, &mut rng);
            let plans =
                ["shortcut-dual-path", "dual-path"].map(|scheme| planned(&*mesh, scheme, source, &destinations));
            assert_eq!(plans[0], plans[1]);
        }
    }
}

/// Looking ahead pays on star graphs: over many sets, some worm is shorter.
#[test]
fn shortcuts_shorten_on_star_graphs() {
    let star = build("star:5").unwrap();
    let mut rng = random(11);
    let saved: usize = (0..20)
        .map(|_| {
            let (source, destinations) = random_set(&*star, &mut rng);
            let hops = |scheme| planned(&*star, scheme, source, &destinations).unwrap().hop_count();
            hops("dual-path") - hops("shortcut-dual-path")
        })
        .sum();
    assert!(saved > 0);
}

#[test]
fn groups_are_cut_at_the_longest_legs() {
    let mut rng = random(12);
    for network in networks().filter(|network| network.labelling().is_ok()) {
        let routing = LabelRouting::new(&*network).unwrap();
        for _ in 0..10 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let worms = planned(&*network, "proximity-grouping", source, &destinations).unwrap();
            let legs = legs(&routing, source, &destinations);
            let in_round = |round| move |worm: &wormcast_plan::Worm| worm.round == round;
            let delivered = |round| {
                let worms = worms.iter().filter(in_round(round));
                worms.flat_map(|worm| worm.deliveries.iter().map(|delivery| delivery.node)).collect::<Vec<_>>()
            };
            let leg = |node: &NodeId| legs.iter().find(|(other, _)| other == node).unwrap().1;
            let (relays, others) = (delivered(0), delivered(1));
            let mut neighbours = network.graph().neighbours(source).to_vec();
            neighbours.dedup();
            assert_eq!(relays.len(), destinations.len().min(neighbours.len()), "{}", network.spec());
            let longest_of_others = others.iter().map(leg).max().unwrap_or(0);
            assert!(relays.iter().all(|relay| leg(relay) >= longest_of_others), "{}", network.spec());
            assert!(Cost::of(&worms).rounds <= 2);
        }
    }
}

/// The destinations with the length of their legs, from the neighbour on the source's side.
fn legs(routing: &LabelRouting, source: NodeId, destinations: &[NodeId]) -> Vec<(NodeId, u32)> {
    let mut nodes: Vec<_> = destinations.iter().copied().chain([source]).collect();
    nodes.sort_unstable_by_key(|&node| routing.label(node));
    let home = routing.label(source);
    let legs = nodes.windows(2).map(|pair| match routing.label(pair[1]) <= home {
        true => (pair[0], routing.distance(pair[1], pair[0])),
        false => (pair[1], routing.distance(pair[0], pair[1])),
    });
    legs.collect()
}
