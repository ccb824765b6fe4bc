//! Networks with nodes and links taken away, against the definition: the whole network's links between what is left.

use proptest::prelude::*;
use wormcast_topology::{
    ChannelId, DescribedNetwork, Description, Faulty, Graph, Labelling, Losses, NoLabelling, NodeId, ShortestRoutes,
    Topology, build, find_channel, find_link,
};

const SPECS: &[&str] =
    &["mesh:4x3", "torus:3x4", "one-way-torus:4x3", "hypercube:4", "star:4", "tree:3", "mesh-of-trees:2"];

/// Some network with some nodes, links and channels lost, as seeds that are taken modulo the number of nodes and
/// channels.
fn faulty() -> impl Strategy<Value = Faulty> {
    let seeds = || prop::collection::vec(any::<usize>(), 0..5);
    (prop::sample::select(SPECS), seeds(), seeds(), seeds()).prop_map(|(spec, nodes, links, channels)| {
        let inner = build(spec).unwrap();
        let graph = inner.graph();
        let nodes: Vec<_> = nodes.iter().map(|seed| NodeId::new(seed % graph.node_count())).collect();
        let channel = |seed: &usize| ChannelId::new(seed % graph.channel_count());
        let ends = |channel| (graph.source(channel), graph.target(channel));
        let (links, channels) = (links.iter().map(channel).map(ends).collect(), channels.iter().map(channel).collect());
        Faulty::losing(inner, &Losses { nodes, links, channels }).unwrap()
    })
}

fn is_lost(network: &Faulty, a: NodeId, b: NodeId) -> bool {
    let whole = network.inner().graph();
    let channel = |&lost: &ChannelId| (whole.source(lost), whole.target(lost)) == (a, b);
    if network.lost_channels().iter().any(channel) {
        return true;
    }
    let link = |&(c, d): &(NodeId, NodeId)| (a, b) == (c, d) || (b, a) == (c, d);
    network.lost_links().iter().any(link) || [a, b].iter().any(|node| network.lost_nodes().contains(node))
}

/// The distances between all pairs (Floyd, Warshall).
fn all_distances(graph: &Graph) -> Vec<Vec<u32>> {
    let count = graph.node_count();
    let mut distances = vec![vec![u32::MAX / 2; count]; count];
    for node in graph.nodes() {
        distances[node.index()][node.index()] = 0;
        graph.neighbours(node).iter().for_each(|next| distances[node.index()][next.index()] = 1);
    }
    for via in 0..count {
        for from in 0..count {
            for to in 0..count {
                distances[from][to] = distances[from][to].min(distances[from][via] + distances[via][to]);
            }
        }
    }
    distances
}

proptest! {
    #[test]
    fn what_is_left_is_what_was_not_taken(network in faulty()) {
        let whole = network.inner().graph();
        let left = whole.nodes().filter(|node| !network.lost_nodes().contains(node));
        let survivors: Vec<_> = network.graph().nodes().map(|node| network.inner_node(node)).collect();
        prop_assert_eq!(&survivors, &left.collect::<Vec<_>>());
        for inner in whole.nodes() {
            let expected = survivors.iter().position(|&survivor| survivor == inner).map(NodeId::new);
            prop_assert_eq!(network.survivor(inner), expected);
        }
        for a in network.graph().nodes() {
            for b in network.graph().nodes() {
                let (x, y) = (network.inner_node(a), network.inner_node(b));
                let expected = whole.channel(x, y).is_some() && !is_lost(&network, x, y);
                prop_assert_eq!(network.graph().channel(a, b).is_some(), expected);
            }
        }
    }

    #[test]
    fn names_are_those_of_the_whole_network(network in faulty()) {
        for inner in network.inner().graph().nodes() {
            let name = network.inner().node_name(inner);
            prop_assert_eq!(network.find_node(&name).ok(), network.survivor(inner));
        }
        for node in network.graph().nodes() {
            prop_assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
        }
    }

    #[test]
    fn routes_are_shortest_walks_through_what_is_left(network in faulty()) {
        let graph = network.graph();
        let distances = all_distances(graph);
        let mut routes = ShortestRoutes::new(&network);
        for (from, to) in graph.nodes().flat_map(|from| graph.nodes().map(move |to| (from, to))) {
            let mut route = vec![];
            let reached = routes.append(from, to, &mut route).is_ok();
            let distance = distances[from.index()][to.index()];
            prop_assert_eq!(reached, distance < u32::MAX / 2);
            prop_assert_eq!(route.len() as u32, if reached { distance } else { 0 });
            let end = route.iter().try_fold(from, |at, &channel| {
                (graph.source(channel) == at).then(|| graph.target(channel))
            });
            prop_assert_eq!(end, Some(if reached { to } else { from }));
        }
    }

    #[test]
    fn labels_follow_hamiltonian_paths(network in faulty()) {
        if let Ok(labelling) = network.labelling() {
            prop_assert!(Labelling::from_path(network.graph(), labelling.path().to_vec()).is_ok());
        }
    }
}

fn mesh(nodes: &[&str], links: &[(&str, &str)]) -> Faulty {
    Faulty::named(build("mesh:4x4").unwrap(), nodes, links).unwrap()
}

