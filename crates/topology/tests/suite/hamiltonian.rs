//! The search for Hamiltonian paths on networks whose answer is known, and the words of its proofs.

use wormcast_topology::{Graph, Labelling, NoLabelling, NodeId, build, hamiltonian_path};

fn graph(nodes: usize, links: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let links: Vec<_> = links.into_iter().map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
    Graph::from_links(nodes, &links).unwrap()
}

fn name(node: NodeId) -> String {
    format!("n{}", node.index())
}

fn find(graph: &Graph) -> Labelling {
    hamiltonian_path(graph, &name).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn reason(graph: &Graph) -> String {
    match hamiltonian_path(graph, &name) {
        Err(NoLabelling::Impossible { reason }) => reason,
        other => panic!("expected a proof, got {other:?}"),
    }
}

/// The squares of a board from which a knight jumps to each other.
fn knights(columns: usize, rows: usize) -> Graph {
    let jump = |a: usize, b: usize| {
        let [across, down] = [(a % columns).abs_diff(b % columns), (a / columns).abs_diff(b / columns)];
        across * down == 2
    };
    let pairs = (0..columns * rows).flat_map(|b| (0..b).map(move |a| (a, b)));
    graph(columns * rows, pairs.filter(|&(a, b)| jump(a, b)))
}

/// The generalised Petersen graph: an outer ring, spokes, and inner links that leap.
fn petersen(size: usize, leap: usize) -> Graph {
    let links = |at| [(at, (at + 1) % size), (at, size + at), (size + at, size + (at + leap) % size)];
    graph(2 * size, (0..size).flat_map(links))
}

/// Rings of four nodes with a chord, each linked with two of its nodes to two of the hubs.
fn rings_on_hubs(hubs: usize, rings: usize) -> Graph {
    let ring = |ring: usize| {
        let at = hubs + 4 * ring;
        let hub = |which: usize| (ring + which) % hubs;
        let ring = [(at, at + 1), (at + 1, at + 2), (at + 2, at + 3), (at + 3, at), (at + 1, at + 3)];
        ring.into_iter().chain([(at, hub(0)), (at + 2, hub(1))])
    };
    graph(hubs + 4 * rings, (0..rings).flat_map(ring))
}

#[test]
fn proofs_name_the_obstacle() {
    assert_eq!(reason(&graph(3, [(0, 1)])), "no way leads from `n0` to `n2`");
    assert_eq!(
        reason(&graph(4, [(0, 1), (0, 2), (0, 3)])),
        "`n1`, `n2` and `n3` have one neighbour each, and a path has only two ends"
    );
    let friends = graph(7, [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 0)]);
    assert_eq!(
        reason(&friends),
        "without `n0` it falls into 3 components, but a path without 1 node falls into 2 at most"
    );
    let corners =
        graph(9, [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (1, 5), (5, 6), (6, 1), (2, 7), (7, 8), (8, 2)]);
    assert_eq!(
        reason(&corners),
        "three parts hang on by one node each (the part with `n7` at `n2`, the part with `n5` at `n1`, the part with \
         `n3` at `n0`), and a path has only two ends for them"
    );
    let two_and_four = (0..2).flat_map(|a| (2..6).map(move |b| (a, b)));
    assert_eq!(
        reason(&graph(6, two_and_four.clone())),
        "every link leads between a side of 2 nodes and a side of 4, and a path alternates"
    );
    assert_eq!(
        reason(&graph(6, two_and_four.chain([(0, 1)]))),
        "a path takes at least 6 links at `n2`, `n3`, `n4` and `n5`, counted at each of them, but there are 4 for it: \
         2 at each of `n0` and `n1`, and 0 more"
    );
    assert_eq!(
        reason(&rings_on_hubs(3, 5)),
        "without `n0`, `n1` and `n2` it falls into 5 components, but a path without 3 nodes falls into 4 at most"
    );
}

#[test]
fn a_proof_for_a_part_names_the_part() {
    // A triangle with a leaf hangs by one node on too many rings.
    let hubs = rings_on_hubs(3, 5);
    let links = hubs.channels().map(|c| (hubs.source(c).index(), hubs.target(c).index()));
    let more = [(3, 23), (23, 24), (24, 3), (24, 25)];
    assert_eq!(
        reason(&graph(26, links.chain(more))),
        "a path passes the part of `n0`, `n1`, `n2`, … (24 nodes) in one go; there, without `n1`, `n2` and `n3` it falls \
         into 5 components, but a path without 3 nodes falls into 4 at most"
    );
}

#[test]
fn cases_are_tried_when_nothing_else_helps() {
    // A knight cannot tour the board of 5 by 3.
    let words = reason(&knights(5, 3));
    assert!(words.starts_with("all cases were tried, in ") && words.ends_with(" steps"), "{words}");
    assert!(reason(&knights(4, 4)).starts_with("without "));
}

