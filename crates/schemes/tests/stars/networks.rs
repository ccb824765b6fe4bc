//! The schemes on networks, against all stars counted by walking the routing function.

use crate::support::{planned, random, random_set};
use rand::RngExt;
use wormcast_plan::Cost;
use wormcast_schemes::LabelRouting;
use wormcast_topology::{NodeId, Topology, build};

/// The least channels and the least longest path over all stars: every way to hand the destinations of each side to
/// paths of which no two leave by the same step.
fn brute(topology: &dyn Topology, source: NodeId, destinations: &[NodeId]) -> (u64, u64) {
    let routing = LabelRouting::new(topology).unwrap();
    let mut sorted = destinations.to_vec();
    sorted.sort_by_key(|&node| routing.label(node));
    let at = sorted.partition_point(|&node| routing.label(node) < routing.label(source));
    let mut below = sorted.drain(..at).rev().collect::<Vec<_>>();
    let mut best = (0, 0);
    for side in [&mut sorted, &mut below] {
        let mut found = (u64::MAX, u64::MAX);
        hand_out(&routing, source, side, &mut Vec::new(), &mut found);
        best = (best.0 + found.0, best.1.max(found.1));
    }
    best
}

/// Hands the next destination to each path in turn, or to a new one. A path is its first step, its end, its length.
fn hand_out(
    routing: &LabelRouting,
    source: NodeId,
    left: &[NodeId],
    paths: &mut Vec<(NodeId, NodeId, u64)>,
    found: &mut (u64, u64),
) {
    let Some((&next, left)) = left.split_first() else {
        let lengths = || paths.iter().map(|path| path.2);
        *found = (found.0.min(lengths().sum()), found.1.min(lengths().max().unwrap_or(0)));
        return;
    };
    for path in 0..paths.len() {
        let before = paths[path];
        paths[path] = (before.0, next, before.2 + u64::from(routing.distance(before.1, next)));
        hand_out(routing, source, left, paths, found);
        paths[path] = before;
    }
    let step = routing.next(source, next);
    if paths.iter().all(|path| path.0 != step) {
        paths.push((step, next, routing.distance(source, next).into()));
        hand_out(routing, source, left, paths, found);
        paths.pop();
    }
}

fn assert_optimal(topology: &dyn Topology, source: NodeId, destinations: &[NodeId]) {
    let cost = |scheme| Cost::of(&planned(topology, scheme, source, destinations).unwrap());
    let (channels, longest) = brute(topology, source, destinations);
    let context = || format!("{} from {} to {destinations:?}", topology.spec(), topology.node_name(source));
    assert_eq!(cost("ocms").channels, channels, "{}", context());
    assert_eq!(cost("otms").longest_path, longest, "{}", context());
}

#[test]
fn meshes_of_all_shapes_from_every_corner() {
    let mut rng = random(1);
    let shapes = (1..=7).flat_map(|columns| (1..=7).map(move |rows| (columns, rows))).filter(|&(c, r)| c * r > 1);
    for (columns, rows) in shapes {
        let mesh = build(&format!("mesh:{columns}x{rows}")).unwrap();
        for round in 0..12 {
            let (random_source, mut destinations) = random_set(&*mesh, &mut rng);
            let corner = |c: u32, r: u32| mesh.find_node(&format!("{},{}", c * (columns - 1), r * (rows - 1))).unwrap();
            let source = if round < 8 { corner(round / 4, round % 2) } else { random_source };
            destinations.retain(|&node| node != source);
            destinations.truncate(rng.random_range(1..=10));
            if !destinations.is_empty() {
                assert_optimal(&*mesh, source, &destinations);
            }
        }
    }
}

#[test]
fn other_networks() {
    let mut rng = random(2);
    for spec in ["hypercube:3", "hypercube:4", "star:3", "star:4", "mesh:3x3x3", "mesh:2x4x3", "torus:4x4", "torus:5x3"]
    {
        let network = build(spec).unwrap();
        for _ in 0..15 {
            let (source, mut destinations) = random_set(&*network, &mut rng);
            destinations.truncate(rng.random_range(1..=9));
            assert_optimal(&*network, source, &destinations);
        }
    }
}