#[test]
fn nothing_lost_changes_nothing() {
    let network = mesh(&[], &[]);
    assert_eq!(network.spec(), "mesh:4x4");
    assert_eq!(network.graph(), network.inner().graph());
    assert!(network.own_routing().is_some() && network.grid().is_some());
    assert_eq!(network.labelling().unwrap(), network.inner().labelling().unwrap());
}

#[test]
fn coordinates_stay_while_no_node_is_lost() {
    assert!(mesh(&[], &[("0,0", "1,0")]).grid().is_some());
    assert!(mesh(&["3,3"], &[]).grid().is_none());
    assert!(mesh(&[], &[("0,0", "1,0")]).own_routing().is_none());
}

#[test]
fn routes_keep_to_the_own_routing_where_it_is_left() {
    let network = mesh(&["1,1"], &[]);
    let route = |from: &str, to: &str| {
        let mut route = vec![];
        let (from, to) = (network.find_node(from).unwrap(), network.find_node(to).unwrap());
        ShortestRoutes::new(&network).append(from, to, &mut route).unwrap();
        route.iter().map(|&channel| network.node_name(network.graph().target(channel))).collect::<Vec<_>>()
    };
    assert_eq!(route("0,2", "3,3"), ["1,2", "2,2", "3,2", "3,3"]);
    assert_eq!(route("0,1", "2,1").len(), 4);
}

#[test]
fn the_snake_stays_where_only_its_end_is_lost() {
    // The snake of 4 x 4 ends at 0,3.
    let labelling = mesh(&["0,3"], &[]).labelling().unwrap();
    let whole = build("mesh:4x4").unwrap().labelling().unwrap();
    assert_eq!(labelling.path()[..12], whole.path()[..12]);
    // Sides of 7 and of 9 nodes: no path alternates between them.
    let uneven = mesh(&["1,1"], &[]);
    assert!(uneven.labelling().is_ok(), "8 and 7 nodes");
    assert!(matches!(mesh(&["1,1", "3,3"], &[]).labelling(), Err(NoLabelling::Impossible { .. })), "8 and 6 nodes");
}

fn message(result: Result<Faulty, wormcast_topology::TopologyError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn errors_say_what_does_not_exist() {
    let without = |nodes: &[&str], links: &[(&str, &str)]| Faulty::named(build("mesh:2x2").unwrap(), nodes, links);
    assert_eq!(message(without(&["2,2"], &[])), "mesh:2x2 has no node `2,2`; its nodes are `0,0` to `1,1`");
    let text = message(without(&[], &[("0,0", "1,1")]));
    assert_eq!(text, "mesh:2x2 has no link 0,0-1,1; `0,0` is linked to `1,0`, `0,1`");
    assert!(message(without(&[], &[("0,0", "0,0")])).contains("no link 0,0-0,0"));
    let text = message(without(&["0,0", "0,1", "1,0", "1,1"], &[]));
    assert!(text.contains("needs at least one node"), "{text}");
}

#[test]
fn faults_named_twice_count_once() {
    let network = mesh(&["1,1", "1,1"], &[("0,0", "1,0"), ("1,0", "0,0"), ("1,1", "1,2")]);
    assert_eq!(network.spec(), "mesh:4x4 without 1,1 without 0,0-1,0 without 1,1-1,2");
    assert_eq!((network.lost_nodes().len(), network.lost_links().len()), (1, 2));
}

#[test]
fn a_lost_channel_leaves_its_opposite() {
    let whole = build("mesh:3x1").unwrap();
    let channels = vec![find_channel(&*whole, "1,0>0,0").unwrap()];
    let network = Faulty::losing(whole, &Losses { channels, ..Losses::default() }).unwrap();
    assert_eq!(network.spec(), "mesh:3x1 without 1,0>0,0");
    let graph = network.graph();
    let names: Vec<_> = graph.channels().map(|channel| (&network as &dyn Topology).channel_name(channel)).collect();
    assert_eq!(names, ["0,0>1,0", "1,0>2,0", "2,0>1,0"]);
    assert!(!graph.is_symmetric() && network.own_routing().is_none() && network.diameter().is_none());
    let error = network.labelling().unwrap_err().to_string();
    assert!(error.contains("no Hamiltonian path of links that go both ways"), "{error}");
}

#[test]
fn links_are_found_whatever_dashes_the_names_have() {
    let names = ["a", "b-c", "a-b", "c", "d-e", "f"].map(Into::into).into();
    let mut description = Description { names, ..Description::default() };
    for (a, b) in [(0, 1), (2, 3), (2, 4), (5, 0)] {
        description.add_link(NodeId::new(a), NodeId::new(b));
    }
    let network = DescribedNetwork::new("file:x".into(), "test", description).unwrap();
    let link = |text| find_link(&network, text).map(|(a, b)| (network.node_name(a), network.node_name(b)));
    assert_eq!(link("a-b-d-e").unwrap(), ("a-b".into(), "d-e".into()));
    assert_eq!(link("f-a").unwrap(), ("f".into(), "a".into()));
    let error = |text| link(text).unwrap_err().to_string();
    assert!(error("a-b-c").contains("from `a` to `b-c` or from `a-b` to `c`"), "{}", error("a-b-c"));
    assert!(error("f-c").contains("`f` is linked to `a`"), "{}", error("f-c"));
    assert!(error("f-zz").contains("has no node `zz`"), "{}", error("f-zz"));
    assert!(error("f").contains("is not a link"), "{}", error("f"));
    assert!(error(&"-".repeat(1 << 20)).len() < 500);
}
