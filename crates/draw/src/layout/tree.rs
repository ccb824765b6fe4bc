//! Complete binary trees: low ones in levels from the top down, high ones in rings from the middle out.

use super::arrangement::Layout;
use kurbo::{Point, Vec2};
use std::f64::consts::TAU;
use wormcast_topology::{BitString, Topology};

/// Higher trees are drawn in rings.
const HIGHEST_UPRIGHT: u32 = 5;

/// The layout of a tree.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    let all = topology.graph().nodes().map(|node| BitString::from_index(node.index()));
    topology.tree_height().map(|height| match height {
        0..=HIGHEST_UPRIGHT => upright(all, height),
        _ => rings(all, height),
    })
}

/// How far from the left a node is, as a share of the width: in the middle of the leaves below it.
fn share(bits: BitString) -> f64 {
    (f64::from(bits.value()) + 0.5) / f64::from(1 << bits.length())
}

fn upright(all: impl Iterator<Item = BitString>, height: u32) -> Layout {
    let leaves = f64::from(1 << height);
    let spacing = if height == HIGHEST_UPRIGHT { 0.62 } else { 0.8 };
    let level = if height > 3 { 1.4 } else { 1.15 };
    let place = |bits: BitString| Point::new(share(bits) * leaves * spacing, f64::from(bits.length()) * level);
    let side = |bits: BitString| match bits.length() {
        length if length == height => Vec2::new(0.0, 1.0),
        _ if bits.value().is_multiple_of(2) => Vec2::new(-1.0, -0.4),
        _ => Vec2::new(1.0, -0.4),
    };
    let (points, name_sides) = all.map(|bits| (place(bits), side(bits))).unzip();
    Layout { name_sides, ..Layout::at(points) }
}

/// The root in the middle, each level a ring.
fn rings(all: impl Iterator<Item = BitString>, height: u32) -> Layout {
    // The higher the tree, the closer are its leaves; only some are named then.
    let spacing = (0.8 - 0.12 * f64::from(height - HIGHEST_UPRIGHT - 1)).max(0.45);
    let outermost = f64::from(1 << height) * spacing / TAU;
    let place = |bits: BitString| {
        let direction = Vec2::from_angle(TAU * (share(bits) - 0.25));
        let depth = f64::from(bits.length()) / f64::from(height);
        ((direction * outermost * depth.powf(1.15)).to_point(), direction)
    };
    let (points, name_sides) = all.map(place).unzip();
    Layout { name_sides, ..Layout::at(points) }
}
