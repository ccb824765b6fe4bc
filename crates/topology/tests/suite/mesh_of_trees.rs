//! Meshes of trees: counts, degrees, diameter, the number of shortest ways, and when a Hamiltonian path is impossible.

use proptest::prelude::*;
use wormcast_topology::{
    BitString, BreadthFirst, Graph, MeshOfTrees, NoLabelling, NodeId, OwnRouting, Topology, build,
};

fn square(height: u32) -> MeshOfTrees {
    MeshOfTrees::new(&[height, height]).unwrap()
}

#[test]
fn counts_are_those_of_the_paper() {
    for n in 1..=7 {
        let graph = square(n).graph().clone();
        assert_eq!(graph.node_count(), 3 * 4_usize.pow(n) - (2 << n));
        assert_eq!(graph.channel_count(), 2 * (4 << n) * ((1 << n) - 1));
    }
}

/// The definition of the paper, in any number of dimensions, by trying all pairs of names.
fn linked(a: &str, b: &str) -> bool {
    let (a, b): (Vec<_>, Vec<_>) = (a.split(':').collect(), b.split(':').collect());
    let differing: Vec<_> = (0..a.len()).filter(|&d| a[d] != b[d]).collect();
    let parent = |short: &str, long: &str| long.len() == short.len() + 1 && long.starts_with(short);
    matches!(differing[..], [d] if parent(a[d], b[d]) || parent(b[d], a[d]))
}

#[test]
fn links_are_those_of_the_definition() {
    for spec in ["mesh-of-trees:2", "mesh-of-trees:2x3", "mesh-of-trees:3x1", "mesh-of-trees:1x2x1"] {
        let mesh = build(spec).unwrap();
        let names: Vec<_> = mesh.graph().nodes().map(|node| mesh.node_name(node)).collect();
        for a in mesh.graph().nodes() {
            let expected = mesh.graph().nodes().filter(|&b| linked(&names[a.index()], &names[b.index()]));
            assert_eq!(mesh.graph().neighbours(a), expected.collect::<Vec<_>>(), "{spec}");
        }
    }
}

fn heights() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1..=3_u32, 2..=3)
}

proptest! {
    #[test]
    fn degrees_follow_from_the_lengths_of_the_strings(heights in heights()) {
        let mesh = MeshOfTrees::new(&heights).unwrap();
        let bits: u32 = heights.iter().sum();
        let inner: usize = heights.iter().map(|h| ((1 << h) - 1) << (bits - h)).sum();
        prop_assert_eq!(mesh.graph().node_count(), (1 << bits) + inner);
        for node in mesh.graph().nodes() {
            let expected = match mesh.tree_dimension(node) {
                None => heights.len(),
                Some(dimension) if mesh.bits(node, dimension) == BitString::EMPTY => 2,
                Some(_) => 3,
            };
            prop_assert_eq!(mesh.graph().degree(node), expected);
        }
    }

    #[test]
    fn bit_strings_find_their_node(heights in heights(), seed: usize) {
        let mesh = MeshOfTrees::new(&heights).unwrap();
        let node = NodeId::new(seed % mesh.graph().node_count());
        let bits: Vec<_> = (0..heights.len()).map(|dimension| mesh.bits(node, dimension)).collect();
        prop_assert_eq!(mesh.node(&bits), Some(node));
        prop_assert_eq!(mesh.node(&bits[1..]), None);
    }

    #[test]
    fn diameter_is_twice_the_sum_of_the_heights(heights in prop::collection::vec(1..=2_u32, 2..=3)) {
        let mesh = MeshOfTrees::new(&heights).unwrap();
        let from = |a| mesh.graph().nodes().map(move |b| (a, b));
        let farthest = mesh.graph().nodes().flat_map(from).map(|(a, b)| mesh.distance(a, b)).max();
        prop_assert_eq!(farthest, Some(2 * heights.iter().sum::<u32>()));
    }
}

