//! How the work of the paper's two methods grows: steps are counted, which no other program on the machine disturbs,
//! and times stand beside them.

use super::sides::Sides;
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use std::time::Instant;
use wormcast_schemes::optimal::{HalfProblem, fewest_channels_by_matching_counted, shortest_longest_by_table_counted};
use wormcast_topology::build;

const ID: &str = "mesh-complexity";
/// A count is O(f) if it is at most so many f in every case.
const CONSTANT: f64 = 3.0;

/// The largest side of some random multicasts: one with as many destinations as can be.
fn large_side(spec: &str, size: usize, seed: u64) -> HalfProblem {
    let mesh = build(spec).expect("figures have networks that exist");
    let sides = Sides::new(&*mesh).random(size, 40, seed);
    let two_ports = sides.into_iter().filter(|side| side.half.problem.ports() == 2);
    two_ports.max_by_key(|side| side.half.problem.len()).expect("some source has two ports").half.problem
}

/// A method on a side: the count that is varied, the stated bound, steps, and nanoseconds.
struct Point {
    size: f64,
    bound: f64,
    steps: f64,
    ns: f64,
}

impl Point {
    fn of<T>(size: f64, bound: f64, run: impl FnOnce() -> Option<(T, u64)>) -> Self {
        let start = Instant::now();
        let steps = run().map_or(0, |(_, steps)| steps) as f64;
        Self { size, bound, steps, ns: start.elapsed().as_nanos() as f64 }
    }

    fn of_matching(size: usize, seed: u64) -> Self {
        let problem = large_side("mesh:64x64", size, seed);
        let k = problem.len() as f64;
        Self::of(k, k.powi(3), || fewest_channels_by_matching_counted(&problem))
    }

    /// `of_k`: the number of destinations is varied, else that of nodes.
    fn of_table(side: u32, size: usize, seed: u64, of_k: bool) -> Self {
        let problem = large_side(&format!("mesh:{side}x{side}"), size, seed);
        let (k, nodes) = (problem.len() as f64, f64::from(side * side));
        let longest = (side * side - 1) as usize;
        let varied = if of_k { k } else { nodes };
        Self::of(varied, (k * nodes).powi(2), || shortest_longest_by_table_counted(&problem, longest))
    }
}

/// The exponent of the power law of least squares through these points, of the steps a unit of what is not varied.
fn exponent(points: &[Point], stated: f64) -> f64 {
    let of = |point: &Point| (point.size.ln(), (point.steps / point.bound).ln() + stated * point.size.ln());
    let logs: Vec<_> = points.iter().map(of).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let products: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    products / logs.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

pub(super) fn complexity(context: &Context<'_>) -> FigureReport {
    let (full, seed) = (context.effort == Effort::Full, context.seed);
    let sizes: &[usize] = if full { &[60, 120, 240, 480] } else { &[60, 120] };
    let matching = sizes.iter().map(|&size| Point::of_matching(size, seed)).collect();
    let by_size = [8, 16, 32].map(|size| Point::of_table(10, size, seed, true)).into();
    let sides: &[u32] = if full { &[8, 10, 12, 16] } else { &[6, 8] };
    let by_nodes = sides.iter().map(|&side| Point::of_table(side, 10, seed, false)).collect();
    let laws: [(_, _, _, Vec<Point>); 3] = [
        ("the matching takes O(k³)", "3.3", 3.0, matching),
        ("the table takes O(k²N²): the exponent of k", "4.2", 2.0, by_size),
        ("the table takes O(k²N²): the exponent of N", "4.2", 2.0, by_nodes),
    ];
    let mut table = Table::new(ID, &["claim", "size", "steps", "steps_of_bound", "ns"]);
    let mut claims = Vec::new();
    for (claim, section, stated, points) in laws {
        for point in &points {
            let [size, steps, ns] = [point.size, point.steps, point.ns].map(|number| format!("{number:.0}"));
            table.push([claim.to_owned(), size, steps, format!("{:.3}", point.steps / point.bound), ns]);
        }
        let most = points.iter().map(|point| point.steps / point.bound).fold(0.0, f64::max);
        let measured = format!("exponent {:.1}; at most {most:.2} of the bound", exponent(&points, stated));
        claims.push(
            PaperClaim::new(ID, claim, format!("at most {stated}"), measured, most <= CONSTANT)
                .said_in(section)
                .by("steps, counted: at most 3 f in every case; times stand in the table"),
        );
    }
    FigureReport::plain(claims, table)
}
