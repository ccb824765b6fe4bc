//! Stress majorization: nodes move until their distances in the picture are, as nearly as possible, their distances
//! in the network (Gansner, Koren, North 2004). No dice: it starts from a tree drawn in rings.

use kurbo::{Point, Vec2};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;
use wormcast_topology::{Graph, NodeId};

/// Components with more nodes take their distances to neighbours and to this many pivots only.
const MOST_PIVOTS: usize = 400;
const FEW_PIVOTS: usize = 60;
/// How often every node moves.
const ROUNDS: usize = 80;
/// Integer lengths are in these parts of a unit.
const PARTS: f64 = 16.0;

/// A connected part of a network, its nodes numbered from 0.
pub(super) struct Component {
    pub nodes: Vec<NodeId>,
    /// By node: its neighbours, and the length of the link to each.
    links: Vec<Vec<(usize, u32)>>,
}

impl Component {
    /// The part with these nodes, in any order. Links of nodes with many neighbours are longer, so that these have
    /// room around them.
    pub(super) fn new(graph: &Graph, nodes: Vec<NodeId>) -> Self {
        let mut number = vec![usize::MAX; graph.node_count()];
        for (index, node) in nodes.iter().enumerate() {
            number[node.index()] = index;
        }
        let length = |a: NodeId, b: NodeId| {
            let crowd = graph.degree(a).max(graph.degree(b)) as f64;
            (PARTS * (crowd / 14.0).clamp(1.0, 6.0)) as u32
        };
        let link = |&node: &NodeId| {
            // One-way links hold nodes together, too.
            let into = graph.in_channels(node).map(|channel| graph.source(channel));
            let mut neighbours: Vec<_> = graph.neighbours(node).iter().copied().chain(into).collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            neighbours.into_iter().map(|next| (number[next.index()], length(node, next))).collect()
        };
        Self { links: nodes.iter().map(link).collect(), nodes }
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The distance of every node from one (Dijkstra).
    fn distances(&self, from: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.len()];
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        distances[from] = 0;
        while let Some(Reverse((distance, node))) = queue.pop() {
            if distance > distances[node] {
                continue;
            }
            for &(next, length) in &self.links[node] {
                if distance + length < distances[next] {
                    distances[next] = distance + length;
                    queue.push(Reverse((distance + length, next)));
                }
            }
        }
        distances
    }

    /// The node in the middle of a long shortest way.
    fn centre(&self) -> usize {
        let farthest = |distances: &[u32]| (0..self.len()).max_by_key(|&node| (distances[node], Reverse(node)));
        let one = farthest(&self.distances(0)).unwrap_or(0);
        let from_one = self.distances(one);
        let from_other = self.distances(farthest(&from_one).unwrap_or(0));
        (0..self.len()).min_by_key(|&node| (from_one[node].max(from_other[node]), node)).unwrap_or(0)
    }
}

/// Places for the nodes of a component, where links have about the length 1. O(rounds · nodes · pivots).
pub(super) fn place(component: &Component) -> Vec<Point> {
    let mut points = in_rings(component);
    let springs = springs(component);
    for _ in 0..ROUNDS {
        for node in 0..points.len() {
            if let Some(better) = settle(&points, node, &springs[node]) {
                points[node] = better;
            }
        }
    }
    points
}

/// What a node wants to be this far away from, and how much.
#[derive(Clone, Copy)]
struct Spring {
    other: usize,
    length: f64,
    weight: f64,
}

fn springs(component: &Component) -> Vec<Vec<Spring>> {
    let spring = |other, length: u32| {
        let length = f64::from(length) / PARTS;
        Spring { other, length, weight: 1.0 / (length * length) }
    };
    let mut springs: Vec<Vec<Spring>> = vec![Vec::new(); component.len()];
    let pivots = pivots(component);
    for (pivot, distances) in &pivots {
        for (node, &distance) in distances.iter().enumerate().filter(|&(node, _)| node != *pivot) {
            springs[node].push(spring(*pivot, distance));
        }
    }
    if pivots.len() < component.len() {
        for (node, links) in component.links.iter().enumerate() {
            springs[node].extend(links.iter().map(|&(next, length)| spring(next, length)));
        }
    }
    springs
}

/// Nodes far from each other, each with all distances from it: every node in small components.
fn pivots(component: &Component) -> Vec<(usize, Vec<u32>)> {
    if component.len() <= MOST_PIVOTS {
        return (0..component.len()).map(|node| (node, component.distances(node))).collect();
    }
    let mut pivots = Vec::with_capacity(FEW_PIVOTS);
    let mut nearest = vec![u32::MAX; component.len()];
    let mut next = 0;
    for _ in 0..FEW_PIVOTS {
        let distances = component.distances(next);
        for (near, &distance) in nearest.iter_mut().zip(&distances) {
            *near = distance.min(*near);
        }
        pivots.push((next, distances));
        next = (0..component.len()).max_by_key(|&node| (nearest[node], Reverse(node))).unwrap_or(0);
    }
    pivots
}

/// Where the springs of a node would have it, the others standing still.
fn settle(points: &[Point], node: usize, springs: &[Spring]) -> Option<Point> {
    let (mut sum, mut weights) = (Vec2::ZERO, 0.0);
    for spring in springs {
        let (other, apart) = (points[spring.other], points[node] - points[spring.other]);
        let distance = apart.hypot();
        let direction = if distance > 1e-9 { apart / distance } else { golden(node) };
        sum += (other.to_vec2() + direction * spring.length) * spring.weight;
        weights += spring.weight;
    }
    (weights > 0.0).then(|| (sum / weights).to_point())
}

/// A direction for each index, all different.
pub(super) fn golden(index: usize) -> Vec2 {
    Vec2::from_angle(index as f64 * TAU * 0.618_033_988_75)
}

/// The shortest-path tree of the central node, its levels in rings: subtrees in sectors as wide as their leaves need.
fn in_rings(component: &Component) -> Vec<Point> {
    let centre = component.centre();
    let distances = component.distances(centre);
    let mut order: Vec<usize> = (0..component.len()).collect();
    order.sort_by_key(|&node| (distances[node], node));
    let parent = |node: usize| {
        let above = component.links[node].iter().filter(|&&(next, length)| distances[next] + length == distances[node]);
        above.map(|&(next, _)| next).min()
    };
    let parents: Vec<Option<usize>> = (0..component.len()).map(parent).collect();
    let mut weight = vec![0.0_f64; component.len()];
    for &node in order.iter().rev() {
        weight[node] = weight[node].max(1.0);
        if let Some(parent) = parents[node] {
            weight[parent] += weight[node];
        }
    }
    // The sector of a node: where it starts, and what of it its children have taken.
    let mut sectors = vec![(0.0, 0.0); component.len()];
    let mut points = vec![Point::ORIGIN; component.len()];
    for &node in &order {
        if let Some(parent) = parents[node] {
            sectors[node].0 = sectors[parent].0 + sectors[parent].1;
            sectors[parent].1 += weight[node];
        }
        let middle = TAU * (sectors[node].0 + weight[node] / 2.0) / weight[centre];
        points[node] = (Vec2::from_angle(middle) * f64::from(distances[node]) / PARTS).to_point();
    }
    points
}
