//! Light trees against all trees of small networks, and against each other.

use super::bounded::{keep_within, refuse_far};
use super::exact::least;
use super::exact_within::{Steps, least_within};
use super::exchange::improve;
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

/// By trying every set of channels: the weight of the lightest tree in which no destination is farther than `most`.
fn lightest_within(network: &Weighted<'_>, lengths: &Weighted<'_>, set: MulticastSet<'_>, most: u64) -> Option<u64> {
    let channels: Vec<_> = network.graph.channels().collect();
    let is_near = |taken: u32| {
        let mut length = vec![u64::MAX; network.graph.node_count()];
        length[set.source.index()] = 0;
        for _ in 0..length.len() {
            for &channel in channels.iter().filter(|channel| taken >> channel.index() & 1 == 1) {
                let [from, to] = [network.graph.source(channel), network.graph.target(channel)];
                if network.forwards(from, set.source) {
                    let further = length[from.index()].saturating_add(lengths.weight(channel));
                    length[to.index()] = length[to.index()].min(further);
                }
            }
        }
        set.destinations.iter().all(|node| length[node.index()] <= most)
    };
    let weight = |taken: u32| {
        channels.iter().filter(|channel| taken >> channel.index() & 1 == 1).map(|&c| network.weight(c)).sum::<u64>()
    };
    (0..1_u32 << channels.len()).filter(|&taken| is_near(taken)).map(weight).min()
}

/// By hops, and by lengths some of which are nothing.
#[test]
fn trees_within_a_bound_are_as_light_as_can_be() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(34);
    let (mut planned, mut bound) = (0, 0);
    for case in 0..900 {
        let (graph, weights) = network(&mut random, 6, 7);
        let lengths = match case % 2 {
            0 => vec![1; graph.channel_count()],
            _ => graph.channels().map(|_| 2 * random.random_range(0..4)).collect(),
        };
        let (network, lengths) = (Weighted::with(&graph, weights), Weighted::with(&graph, lengths));
        let source = NodeId::new(random.random_range(0..6));
        let destinations: Vec<_> = graph.nodes().filter(|&node| node != source && random.random_bool(0.5)).collect();
        if destinations.is_empty() || graph.channel_count() > 12 {
            continue;
        }
        let set = MulticastSet { source, destinations: &destinations };
        let most = random.random_range(1..6);
        let steps = Steps::of(&lengths, destinations.len(), most).unwrap();
        let mut tree = Tree::default();
        let is_found = least_within(&network, &lengths, &steps, set, &mut tree);
        let lightest_tree = lightest_within(&network, &lengths, set, most);
        assert_eq!(is_found, lightest_tree.is_some());
        let Some(least) = lightest_tree else { continue };
        assert!(is_sound(&network, set, &tree));
        let route = |node| std::iter::successors(Some(node), |&at| tree.parent(&graph, at));
        let length = |node| route(node).filter_map(|at| tree.channel_into(at)).map(|c| lengths.weight(c)).sum::<u64>();
        assert!(destinations.iter().all(|&node| length(node) <= most));
        assert_eq!(tree.weight(&network), least);
        planned += 1;
        bound += usize::from(lightest(&network, set).unwrap() < least);
    }
    assert!(planned > 100 && bound > 5, "{planned} {bound}");
}
