//! Directed multigraphs with endpoints, against naive adjacency and all-pairs distances.

use crate::listed::{Listed, all_distances, listed};
use proptest::prelude::*;
use std::collections::BTreeSet;
use wormcast_graph::{BreadthFirst, ChannelId, Diameter, Graph, NodeId, components, diameter, disconnected_pair};

fn ends(graph: &Graph, channel: ChannelId) -> (usize, usize) {
    (graph.source(channel).index(), graph.target(channel).index())
}

/// How many channels of the list lead from a to b.
fn count(listed: &Listed, a: usize, b: usize) -> usize {
    listed.channels.iter().filter(|&&ends| ends == (a, b)).count()
}

/// The classes of routers that reach each other, and the endpoints that have no channels to and from one class.
fn naive_components(listed: &Listed) -> usize {
    let distances = all_distances(listed);
    let mutual = |a: usize, b: usize| distances[a][b].is_some() && distances[b][a].is_some();
    let routers: Vec<_> = (0..listed.nodes).filter(|&node| !listed.endpoints[node]).collect();
    let first = |&node: &usize| *routers.iter().find(|&&other| mutual(other, node)).unwrap();
    let classes: BTreeSet<_> = routers.iter().map(first).collect();
    let joined = |&endpoint: &usize| {
        let there = routers.iter().filter(|&&router| count(listed, endpoint, router) > 0).map(first);
        let back: Vec<_> = routers.iter().filter(|&&router| count(listed, router, endpoint) > 0).map(first).collect();
        there.into_iter().any(|class| back.contains(&class))
    };
    let alone = (0..listed.nodes).filter(|&node| listed.endpoints[node]).filter(|node| !joined(node)).count();
    classes.len() + alone
}

