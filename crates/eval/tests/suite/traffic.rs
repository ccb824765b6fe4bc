//! The traffic is what its specification says: shares, sizes, rates, and nobody sends to itself.

use proptest::prelude::*;
use wormcast_eval::traffic::{Arrivals, Draws, Lengths, MessageClass, Pattern, Sampler, Traffic, TrafficSpec};
use wormcast_topology::{DescribedNetwork, Description, NodeId, Topology, build};

fn spec(pattern: Pattern) -> TrafficSpec {
    TrafficSpec::poisson(1.0, uniform(1), pattern)
}

fn uniform(count: usize) -> Pattern {
    Pattern::Uniform { min: count, max: count }
}

fn messages(
    topology: &dyn Topology,
    spec: &TrafficSpec,
    count: usize,
) -> Vec<(f64, NodeId, MessageClass, Vec<NodeId>)> {
    let mut traffic = Traffic::new(topology, spec, 0.01, 3).unwrap();
    let mut destinations = Vec::new();
    (0..count)
        .map(|_| {
            let message = traffic.next(&mut destinations).unwrap();
            (message.time_ns, message.source, message.class, destinations.clone())
        })
        .collect()
}

proptest! {
    #[test]
    fn uniform_sets_are_sets_of_others(min in 1_usize..15, more in 0_usize..15, seed: u64) {
        let mesh = build("mesh:4x4").unwrap();
        let max = (min + more).min(15);
        let mut traffic = Traffic::new(&*mesh, &spec(Pattern::Uniform { min, max }), 0.01, seed).unwrap();
        let mut set = Vec::new();
        for _ in 0..50 {
            let message = traffic.next(&mut set).unwrap();
            prop_assert!((min..=max).contains(&set.len()));
            prop_assert!(!set.contains(&message.source));
            set.sort_unstable();
            set.dedup();
            prop_assert!(set.len() >= min);
        }
    }
}

#[test]
fn every_other_node_is_as_likely_in_small_and_in_large_sets() {
    let mesh = build("mesh:4x4").unwrap();
    for count in [1, 3, 14] {
        let mut seen = [0_u32; 16];
        for (_, _, _, set) in messages(&*mesh, &spec(uniform(count)), 16_000) {
            set.iter().for_each(|node| seen[node.index()] += 1);
        }
        let expected = 1000.0 * count as f64;
        let largest = seen.iter().map(|&n| (f64::from(n) - expected).abs()).fold(0.0, f64::max);
        // Five standard deviations of a binomial count.
        assert!(largest < 5.0 * expected.sqrt(), "{count}: {seen:?}");
    }
}

#[test]
fn shares_and_rates_are_those_asked_for() {
    let mesh = build("mesh:8x8").unwrap();
    for arrivals in [Arrivals::Poisson, Arrivals::Periodic, Arrivals::Bernoulli { cycle_ns: 100.0 }] {
        let spec = TrafficSpec { arrivals, ..TrafficSpec::poisson(0.1, uniform(1), uniform(10)) };
        let run = messages(&*mesh, &spec, 64_000);
        let multicasts = run.iter().filter(|message| message.2 == MessageClass::Multicast).count();
        assert!((6_000..6_800).contains(&multicasts), "{multicasts}");
        assert!(run.iter().all(|m| m.3.len() == if m.2 == MessageClass::Multicast { 10 } else { 1 }));
        assert!(run.is_sorted_by(|a, b| a.0 <= b.0), "in order of time");
        // 1,000 messages a node at 0.01 a µs take 100,000 µs.
        let end = run.last().unwrap().0;
        assert!((end / 1e8 - 1.0).abs() < 0.02, "{arrivals:?}: {end}");
    }
}

#[test]
fn periodic_nodes_keep_their_distance() {
    let mesh = build("mesh:3x3").unwrap();
    let spec = TrafficSpec { arrivals: Arrivals::Periodic, ..spec(uniform(2)) };
    let run = messages(&*mesh, &spec, 90);
    let of_first: Vec<_> = run.iter().filter(|m| m.1 == NodeId::new(0)).map(|m| m.0).collect();
    assert_eq!(of_first.len(), 10);
    assert!(of_first.windows(2).all(|pair| (pair[1] - pair[0] - 100_000.0).abs() < 1e-3));
}

