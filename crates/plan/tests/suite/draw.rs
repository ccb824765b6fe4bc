//! Random multicast sets: the draw is the documented one, on every platform.

use proptest::prelude::*;
use wormcast_plan::{SetError, random_destinations};
use wormcast_topology::{NodeId, Topology, build};

fn drawn(topology: &dyn Topology, source: usize, count: usize, seed: u64) -> Vec<usize> {
    let drawn = random_destinations(topology, NodeId::new(source), count, seed).unwrap();
    drawn.into_iter().map(NodeId::index).collect()
}

/// The numbers come from a program in another language, written after the documentation of the draw.
#[test]
fn the_draw_is_as_documented() {
    let (small, large) = (build("mesh:8x8").unwrap(), build("mesh:10x100").unwrap());
    assert_eq!(drawn(&*small, 10, 5, 0), [21, 25, 24, 3, 34]);
    assert_eq!(drawn(&*small, 10, 5, 1), [52, 48, 8, 1, 15]);
    assert_eq!(drawn(&*small, 10, 5, u64::MAX), [22, 57, 1, 20, 43]);
    assert_eq!(drawn(&*large, 999, 6, 12345), [552, 205, 86, 177, 268, 726]);
}

#[test]
fn every_node_is_drawn_equally_often() {
    let mesh = build("mesh:5x2").unwrap();
    let mut times = [0_u32; 10];
    for seed in 0..9000 {
        drawn(&*mesh, 4, 3, seed).into_iter().for_each(|node| times[node] += 1);
    }
    assert_eq!(times[4], 0);
    // Each of the 9 others is drawn in a third of the sets: 3000 times, with a standard deviation of 45.
    assert!(times.iter().enumerate().all(|(node, times)| node == 4 || times.abs_diff(3000) < 225), "{times:?}");
}

#[test]
fn more_than_there_are_is_refused() {
    let mesh = build("mesh:2x2").unwrap();
    let error = random_destinations(&*mesh, NodeId::new(0), 4, 1).unwrap_err();
    assert_eq!(error, SetError::TooMany { wanted: 4, available: 3 });
}

proptest! {
    #[test]
    fn a_draw_is_a_set_without_the_source(source in 0..64_usize, count in 0..64_usize, seed: u64) {
        let mut nodes = drawn(&*build("mesh:8x8").unwrap(), source, count, seed);
        prop_assert!(!nodes.contains(&source));
        nodes.sort_unstable();
        nodes.dedup();
        prop_assert_eq!(nodes.len(), count);
    }
}
