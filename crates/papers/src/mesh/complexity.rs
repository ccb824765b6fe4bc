//! How the time of the paper's two methods grows: the exponents of the best power laws.

use super::sides::Sides;
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use std::hint::black_box;
use std::time::Instant;
use wormcast_schemes::optimal::{HalfProblem, fewest_channels_by_matching, shortest_longest_by_table};
use wormcast_topology::build;

const ID: &str = "mesh-complexity";
/// A measured exponent may be so much above the stated one: a machine has other work, and caches end.
const SLACK: f64 = 0.5;

/// The largest side of some random multicasts: one with as many destinations as can be.
fn large_side(spec: &str, size: usize, seed: u64) -> HalfProblem {
    let mesh = build(spec).expect("figures have networks that exist");
    let sides = Sides::new(&*mesh).random(size, 40, seed);
    let two_ports = sides.into_iter().filter(|side| side.half.problem.ports() == 2);
    two_ports.max_by_key(|side| side.half.problem.len()).expect("some source has two ports").half.problem
}

/// The least of many times, in nanoseconds. Runs are kept so short that some go through without another program
/// between.
fn time<T>(run: impl Fn() -> T) -> f64 {
    let once = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_nanos() as f64
    };
    (0..20).map(once).fold(f64::INFINITY, f64::min)
}

/// The exponent of the power law of least squares through these points.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<_> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let products: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    products / logs.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

pub(super) fn complexity(context: &Context<'_>) -> FigureReport {
    let full = context.effort == Effort::Full;
    let sizes: &[usize] = if full { &[60, 120, 240, 480] } else { &[60, 120] };
    let matching = sizes.iter().map(|&size| {
        let problem = large_side("mesh:64x64", size, context.seed);
        (problem.len() as f64, time(|| fewest_channels_by_matching(&problem)))
    });
    let by_size = [8, 16, 32].map(|size| {
        let problem = large_side("mesh:10x10", size, context.seed);
        (problem.len() as f64, time(|| shortest_longest_by_table(&problem, 99)))
    });
    let sides: &[u32] = if full { &[8, 10, 12, 16] } else { &[6, 8] };
    let by_nodes = sides.iter().map(|&side| {
        let nodes = f64::from(side * side);
        let problem = large_side(&format!("mesh:{side}x{side}"), 10, context.seed);
        // Two destinations more or fewer would count too: the time of one pair of them.
        let pairs = (problem.len() * problem.len()) as f64;
        (nodes, time(|| shortest_longest_by_table(&problem, nodes as usize - 1)) / pairs)
    });
    let laws = [
        ("the matching takes O(k³)", "3.3", 3.0, matching.collect::<Vec<_>>()),
        ("the table takes O(k²N²): the exponent of k", "4.2", 2.0, by_size.to_vec()),
        ("the table takes O(k²N²): the exponent of N", "4.2", 2.0, by_nodes.collect()),
    ];
    let mut table = Table::new(ID, &["claim", "size", "ns"]);
    let mut claims = Vec::new();
    for (claim, section, stated, points) in laws {
        for (size, ns) in &points {
            table.push([claim.to_owned(), size.to_string(), format!("{ns:.0}")]);
        }
        let found = exponent(&points);
        // A time cannot refute a bound of growth: the machine may have had other work.
        let holds = if found <= stated + SLACK { Outcome::Holds } else { Outcome::Undecided };
        claims.push(
            PaperClaim::new(ID, claim, format!("at most {stated}"), format!("{found:.1}"), holds).said_in(section).by(
                "the exponent of the best power law through measured times, at most half above; a time refutes nothing",
            ),
        );
    }
    FigureReport::plain(claims, table)
}