/// Two nodes that send with a chance of 0.6 in each cycle of 100 ns.
#[test]
fn coins_are_tossed_once_a_node_and_cycle() {
    let mesh = build("mesh:2x1").unwrap();
    let spec = TrafficSpec { arrivals: Arrivals::Bernoulli { cycle_ns: 100.0 }, ..spec(uniform(1)) };
    let (mut traffic, mut to) = (Traffic::new(&*mesh, &spec, 6.0, 1).unwrap(), Vec::new());
    let sent: Vec<_> = (0..12_000).map(|_| traffic.next(&mut to).unwrap()).collect();
    assert!(sent.iter().all(|message| message.time_ns % 100.0 == 0.0));
    let key = |at: usize| (sent[at].time_ns, sent[at].source.index());
    assert!((1..sent.len()).all(|at| key(at - 1) < key(at)), "no node sends twice in a cycle");
    // Gaps of one node are geometric: 1, 2, 3, … cycles with chances 0.6, 0.24, 0.096, ….
    let of_first: Vec<_> = sent.iter().filter(|message| message.source.index() == 0).map(|m| m.time_ns).collect();
    for (gap, chance) in [(100.0, 0.6), (200.0, 0.24), (300.0, 0.096)] {
        let share = of_first.windows(2).filter(|pair| pair[1] - pair[0] == gap).count() as f64 / of_first.len() as f64;
        assert!((share - chance).abs() < 0.02, "{gap}: {share}");
    }
}

#[test]
fn the_hot_node_gets_its_share() {
    let mesh = build("mesh:8x8").unwrap();
    let hot = mesh.find_node("3,3").unwrap();
    let run = messages(&*mesh, &spec(Pattern::HotSpot { node: hot, share: 0.5, destinations: 1 }), 20_000);
    let others: Vec<_> = run.iter().filter(|m| m.1 != hot).collect();
    let share = others.iter().filter(|m| m.3 == [hot]).count() as f64 / others.len() as f64;
    assert!((share - (0.5 + 0.5 / 63.0)).abs() < 0.02, "{share}");
    assert!(run.iter().filter(|m| m.1 == hot).all(|m| m.3.len() == 1 && m.3[0] != hot));
}

/// Checks the one set that each named node has.
fn assert_sets(topology: &dyn Topology, pattern: Pattern, expected: &[(&str, &[&str])]) {
    let run = messages(topology, &spec(pattern), 2_000);
    for (source, set) in expected {
        let source = topology.find_node(source).unwrap();
        let mut wanted: Vec<_> = set.iter().map(|name| topology.find_node(name).unwrap()).collect();
        wanted.sort_unstable();
        let mut own = run.iter().filter(|m| m.1 == source).peekable();
        assert!(own.peek().is_some());
        assert!(own.all(|m| {
            let mut got = m.3.clone();
            got.sort_unstable();
            got == wanted
        }));
    }
}

#[test]
fn permutations_are_as_defined() {
    let mesh = build("mesh:4x4").unwrap();
    assert_sets(&*mesh, Pattern::Transpose, &[("1,3", &["3,1"]), ("2,2", &[])]);
    assert_sets(&*mesh, Pattern::BitComplement, &[("0,0", &["3,3"]), ("1,2", &["2,1"])]);
    let cube = build("hypercube:4").unwrap();
    assert_sets(&*cube, Pattern::Transpose, &[("0111", &["1101"]), ("1010", &[])]);
    assert_sets(&*cube, Pattern::BitComplement, &[("0100", &["1011"])]);
    let star = build("star:4").unwrap();
    assert!(Traffic::new(&*star, &spec(Pattern::Transpose), 0.1, 1).is_err());
}

#[test]
fn rectangles_stay_inside_and_around() {
    let mesh = build("mesh:5x4").unwrap();
    let expected: &[(&str, &[&str])] =
        &[("2,1", &["1,1", "3,1", "1,2", "2,2", "3,2"]), ("0,3", &["1,3", "2,3", "0,2", "1,2", "2,2"])];
    assert_sets(&*mesh, Pattern::Rectangle { sides: vec![3, 2] }, expected);
    for sides in [vec![6, 1], vec![1, 1], vec![2], vec![0, 2]] {
        assert!(Traffic::new(&*mesh, &spec(Pattern::Rectangle { sides }), 0.1, 1).is_err());
    }
}

