//! Theorem 4.1 of the torus paper: its edge sets, and what it promises of them.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wormcast_schemes::trees::{Method, RootedTree, Sense, best_root, dstm, dstm_1, dstm_2, dstm_balanced};
use wormcast_topology::{NodeId, Topology, Torus};

/// A link, its ends in ascending order.
type Link = (NodeId, NodeId);

fn links(tree: &RootedTree) -> BTreeSet<Link> {
    tree.links().map(|(a, b)| (a.min(b), a.max(b))).collect()
}

fn all_links(torus: &Torus) -> BTreeSet<Link> {
    let graph = torus.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
    ends.filter(|(a, b)| a < b).collect()
}

/// Links by the paper's names, on a torus with K columns and M rows.
struct Names<'t>(&'t Torus);

impl Names<'_> {
    fn side(&self, dimension: usize) -> i64 {
        self.0.grid().unwrap().sides()[dimension].into()
    }

    fn node(&self, x: i64, y: i64) -> NodeId {
        let place = [x.rem_euclid(self.side(0)), y.rem_euclid(self.side(1))].map(|c| c as u32);
        self.0.grid().unwrap().node(&place)
    }

    fn link(&self, a: NodeId, b: NodeId) -> Link {
        (a.min(b), a.max(b))
    }

    /// `H(x, y)` connects (x, y) and (x + 1, y).
    fn h(&self, x: i64, y: i64) -> Link {
        self.link(self.node(x, y), self.node(x + 1, y))
    }

    /// `V(x, y)` connects (x, y) and (x, y + 1).
    fn v(&self, x: i64, y: i64) -> Link {
        self.link(self.node(x, y), self.node(x, y + 1))
    }

    fn row(&self, y: i64) -> BTreeSet<Link> {
        (0..self.side(0)).map(|x| self.h(x, y)).collect()
    }

    fn column(&self, x: i64) -> BTreeSet<Link> {
        (0..self.side(1)).map(|y| self.v(x, y)).collect()
    }

    /// Horizontal links from one column to the next, in all rows.
    fn across(&self, x: i64) -> BTreeSet<Link> {
        (0..self.side(1)).map(|y| self.h(x, y)).collect()
    }

    /// Vertical links from one row to the next, in all columns.
    fn along(&self, y: i64) -> BTreeSet<Link> {
        (0..self.side(0)).map(|x| self.v(x, y)).collect()
    }

    fn coordinates(&self, node: NodeId) -> (i64, i64) {
        let grid = self.0.grid().unwrap();
        (grid.coordinate(node, 0).into(), grid.coordinate(node, 1).into())
    }
}

/// The column of Table 1 for the methods (+x, −y) and (−y, +x); for other senses the link that closes a line lies on
/// the other side of its start.
fn table_1(torus: &Torus, starts: [NodeId; 2], [m1, m2]: [Method; 2]) -> [BTreeSet<Link>; 2] {
    let names = Names(torus);
    let [(x1, y1), (x2, y2)] = starts.map(|start| names.coordinates(start));
    let closing = |at: i64, sense| if sense == Sense::Plus { at - 1 } else { at };
    let horizontal: BTreeSet<Link> = (0..names.side(1)).flat_map(|y| names.row(y)).collect();
    let vertical: BTreeSet<Link> = (0..names.side(0)).flat_map(|x| names.column(x)).collect();
    let (row, column) = (names.row(y1), names.column(x2));
    let (across, along) = (names.across(closing(x2, m2.x)), names.along(closing(y1, m1.y)));
    let step1 = &row - &BTreeSet::from([names.h(closing(x1, m1.x), y1)]);
    let step2 = &column - &BTreeSet::from([names.v(x2, closing(y2, m2.y))]);
    let step3 = &(&vertical - &column) - &along;
    let step4 = &(&horizontal - &across) - &row;
    let step5 = &across - &row;
    let step6 = &along - &column;
    [&(&step1 | &step3) | &step5, &(&step2 | &step4) | &step6]
}

