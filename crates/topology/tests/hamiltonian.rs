//! The search for Hamiltonian paths, against brute force and on networks whose answer is known.

use wormcast_topology::{Graph, NoLabelling, NodeId, build, hamiltonian_path};

fn graph(nodes: usize, links: &[(usize, usize)]) -> Graph {
    let links: Vec<_> = links.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
    Graph::from_links(nodes, &links).unwrap()
}

fn name(node: NodeId) -> String {
    format!("n{}", node.index())
}

fn reason(graph: &Graph) -> String {
    match hamiltonian_path(graph, &name) {
        Err(NoLabelling::Impossible { reason }) => reason,
        other => panic!("expected a proof, got {other:?}"),
    }
}

#[test]
fn proofs_name_the_obstacle() {
    assert_eq!(reason(&graph(3, &[(0, 1)])), "no way leads from `n0` to `n2`");
    let star = graph(4, &[(0, 1), (0, 2), (0, 3)]);
    assert_eq!(reason(&star), "`n1`, `n2` and `n3` have one neighbour each, and a path has only two ends");
    let friends = graph(7, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 0)]);
    assert_eq!(reason(&friends), "without `n0` it falls into 3 pieces, and a path can join only two");
    let corners =
        graph(9, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (1, 5), (5, 6), (6, 1), (2, 7), (7, 8), (8, 2)]);
    assert_eq!(
        reason(&corners),
        "three parts hang on by one node each (the part with `n7` at `n2`, the part with `n5` at `n1`, \
         the part with `n3` at `n0`), and a path has only two ends for them"
    );
    let sides = graph(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]);
    hamiltonian_path(&sides, &name).unwrap();
    let sides = graph(6, &[(0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)]);
    assert_eq!(reason(&sides), "every link leads between a side of 2 nodes and a side of 4, and a path alternates");
}

#[test]
fn a_single_node_is_a_path() {
    assert_eq!(hamiltonian_path(&graph(1, &[]), &name).unwrap().path(), &[NodeId::new(0)]);
}

#[test]
fn meshes_are_found() {
    for spec in ["mesh:1x7", "mesh:2x2", "mesh:5x5", "mesh:8x8", "mesh:30x20"] {
        let mesh = build(spec).unwrap();
        hamiltonian_path(mesh.graph(), &name).unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
}