#[test]
fn lists_are_drawn_from() {
    let mesh = build("mesh:4x4").unwrap();
    let node = |i| NodeId::new(i);
    let sets = vec![(node(5), vec![node(1), node(2)]), (node(0), vec![node(3)]), (node(5), vec![node(9)])];
    let run = messages(&*mesh, &spec(Pattern::List { sets }), 3_000);
    let five: Vec<_> = run.iter().filter(|m| m.1 == node(5)).map(|m| m.3.len()).collect();
    assert!(five.contains(&1) && five.contains(&2), "both sets of node 5 are used");
    assert!(run.iter().filter(|m| m.1 == node(7)).all(|m| m.3.is_empty()));
    assert!(run.iter().filter(|m| m.1 == node(0)).all(|m| m.3 == [node(3)]));
}

/// A switch with five endpoints, and another switch.
fn switch() -> DescribedNetwork {
    let nodes: Vec<_> = (0..7).map(NodeId::new).collect();
    let names = ["h0", "h1", "s0", "h2", "s1", "h3", "h4"].map(Into::into).into();
    let endpoints = [0, 1, 3, 5, 6].map(NodeId::new).into();
    let mut description = Description { names, endpoints, ..Description::default() };
    [0, 1, 3, 4].into_iter().for_each(|at| description.add_link(nodes[2], nodes[at]));
    [5, 6].into_iter().for_each(|at| description.add_link(nodes[4], nodes[at]));
    DescribedNetwork::new("file:switch".into(), "test", description).unwrap()
}

#[test]
fn where_a_network_has_endpoints_they_alone_send_and_receive() {
    let switch = switch();
    let is_endpoint = |node: NodeId| switch.graph().is_endpoint(node);
    for pattern in [Pattern::Uniform { min: 1, max: 4 }, Pattern::Uniform { min: 4, max: 4 }, Pattern::BitComplement] {
        for arrivals in [Arrivals::Poisson, Arrivals::Periodic] {
            let spec = TrafficSpec { arrivals, ..spec(pattern.clone()) };
            let mut traffic = Traffic::new(&switch, &spec, 0.01, 3).unwrap();
            let (mut to, mut sources) = (Vec::new(), [0; 7]);
            let mut last = 0.0;
            for _ in 0..5000 {
                let message = traffic.next(&mut to).unwrap();
                assert!(is_endpoint(message.source) && to.iter().all(|&node| is_endpoint(node)));
                (sources[message.source.index()], last) = (sources[message.source.index()] + 1, message.time_ns);
            }
            assert!(sources.iter().all(|&count| count == 0 || count > 800), "{sources:?}");
            // 0.01 messages per endpoint per µs.
            assert!((5000.0 / 5.0 / (last / 1000.0) / 0.01 - 1.0).abs() < 0.1, "{last}");
        }
    }
    let of_router = Pattern::List { sets: vec![(NodeId::new(2), vec![NodeId::new(0)])] };
    let refused = Traffic::new(&switch, &spec(of_router), 0.01, 3).unwrap_err().to_string();
    assert_eq!(refused, "a set starts at `s0`, a router; on file:switch only endpoints send");
    assert!(Traffic::new(&switch, &spec(Pattern::Uniform { min: 5, max: 5 }), 0.01, 3).is_err());
}

/// Times and sources of so many messages.
fn sent(spec: &TrafficSpec, count: usize, load: f64) -> (f64, Vec<usize>, Vec<f64>) {
    let mesh = build("mesh:4x4").unwrap();
    let mut traffic = Traffic::new(&*mesh, spec, load, 9).unwrap();
    let (mut to, mut sources, mut times) = (Vec::new(), vec![0; 16], Vec::new());
    for _ in 0..count {
        let message = traffic.next(&mut to).unwrap();
        assert!(times.last().is_none_or(|&last| last <= message.time_ns));
        sources[message.source.index()] += 1;
        times.push(message.time_ns);
    }
    (times[count - 1], sources, times)
}