/// The steps of the construction, written out for 3 columns and 3 rows.
#[test]
fn the_smallest_sets_by_hand() {
    let torus = Torus::new(&[3, 3]).unwrap();
    let names = Names(&torus);
    let method = Method { x: Sense::Plus, y: Sense::Minus };
    let [first, second] = dstm(&torus, [names.node(0, 0), names.node(1, 1)], [method; 2]).unwrap();
    let one = [names.h(0, 0), names.h(1, 0), names.v(0, 1), names.v(0, 2), names.v(2, 1), names.v(2, 2)];
    let hanging = [names.h(0, 1), names.h(0, 2)];
    assert_eq!(links(&first), one.into_iter().chain(hanging).collect());
    let two = [names.v(1, 0), names.v(1, 2), names.h(1, 1), names.h(2, 1), names.h(1, 2), names.h(2, 2)];
    let hanging = [names.v(0, 0), names.v(2, 0)];
    assert_eq!(links(&second), two.into_iter().chain(hanging).collect());
}

fn check(torus: &Torus, starts: [NodeId; 2], methods: [Method; 2]) -> Result<(), TestCaseError> {
    let nodes = torus.graph().node_count();
    let trees = dstm(torus, starts, methods).unwrap();
    let [first, second] = [links(&trees[0]), links(&trees[1])];
    prop_assert_eq!([first.clone(), second.clone()], table_1(torus, starts, methods));
    let all = all_links(torus);
    prop_assert!(first.is_subset(&all) && second.is_subset(&all) && first.is_disjoint(&second));
    prop_assert_eq!(all.len() - first.len() - second.len(), 2);
    for (tree, links) in trees.iter().zip([first, second]) {
        prop_assert!(tree.degrees().iter().all(|&degree| (1..=3).contains(&degree)));
        // The links are a spanning tree by a construction that knows nothing of rows and columns.
        let links: Vec<_> = links.into_iter().collect();
        prop_assert_eq!(&RootedTree::from_links(nodes, tree.root(), &links).unwrap(), tree);
    }
    Ok(())
}

fn any_case() -> impl Strategy<Value = ([u32; 2], [usize; 2], [usize; 2])> {
    let sides = (3_u32..=12, 3_u32..=12);
    sides.prop_flat_map(|(k, m)| {
        let nodes = (k * m) as usize;
        (Just([k, m]), [0..nodes, 0..nodes], [0..4_usize, 0..4])
    })
}

proptest! {
    #[test]
    fn any_torus_starts_and_methods(case in any_case()) {
        let (sides, starts, methods) = case;
        let torus = Torus::new(&sides).unwrap();
        check(&torus, starts.map(NodeId::new), methods.map(|method| Method::ALL[method]))?;
    }
}

/// All 16 methods and all pairs of starts, in one row, in one column and the same node among them.
#[test]
fn every_pair_of_starts_on_small_tori() {
    for sides in [[3, 3], [3, 5], [4, 3], [4, 4]] {
        let torus = Torus::new(&sides).unwrap();
        for (a, b) in torus.graph().nodes().flat_map(|a| torus.graph().nodes().map(move |b| (a, b))) {
            for (m1, m2) in Method::ALL.into_iter().flat_map(|m1| Method::ALL.map(|m2| (m1, m2))) {
                check(&torus, [a, b], [m1, m2]).unwrap();
            }
        }
    }
}

/// From one node, both trees have their starting node as a leaf: the two links that stay unused are both its own.
#[test]
fn one_start_for_both_trees_is_a_leaf_of_both() {
    let torus = Torus::new(&[5, 6]).unwrap();
    for start in torus.graph().nodes() {
        for method in Method::ALL {
            let trees = dstm(&torus, [start; 2], [method; 2]).unwrap();
            assert!(trees.iter().all(|tree| tree.degrees()[start.index()] == 1));
        }
    }
}

#[test]
fn narrow_tori_have_too_few_links() {
    for sides in [&[2, 2][..], &[2, 5], &[5, 2], &[1, 7], &[7, 1], &[9], &[1, 2]] {
        let torus = Torus::new(sides).unwrap();
        let error = dstm_1(&torus, NodeId::new(0)).unwrap_err();
        assert!(error.to_string().ends_with(&torus.spec()), "{error}");
        let (links, nodes) = (torus.graph().channel_count() / 2, torus.graph().node_count());
        assert!(links < 2 * (nodes - 1), "{}", torus.spec());
    }
}

