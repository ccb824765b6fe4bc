//! Trees that are changed while they are in use.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_routing::UpDownOrder;
use wormcast_schemes::beside::{PlannedTree, Replanner, TreeChange};
use wormcast_schemes::option::WITHIN;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// A tree on dimension-order routes of a mesh, which close no cycle.
fn tree(mesh: &dyn Topology, source: NodeId, seed: u64) -> PlannedTree {
    let graph = mesh.graph();
    let destinations = random_destinations(mesh, source, 6, seed).unwrap();
    let mut channels = Vec::new();
    let mut entered = BTreeSet::from([source]);
    for &destination in &destinations {
        let mut route = Vec::new();
        mesh.append_own_route(source, destination, &mut route);
        channels.extend(route.into_iter().filter(|&channel| entered.insert(graph.target(channel))));
    }
    PlannedTree { source, destinations, channels, layer: 0 }
}

fn waits(graph: &Graph, tree: &PlannedTree) -> BTreeSet<(ChannelId, ChannelId)> {
    let into: BTreeMap<_, _> = tree.channels.iter().map(|&channel| (graph.target(channel), channel)).collect();
    tree.channels.iter().filter_map(|&channel| Some((*into.get(&graph.source(channel))?, channel))).collect()
}

fn has_cycle(mut left: BTreeSet<(ChannelId, ChannelId)>) -> bool {
    loop {
        let asked: BTreeSet<_> = left.iter().map(|pair| pair.1).collect();
        let before = left.len();
        left.retain(|pair| asked.contains(&pair.0));
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

fn entries(graph: &Graph, tree: &PlannedTree) -> BTreeMap<NodeId, BTreeSet<ChannelId>> {
    let mut entries: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    tree.channels.iter().for_each(|&channel| _ = entries.entry(graph.source(channel)).or_default().insert(channel));
    entries
}

/// Whether a tree leads from its source to all destinations, enters each node once, and has no useless branch.
fn is_sound(graph: &Graph, tree: &PlannedTree, lost: &[ChannelId]) -> bool {
    let mut entered = BTreeSet::from([tree.source]);
    let parents_first = tree
        .channels
        .iter()
        .all(|&channel| entered.contains(&graph.source(channel)) && entered.insert(graph.target(channel)));
    let leaves: BTreeSet<_> = tree.channels.iter().map(|&channel| graph.source(channel)).collect();
    let is_useful = |node: &NodeId| leaves.contains(node) || tree.destinations.contains(node) || *node == tree.source;
    parents_first
        && entered.iter().all(is_useful)
        && tree.destinations.iter().all(|node| entered.contains(node))
        && tree.channels.iter().all(|channel| !lost.contains(channel))
}

#[test]
fn only_what_is_lost_is_changed_and_old_and_new_close_no_cycle() {
    let mesh = build("mesh:7x7").unwrap();
    let graph = mesh.graph();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut touched = 0;
    for round in 0..60 {
        let sources: Vec<_> = (0..12).map(|_| NodeId::new(random.random_range(0..49))).collect();
        let before: Vec<_> =
            (0..).zip(&sources).map(|(seed, &source)| tree(&*mesh, source, 100 * round + seed)).collect();
        let mut replanner = Replanner::new(graph, before.clone(), 1, None);
        assert!(replanner.stays_free(), "routes by dimensions close no cycle");
        let channel = *graph.channels().collect::<Vec<_>>().choose(&mut random).unwrap();
        let node = NodeId::new(random.random_range(0..49));
        let mut lost: Vec<_> = [Some(channel), graph.reverse(channel)].into_iter().flatten().collect();
        let mut changes = replanner.lose(&lost, &[]);
        changes.extend(replanner.lose(&[], &[node]));
        lost.extend(graph.out_channels(node).chain(graph.in_channels(node)));
        let mut all = BTreeSet::new();
        for (number, (old, new)) in before.iter().zip(replanner.trees()).enumerate() {
            all.extend(waits(graph, old).into_iter().chain(waits(graph, new)));
            let is_touched = old.channels.iter().any(|channel| lost.contains(channel));
            let told: Vec<&TreeChange> = changes.iter().filter(|change| change.tree == number).collect();
            assert!(is_touched || old == new && told.is_empty());
            assert!(is_sound(graph, new, &lost), "{new:?}");
            let dropped: BTreeSet<_> = told.iter().flat_map(|change| change.dropped.iter().copied()).collect();
            let kept = old.destinations.iter().copied().filter(|node| !dropped.contains(node));
            assert_eq!(kept.collect::<Vec<_>>(), new.destinations);
            assert!(old.source == node || dropped.len() <= 1 + usize::from(old.destinations.contains(&node)));
            if let [change] = told[..] {
                let [old, new] = [entries(graph, old), entries(graph, new)];
                let nodes: BTreeSet<_> = old.keys().chain(new.keys()).copied().collect();
                let other: Vec<_> = nodes.into_iter().filter(|node| old.get(node) != new.get(node)).collect();
                assert_eq!(change.entries, other);
                touched += 1;
            }
        }
        assert!(replanner.stays_free() && !has_cycle(all));
    }
    assert!(touched > 50, "{touched}");
}

/// Trees of a scheme within `up-down`, and the channels in its order.
fn trees_in_order(topology: &dyn Topology, scheme: &str, count: usize) -> (Vec<PlannedTree>, Vec<ChannelId>) {
    let options = Options::default().with(&WITHIN, "up-down".into());
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &options).unwrap();
    let mut tree = |number: usize| {
        let source = NodeId::new(number * 11 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, 5, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
        let channels = worms.get(0).hops.iter().map(|hop| hop.channel).collect();
        PlannedTree { source, destinations, channels, layer: 0 }
    };
    let trees = (0..count).map(&mut tree).collect();
    (trees, UpDownOrder::new(topology, None).unwrap().channels(topology.graph()))
}

#[test]
fn trees_that_keep_to_an_order_keep_to_it_where_they_are_mended() {
    let torus = build("torus:7x6").unwrap();
    let graph = torus.graph();
    let (trees, order) = trees_in_order(&*torus, "steiner", 40);
    let place: BTreeMap<_, _> = order.iter().zip(0..).collect();
    let (mut touched, mut kept, mut dropped) = (0, 0, 0);
    for channel in graph.channels().step_by(4) {
        let lost: Vec<_> = [Some(channel), graph.reverse(channel)].into_iter().flatten().collect();
        let mut replanner = Replanner::new(graph, trees.clone(), 1, Some(&order));
        let changes = replanner.lose(&lost, &[]);
        let all: BTreeSet<_> = trees.iter().chain(replanner.trees()).flat_map(|tree| waits(graph, tree)).collect();
        kept += usize::from(all.iter().all(|(held, asked)| place[held] < place[asked]));
        assert!(replanner.stays_free() && !has_cycle(all));
        for change in &changes {
            let new = &replanner.trees()[change.tree];
            assert!(is_sound(graph, new, &lost), "{new:?}");
            touched += 1;
            dropped += change.dropped.len();
        }
    }
    // Beside the root there is no other route in this order, and old waits leave few outside of it.
    assert!(touched > 50 && kept > graph.channel_count() / 10, "{touched} trees, {kept} losses");
    assert!(dropped * 16 < touched, "{dropped} destinations of {touched} trees");
}

/// Where most trees change at once they are joined along an order first, and nearly all destinations are reached.
#[test]
fn many_trees_that_lose_the_root_of_their_order_close_no_cycle_with_those_of_before() {
    let torus = build("torus:12x12").unwrap();
    let graph = torus.graph();
    let (trees, order) = trees_in_order(&*torus, "shortest-path-tree", 150);
    let loads = graph.nodes().map(|node| {
        trees
            .iter()
            .filter(|tree| tree.source != node && tree.channels.iter().any(|&channel| graph.target(channel) == node))
            .count()
    });
    let (_, node) = loads.zip(graph.nodes()).max_by_key(|(load, _)| *load).unwrap();
    let lost: Vec<_> = graph.out_channels(node).chain(graph.in_channels(node)).collect();
    for order in [Some(&order[..]), None] {
        let mut replanner = Replanner::new(graph, trees.clone(), 1, order);
        let changes = replanner.lose(&[], &[node]);
        assert!(changes.len() > 60, "{}", changes.len());
        let all: BTreeSet<_> = trees.iter().chain(replanner.trees()).flat_map(|tree| waits(graph, tree)).collect();
        assert!(replanner.stays_free() && !has_cycle(all));
        assert!(replanner.trees().iter().all(|tree| is_sound(graph, tree, &lost)));
        let cut_off = changes.iter().flat_map(|change| &change.dropped).filter(|&&dropped| dropped != node).count();
        assert!(cut_off * 20 < trees.len() * 5, "{cut_off} destinations");
        let mut again = Replanner::new(graph, trees.clone(), 1, order);
        assert_eq!(again.lose(&[], &[node]), changes);
        assert_eq!(again.trees(), replanner.trees());
    }
}

/// Routes to one part that was cut off may lead through another one.
#[test]
fn trees_stay_trees_whatever_is_lost() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    let mut changed = 0;
    for spec in ["one-way-torus:5x5", "torus:4x4", "ring:8", "mesh:5x5"] {
        let network = build(spec).unwrap();
        let graph = network.graph();
        let mut planner = scheme_named("steiner").unwrap().prepare(&*network, &Options::default()).unwrap();
        for seed in 0..150 {
            let nodes = graph.node_count();
            let source = NodeId::new(random.random_range(0..nodes));
            let destinations = random_destinations(&*network, source, random.random_range(3..nodes - 1), seed).unwrap();
            let mut worms = Worms::new();
            planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
            let channels = worms.get(0).hops.iter().map(|hop| hop.channel).collect();
            let before = PlannedTree { source, destinations, channels, layer: 0 };
            let mut replanner = Replanner::new(graph, vec![before], 1, None);
            let node = NodeId::new(random.random_range(0..nodes));
            let mut lost: Vec<_> =
                (0..2).map(|_| ChannelId::new(random.random_range(0..graph.channel_count()))).collect();
            let changes = replanner.lose(&lost, &[node]);
            lost.extend(graph.out_channels(node).chain(graph.in_channels(node)));
            assert!(is_sound(graph, &replanner.trees()[0], &lost), "{spec}, seed {seed}: {:?}", replanner.trees()[0]);
            changed += changes.len();
        }
    }
    assert!(changed > 300, "{changed}");
}

#[test]
fn members_join_and_leave() {
    let mesh = build("mesh:5x5").unwrap();
    let graph = mesh.graph();
    let first = tree(&*mesh, NodeId::new(0), 3);
    let mut replanner = Replanner::new(graph, vec![first.clone()], 1, None);
    let new = graph.nodes().find(|node| *node != first.source && !first.destinations.contains(node)).unwrap();
    let change = replanner.join(0, new).unwrap();
    assert!(change.dropped.is_empty() && is_sound(graph, &replanner.trees()[0], &[]));
    assert_eq!(replanner.trees()[0].destinations.last(), Some(&new));
    assert!(replanner.join(0, new).is_none(), "it is a member already");
    replanner.leave(0, new).unwrap();
    assert_eq!(replanner.trees()[0].destinations, first.destinations);
    assert!(is_sound(graph, &replanner.trees()[0], &[]) && replanner.stays_free());
    assert!(replanner.leave(0, new).is_none(), "it is no member");
}

/// Shortest routes on a torus close cycles: that is told, and trees are mended by shortest routes all the same.
#[test]
fn plans_that_close_a_cycle_before_are_changed_and_told_of() {
    let torus = build("torus:6x6").unwrap();
    let graph = torus.graph();
    let before: Vec<_> = (0..40).map(|seed| tree(&*torus, NodeId::new(seed as usize % 36), seed)).collect();
    let mut replanner = Replanner::new(graph, before.clone(), 1, None);
    assert!(has_cycle(before.iter().flat_map(|tree| waits(graph, tree)).collect()) && !replanner.was_free());
    let node = NodeId::new(14);
    let lost: Vec<_> = graph.out_channels(node).chain(graph.in_channels(node)).collect();
    let changes = replanner.lose(&[], &[node]);
    assert!(changes.len() > 5 && !replanner.stays_free());
    for (old, new) in before.iter().zip(replanner.trees()) {
        assert!(is_sound(graph, new, &lost));
        let all_but_lost = old.destinations.iter().copied().filter(|&other| other != node && old.source != node);
        assert_eq!(new.destinations, all_but_lost.collect::<Vec<_>>());
    }
}

/// The least channels of a route that joins what is below a channel again, by trying all: it enters neither what is
/// left of the tree nor what was cut off, and closes no cycle with what all trees wait for.
fn least_route(
    graph: &Graph,
    tree: &PlannedTree,
    lost: &[ChannelId],
    others: &BTreeSet<(ChannelId, ChannelId)>,
) -> usize {
    let root =
        tree.channels.iter().copied().find(|channel| lost.contains(channel)).map(|channel| graph.target(channel));
    let root = root.expect("the tree takes what is lost");
    let mut below = BTreeSet::from([root]);
    for &channel in tree.channels.iter().filter(|channel| !lost.contains(channel)) {
        if below.contains(&graph.source(channel)) {
            below.insert(graph.target(channel));
        }
    }
    let rest: BTreeMap<_, _> = tree.channels.iter().map(|&channel| (graph.target(channel), channel)).collect();
    let is_rest = |node: NodeId| !below.contains(&node) && (node == tree.source || rest.contains_key(&node));
    let mut least = usize::MAX;
    // Routes against their direction: their channels, and the nodes that they have met.
    let mut open = vec![(Vec::<ChannelId>::new(), root)];
    while let Some((route, at)) = open.pop() {
        if is_rest(at) {
            let mut taken: Vec<_> = rest.get(&at).copied().into_iter().collect();
            taken.extend(route.iter().rev());
            let mut waits = others.clone();
            waits.extend(taken.windows(2).map(|pair| (pair[0], pair[1])));
            let last = route[0];
            waits.extend(tree.channels.iter().filter(|&&c| graph.source(c) == root).map(|&channel| (last, channel)));
            if route.len() < least && !has_cycle(waits) {
                least = route.len();
            }
            continue;
        }
        for channel in graph.in_channels(at).filter(|channel| !lost.contains(channel)) {
            let from = graph.source(channel);
            let is_met = below.contains(&from) || route.iter().any(|&other| graph.source(other) == from);
            if !is_met && route.len() + 1 < least {
                open.push(([&route[..], &[channel]].concat(), from));
            }
        }
    }
    least
}

/// Against all routes on a small mesh, tree after tree: what is cut off is joined by a shortest one that closes no
/// cycle, whatever was asked for before.
#[test]
fn what_is_cut_off_is_joined_by_a_shortest_route_that_fits() {
    let mesh = build("mesh:4x4").unwrap();
    let graph = mesh.graph();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut joined, mut longer) = (0, 0);
    for round in 0..150 {
        let before: Vec<_> =
            (0..8).map(|seed| tree(&*mesh, NodeId::new(random.random_range(0..16)), 50 * round + seed)).collect();
        let channel = *graph.channels().collect::<Vec<_>>().choose(&mut random).unwrap();
        let lost: Vec<_> = [Some(channel), graph.reverse(channel)].into_iter().flatten().collect();
        let mut replanner = Replanner::new(graph, before.clone(), 1, None);
        let mut all: BTreeSet<_> = before.iter().flat_map(|tree| waits(graph, tree)).collect();
        let changes = replanner.lose(&lost, &[]);
        for change in changes {
            let [old, new] = [&before[change.tree], &replanner.trees()[change.tree]];
            let least = least_route(graph, old, &lost, &all);
            if !change.dropped.is_empty() || new.channels.len() < old.channels.len() || least == usize::MAX {
                // A branch became useless, or what is below the root cannot keep its form.
                break;
            }
            let route = new.channels.iter().filter(|channel| !old.channels.contains(channel)).count();
            assert!(route >= least, "{route} {least}");
            joined += 1;
            longer += usize::from(route > least);
            all.extend(waits(graph, new));
        }
    }
    assert!(joined > 100, "{joined}");
    assert_eq!(longer, 0);
}
