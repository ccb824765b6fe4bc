//! Distances in trees, with and without faults, against searches on their links.

use proptest::prelude::*;
use wormcast_schemes::trees::{
    Distances, Knowledge, LinkOrder, RootedTree, SingleFaults, Spread, TreeShape, dstm_1, dstm_2, most_trees,
};
use wormcast_topology::{BreadthFirst, Graph, NodeId, Topology, Torus, build};

/// Distances between all nodes in a tree, none where a lost link parts them.
fn table(tree: &RootedTree, lost: Option<(NodeId, NodeId)>) -> Vec<Vec<Option<u32>>> {
    let is_lost = |&(a, b): &(NodeId, NodeId)| lost == Some((a, b)) || lost == Some((b, a));
    let links: Vec<_> = tree.links().filter(|link| !is_lost(link)).collect();
    let graph = Graph::from_links(tree.node_count(), &links).unwrap();
    let mut search = BreadthFirst::new(&graph);
    let row = |node| {
        search.run(node);
        graph.nodes().map(|to| search.distance(to)).collect()
    };
    graph.nodes().map(row).collect()
}

fn all_pairs(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(move |a| (0..nodes).filter(move |&b| b != a).map(move |b| (a, b)))
}

fn assert_spread(spread: &Spread, distances: impl Iterator<Item = u32>) {
    let distances: Vec<_> = distances.collect();
    assert_eq!(spread.diameter(), distances.iter().copied().max().unwrap_or(0));
    assert_eq!(spread.total(), distances.iter().map(|&distance| u64::from(distance)).sum::<u64>());
    let mean = spread.total() as f64 / distances.len().max(1) as f64;
    assert!((spread.average() - mean).abs() < 1e-12);
}

#[test]
fn the_shorter_way_of_all_trees() {
    for (spec, trees) in [("torus:5x4", 2), ("torus:3x3x3", 3), ("hypercube:4", 2), ("mesh:4x3", 1), ("mesh:1", 1)] {
        let network = build(spec).unwrap();
        let packing = most_trees(network.graph(), &LinkOrder::Seeded(3).links(&*network).unwrap());
        assert_eq!(packing.trees.len(), trees);
        let tables: Vec<_> = packing.trees.iter().map(|tree| table(tree, None)).collect();
        let mut distances = Distances::new(&packing.trees);
        let shortest = |a: usize, b: usize| tables.iter().map(|table| table[a][b].unwrap()).min().unwrap();
        for a in network.graph().nodes() {
            let row: Vec<_> = (0..network.graph().node_count()).map(|b| shortest(a.index(), b)).collect();
            assert_eq!(distances.from(a), row);
        }
        let pairs = all_pairs(network.graph().node_count()).map(|(a, b)| shortest(a, b));
        assert_spread(&distances.spread(), pairs);
    }
}

/// Section 7 in its own words, on tables of all pairs.
fn with_fault(trees: &[RootedTree; 2], lost: (NodeId, NodeId), knowledge: Knowledge) -> Vec<u32> {
    let whole = trees.each_ref().map(|tree| table(tree, None));
    let left = trees.each_ref().map(|tree| table(tree, Some(lost)));
    let way = |(a, b): (usize, usize)| match knowledge {
        Knowledge::Global => left.iter().filter_map(|table| table[a][b]).min().unwrap(),
        Knowledge::Local => {
            let tree = usize::from(whole[1][a][b] < whole[0][a][b]);
            left[tree][a][b].unwrap_or_else(|| {
                // The end of the lost link that the message comes to is the one that is still reached.
                let router = [lost.0, lost.1].into_iter().find(|end| left[tree][a][end.index()].is_some()).unwrap();
                left[tree][a][router.index()].unwrap() + whole[1 - tree][router.index()][b].unwrap()
            })
        }
    };
    all_pairs(trees[0].node_count()).map(way).collect()
}

#[test]
fn every_single_fault_of_small_tori() {
    for sides in [[3, 3], [4, 4], [5, 3], [5, 5]] {
        let torus = Torus::new(&sides).unwrap();
        for trees in [dstm_1(&torus, NodeId::new(1)).unwrap(), dstm_2(&torus, NodeId::new(1)).unwrap()] {
            let mut faults = SingleFaults::new(&trees);
            let mut unused = 0;
            for link in LinkOrder::Given.links(&torus).unwrap() {
                for knowledge in [Knowledge::Global, Knowledge::Local] {
                    let spread = faults.spread(link, knowledge);
                    assert_spread(&spread, with_fault(&trees, link, knowledge).into_iter());
                    unused += usize::from(spread == *faults.whole());
                }
            }
            assert!(unused >= 4, "faults of the two unused links change nothing");
        }
    }
}

proptest! {
    #[test]
    fn shapes_agree_with_ways_to_the_root(side in 3_u32..9, start in 0_usize..9, root in 0_usize..9) {
        let torus = Torus::new(&[side, side + 1]).unwrap();
        let [mut tree, _] = dstm_1(&torus, NodeId::new(start)).unwrap();
        tree.reroot(NodeId::new(root));
        let shape = TreeShape::of(&tree);
        let way = |node| std::iter::successors(Some(node), |&at| tree.parent(at)).collect::<Vec<_>>();
        let ways: Vec<_> = torus.graph().nodes().map(way).collect();
        prop_assert_eq!(shape.depth as usize + 1, ways.iter().map(Vec::len).max().unwrap());
        let through = |child| ways.iter().filter(|way| way.contains(&child)).count() as u32;
        let children = torus.graph().nodes().filter(|&node| tree.parent(node) == Some(NodeId::new(root)));
        let mut branches: Vec<_> = children.map(through).collect();
        branches.sort_by(|a, b| b.cmp(a));
        prop_assert_eq!(&shape.branches, &branches);
        prop_assert_eq!(shape.largest_share(), f64::from(branches[0]) / f64::from(side * (side + 1) - 1));
        prop_assert_eq!(shape.is_binary(), branches.len() <= 2);
    }
}

/// Theorems 5.1 and 5.2, as they are: the first states 2n − 1 also for even n, where it is 2n − 2.
#[test]
fn combined_diameters_of_both_constructions() {
    for side in 3..=16_u32 {
        let torus = Torus::new(&[side, side]).unwrap();
        let diameter = |trees: [RootedTree; 2]| Distances::new(&trees).spread().diameter();
        assert_eq!(diameter(dstm_1(&torus, NodeId::new(0)).unwrap()), 2 * side - 2 + side % 2);
        assert_eq!(diameter(dstm_2(&torus, NodeId::new(0)).unwrap()), 2 * side - 2);
    }
}
