//! Trees beside unicasts against all trees of small networks.

use super::*;
use crate::least_trees::{Limit, Weighted};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use wormcast_plan::MulticastSet;
use wormcast_routing::{DependencyGraph, Flow, Lane, MulticastLanes, VirtualLayers};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// Lanes that depend on where a message came from, as those of torus-2QoS do.
struct Turning {
    lanes: u32,
}

impl MulticastLanes for Turning {
    fn layers(&self) -> u32 {
        self.lanes
    }

    fn lane(&self, came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane> {
        let Some(Lane { channel: before, virtual_channel }) = came_by else { return Some(Lane::new(channel, layer)) };
        let mixed = before.index() * 7 + channel.index() * 3;
        let turned = if mixed.is_multiple_of(4) { virtual_channel + 1 } else { virtual_channel };
        (!mixed.is_multiple_of(11)).then(|| Lane::new(channel, turned % self.lanes))
    }

    fn is_fixed(&self, _layer: u32) -> bool {
        false
    }
}

/// A random network of six nodes, one of them an endpoint now and then.
fn network(random: &mut Xoshiro256PlusPlus) -> Graph {
    let mut channels = Vec::new();
    for _ in 0..8 {
        let [a, b] = [0; 2].map(|_| NodeId::new(random.random_range(0..6)));
        if a != b && !channels.contains(&(a, b)) && !channels.contains(&(b, a)) {
            channels.push((a, b));
            if random.random_bool(0.8) {
                channels.push((b, a));
            }
        }
    }
    let endpoints: Vec<_> = (0..6).filter(|_| random.random_bool(0.1)).map(NodeId::new).collect();
    Graph::from_channels(6, &channels).unwrap().with_endpoints(endpoints)
}

/// Random walks as unicasts, those that close no cycle.
fn unicasts(random: &mut Xoshiro256PlusPlus, graph: &Graph, lanes: u32, count: usize) -> DependencyGraph {
    let mut all = DependencyGraph::new(graph, lanes);
    for _ in 0..count {
        let mut route: Vec<Lane> = Vec::new();
        let mut at = NodeId::new(random.random_range(0..6));
        for _ in 0..random.random_range(2..5) {
            let mut next: Vec<_> = graph.out_channels(at).collect();
            next.shuffle(random);
            let Some(&channel) = next.first() else { break };
            route.push(Lane::new(channel, random.random_range(0..lanes)));
            at = graph.target(channel);
        }
        let mut more = all.clone();
        more.add_route(&route, Flow::unicast(NodeId::new(0), at));
        if more.numbering().is_ok() {
            all = more;
        }
    }
    all
}

type Pairs = BTreeSet<(Lane, Lane)>;

/// Whether pairs of lanes have a cycle: take those away that nothing asks for until none is left.
fn has_cycle(pairs: &Pairs) -> bool {
    let mut left = pairs.clone();
    loop {
        let asked: BTreeSet<_> = left.iter().map(|pair| pair.1).collect();
        let before = left.len();
        left.retain(|pair| asked.contains(&pair.0));
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

/// What a message from a sender holds and asks for on a tree of channels, or none if it cannot go on somewhere.
fn message(
    graph: &Graph,
    lanes: &dyn MulticastLanes,
    layer: u32,
    from: NodeId,
    tree: &BTreeSet<ChannelId>,
) -> Option<Pairs> {
    let mut pairs = Pairs::new();
    let leaving = |node| tree.iter().copied().filter(move |&channel| graph.source(channel) == node);
    let mut open: Vec<_> = leaving(from).map(|channel| lanes.lane(None, channel, layer)).collect::<Option<_>>()?;
    while let Some(held) = open.pop() {
        for next in leaving(graph.target(held.channel)).filter(|&next| Some(next) != graph.reverse(held.channel)) {
            let asked = lanes.lane(Some(held), next, layer)?;
            pairs.insert((held, asked));
            open.push(asked);
        }
    }
    Some(pairs)
}

/// The least channels of a tree that fits, by trying every set of channels; none if there is no tree.
fn least(graph: &Graph, there: &Pairs, lanes: &dyn MulticastLanes, layer: u32, demand: Demand<'_>) -> Option<u32> {
    let fits = |tree: &BTreeSet<ChannelId>| fits_beside(graph, there, lanes, layer, demand, tree);
    least_of(graph, demand.set, fits, |tree| tree.len() as u64).map(|least| least as u32)
}

/// What the lightest tree that fits weighs.
fn least_of(
    graph: &Graph,
    set: MulticastSet<'_>,
    fits: impl Fn(&BTreeSet<ChannelId>) -> bool,
    weight: impl Fn(&BTreeSet<ChannelId>) -> u64,
) -> Option<u64> {
    let all: Vec<_> = graph.channels().collect();
    let channels = |taken: u32| -> BTreeSet<_> {
        all.iter().copied().filter(|channel| taken >> channel.index() & 1 == 1).collect()
    };
    let trees =
        (0..1_u32 << all.len()).map(channels).filter(|channels| is_tree(graph, set, channels) && fits(channels));
    trees.map(|tree| weight(&tree)).min()
}

/// Whether the destinations are within so many hops along a tree.
fn is_shallow(graph: &Graph, set: MulticastSet<'_>, tree: &BTreeSet<ChannelId>, most: usize) -> bool {
    let into = |node| tree.iter().copied().find(|&channel| graph.target(channel) == node);
    let depth = |&to: &NodeId| std::iter::successors(into(to), |&channel| into(graph.source(channel))).count();
    set.destinations.iter().all(|to| depth(to) <= most)
}

/// Whether channels lead from the source to each of their nodes, by one way, and to all destinations.
fn is_tree(graph: &Graph, set: MulticastSet<'_>, channels: &BTreeSet<ChannelId>) -> bool {
    let mut entered = BTreeSet::from([set.source]);
    if !channels.iter().all(|&channel| entered.insert(graph.target(channel))) {
        return false;
    }
    let mut reached = BTreeSet::from([set.source]);
    for _ in 0..channels.len() {
        let forwards = |node| node == set.source || !graph.is_endpoint(node);
        reached.extend(
            channels
                .iter()
                .filter(|&&c| reached.contains(&graph.source(c)) && forwards(graph.source(c)))
                .map(|&c| graph.target(c))
                .collect::<Vec<_>>(),
        );
    }
    reached == entered && set.destinations.iter().all(|node| reached.contains(node))
}

fn fits_beside(
    graph: &Graph,
    there: &Pairs,
    lanes: &dyn MulticastLanes,
    layer: u32,
    demand: Demand<'_>,
    channels: &BTreeSet<ChannelId>,
) -> bool {
    let mut tree = channels.clone();
    if demand.everyone_sends {
        let back: Option<Vec<_>> = channels.iter().map(|&channel| graph.reverse(channel)).collect();
        let Some(back) = back else { return false };
        tree.extend(back);
    }
    let mut pairs = there.clone();
    demand.senders().all(|from| message(graph, lanes, layer, from, &tree).map(|own| pairs.extend(own)).is_some())
        && !has_cycle(&pairs)
}

/// What came out of a network, in figures: trees, and proofs that there is none.
fn compare(seed: u64, lanes: impl Fn() -> Box<dyn MulticastLanes>) -> (u32, u32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut trees, mut none) = (0, 0);
    for number in 0..300 {
        let graph = network(&mut random);
        let there = unicasts(&mut random, &graph, 2, 40);
        let mut nodes: Vec<_> = graph.nodes().collect();
        nodes.shuffle(&mut random);
        let set = MulticastSet { source: nodes[0], destinations: &nodes[1..random.random_range(2..5)] };
        let demand = Demand { set, everyone_sends: number % 2 == 0 };
        let layer = number % 2;
        let pairs: Pairs = there.dependencies().map(|wait| (wait.held, wait.asked)).collect();
        let mut beside = Beside::new(&graph, &there, lanes()).unwrap();
        let expected = least(&graph, &pairs, &*lanes(), layer, demand);
        match beside.fit(demand, layer) {
            Outcome::Tree(tree) => {
                trees += 1;
                assert_eq!(Some(tree.channels.len() as u32), expected, "network {number}");
                assert_eq!(tree.bound, tree.channels.len() as u64);
                let channels = tree.channels.iter().copied().collect();
                assert!(is_tree(&graph, set, &channels));
                assert!(fits_beside(&graph, &pairs, &*lanes(), layer, demand, &channels));
                assert!(beside.take(demand, layer, &tree.channels).is_some());
            }
            Outcome::None(why) => {
                none += 1;
                let is_told = !demand.everyone_sends && beside.lanes.is_fixed(layer);
                assert_eq!(why.is_some(), is_told, "network {number}");
                assert_eq!(expected, None, "network {number}");
            }
            Outcome::Unknown => panic!("network {number} is small"),
        }
    }
    (trees, none)
}

#[test]
fn trees_are_the_least_that_fit_and_none_is_said_where_there_is_none() {
    let (trees, none) = compare(1, || Box::new(VirtualLayers(2)));
    assert!(trees > 60 && none > 60, "{trees} {none}");
    let (trees, none) = compare(2, || Box::new(Turning { lanes: 2 }));
    assert!(trees > 60 && none > 60, "{trees} {none}");
}

#[test]
fn trees_that_fit_are_the_lightest_within_bounds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut trees, mut none) = (0, 0);
    for number in 0..150 {
        let graph = network(&mut random);
        let there = unicasts(&mut random, &graph, 1, 20);
        let mut nodes: Vec<_> = graph.nodes().collect();
        nodes.shuffle(&mut random);
        let set = MulticastSet { source: nodes[0], destinations: &nodes[1..random.random_range(2..5)] };
        let demand = Demand { set, everyone_sends: false };
        let weights: Vec<u64> = graph.channels().map(|_| 7 * random.random_range(0..5)).collect();
        let most = (number % 3 > 0).then(|| random.random_range(1..5));
        let pairs: Pairs = there.dependencies().map(|wait| (wait.held, wait.asked)).collect();
        let limit = most.map(|most| Limit::of_hops(&graph, most));
        let lanes = VirtualLayers(1);
        let beside = Beside::new(&graph, &there, Box::new(VirtualLayers(1))).unwrap();
        let mut beside = beside.weighing(Weighted::with(&graph, weights.clone()), limit);
        let weight = |tree: &BTreeSet<ChannelId>| tree.iter().map(|channel| weights[channel.index()]).sum::<u64>();
        let fits = |tree: &BTreeSet<ChannelId>| {
            most.is_none_or(|most| is_shallow(&graph, set, tree, most as usize))
                && fits_beside(&graph, &pairs, &lanes, 0, demand, tree)
        };
        let expected = least_of(&graph, set, fits, weight);
        for form in [Form::Least, Form::Shortest, Form::Neighbours(2)] {
            match beside.fit_as(demand, 0, form) {
                Outcome::Tree(tree) => {
                    let channels: BTreeSet<_> = tree.channels.iter().copied().collect();
                    assert!(is_tree(&graph, set, &channels) && fits(&channels), "network {number}, {form:?}");
                    if form == Form::Least {
                        trees += 1;
                        assert_eq!(
                            (Some(weight(&channels)), Some(tree.bound)),
                            (expected, expected),
                            "network {number}"
                        );
                    }
                }
                Outcome::None(_) => {
                    none += 1;
                    assert_eq!(expected, None, "network {number}, {form:?}");
                }
                Outcome::Unknown => panic!("network {number} is small"),
            }
        }
    }
    assert!(trees > 40 && none > 40, "{trees} {none}");
}
