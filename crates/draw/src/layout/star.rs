//! Star graphs in rings of substars. The nodes with the same last symbol make a substar; the substars stand in a
//! ring, and each is again a ring of its substars by the symbol before. The picture of n symbols is the same when it
//! is turned by an n-th of a circle and all symbols are raised by one.

use super::arrangement::{Circle, Layout, outwards};
use kurbo::{Affine, Point, Vec2};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use wormcast_topology::{NodeId, Permutation, Topology};

/// The room between substars that have substars themselves.
const GAP: f64 = 1.1;
/// The room between the nodes of a substar and the circle behind it.
const RIM: f64 = 0.33;
/// How many angles are tried for the turn of the substars.
const TURNS: usize = 36;

/// The layout of a star graph.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    let (count, graph) = (topology.symbols()?, topology.graph());
    let rings = Rings::new(count);
    let symbols = |node: NodeId| {
        let permutation = Permutation::from_rank(count, node.index());
        (1..=count).map(|position| permutation.symbol(position)).collect::<Vec<_>>()
    };
    let points: Vec<Point> = graph.nodes().map(|node| rings.place(&symbols(node))).collect();
    let name_sides = graph.nodes().map(|node| outwards(&points, graph, node)).collect();
    Some(Layout { name_sides, circles: substars(count, &points), ..Layout::at(points) })
}

/// Circles around the substars: those of n − 1 symbols, then those in them, down to the hexagons.
fn substars(symbols: usize, points: &[Point]) -> Vec<Circle> {
    let mut circles = Vec::new();
    for fixed in 1..symbols.saturating_sub(2) {
        let mut groups: BTreeMap<Vec<usize>, Vec<Point>> = BTreeMap::new();
        for (index, &point) in points.iter().enumerate() {
            let permutation = Permutation::from_rank(symbols, index);
            let last = (0..fixed).map(|back| permutation.symbol(symbols - back)).collect();
            groups.entry(last).or_default().push(point);
        }
        for group in groups.values() {
            let sum = group.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
            let middle = (sum / group.len() as f64).to_point();
            let radius = group.iter().map(|point| point.distance(middle)).fold(0.0, f64::max);
            circles.push(Circle { middle, radius: radius + RIM, depth: fixed - 1 });
        }
    }
    circles
}

/// A ring of substars.
#[derive(Clone, Copy, Debug)]
struct Ring {
    /// The radius of the circle on which the substars stand.
    radius: f64,
    /// How each substar is turned, relative to the radius through it.
    turn: Affine,
    /// The radius of the circle around all of it.
    reach: f64,
}

/// The rings of 4, 5, … symbols. Three symbols make a hexagon, two a link.
struct Rings {
    rings: Vec<Ring>,
}

impl Rings {
    fn new(symbols: usize) -> Self {
        let mut rings = Self { rings: Vec::new() };
        for count in 4..=symbols {
            rings.add(count);
        }
        rings
    }

    /// Adds the ring for one symbol more: with the turn that makes the links between its substars shortest.
    fn add(&mut self, count: usize) {
        let inner = self.rings.last().map_or(1.0, |ring| ring.reach);
        let radius = (inner + GAP / 2.0) / (TAU / 2.0 / count as f64).sin();
        let mirror = [Affine::IDENTITY, Affine::FLIP_Y];
        let turns = (0..TURNS).map(|step| Affine::rotate(TAU * step as f64 / TURNS as f64));
        let candidates = turns.flat_map(|turn| mirror.map(|mirror| turn * mirror));
        let ring = |turn| Ring { radius, turn, reach: radius + inner };
        self.rings.push(ring(Affine::IDENTITY));
        let last = self.rings.len() - 1;
        let mut best = (f64::INFINITY, ring(Affine::IDENTITY));
        for turn in candidates {
            self.rings[last] = ring(turn);
            let length = self.link_length(count);
            if length < best.0 - 1e-9 {
                best = (length, ring(turn));
            }
        }
        self.rings[last] = best.1;
    }

    /// The sum of the squared lengths of the links that leave one substar of a ring.
    fn link_length(&self, count: usize) -> f64 {
        let mut sum = 0.0;
        for_each_permutation(&mut (1..count).collect(), 0, &mut |front| {
            let mut node = front.to_vec();
            node.push(count);
            let here = self.place(&node);
            node.swap(0, count - 1);
            sum += self.place(&node).distance_squared(here);
        });
        sum
    }

    /// Where a permutation stands.
    fn place(&self, symbols: &[usize]) -> Point {
        let count = symbols.len();
        let angle = |symbol: usize| TAU * (symbol as f64 / count as f64 - 0.25);
        let last = symbols[count - 1];
        match count {
            2 => Point::new(if last == 2 { -0.5 } else { 0.5 }, 0.0),
            3 => {
                let next = last % 3 + 1;
                let aside = if symbols[0] == next { TAU / 12.0 } else { -TAU / 12.0 };
                Vec2::from_angle(angle(last) + aside).to_point()
            }
            _ => {
                let ring = self.rings[count - 4];
                let lowered = |&symbol: &usize| (symbol + count - last - 1) % count + 1;
                let front: Vec<_> = symbols[..count - 1].iter().map(lowered).collect();
                let inner = ring.turn * self.place(&front);
                Affine::rotate(angle(last)) * (inner + Vec2::new(ring.radius, 0.0))
            }
        }
    }
}

fn for_each_permutation(items: &mut Vec<usize>, fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == items.len() {
        return visit(items);
    }
    for index in fixed..items.len() {
        items.swap(fixed, index);
        for_each_permutation(items, fixed + 1, visit);
        items.swap(fixed, index);
    }
}