/// The largest branch at each node as the root, by taking the tree apart there.
fn largest_branch(tree: &RootedTree, root: NodeId) -> usize {
    let mut tree = tree.clone();
    tree.reroot(root);
    let mut branch = vec![0; tree.node_count()];
    for &node in &tree.order()[1..] {
        let parent = tree.parent(node).unwrap();
        let top = if parent == root { node.index() + 1 } else { branch[parent.index()] };
        branch[node.index()] = top;
    }
    let mut sizes = vec![0; tree.node_count() + 1];
    branch.iter().filter(|&&top| top > 0).for_each(|&top| sizes[top] += 1);
    sizes.into_iter().max().unwrap()
}

#[test]
fn the_best_root_is_binary_and_best_balanced() {
    for sides in [[3, 3], [4, 4], [5, 5], [8, 6], [5, 9]] {
        let torus = Torus::new(&sides).unwrap();
        for trees in [dstm_1, dstm_2].map(|pair| pair(&torus, NodeId::new(7)).unwrap()) {
            for tree in trees {
                let degrees = tree.degrees();
                let binary = torus.graph().nodes().filter(|node| degrees[node.index()] <= 2);
                let least = binary.map(|node| largest_branch(&tree, node)).min().unwrap();
                assert_eq!(best_root(&tree), tree.root());
                assert!(degrees[tree.root().index()] <= 2);
                assert_eq!(largest_branch(&tree, tree.root()), least);
            }
        }
    }
}

/// The paper's P and Q: the node in the row of R1 and the column of R2 balances both trees of DSTM-1 best, from 4 x 4
/// on.
#[test]
fn the_intersection_is_a_best_root_of_dstm_1() {
    for side in 4..=20 {
        let torus = Torus::new(&[side, side]).unwrap();
        let crossing = torus.grid().unwrap().node(&[side / 2, 0]);
        for tree in dstm_1(&torus, NodeId::new(0)).unwrap() {
            assert_eq!(largest_branch(&tree, crossing), largest_branch(&tree, tree.root()), "{side}");
        }
    }
}

/// Figure 5: starts in one row, in one column, and the same start.
#[test]
fn half_a_branch_moves_to_the_other_side_of_the_start() {
    for sides in [[3, 3], [5, 4], [4, 7], [8, 8]] {
        let torus = Torus::new(&sides).unwrap();
        let names = Names(&torus);
        for (x, y) in (0..names.side(0)).map(|x| (x, 0)).chain((0..names.side(1)).map(|y| (0, y))) {
            for methods in Method::ALL.into_iter().flat_map(|m1| Method::ALL.map(|m2| [m1, m2])) {
                let starts = [names.node(1, 2), names.node(1 + x, 2 + y)];
                let plain = dstm(&torus, starts, methods).unwrap();
                let trees = dstm_balanced(&torus, starts, methods).unwrap();
                let [first, second] = [links(&trees[0]), links(&trees[1])];
                assert!(first.is_disjoint(&second));
                assert_eq!(all_links(&torus).len() - first.len() - second.len(), 2);
                for (at, (tree, before)) in trees.iter().zip(&plain).enumerate() {
                    let (root, degrees) = (tree.root(), tree.degrees());
                    assert_eq!((root, degrees[root.index()]), (starts[at], 2));
                    assert!(degrees.iter().all(|&degree| degree <= 3));
                    let own: Vec<_> = tree.links().collect();
                    assert!(RootedTree::from_links(tree.node_count(), root, &own).is_ok());
                    let moved = torus.graph().nodes().filter(|&node| tree.parent(node) != before.parent(node));
                    let was_bare = before.degrees()[root.index()] == 1;
                    assert_eq!(moved.count(), if was_bare { sides[at] as usize / 2 } else { 0 });
                    assert!(!was_bare || largest_branch(tree, root) < largest_branch(before, root));
                }
            }
        }
    }
}
