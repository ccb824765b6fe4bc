//! Light trees against all trees of small networks, and against each other.

use super::bounded::{keep_within, refuse_far};
use super::exact_within::{Steps, least_within};
use super::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A random network of few nodes: channels of random weights, some of them one-way, and now and then an endpoint.
fn network(random: &mut Xoshiro256PlusPlus, nodes: usize, links: usize) -> (Graph, Vec<u64>) {
    let mut channels = Vec::new();
    for _ in 0..links {
        let [a, b] = [0; 2].map(|_| NodeId::new(random.random_range(0..nodes)));
        if a != b && !channels.contains(&(a, b)) && !channels.contains(&(b, a)) {
            channels.push((a, b));
            if random.random_bool(0.7) {
                channels.push((b, a));
            }
        }
    }
    let endpoints = (0..nodes).filter(|_| random.random_bool(0.1)).map(NodeId::new).collect::<Vec<_>>();
    let graph = Graph::from_channels(nodes, &channels).unwrap().with_endpoints(endpoints);
    let weights = graph.channels().map(|_| random.random_range(0..6)).collect();
    (graph, weights)
}

/// The weight of the lightest tree, by trying every set of channels; none if there is no tree.
fn lightest(network: &Weighted<'_>, set: MulticastSet<'_>) -> Option<u64> {
    let channels: Vec<_> = network.graph.channels().collect();
    let sets = (0..1_u32 << channels.len()).filter(|&taken| reaches(network, &channels, taken, set));
    let weight =
        |taken: u32| (0..channels.len()).filter(move |&c| taken >> c & 1 == 1).map(|c| network.weight(channels[c]));
    sets.map(|taken| weight(taken).sum()).min()
}

fn reaches(network: &Weighted<'_>, channels: &[ChannelId], taken: u32, set: MulticastSet<'_>) -> bool {
    let mut reached = vec![false; network.graph.node_count()];
    reached[set.source.index()] = true;
    for _ in 0..reached.len() {
        for (_, &channel) in channels.iter().enumerate().filter(|(place, _)| taken >> place & 1 == 1) {
            let [from, to] = [network.graph.source(channel), network.graph.target(channel)];
            if reached[from.index()] && network.forwards(from, set.source) {
                reached[to.index()] = true;
            }
        }
    }
    set.destinations.iter().all(|node| reached[node.index()])
}

/// Whether the tree leads from the source to all destinations, and endpoints are its leaves.
fn is_sound(network: &Weighted<'_>, set: MulticastSet<'_>, tree: &Tree) -> bool {
    let leads = |&node: &NodeId| {
        let mut at = node;
        for _ in 0..network.graph.node_count() {
            let Some(parent) = tree.parent(network.graph, at) else { break };
            if !network.forwards(parent, set.source) {
                return false;
            }
            at = parent;
        }
        at == set.source
    };
    set.destinations.iter().all(leads)
}

#[test]
fn trees_are_as_light_as_said() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut planned = 0;
    for _ in 0..400 {
        let (graph, weights) = network(&mut random, 6, 8);
        let network = Weighted::with(&graph, weights);
        let source = NodeId::new(random.random_range(0..6));
        let destinations: Vec<_> = graph.nodes().filter(|&node| node != source && random.random_bool(0.5)).collect();
        if destinations.is_empty() || graph.channel_count() > 14 {
            continue;
        }
        let set = MulticastSet { source, destinations: &destinations };
        let mut tree = Tree::default();
        let found = least(&network, set, &mut tree);
        let Some(lightest) = lightest(&network, set) else {
            assert!(found.is_err());
            continue;
        };
        planned += 1;
        assert!(found.is_ok() && is_sound(&network, set, &tree));
        assert_eq!(tree.weight(&network), lightest);
        let ascent = ascend(&network, set, usize::MAX, true);
        assert!(ascent.bound <= lightest);
        assert_eq!(ascent.cuts.iter().map(|cut| cut.value).sum::<u64>(), ascent.bound);
        let mut terminals = Terminals::default();
        terminals.mark(6, &destinations);
        Grower::default().grow(&network, set, &terminals, |_| true, &mut tree).unwrap();
        let grown = tree.weight(&network);
        assert!(is_sound(&network, set, &tree));
        improve(&network, &terminals, &mut tree, 50);
        assert!(is_sound(&network, set, &tree));
        assert!((lightest..=grown).contains(&tree.weight(&network)));
    }
    assert!(planned > 100, "{planned}");
}

#[test]
fn what_is_too_far_is_brought_near() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut changed = 0;
    for _ in 0..400 {
        let (graph, weights) = network(&mut random, 9, 14);
        let (network, hops) = (Weighted::with(&graph, weights), Weighted::with(&graph, vec![1; graph.channel_count()]));
        let source = NodeId::new(random.random_range(0..9));
        let destinations: Vec<_> = graph.nodes().filter(|&node| node != source && random.random_bool(0.4)).collect();
        let set = MulticastSet { source, destinations: &destinations };
        let (mut tree, mut search, mut terminals) = (Tree::default(), Search::default(), Terminals::default());
        terminals.mark(9, &destinations);
        if least(&network, set, &mut tree).is_err() {
            continue;
        }
        let before = tree.weight(&network);
        let most = (1..).find(|&most| refuse_far(&hops, set, most, &mut search).is_ok()).unwrap();
        keep_within(&hops, set, &terminals, most, &mut search, &mut tree);
        assert!(is_sound(&network, set, &tree));
        let depth = |node| std::iter::successors(Some(node), |&at| tree.parent(&graph, at)).count() as u64 - 1;
        assert!(destinations.iter().all(|&node| depth(node) <= most));
        changed += usize::from(tree.weight(&network) != before);
    }
    assert!(changed > 5, "{changed}");
}
