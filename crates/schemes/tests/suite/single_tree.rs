//! `single-tree`, against a slow version that looks at the whole tree.

use crate::support::{judged, nodes, planner, random, random_router, random_set, two_way_networks};
use std::collections::BTreeSet;
use wormcast_plan::Worms;
use wormcast_schemes::Options;
use wormcast_schemes::option::ROOT;
use wormcast_topology::{Graph, NodeId, Topology, build};

fn plan(topology: &dyn Topology, root: NodeId, source: NodeId, destinations: &[NodeId]) -> Worms {
    let mut planner =
        planner(topology, "single-tree", &Options::default().with(&ROOT, topology.node_name(root).into())).unwrap();
    judged(topology, &mut *planner, "single-tree", source, destinations)
}

/// The parents in the breadth-first tree that tries neighbours in ascending order.
fn parents(graph: &Graph, root: NodeId) -> Vec<NodeId> {
    let mut parents = vec![None; graph.node_count()];
    parents[root.index()] = Some(root);
    let mut level = vec![root];
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in level {
            for &child in graph.neighbours(node) {
                if parents[child.index()].is_none() {
                    parents[child.index()] = Some(node);
                    next.push(child);
                }
            }
        }
        level = next;
    }
    parents.into_iter().map(Option::unwrap).collect()
}

/// The nodes from a node up to the root.
fn ancestors(parents: &[NodeId], node: NodeId) -> Vec<NodeId> {
    let mut way = vec![node];
    while parents[way[way.len() - 1].index()] != way[way.len() - 1] {
        way.push(parents[way[way.len() - 1].index()]);
    }
    way
}

fn common(parents: &[NodeId], nodes: impl IntoIterator<Item = NodeId>) -> NodeId {
    let mut nodes = nodes.into_iter();
    nodes
        .next()
        .map(|first| {
            nodes.fold(first, |a, b| {
                let above = ancestors(parents, b);
                ancestors(parents, a).into_iter().find(|node| above.contains(node)).unwrap()
            })
        })
        .unwrap()
}

/// The channels, as pairs of nodes, that the torus paper's rule takes.
fn channels_by_rule(parents: &[NodeId], source: NodeId, destinations: &[NodeId]) -> BTreeSet<(NodeId, NodeId)> {
    let lowest = common(parents, destinations.iter().copied());
    let turn = common(parents, [source, lowest]);
    let links = |node: NodeId, top: NodeId| {
        ancestors(parents, node).into_iter().take_while(move |&at| at != top).map(|at| (at, parents[at.index()]))
    };
    let up = links(source, turn);
    let down = destinations.iter().flat_map(|&node| links(node, turn)).map(|(child, parent)| (parent, child));
    up.chain(down).collect()
}

#[test]
fn the_worm_takes_the_channels_of_the_rule() {
    let mut rng = random(6);
    for network in two_way_networks() {
        for _ in 0..15 {
            let root = random_router(&*network, &mut rng);
            let (source, destinations) = random_set(&*network, &mut rng);
            let worms = plan(&*network, root, source, &destinations);
            assert_eq!(worms.len(), 1);
            let ends =
                |hop: &wormcast_plan::Hop| (network.graph().source(hop.channel), network.graph().target(hop.channel));
            let taken: BTreeSet<_> = worms.get(0).hops.iter().map(ends).collect();
            let parents = parents(network.graph(), root);
            assert_eq!(taken, channels_by_rule(&parents, source, &destinations), "{}", network.spec());
            // Whatever is not the lowest common ancestor is delivered on the way down.
            for delivery in worms.get(0).deliveries {
                let hop = worms.get(0).hops[delivery.hop as usize];
                let comes_down = parents[delivery.node.index()] == network.graph().source(hop.channel);
                assert!(comes_down || delivery.node == common(&parents, destinations.iter().copied()));
            }
        }
    }
}

