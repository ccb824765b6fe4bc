//! Draws the latency-load curves of `docs/booksim.md`, BookSim's and ours.
//!
//! ```text
//! cargo run -p wormcast-eval --example booksim_chart -- docs/images/booksim.svg
//! ```

use std::{env, error::Error, fs};
use wormcast_eval::chart::{Chart, Curve, CurvePoint, End, svg};

/// A curve: its name, the points (load in flits per node and cycle, mean latency in cycles), and the load at which we
/// saw no steady state.
type Measured = (&'static str, &'static [(f64, f64)], Option<f64>);

/// The table of `docs/booksim.md`. Ours, with channels handed over behind the tail, is what
/// `cargo run --release -p wormcast-sim --example booksim 200000` printed; BookSim's is from runs of BookSim 2.
const CURVES: [Measured; 4] = [
    ("BookSim 2, 16 flits (saturates at 0.245)", &[(0.02, 42.9), (0.10, 48.6), (0.22, 112.8)], None),
    (
        "Wormcast, 16 flits",
        &[(0.02, 43.0), (0.05, 44.8), (0.10, 49.2), (0.15, 58.4), (0.20, 100.8), (0.22, 369.8)],
        Some(0.24),
    ),
    ("BookSim 2, 128 flits (saturates at 0.229)", &[(0.02, 160.9), (0.10, 206.4), (0.20, 617.3)], None),
    ("Wormcast, 128 flits", &[(0.02, 160.7), (0.05, 173.2), (0.10, 205.4), (0.15, 286.4), (0.20, 713.3)], Some(0.22)),
];

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("name the file that the figure goes into")?;
    let chart = Chart {
        title: "8×8 mesh, dimension order, uniform traffic".into(),
        x_label: "offered load (flits per node and cycle)".into(),
        y_label: "mean latency (cycles)".into(),
        log_y: true,
        curves: CURVES.map(curve).into(),
        ..Chart::default()
    };
    Ok(fs::write(file, svg(&chart))?)
}

fn curve((name, points, ends_at): Measured) -> Curve {
    let points = points.iter().map(|&(x, y)| CurvePoint { x, y, error: 0.0 }).collect();
    Curve { name: name.into(), points, ends_at: ends_at.map(|at| End { at, how: "no steady state" }) }
}
