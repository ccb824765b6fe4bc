//! Section 5.1: which second starting node and which methods give short ways.

use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_schemes::trees::{Distances, Method, dstm};
use wormcast_topology::{NodeId, Topology};

const ID: &str = "dstm-starts";

/// The best of the 16 methods for one second start.
#[derive(Clone, Copy)]
struct Start {
    place: [u32; 2],
    /// The least combined diameter and the least average distance, each over all methods.
    diameter: u32,
    average: f64,
}

fn survey(side: u32) -> Vec<Start> {
    let torus = square(side);
    let of = |node: usize| {
        let mut best = Start { place: [node as u32 % side, node as u32 / side], diameter: u32::MAX, average: f64::MAX };
        for methods in Method::ALL.iter().flat_map(|&first| Method::ALL.map(|second| [first, second])) {
            let starts = [0, node].map(NodeId::new);
            let trees = dstm(&torus, starts, methods).expect("the side is at least 3");
            let spread = Distances::new(&trees).spread();
            best.diameter = best.diameter.min(spread.diameter());
            best.average = best.average.min(spread.average());
        }
        best
    };
    (0..torus.graph().node_count()).into_par_iter().map(of).collect()
}

pub(super) fn starts(context: &Context<'_>) -> FigureReport {
    let side = if context.effort == Effort::Full { 16 } else { 8 };
    let starts = survey(side);
    let quarter = |x: u32, y: u32| starts[(x + y * side) as usize];
    let diagonal = least(starts.iter().filter(|start| start.place[0] == start.place[1] && start.place[0] > 0));
    let line = least(starts.iter().filter(|start| start.place[0] == 0 && start.place[1] > 0));
    let mut claims = vec![
        place("along the diagonal", quarter(side / 4, side / 4), diagonal),
        place("in the line of R1", quarter(0, side / 4), line),
        PaperClaim::new(
            ID,
            "the line gives a lower average distance than the diagonal",
            "lower",
            format!("{:.4} and {:.4}", line.average, diagonal.average),
            line.average < diagonal.average,
        ),
    ];
    claims.extend(against_dstm_2(side, &starts));
    FigureReport { claims, tables: vec![table(&starts)], pictures: Vec::new() }
}

/// The one with the least average distance.
fn least<'a>(starts: impl Iterator<Item = &'a Start>) -> Start {
    *starts.min_by(|a, b| a.average.total_cmp(&b.average)).expect("there are starts")
}

/// Whether DSTM-2 is the best of all, by average distance and by combined diameter.
fn against_dstm_2(side: u32, starts: &[Start]) -> [PaperClaim; 2] {
    let second = Distances::new(&trees(CONSTRUCTIONS[1].1, &square(side))).spread();
    let Start { average, place, .. } = least(starts.iter());
    let diameter = starts.iter().map(|start| start.diameter).min().unwrap_or(0);
    let text = |what: &str| format!("no start and method gives a lower {what} than DSTM-2 on {side} x {side}");
    [
        PaperClaim::new(
            ID,
            text("average distance"),
            "none",
            format!("{average:.4} at {place:?}; DSTM-2 has {:.4}", second.average()),
            second.average() <= average + 1e-9,
        ),
        PaperClaim::new(
            ID,
            text("combined diameter"),
            "none",
            format!("{diameter}; DSTM-2 has {}", second.diameter()),
            diameter >= second.diameter(),
        ),
    ]
}

fn table(starts: &[Start]) -> Table {
    let mut table = Table::new(ID, &["x", "y", "least_combined_diameter", "least_average_distance"]);
    for start in starts {
        let [x, y] = start.place.map(|at| at.to_string());
        table.push([x, y, start.diameter.to_string(), format!("{:.4}", start.average)]);
    }
    table
}

/// Whether no start on a line gives shorter ways than the one a quarter of the side away.
fn place(line: &str, quarter: Start, least: Start) -> PaperClaim {
    let text = format!("{line}, the average distance is least with R2 a quarter of the side away");
    let measured = format!("{:.4} at {:?}; the least is {:.4}", quarter.average, quarter.place, least.average);
    PaperClaim::new(ID, text, "a quarter", measured, quarter.average <= least.average + 1e-9)
}