/// Up from r00 by r0 to r, and down again: r0 is delivered on the way down, at its second visit.
#[test]
fn a_destination_on_the_way_up_is_delivered_on_the_way_down() {
    let tree = build("tree:2").unwrap();
    let [root, left, leaf, right] = nodes(&*tree, ["r", "r0", "r00", "r1"]);
    let worms = plan(&*tree, root, leaf, &[right, left]);
    let worm = worms.get(0);
    let hops: Vec<_> =
        worm.hops.iter().map(|hop| (hop.parent(), tree.node_name(tree.graph().target(hop.channel)))).collect();
    let expected = [(None, "r0"), (Some(0), "r"), (Some(1), "r0"), (Some(1), "r1")];
    assert_eq!(hops, expected.map(|(parent, name)| (parent, name.to_owned())));
    assert_eq!(worm.deliveries.iter().map(|delivery| delivery.hop).collect::<Vec<_>>(), [2, 3]);
    // Where the way up ends, it delivers.
    let worms = plan(&*tree, root, leaf, &[left]);
    assert_eq!((worms.hop_count(), worms.get(0).deliveries[0].hop), (1, 0));
}

/// A root far from the destinations: the worm does not go by the root, but by their common ancestor.
#[test]
fn the_worm_turns_below_the_root() {
    let tree = build("tree:3").unwrap();
    let [root, source, a, b] = nodes(&*tree, ["r", "r000", "r001", "r01"]);
    assert_eq!(plan(&*tree, root, source, &[a, b]).hop_count(), 2 + 1 + 2);
}

/// The tree shows in the worm to all: its lowest common ancestor is the root.
#[test]
fn the_default_root_is_in_the_middle() {
    for (spec, middle) in
        [("mesh:5x5", "2,2"), ("mesh:7x1", "3,0"), ("tree:3", "r"), ("mesh:3x3x3", "1,1,1"), ("torus:6x5", "2,2")]
    {
        let network = build(spec).unwrap();
        let [root] = nodes(&*network, [middle]);
        let source = NodeId::new(1);
        let all: Vec<_> = network.graph().nodes().filter(|&node| node != source).collect();
        let mut default = planner(&*network, "single-tree", &Options::default()).unwrap();
        let worms = judged(&*network, &mut *default, "single-tree", source, &all);
        assert_eq!(worms, plan(&*network, root, source, &all), "{spec}");
        let turn = worms.get(0).deliveries[0].node;
        assert_eq!(turn, root, "{spec}");
    }
}

/// Where channels lead one way, the worm goes to the tree beside it, and down; never twice by one channel.
#[test]
fn one_way_tori_have_a_tree_and_ways_beside_it() {
    let mut rng = random(61);
    for spec in ["one-way-torus:10x12", "one-way-torus:5x4:falling", "one-way-torus:4x4"] {
        let torus = build(spec).unwrap();
        let mut planner = planner(&*torus, "single-tree", &Options::default()).unwrap();
        for _ in 0..20 {
            let (source, destinations) = random_set(&*torus, &mut rng);
            let worms = judged(&*torus, &mut *planner, "single-tree", source, &destinations);
            let channels: BTreeSet<_> = worms.get(0).hops.iter().map(|hop| hop.channel).collect();
            assert_eq!((worms.len(), channels.len()), (1, worms.hop_count()), "{spec}");
        }
    }
}

/// On a ring of one-way channels all are in the tree: what is not ahead is refused.
#[test]
fn a_one_way_ring_serves_what_is_ahead() {
    let ring = build("one-way-torus:6").unwrap();
    let [root, a, b] = nodes(&*ring, ["1", "3", "4"]);
    let options = Options::default().with(&ROOT, ring.node_name(root).into());
    let mut planner = planner(&*ring, "single-tree", &options).unwrap();
    assert_eq!(judged(&*ring, &mut *planner, "single-tree", a, &[b]).hop_count(), 1);
    let set = wormcast_plan::MulticastSet::checked(&*ring, b, std::slice::from_ref(&a)).unwrap();
    let refused = planner.plan(set, &mut Worms::new()).unwrap_err();
    assert_eq!(refused, wormcast_schemes::PlanError::NotAbove { from: "4".into(), root: "1".into() });
}