#[test]
fn known_paths_are_found() {
    assert_eq!(find(&graph(1, [])).path(), &[NodeId::new(0)]);
    assert_eq!(find(&graph(2, [(0, 1)])).path().len(), 2);
    find(&petersen(5, 2));
    find(&petersen(11, 2));
    find(&petersen(200, 3));
    find(&knights(5, 5));
    find(&knights(4, 3));
    find(&knights(20, 20));
}

#[test]
fn meshes_and_cubes_are_found_without_their_arithmetic() {
    for columns in 1..8 {
        for rows in 1..8 {
            find(build(&format!("mesh:{columns}x{rows}")).unwrap().graph());
        }
    }
    for spec in ["mesh:41x40", "mesh:9x9x9", "torus:30x31", "hypercube:9", "star:6"] {
        find(build(spec).unwrap().graph());
    }
}

/// A mesh has a Hamiltonian path without one node, if this leaves as many nodes on either side, or one more.
#[test]
fn meshes_with_one_node_less() {
    for (columns, rows) in [(5, 5), (6, 5), (6, 6), (12, 11)] {
        let mesh = build(&format!("mesh:{columns}x{rows}")).unwrap();
        let (odd_mesh, corner) = (columns * rows % 2 == 1, 0);
        for gone in mesh.graph().nodes() {
            let kept: Vec<_> = mesh.graph().nodes().filter(|&node| node != gone).collect();
            let number = |node: NodeId| kept.binary_search(&node).ok();
            let links = mesh.graph().channels().filter_map(|channel| {
                Some((number(mesh.graph().source(channel))?, number(mesh.graph().target(channel))?))
            });
            let rest = graph(kept.len(), links);
            let side = (gone.index() % columns + gone.index() / columns) % 2;
            match hamiltonian_path(&rest, &name) {
                Ok(_) => assert!(!odd_mesh || side == corner, "{gone:?}"),
                Err(error) => assert!(odd_mesh && side != corner, "{columns}x{rows} without {gone:?}: {error}"),
            }
        }
    }
}

#[test]
fn a_tree_has_a_path_only_if_it_is_one() {
    find(&graph(100_000, (1..100_000).map(|node| (node - 1, node))));
    reason(&graph(100_000, (1..100_000).map(|node| (node / 2, node))));
    let broom = (1..1000).map(|node| (node - 1, node)).chain([(998, 1000)]);
    assert!(reason(&graph(1001, broom)).starts_with("`n0`, `n999` and `n1000`"));
}

#[test]
fn rows_of_rings_are_found_ring_by_ring() {
    // Each ring shares one node with the next; the far side of a ring cannot be left out.
    let ring = |at: usize| [(at, at + 1), (at + 1, at + 2), (at + 2, at + 3), (at, at + 2), (at + 1, at + 3)];
    let row = graph(3001, (0..1000).flat_map(|block| ring(3 * block)));
    let labelling = find(&row);
    let ends = [labelling.node(0), labelling.node(3000)].map(NodeId::index);
    assert!(ends.iter().any(|&end| end <= 3) && ends.iter().any(|&end| end >= 2997), "{ends:?}");
}

#[test]
fn the_same_network_gives_the_same_path() {
    let mesh = build("mesh:20x20").unwrap();
    assert_eq!(find(mesh.graph()), find(mesh.graph()));
}

#[test]
#[ignore = "some seconds; run with `cargo test -p wormcast-topology --test suite hamiltonian -- --ignored`"]
fn a_hundred_thousand_nodes() {
    find(build("mesh:316x316").unwrap().graph());
    find(build("torus:50x50x40").unwrap().graph());
    // Every node is linked to two earlier ones: leaves far too many nodes for the hubs.
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    let mut early = |node: usize| {
        let bound = below(node);
        below(1 + bound)
    };
    let links: Vec<_> = (3..100_000).flat_map(|node| [early(node), early(node)].map(|end| (end, node))).collect();
    reason(&graph(100_000, [(0, 1), (1, 2), (2, 0)].into_iter().chain(links)));
}

/// Meshes without some nodes are decided: a path, or a proof.
#[test]
fn damaged_meshes_are_decided() {
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    let mut found = 0;
    for case in 0..120 {
        let side = [8, 12, 16][case % 3];
        let gone: Vec<_> = (0..1 + case / 12).map(|_| below(side * side)).collect();
        let kept: Vec<_> = (0..side * side).filter(|node| !gone.contains(node)).collect();
        let right = kept.iter().filter(|&node| node % side + 1 < side).map(|&node| (node, node + 1));
        let down = kept.iter().map(|&node| (node, node + side));
        let number = |node| kept.binary_search(&node).ok();
        let links = right.chain(down).filter_map(|(a, b)| Some((number(a)?, number(b)?)));
        match hamiltonian_path(&graph(kept.len(), links), &name) {
            Ok(_) => found += 1,
            Err(NoLabelling::Impossible { .. }) => {}
            Err(error) => panic!("{side}x{side} without {gone:?}: {error}"),
        }
    }
    assert!((20..100).contains(&found), "{found}");
}
