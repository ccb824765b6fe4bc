//! What every network must satisfy.

use std::collections::VecDeque;
use wormcast_topology::{Graph, NoLabelling, NodeId, Topology, disconnected_pair, find_channel};

pub(crate) fn distances(graph: &Graph, source: NodeId) -> Vec<Option<u32>> {
    let mut distances = vec![None; graph.node_count()];
    distances[source.index()] = Some(0);
    let mut queue = VecDeque::from([source]);
    while let Some(node) = queue.pop_front() {
        for &next in graph.neighbours(node) {
            if distances[next.index()].is_none() {
                distances[next.index()] = distances[node.index()].map(|distance| distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

pub(crate) fn specs_are_canonical(spec: &str, topology: &dyn Topology) {
    assert_eq!(topology.spec(), spec);
}

/// Only families whose names say so have channels that lead one way.
pub(crate) fn channels_have_no_loops_and_their_opposites_lead_back(spec: &str, topology: &dyn Topology) {
    let graph = topology.graph();
    for channel in graph.channels() {
        let (from, to) = (graph.source(channel), graph.target(channel));
        assert_ne!(from, to, "{spec}");
        assert_eq!(graph.numbered(from, to, graph.number(channel)), Some(channel), "{spec}");
        assert_eq!(find_channel(topology, &topology.channel_name(channel)).ok(), Some(channel), "{spec}");
        match graph.reverse(channel) {
            Some(opposite) => assert_eq!(graph.reverse(opposite), Some(channel), "{spec}"),
            None => assert!(spec.starts_with("one-way") || spec.starts_with("file:"), "{spec}"),
        }
    }
    for node in graph.nodes() {
        assert!(graph.neighbours(node).is_sorted(), "{spec}");
    }
}

pub(crate) fn names_round_trip(spec: &str, topology: &dyn Topology) {
    for node in topology.graph().nodes() {
        let name = topology.node_name(node);
        assert_eq!(topology.find_node(&name).as_ref(), Ok(&node), "{spec} {name}");
    }
}

pub(crate) fn strange_names_are_unknown(_spec: &str, topology: &dyn Topology) {
    let strange =
        ["", " ", "?", "-1", "+1", "0,", ",0", "é", "٣", "0\u{0}", "1.1", "00000000000000000000", "r2", ":::"];
    let long = "0".repeat(100_000);
    for name in strange.iter().copied().chain([&*long]) {
        if let Ok(node) = topology.find_node(name) {
            assert_eq!(topology.node_name(node), name);
        }
    }
}

pub(crate) fn networks_are_connected(spec: &str, topology: &dyn Topology) {
    assert_eq!(disconnected_pair(topology.graph()), None, "{spec}");
}

pub(crate) fn routing_walks_shortest_ways(spec: &str, topology: &dyn Topology) {
    let (graph, Some(routing)) = (topology.graph(), topology.own_routing()) else { return };
    let all: Vec<_> = graph.nodes().map(|from| distances(graph, from)).collect();
    for to in graph.nodes() {
        let distances: Vec<_> = all.iter().map(|distances| distances[to.index()]).collect();
        assert_eq!(routing.next(to, to), to, "{spec}");
        for from in graph.nodes() {
            let distance = distances[from.index()].unwrap();
            assert_eq!(routing.distance(from, to), distance, "{spec}");
            if from != to {
                let next = routing.next(from, to);
                assert!(graph.channel(from, next).is_some(), "{spec}");
                assert_eq!(distances[next.index()], Some(distance - 1), "{spec}");
            }
            let first = routing.next(from, to);
            if distance > 1 && routing.pieces_are_routes() {
                assert_eq!(routing.next(from, routing.next(first, to)), first, "{spec}");
            }
            let mut route = Vec::new();
            routing.append_route(graph, from, to, &mut route);
            assert_eq!(route.len() as u32, distance, "{spec}");
            assert_eq!(route.first().map_or(to, |&first| graph.target(first)), routing.next(from, to), "{spec}");
            assert_eq!(route.last().map_or(from, |&last| graph.target(last)), to, "{spec}");
            assert!(route.windows(2).all(|hops| graph.target(hops[0]) == graph.source(hops[1])), "{spec}");
        }
    }
}

pub(crate) fn labels_follow_hamiltonian_paths(spec: &str, topology: &dyn Topology) {
    let (graph, Ok(labelling)) = (topology.graph(), topology.labelling()) else { return };
    let mut seen = vec![false; graph.node_count()];
    for (label, &node) in labelling.path().iter().enumerate() {
        assert!(!std::mem::replace(&mut seen[node.index()], true), "{spec}");
        assert_eq!((labelling.label(node) as usize, labelling.node(label as u32)), (label, node), "{spec}");
    }
    assert!(seen.iter().all(|&seen| seen), "{spec}");
    for step in labelling.path().windows(2) {
        assert!(graph.neighbours(step[0]).contains(&step[1]), "{spec}");
        assert!(graph.neighbours(step[1]).contains(&step[0]), "{spec}");
    }
}

/// Whether a path of all nodes goes on from `at`.
fn goes_on(graph: &Graph, at: NodeId, visited: &mut Vec<bool>, count: usize) -> bool {
    visited[at.index()] = true;
    let found = count == graph.node_count()
        || graph.neighbours(at).iter().any(|&next| !visited[next.index()] && goes_on(graph, next, visited, count + 1));
    visited[at.index()] = false;
    found
}

pub(crate) fn where_a_hamiltonian_path_is_called_impossible_there_is_none(spec: &str, topology: &dyn Topology) {
    let graph = topology.graph();
    let impossible = matches!(topology.labelling(), Err(NoLabelling::Impossible { .. }));
    if impossible && graph.node_count() <= 32 {
        let mut visited = vec![false; graph.node_count()];
        assert!(!graph.nodes().any(|start| goes_on(graph, start, &mut visited, 1)), "{spec}");
    }
}
