//! The optimiser of tree pairs: what it keeps, and that it helps.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wormcast_schemes::trees::{Distances, RootedTree, TreeShape, dstm_1, dstm_2, optimise};
use wormcast_topology::{NodeId, Topology, Torus};

/// What the optimiser makes small.
fn score(trees: &[RootedTree; 2]) -> f64 {
    let spread = Distances::new(trees).spread();
    spread.average() + 0.05 * f64::from(spread.diameter())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn trees_stay_disjoint_binary_and_balanced(k in 3_u32..7, m in 3_u32..7, seed: u64, second: bool) {
        let torus = Torus::new(&[k, m]).unwrap();
        let construct = if second { dstm_2 } else { dstm_1 };
        let first = construct(&torus, NodeId::new(0)).unwrap();
        let better = optimise(torus.graph(), first.clone(), 0.55, 150, seed);
        let mut used = BTreeSet::new();
        let largest = |trees: &[RootedTree; 2]| {
            trees.iter().map(|tree| TreeShape::of(tree).largest_share()).fold(0.55, f64::max)
        };
        for tree in &better {
            for (a, b) in tree.links() {
                prop_assert!(torus.graph().channel(a, b).is_some() && used.insert((a.min(b), a.max(b))));
            }
            let links: Vec<_> = tree.links().collect();
            prop_assert!(RootedTree::from_links(tree.node_count(), tree.root(), &links).is_ok());
            prop_assert!(TreeShape::of(tree).is_binary());
        }
        prop_assert!(largest(&better) <= largest(&first));
        prop_assert!(score(&better) <= score(&first));
        prop_assert_eq!(optimise(torus.graph(), first, 0.55, 150, seed), better);
    }
}

#[test]
fn it_shortens_the_ways_of_dstm_1_below_those_of_dstm_2() {
    let torus = Torus::new(&[8, 8]).unwrap();
    let first = dstm_1(&torus, NodeId::new(0)).unwrap();
    let other = dstm_2(&torus, NodeId::new(0)).unwrap();
    let better = optimise(torus.graph(), first, 0.55, 1500, 1);
    assert!(score(&better) < score(&other));
}

/// Without steps, as on large tori, nothing is scored: 65,536 nodes take a moment, where scores would take minutes.
#[test]
fn no_steps_change_nothing() {
    let torus = Torus::new(&[256, 256]).unwrap();
    let first = dstm_1(&torus, NodeId::new(0)).unwrap();
    assert_eq!(optimise(torus.graph(), first.clone(), 0.55, 0, 1), first);
}
