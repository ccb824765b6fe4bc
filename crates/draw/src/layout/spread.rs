//! Room between nodes, and between nodes and the links that they do not belong to.

use super::arrangement::links;
use super::stress::golden;
use kurbo::{Point, Vec2};
use std::collections::BTreeMap;
use wormcast_topology::{Graph, NodeId};

/// How often nodes push each other, at most.
const ROUNDS: usize = 60;
/// Pairs of a node and a link that are looked at, at most, in one round.
const MOST_PAIRS: usize = 400_000;

/// The share of the distance that is enough beside a link of a common neighbour.
const BESIDE: f64 = 0.55;

/// Pushes nodes apart that are nearer than a distance; nodes in one point go off in different directions.
/// O(rounds · nodes) where no place is crowded.
pub(super) fn apart(points: &mut [Point], distance: f64) {
    for _ in 0..ROUNDS {
        let mut moved = false;
        for (a, b) in near_pairs(points, distance) {
            let between = points[b] - points[a];
            let length = between.hypot();
            if length < 0.999 * distance {
                let direction = if length > 1e-9 { between / length } else { golden(b) };
                let push = direction * ((distance - length) / 2.0);
                points[a] -= push;
                points[b] += push;
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

/// Pairs of nodes in the same or in adjacent cells.
fn near_pairs(points: &[Point], distance: f64) -> Vec<(usize, usize)> {
    let cell = |point: Point| ((point.x / distance).floor() as i64, (point.y / distance).floor() as i64);
    let mut cells: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (index, &point) in points.iter().enumerate() {
        cells.entry(cell(point)).or_default().push(index);
    }
    let mut pairs = Vec::new();
    for (&(x, y), here) in &cells {
        for (index, &a) in here.iter().enumerate() {
            pairs.extend(here[index + 1..].iter().map(|&b| (a, b)));
            for near in [(x + 1, y - 1), (x + 1, y), (x + 1, y + 1), (x, y + 1)] {
                pairs.extend(cells.get(&near).into_iter().flatten().map(|&b| (a, b)));
            }
        }
    }
    pairs
}

/// Pushes nodes off links that pass them nearer than a distance; where a link leads to a neighbour of the node, as
/// around a hub, less is enough. Nothing is done where it would take long.
pub(super) fn off_links(points: &mut [Point], graph: &Graph, distance: f64) {
    if points.len() * graph.channel_count() / 2 > MOST_PAIRS {
        return;
    }
    for _ in 0..ROUNDS / 3 {
        let mut moved = false;
        for link in links(graph) {
            let ends = [graph.source(link).index(), graph.target(link).index()];
            for node in (0..points.len()).filter(|node| !ends.contains(node)) {
                let beside = ends.iter().any(|&end| graph.channel(NodeId::new(node), NodeId::new(end)).is_some());
                let distance = if beside { BESIDE * distance } else { distance };
                if let Some(push) = push_off(points[node], ends.map(|end| points[end]), distance) {
                    points[node] += push;
                    moved = true;
                }
            }
        }
        if !moved {
            return;
        }
    }
}

/// The way off a link for a node that it passes; none if there is room.
fn push_off(node: Point, [a, b]: [Point; 2], distance: f64) -> Option<Vec2> {
    let along = b - a;
    let share = (node - a).dot(along) / along.hypot2();
    let passes = (0.0..=1.0).contains(&share);
    let aside = node - a.lerp(b, share);
    let length = aside.hypot();
    if !passes || length >= 0.999 * distance {
        return None;
    }
    let direction = if length > 1e-9 { aside / length } else { along.turn_90().normalize() };
    Some(direction * (distance - length))
}
