//! The results of a sweep for people.

use crate::table::{self, Align};
use std::path::Path;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::RunOutcome;
use wormcast::eval::sweep::{CellId, Row, SchemeSummary};

/// A line a cell: its figures over all messages, and the means of unicasts and multicasts where there are both.
pub(super) fn table(experiment: &Experiment, rows: &[Row]) -> String {
    let share = experiment.traffic.multicast_share;
    let is_mixed = share > 0.0 && share < 1.0;
    let means: &[_] = if is_mixed { &["of unicasts", "of multicasts"] } else { &[] };
    let mut columns = vec![("scheme", Align::Left), ("load", Align::Right), ("seed", Align::Right)];
    let rest = ["99th percentile", "accepted", "busiest channel", "messages"];
    columns.extend(["mean latency"].iter().chain(means).chain(&rest).map(|&title| (title, Align::Right)));
    // The rows of a cell follow each other: first its classes, then all its messages.
    let cells = rows.split_inclusive(|row| row.traffic == "all");
    let text = table::render(&columns, cells.filter_map(|cell| line(cell, is_mixed)));
    format!("{}, loads in messages per node per µs\n\n{text}", experiment.network)
}

fn line(cell: &[Row], is_mixed: bool) -> Option<Vec<String>> {
    let all = cell.last()?;
    let class = |class: &str| cell.iter().find(|row| row.traffic == class).map_or("-".into(), known_mean);
    let mut line = vec![all.scheme.clone(), all.load.to_string(), all.seed.to_string(), mean(all)];
    if is_mixed {
        line.extend(["unicast", "multicast"].map(class));
    }
    line.extend([
        all.p99_latency_ns.map_or("-".into(), |latency| format!("{latency:.0} ns")),
        format!("{:.5}", all.accepted_load),
        format!("{:.0} %", 100.0 * all.max_utilisation),
        all.messages.to_string(),
    ]);
    Some(line)
}

/// Mean latency with its confidence, or why there is none.
fn mean(row: &Row) -> String {
    match row.mean_latency_ns {
        Some(_) if row.outcome == "steady" => known_mean(row),
        Some(_) => format!("{} (over budget)", known_mean(row)),
        None => row.outcome.clone(),
    }
}

/// Mean latency with its confidence, as far as they are known.
fn known_mean(row: &Row) -> String {
    match (row.mean_latency_ns, row.ci95_ns) {
        (Some(mean), Some(half_width)) if mean < 100.0 => format!("{mean:.1} ± {half_width:.1} ns"),
        (Some(mean), Some(half_width)) => format!("{mean:.0} ± {half_width:.0} ns"),
        (Some(mean), None) => format!("{mean:.0} ns"),
        (None, _) => "-".to_owned(),
    }
}

/// A line a scheme: what it is capable of.
pub(super) fn summary(schemes: &[SchemeSummary]) -> String {
    let fails = |(load, outcome): (f64, RunOutcome)| format!("{load} ({})", outcome.name());
    let line = |one: &SchemeSummary| {
        vec![
            one.scheme.clone(),
            one.zero_load_latency_ns.map_or("-".into(), |latency| format!("{latency:.0} ns")),
            one.steady_up_to.map_or("-".into(), |load| load.to_string()),
            one.fails_at.map_or("-".into(), fails),
            format!("{:.5}", one.throughput),
            format!("{:.5}", one.throughput_flits),
        ]
    };
    let titles = ["zero-load latency", "steady up to", "fails at", "throughput", "flits per node and cycle"];
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend(titles.map(|title| (title, Align::Right)));
    format!("\n{}", table::render(&columns, schemes.iter().map(line)))
}

/// The cells whose files were damaged, a line each; nothing if there are none.
pub(super) fn damaged(cells: &[CellId]) -> String {
    let line = |cell: &CellId| format!("note: the file of {cell} was cut or altered; the cell has been run again\n");
    cells.iter().map(line).collect()
}

/// Where the files are.
pub(super) fn files(heat: bool, folder: &Path) -> String {
    let figures = if heat { ", latency.svg and heat-SCHEME.svg" } else { " and latency.svg" };
    format!("\nresults.csv, .json, .parquet, channels.csv{figures} are in {}\n", folder.display())
}
