//! Tables that leave a choice among several next hops, against all routes one by one.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeSet, HashSet};
use wormcast_routing::{
    ChoiceTables, Choices, DependencyGraph, Flow, Lane, RouteFlaw, Routed, Routing, TableEntry, Tables, all_pairs,
    visited,
};
use wormcast_topology::{Graph, NodeId, Topology};

/// Random entries: for each router and destination some channels, mostly closer to it.
fn random_entries(topology: &dyn Topology, seed: u64) -> Vec<TableEntry> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let graph = topology.graph();
    let mut search = wormcast_topology::BreadthFirst::new(graph);
    let mut entries = Vec::new();
    for router in graph.nodes() {
        for destination in graph.nodes().filter(|&to| to != router) {
            let mut distance = |node| {
                search.run(node);
                search.distance(destination).unwrap()
            };
            let here = distance(router);
            for channel in graph.out_channels(router) {
                let is_closer = distance(graph.target(channel)) < here;
                if random.random_range(0..100) < [[80, 2], [100, 0]][seed as usize / 4 % 2][usize::from(!is_closer)] {
                    let lane = [None, Some(0), Some(1)][random.random_range(0..3)];
                    entries.push(TableEntry { destination, router, came_by: None, next: (channel, lane) });
                }
            }
        }
    }
    entries
}

/// All routes between two nodes, whatever is chosen; none if one of the choices leads astray.
fn all_routes(graph: &Graph, entries: &[TableEntry], from: NodeId, to: NodeId) -> Option<Vec<Vec<Lane>>> {
    let mut routes = Vec::new();
    let mut open = vec![(from, Vec::<Lane>::new())];
    while let Some((at, route)) = open.pop() {
        if at == to {
            routes.push(route);
            continue;
        }
        let here: Vec<_> = entries.iter().filter(|entry| entry.router == at && entry.destination == to).collect();
        if here.is_empty() {
            return None;
        }
        for entry in here {
            let kept = route.last().map_or(0, |lane| lane.virtual_channel);
            let lane = Lane::new(entry.next.0, entry.next.1.unwrap_or(kept));
            if route.contains(&lane) {
                return None;
            }
            open.push((graph.target(lane.channel), [&route[..], &[lane]].concat()));
        }
    }
    Some(routes)
}

fn pairs_of(graph: &DependencyGraph) -> BTreeSet<(Lane, Lane)> {
    graph.dependencies().map(|wait| (wait.held, wait.asked)).collect()
}

#[test]
fn dependences_are_those_of_all_choices() {
    let (mut astray, mut whole) = (0, 0);
    for seed in 0..60 {
        let spec = ["mesh:3x2", "mesh:3x3", "torus:4", "hypercube:3"][seed as usize % 4];
        let topology = &*wormcast_topology::build(spec).unwrap();
        let graph = topology.graph();
        let entries = random_entries(topology, seed);
        let mut tables = ChoiceTables::new(graph, &entries);
        let mut expected = DependencyGraph::new(graph, tables.virtual_channels());
        let mut without = HashSet::new();
        for from in graph.nodes() {
            for to in graph.nodes().filter(|&to| to != from) {
                let mut route = Vec::new();
                let told = tables.append_route(from, to, &mut route);
                let Some(routes) = all_routes(graph, &entries, from, to) else {
                    without.insert((from, to));
                    let is_none = !entries.iter().any(|entry| entry.router == from && entry.destination == to);
                    assert!(
                        matches!(told, Err(RouteFlaw::NoRoute)) == is_none && told.is_err(),
                        "{seed}: {from:?} {to:?}"
                    );
                    continue;
                };
                assert_eq!(Some(route.len()), routes.iter().map(Vec::len).min(), "{seed}: a shortest one is planned");
                assert!(routes.contains(&route));
                routes.iter().for_each(|route| expected.add_route(route, Flow::unicast(from, to)));
            }
        }
        let routed = Routed::of(topology, &mut tables);
        assert_eq!(routed.unrouted.iter().map(|pair| (pair.from, pair.to)).collect::<HashSet<_>>(), without);
        assert_eq!(pairs_of(&routed.dependencies), pairs_of(&expected), "{seed} on {spec}");
        assert!(routed.dependencies.lanes().eq(expected.lanes()), "{seed} on {spec}");
        assert_eq!(routed.choices, tables.entries_with_choices());
        // A route is found for each wait, and the listed routes have all.
        for wait in routed.dependencies.dependencies() {
            let (route, place) = tables.route_of(&wait).expect("somebody waits so");
            assert_eq!(route[place..place + 2], [wait.held, wait.asked]);
            assert!(all_routes(graph, &entries, wait.flow.from, wait.flow.to).unwrap().contains(&route));
        }
        let Choices::Routes(chosen) = tables.choices(topology) else { panic!("they leave choices") };
        let mut listed = DependencyGraph::new(graph, tables.virtual_channels());
        all_pairs(&mut tables, topology, &mut listed);
        for route in chosen {
            assert_eq!(visited(graph, route.from, &route.lanes).last(), Some(route.to));
            listed.add_route(&route.lanes, Flow::unicast(route.from, route.to));
        }
        assert_eq!(pairs_of(&listed), pairs_of(&expected), "{seed} on {spec}");
        if without.is_empty() { whole += 1 } else { astray += 1 }
    }
    assert!(astray > 5 && whole > 5, "{astray} with pairs that have no route, {whole} without");
}

/// Where nothing is left to choose, tables with choices are the plain ones.
#[test]
fn one_next_hop_is_no_choice() {
    for seed in 100..120 {
        let topology = &*wormcast_topology::build("mesh:4x3").unwrap();
        let mut entries = random_entries(topology, seed);
        entries.dedup_by_key(|entry| (entry.router, entry.destination));
        let mut plain = Tables::new(topology.graph(), &entries).unwrap();
        let mut choosing = ChoiceTables::new(topology.graph(), &entries);
        assert_eq!(choosing.entries_with_choices(), 0);
        for from in topology.graph().nodes() {
            for to in topology.graph().nodes() {
                let [mut one, mut other] = [vec![], vec![]];
                let [told, also] =
                    [plain.append_route(from, to, &mut one), choosing.append_route(from, to, &mut other)];
                assert_eq!((told.is_ok(), one), (also.is_ok(), other), "{seed}: {from:?} {to:?}");
            }
        }
        let [plain, choosing]: [&mut dyn Routing; 2] = [&mut plain, &mut choosing];
        let [plain, choosing] = [plain, choosing].map(|routing| Routed::of(topology, routing).dependencies);
        assert_eq!(pairs_of(&plain), pairs_of(&choosing));
    }
}