proptest! {
    #[test]
    fn channels_are_those_of_the_list(listed in listed()) {
        let graph = &listed.graph;
        let mut sorted = listed.channels.clone();
        sorted.sort_unstable();
        prop_assert_eq!(graph.channels().map(|channel| ends(graph, channel)).collect::<Vec<_>>(), sorted);
        for (a, b) in graph.nodes().flat_map(|a| graph.nodes().map(move |b| (a, b))) {
            let between: Vec<_> = graph.channels_between(a, b).collect();
            prop_assert_eq!(between.len(), count(&listed, a.index(), b.index()));
            prop_assert_eq!(graph.channel(a, b), between.first().copied());
            for (number, &channel) in between.iter().enumerate() {
                prop_assert_eq!(ends(graph, channel), (a.index(), b.index()));
                prop_assert_eq!(graph.number(channel) as usize, number);
                prop_assert_eq!(graph.numbered(a, b, number as u32), Some(channel));
                prop_assert_eq!(graph.reverse(channel), graph.channels_between(b, a).nth(number));
            }
            prop_assert_eq!(graph.numbered(a, b, between.len() as u32), None);
        }
    }

    #[test]
    fn every_channel_leaves_and_enters_once(listed in listed()) {
        let graph = &listed.graph;
        for node in graph.nodes() {
            let entering: Vec<_> = graph.channels().filter(|&channel| graph.target(channel) == node).collect();
            prop_assert_eq!(graph.in_channels(node).collect::<Vec<_>>(), entering);
            let leaving: Vec<_> = graph.channels().filter(|&channel| graph.source(channel) == node).collect();
            prop_assert_eq!(graph.out_channels(node).collect::<Vec<_>>(), leaving);
        }
        let endpoints = (0..listed.nodes).filter(|&node| listed.endpoints[node]);
        let terminals: Vec<_> = if graph.endpoints().is_empty() { (0..listed.nodes).collect() } else { endpoints.collect() };
        prop_assert_eq!(graph.terminals().map(NodeId::index).collect::<Vec<_>>(), terminals);
        let lonely = graph.channels().find(|&channel| graph.reverse(channel).is_none());
        prop_assert_eq!(graph.one_way_channel(), lonely);
        let pairs = |(a, b): (usize, usize)| count(&listed, a, b) == count(&listed, b, a);
        prop_assert_eq!(graph.is_symmetric(), listed.channels.iter().copied().all(pairs));
        let parallel = listed.channels.iter().any(|&(a, b)| count(&listed, a, b) > 1);
        prop_assert_eq!(graph.parallel_channel().is_some(), parallel);
    }

    #[test]
    fn numbers_survive_the_loss_of_channels(listed in listed(), lost in prop::collection::vec(any::<bool>(), 60)) {
        let whole = &listed.graph;
        let left: Vec<_> = whole.channels().filter(|channel| !lost[channel.index()]).collect();
        let pairs: Vec<_> = left.iter().map(|&channel| (whole.source(channel), whole.target(channel))).collect();
        let numbers: Vec<_> = left.iter().map(|&channel| whole.number(channel)).collect();
        let graph = Graph::from_channels(listed.nodes, &pairs).unwrap().with_numbers(numbers);
        for (channel, &old) in graph.channels().zip(&left) {
            prop_assert_eq!(graph.number(channel), whole.number(old));
            prop_assert_eq!(graph.numbered(whole.source(old), whole.target(old), whole.number(old)), Some(channel));
            let back = whole.reverse(old).filter(|back| left.contains(back));
            prop_assert_eq!(graph.reverse(channel), back.map(|back| {
                graph.channels().nth(left.iter().position(|&channel| channel == back).unwrap()).unwrap()
            }));
        }
        let gone = whole.channels().filter(|channel| lost[channel.index()]);
        for channel in gone {
            prop_assert_eq!(graph.numbered(whole.source(channel), whole.target(channel), whole.number(channel)), None);
        }
    }

    #[test]
    fn searches_know_all_distances(listed in listed()) {
        let (graph, distances) = (&listed.graph, all_distances(&listed));
        let (mut away, mut towards) = (BreadthFirst::new(graph), BreadthFirst::towards(graph));
        for source in graph.nodes() {
            away.run(source);
            towards.run(source);
            for node in graph.nodes() {
                prop_assert_eq!(away.distance(node), distances[source.index()][node.index()]);
                prop_assert_eq!(towards.distance(node), distances[node.index()][source.index()]);
                if let Some(channel) = away.channel_into(node) {
                    prop_assert_eq!(graph.target(channel), node);
                    prop_assert_eq!(away.distance(graph.source(channel)).map(|d| d + 1), away.distance(node));
                }
                if let Some(channel) = towards.channel_out(node) {
                    prop_assert_eq!(graph.source(channel), node);
                    prop_assert_eq!(towards.distance(graph.target(channel)).map(|d| d + 1), towards.distance(node));
                }
            }
        }
    }

    #[test]
    fn pairs_without_a_way_are_found(listed in listed()) {
        let (graph, distances) = (&listed.graph, all_distances(&listed));
        let greatest = distances.iter().flatten().copied().max().unwrap();
        let all = distances.iter().flatten().all(Option::is_some);
        match disconnected_pair(graph) {
            Some((a, b)) => prop_assert_eq!(distances[a.index()][b.index()], None),
            None => prop_assert!(all),
        }
        let expected = if all { 1 } else { naive_components(&listed).max(2) };
        prop_assert_eq!(components(graph), expected);
        match diameter(graph, u64::MAX) {
            Diameter::Exactly(found) => prop_assert_eq!((all, Some(found)), (true, greatest)),
            Diameter::Disconnected(found) => prop_assert_eq!((all, found), (false, expected)),
            Diameter::AtLeast(_) => prop_assert!(false, "the effort is unbounded"),
        }
        if let Diameter::AtLeast(bound) = diameter(graph, 0) {
            prop_assert!(Some(bound) <= greatest);
        }
    }
}

#[test]
fn what_is_no_network_is_refused() {
    let [a, b] = [0, 1].map(NodeId::new);
    assert!(Graph::from_channels(0, &[]).is_err());
    assert!(Graph::from_channels(2, &[(a, a)]).unwrap_err().to_string().contains("linked to itself"));
    assert!(Graph::from_channels(1, &[(a, b)]).unwrap_err().to_string().contains("only 1"));
}