#[test]
fn bursts_keep_the_load_and_crowd_the_messages() {
    let load = 0.5;
    let burst = TrafficSpec { arrivals: Arrivals::OnOff { on_us: 20.0, off_us: 60.0 }, ..spec(uniform(1)) };
    let (end, sources, times) = sent(&burst, 200_000, load);
    assert!((200_000.0 / 16.0 / (end / 1000.0) / load - 1.0).abs() < 0.05, "{end}");
    assert!(sources.iter().all(|&count| (9_000..16_000).contains(&count)), "{sources:?}");
    // Messages in windows of 5 µs vary more than those of a Poisson stream, whose variance is their mean.
    let windows = (end / 5000.0) as usize;
    let mut counts = vec![0.0; windows];
    for place in times.iter().map(|time| (time / 5000.0) as usize).filter(|&place| place < windows) {
        counts[place] += 1.0;
    }
    let mean = counts.iter().sum::<f64>() / windows as f64;
    let variance = counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / windows as f64;
    assert!(variance > 3.0 * mean, "{variance} {mean}");
}

#[test]
fn nodes_send_in_proportion_to_their_weights_and_the_load_is_the_mean() {
    let weights = vec![(NodeId::new(0), 0.0), (NodeId::new(3), 4.0), (NodeId::new(9), 0.5)];
    let coins = Arrivals::Bernoulli { cycle_ns: 100.0 };
    for arrivals in [Arrivals::Poisson, Arrivals::OnOff { on_us: 1.0, off_us: 1.0 }, coins] {
        let spec = TrafficSpec { arrivals, weights: weights.clone(), ..spec(uniform(1)) };
        let (end, sources, _) = sent(&spec, 100_000, 0.5);
        let total = 13.0 + 4.0 + 0.5;
        let expected = |node: usize| {
            100_000.0 / total * [(0, 0.0), (3, 4.0), (9, 0.5)].iter().find(|w| w.0 == node).map_or(1.0, |w| w.1)
        };
        for (node, &count) in sources.iter().enumerate() {
            assert!((count as f64 - expected(node)).abs() <= 0.06 * expected(node), "{node}: {count}, {arrivals:?}");
        }
        assert!((100_000.0 / 16.0 / (end / 1000.0) / 0.5 - 1.0).abs() < 0.05, "{end}");
    }
}

#[test]
fn rows_columns_and_all_are_the_sets_of_their_names() {
    let mesh = build("mesh:4x3").unwrap();
    let names = |pattern: Pattern, source: &str| {
        let mut sampler = Sampler::new(&*mesh, &pattern).unwrap();
        let (mut draws, mut to) = (Draws::seeded(1), Vec::new());
        sampler.draw(mesh.find_node(source).unwrap(), &mut draws, &mut to);
        to.into_iter().map(|node| mesh.node_name(node)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(Pattern::Line { dimension: 0 }, "1,2"), "0,2 2,2 3,2");
    assert_eq!(names(Pattern::Line { dimension: 1 }, "1,2"), "1,0 1,1");
    assert_eq!(names(Pattern::All, "1,2").split(' ').count(), 11);
    assert!(Sampler::new(&*mesh, &Pattern::Line { dimension: 2 }).is_err());
    assert!(Sampler::new(&*build("star:4").unwrap(), &Pattern::Line { dimension: 0 }).is_err());
}

#[test]
fn lengths_are_drawn_by_their_shares() {
    let lengths = Lengths { shares: vec![(1, 0.25), (5, 0.5), (9, 0.25)] };
    assert_eq!((lengths.mean(7), lengths.greatest(7)), (5.0, 9));
    let mut draws = Draws::seeded(3);
    let mut counts = [0; 10];
    (0..40_000).for_each(|_| counts[lengths.draw(&mut draws).unwrap() as usize] += 1);
    for (length, share) in [(1, 0.25), (5, 0.5), (9, 0.25)] {
        assert!((f64::from(counts[length]) / 40_000.0 - share).abs() < 0.01, "{counts:?}");
    }
    assert_eq!(Lengths::default().draw(&mut draws), None);
}
