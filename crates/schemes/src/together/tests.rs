//! Plans together against all plans of small networks.

use super::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// A random network of five nodes.
fn network(random: &mut Xoshiro256PlusPlus) -> Box<dyn Topology> {
    let mut channels = Vec::new();
    for _ in 0..5 {
        let [a, b] = [0; 2].map(|_| NodeId::new(random.random_range(0..5)));
        if a != b && !channels.contains(&(a, b)) {
            channels.push((a, b));
        }
    }
    let lines: Vec<_> = channels.iter().map(|(a, b)| format!("{} > {}", a.index(), b.index())).collect();
    let nodes = "0 > 1\n1 > 2\n2 > 3\n3 > 4";
    let text = format!("{nodes}\n{}", lines.join("\n"));
    Box::new(wormcast_formats::from_bytes("net.edges", text.as_bytes()).unwrap())
}

fn multicasts(random: &mut Xoshiro256PlusPlus, graph: &Graph, is_even: bool) -> Vec<Multicast> {
    let multicast = |random: &mut Xoshiro256PlusPlus| {
        let mut nodes: Vec<_> = graph.nodes().collect();
        nodes.shuffle(random);
        let count = random.random_range(1..4);
        let flits = if is_even { 1 } else { random.random_range(1..4) };
        Multicast { source: nodes[0], destinations: nodes[1..=count].to_vec(), flits, start_ps: 0 }
    };
    (0..3).map(|_| multicast(random)).collect()
}

/// Whether a set of channels leads from a source to all destinations.
fn reaches(graph: &Graph, multicast: &Multicast, taken: u32) -> bool {
    let mut reached = BTreeSet::from([multicast.source]);
    for _ in 0..graph.node_count() {
        for channel in graph.channels().filter(|channel| taken >> channel.index() & 1 == 1) {
            if reached.contains(&graph.source(channel)) {
                reached.insert(graph.target(channel));
            }
        }
    }
    multicast.destinations.iter().all(|node| reached.contains(node))
}

/// The least load of the busiest channel, by trying all sets of channels for all multicasts.
fn least_load(graph: &Graph, multicasts: &[Multicast]) -> Option<u64> {
    let sets = |multicast| (0..1_u32 << graph.channel_count()).filter(move |&taken| reaches(graph, multicast, taken));
    // Of sets that serve, those that hold no other.
    let minimal = |multicast| {
        let all: Vec<_> = sets(multicast).collect();
        all.iter()
            .copied()
            .filter(|&set| all.iter().all(|&other| other == set || other & set != other))
            .collect::<Vec<_>>()
    };
    let mut loads: BTreeSet<Vec<u64>> = BTreeSet::from([vec![0; graph.channel_count()]]);
    for multicast in multicasts {
        let with = |loads: &Vec<u64>, set: u32| -> Vec<u64> {
            let own = |place: usize| u64::from(set >> place & 1) * u64::from(multicast.flits);
            loads.iter().enumerate().map(|(place, load)| load + own(place)).collect()
        };
        let sets = minimal(multicast);
        loads = loads.iter().flat_map(|before| sets.iter().map(move |&set| with(before, set))).collect();
    }
    loads.iter().filter_map(|loads| loads.iter().max().copied()).min()
}

#[test]
fn the_least_load_is_between_the_bound_and_what_is_found() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut found, mut closed) = (0, 0);
    for _ in 0..80 {
        let network = network(&mut random);
        let graph = network.graph();
        let multicasts = multicasts(&mut random, graph, false);
        let Ok(balanced) = balance(&*network, &multicasts) else {
            assert_eq!(least_load(graph, &multicasts), None);
            continue;
        };
        let least = least_load(graph, &multicasts).unwrap();
        assert!(balanced.bound <= least && least <= balanced.load, "{} {least} {}", balanced.bound, balanced.load);
        let mut loads = vec![0; graph.channel_count()];
        for (multicast, tree) in multicasts.iter().zip(&balanced.trees) {
            let taken = tree.iter().fold(0, |taken, channel| taken | 1 << channel.index());
            assert!(reaches(graph, multicast, taken));
            tree.iter().for_each(|channel| loads[channel.index()] += u64::from(multicast.flits));
        }
        assert_eq!(loads.into_iter().max(), Some(balanced.load));
        (found, closed) = (found + 1, closed + usize::from(balanced.load == least));
    }
    assert!(found > 15 && closed * 10 > found * 8, "{closed} of {found}");
}

/// Follows a schedule: every hop takes a message from where it is, no channel is taken twice in a step.
pub(super) fn follow(graph: &Graph, multicasts: &[Multicast], schedule: &Schedule) {
    let mut came: Vec<BTreeMap<NodeId, u32>> = multicasts.iter().map(|one| BTreeMap::from([(one.source, 0)])).collect();
    let mut taken: BTreeSet<(u32, ChannelId)> = BTreeSet::new();
    for hop in &schedule.hops {
        assert!(taken.insert((hop.step, hop.channel)), "a channel takes one message a step");
        let own = &mut came[hop.message as usize];
        let [from, to] = [graph.source(hop.channel), graph.target(hop.channel)];
        assert!(own.get(&from).is_some_and(|&since| since <= hop.step), "the message is there");
        assert!(own.insert(to, hop.step + 1).is_none(), "it comes once");
        assert!(hop.step < schedule.steps);
    }
    for (multicast, came) in multicasts.iter().zip(&came) {
        assert!(multicast.destinations.iter().all(|node| came.contains_key(node)));
    }
    assert!(schedule.bound <= schedule.steps);
}