/// By breadth-first searches from all nodes, on all meshes of trees of two dimensions with up to 6 levels and of three
/// with up to 5.
#[test]
fn diameters_are_those_of_all_searches() {
    let two = (1..=5).flat_map(|x| (1..=6 - x).map(move |y| vec![x, y]));
    let three = (1..=3).flat_map(|x| (1..=4 - x).flat_map(move |y| (1..=5 - x - y).map(move |z| vec![x, y, z])));
    for heights in two.chain(three) {
        let mesh = MeshOfTrees::new(&heights).unwrap();
        let mut search = BreadthFirst::new(mesh.graph());
        let farthest = mesh.graph().nodes().map(|node| {
            search.run(node);
            search.farthest().map(|(_, distance)| distance)
        });
        assert_eq!(farthest.max().flatten(), mesh.diameter(), "{heights:?}");
    }
}

/// How many shortest ways lead between two nodes, by counting back along the distances.
fn shortest_ways(mesh: &MeshOfTrees, from: NodeId, to: NodeId) -> u64 {
    if from == to {
        return 1;
    }
    let closer = |node: &&NodeId| mesh.distance(**node, to) < mesh.distance(from, to);
    mesh.graph().neighbours(from).iter().filter(closer).map(|&node| shortest_ways(mesh, node, to)).sum()
}

/// The inner nodes of the trees of one dimension.
fn inner_nodes(mesh: &MeshOfTrees, dimension: usize) -> Vec<NodeId> {
    mesh.graph().nodes().filter(|&node| mesh.tree_dimension(node) == Some(dimension)).collect()
}

#[test]
fn one_shortest_way_leads_from_a_row_tree_to_a_column_tree() {
    let mesh = square(3);
    for &row in inner_nodes(&mesh, 1).iter().step_by(5) {
        for column in inner_nodes(&mesh, 0) {
            assert_eq!(shortest_ways(&mesh, row, column), 1);
        }
    }
}

/// The paper gives 2^l ways for the lower level l of the two; where both are on it, and at different places, it must
/// be twice as many, for a leaf below either will do.
#[test]
fn shortest_ways_between_row_trees_double_with_each_level() {
    let mesh = square(3);
    let level = |node| 3 - mesh.bits(node, 1).length();
    let inner = inner_nodes(&mesh, 1);
    let pairs = inner.iter().step_by(3).flat_map(|&a| inner.iter().map(move |&b| (a, b)));
    for (a, b) in pairs.filter(|&(a, b)| mesh.bits(a, 0) != mesh.bits(b, 0)) {
        let both = level(a) == level(b) && mesh.bits(a, 1) != mesh.bits(b, 1);
        let expected = (1 << level(a).min(level(b))) * if both { 2 } else { 1 };
        assert_eq!(shortest_ways(&mesh, a, b), expected, "{} {}", mesh.node_name(a), mesh.node_name(b));
    }
}

/// The two sides of a network whose links all lead from one to the other.
fn sides(graph: &Graph) -> (usize, usize) {
    let mut side = vec![None; graph.node_count()];
    let mut waiting = vec![NodeId::new(0)];
    side[0] = Some(true);
    while let Some(node) = waiting.pop() {
        for &next in graph.neighbours(node) {
            assert_ne!(side[next.index()], side[node.index()], "all links lead from side to side");
            if side[next.index()].is_none() {
                side[next.index()] = side[node.index()].map(|side: bool| !side);
                waiting.push(next);
            }
        }
    }
    let first = side.iter().filter(|&&side| side == Some(true)).count();
    (first, side.len() - first)
}

#[test]
fn a_hamiltonian_path_is_impossible_exactly_where_the_sides_say_so() {
    for spec in ["1", "2", "3", "4", "1x2", "1x5", "4x2", "1x1x1", "2x2x2", "1x1x1x1"] {
        let mesh = build(&format!("mesh-of-trees:{spec}")).unwrap();
        let (even, odd) = sides(mesh.graph());
        match mesh.labelling() {
            Err(NoLabelling::Impossible { reason }) => {
                assert!(even.abs_diff(odd) > 1, "{spec}: {reason}");
                assert!(reason.contains(&format!("{even} nodes at even")) && reason.contains(&format!("{odd} at odd")));
            }
            other => assert!(even.abs_diff(odd) <= 1, "{spec}: {other:?}"),
        }
    }
    assert!(square(1).labelling().is_ok(), "mesh-of-trees:1 is a ring of 8 nodes");
}