/// A message goes by one channel whole, however short the others are.
#[test]
fn the_longest_message_is_a_bound() {
    let mesh = wormcast_topology::build("mesh:4x4").unwrap();
    let node = |name: &str| mesh.find_node(name).unwrap();
    let multicast = |source: &str, to: &str, flits| Multicast {
        source: node(source),
        destinations: vec![node(to)],
        flits,
        start_ps: 0,
    };
    let balanced = balance(&*mesh, &[multicast("1,1", "3,3", 64), multicast("2,2", "0,0", 1)]).unwrap();
    assert_eq!((balanced.load, balanced.bound), (64, 64));
}

#[test]
fn schedules_take_each_message_from_where_it_is() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut found = 0;
    for _ in 0..200 {
        let network = network(&mut random);
        let graph = network.graph();
        let multicasts = multicasts(&mut random, graph, true);
        if let Ok(schedule) = steps(&*network, &multicasts) {
            follow(graph, &multicasts, &schedule);
            found += 1;
        }
    }
    assert!(found > 40, "{found}");
}

/// All-gather takes as many rounds as the bound says on these networks.
#[test]
fn all_gather_is_as_quick_as_can_be() {
    for spec in [
        "torus:4x4",
        "torus:8x8",
        "torus:5x3",
        "torus:16x16",
        "hypercube:4",
        "hypercube:6",
        "torus:7",
        "complete:6",
        "torus:3x3x3",
    ] {
        let network = wormcast_formats::build(spec).unwrap();
        let graph = network.graph();
        let others = |source| graph.nodes().filter(|&node| node != source).collect();
        let all: Vec<_> = graph
            .nodes()
            .map(|source| Multicast { source, destinations: others(source), flits: 1, start_ps: 0 })
            .collect();
        let schedule = steps(&*network, &all).unwrap();
        follow(graph, &all, &schedule);
        assert_eq!(schedule.steps, schedule.bound, "{spec}");
    }
}

/// Multicasts on a square mesh: to all nodes of the own line in this dimension, in groups of so many.
fn lines(topology: &dyn Topology, dimension: usize, group: u32) -> Vec<Multicast> {
    let grid = topology.grid().unwrap();
    let nodes: Vec<_> = topology.graph().nodes().collect();
    let is_taker = |a: NodeId, b: NodeId| {
        let at = |node| grid.coordinate(node, dimension) / group;
        a != b && at(a) == at(b) && grid.coordinate(a, 1 - dimension) == grid.coordinate(b, 1 - dimension)
    };
    to_takers(&nodes, is_taker)
}

fn to_takers(nodes: &[NodeId], is_taker: impl Fn(NodeId, NodeId) -> bool) -> Vec<Multicast> {
    let takers = |source| nodes.iter().copied().filter(|&node| is_taker(source, node)).collect();
    let multicast = |&source: &NodeId| Multicast { source, destinations: takers(source), flits: 1, start_ps: 0 };
    nodes.iter().map(multicast).filter(|multicast| !multicast.destinations.is_empty()).collect()
}

/// The same multicasts on the mesh as it is seen in a mirror: its coordinates change places.
fn mirrored(topology: &dyn Topology, multicasts: &[Multicast]) -> Vec<Multicast> {
    let grid = topology.grid().unwrap();
    let nodes: Vec<_> = topology.graph().nodes().collect();
    let image = |node: NodeId| {
        let is_image = |other: &&NodeId| (0..2).all(|of| grid.coordinate(**other, of) == grid.coordinate(node, 1 - of));
        *nodes.iter().find(is_image).unwrap()
    };
    let mirror = |multicast: &Multicast| {
        let destinations = multicast.destinations.iter().map(|&node| image(node)).collect();
        Multicast { source: image(multicast.source), destinations, ..*multicast }
    };
    multicasts.iter().map(mirror).collect()
}

/// Around the rings of a torus messages go both ways, halfway each.
#[test]
fn rows_of_a_torus_are_as_quick_as_can_be() {
    for (spec, least) in [("torus:5x5", 2), ("torus:8x8", 4), ("torus:6x6", 3)] {
        let network = wormcast_formats::build(spec).unwrap();
        let side = network.grid().unwrap().sides()[0];
        for dimension in 0..2 {
            let rows = lines(&*network, dimension, side);
            let (schedule, balanced) = (steps(&*network, &rows).unwrap(), balance(&*network, &rows).unwrap());
            follow(network.graph(), &rows, &schedule);
            assert_eq!(
                (schedule.steps, schedule.bound, balanced.load, balanced.bound),
                (least, least, least.into(), least.into()),
                "{spec}"
            );
        }
    }
}

#[test]
fn mirror_images_take_as_many_steps_and_as_much_load() {
    for side in [3, 4, 6, 8] {
        let network = wormcast_formats::build(&format!("mesh:{side}x{side}")).unwrap();
        let nodes: Vec<_> = network.graph().nodes().collect();
        let halo = to_takers(&nodes, |a, b| network.graph().neighbours(a).contains(&b));
        for (name, multicasts) in [
            ("rows", lines(&*network, 0, side)),
            ("tensor:2", lines(&*network, 0, 2)),
            ("tensor:4", lines(&*network, 0, 4)),
            ("halo", halo),
        ] {
            let mirror = mirrored(&*network, &multicasts);
            let [there, mirrored] = [&multicasts, &mirror].map(|all| {
                let (schedule, balanced) = (steps(&*network, all).unwrap(), balance(&*network, all).unwrap());
                follow(network.graph(), all, &schedule);
                [u64::from(schedule.steps), u64::from(schedule.bound), balanced.load, balanced.bound]
            });
            assert_eq!(there, mirrored, "{name} on mesh:{side}x{side}");
        }
    }
}
