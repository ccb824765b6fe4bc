//! The results of a sweep for people.

use crate::failure::Failure;
use crate::table::{self, Align};
use std::path::Path;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::RunOutcome;
use wormcast::eval::stats::{Estimate, FEW_BATCHES};
use wormcast::eval::sweep::{CellId, Difference, Row, SchemeSummary, SweepError};

/// Why the sweep ended before all was measured, and how to have what can be measured.
pub(super) fn cannot_run(experiment: &Experiment, error: &SweepError) -> Failure {
    let others = match error {
        SweepError::Run { .. } if experiment.schemes.len() > 1 => {
            "; what the other schemes measured is kept: take this one out of the experiment, and add `--resume`"
        }
        _ => "",
    };
    Failure::new(format!("{error}{others}"))
}

/// A line a cell: its figures over all messages, and the means of unicasts and multicasts where there are both.
pub(super) fn table(experiment: &Experiment, rows: &[Row]) -> String {
    let share = experiment.traffic.multicast_share;
    let is_mixed = share > 0.0 && share < 1.0;
    let means: &[_] = if is_mixed { &["of unicasts", "of multicasts"] } else { &[] };
    let mut columns = vec![("scheme", Align::Left), ("load", Align::Right), ("seed", Align::Right)];
    let rest = ["99th percentile", "accepted", "busiest channel", "messages", "simulated", "grants"];
    columns.extend(["mean latency"].iter().chain(means).chain(&rest).map(|&title| (title, Align::Right)));
    // The rows of a cell follow each other: first its classes, then all its messages.
    let cells = rows.split_inclusive(|row| row.traffic == "all");
    let text = table::render(&columns, cells.filter_map(|cell| line(experiment, cell, is_mixed)));
    format!("{}, loads in {}\n\n{text}{}", experiment.network, experiment.load_unit.in_words(), few_batches(rows))
}

fn line(experiment: &Experiment, cell: &[Row], is_mixed: bool) -> Option<Vec<String>> {
    let all = cell.last()?;
    let class = |class: &str| cell.iter().find(|row| row.traffic == class).map_or("-".into(), known_mean);
    let load = experiment.in_unit(all.load).to_string();
    let mut line = vec![all.scheme.clone(), load, all.seed.to_string(), mean(all)];
    if is_mixed {
        line.extend(["unicast", "multicast"].map(class));
    }
    line.extend([
        all.p99_latency_ns.map_or("-".into(), |latency| format!("{latency:.0} ns")),
        format!("{:.5}", experiment.in_unit(all.accepted_load)),
        format!("{:.0} %", 100.0 * all.max_utilisation),
        all.messages.to_string(),
        format!("{:.*} µs", if all.simulated_us < 100.0 { 1 } else { 0 }, all.simulated_us),
        all.grants.map_or("-".into(), |grants| grants.to_string()),
    ]);
    Some(line)
}

/// Which means rest on too few batches; nothing if none does.
fn few_batches(rows: &[Row]) -> String {
    let all =
        rows.iter().filter(|row| row.traffic == "all" && row.mean_latency_ns.is_some() && row.outcome != "replayed");
    let few = all.filter(|row| row.batches.is_none_or(|batches| batches <= FEW_BATCHES)).count();
    match few {
        0 => String::new(),
        1 => "\nnote: one mean rests on few batches, or has no interval: it may be off by more than is said\n".into(),
        few => format!(
            "\nnote: {few} means rest on few batches, or have no interval: they may be off by more than is said\n"
        ),
    }
}

/// How the schemes differ from the first, where they can be compared; nothing if they cannot.
pub(super) fn differences(experiment: &Experiment, differences: &[Difference]) -> String {
    let Some(Difference { first, .. }) = differences.first() else { return String::new() };
    let line = |one: &Difference| {
        let load = experiment.in_unit(one.load).to_string();
        let Some(Estimate { mean, half_width, .. }) = one.latency_ns else {
            let why = "not known: no messages in common behind the warm-ups; longer runs have some";
            return vec![one.scheme.clone(), load, "-".to_owned(), why.to_owned()];
        };
        let interval = half_width.map(|width| format!(" ± {width:.1}")).unwrap_or_default();
        // The messages of a trace are all that there are: what differs differs.
        let is_clear = match experiment.traffic.trace {
            Some(_) => mean != 0.0,
            None => half_width.is_some_and(|width| mean.abs() > width),
        };
        let verdict = match (is_clear, mean > 0.0) {
            (false, _) if half_width.is_none() => {
                "not known how well: too few messages in common; longer runs have more"
            }
            (false, _) => "not told apart",
            (true, true) => "slower",
            (true, false) => "faster",
        };
        vec![one.scheme.clone(), load, format!("{mean:+.1}{interval} ns"), verdict.to_owned()]
    };
    let columns = [("scheme", Align::Left), ("load", Align::Right), ("mean latency", Align::Right), ("", Align::Left)];
    let text = table::render(&columns, differences.iter().map(line));
    format!("\nagainst {first}, message by message\n\n{text}")
}

/// Mean latency with its confidence, or why there is none.
fn mean(row: &Row) -> String {
    match row.mean_latency_ns {
        Some(_) if ["steady", "replayed"].contains(&&*row.outcome) => known_mean(row),
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
pub(super) fn summary(experiment: &Experiment, schemes: &[SchemeSummary]) -> String {
    let shown = |load: f64| experiment.in_unit(load).to_string();
    let fails = |(load, outcome): (f64, RunOutcome)| format!("{} ({})", shown(load), outcome.name());
    let line = |one: &SchemeSummary| {
        vec![
            one.scheme.clone(),
            one.zero_load_latency_ns.map_or("-".into(), |latency| format!("{latency:.0} ns")),
            one.steady_up_to.map_or("-".into(), shown),
            one.fails_at.map_or("-".into(), fails),
            format!("{:.5}", one.throughput),
            format!("{:.5}", one.throughput_flits),
        ]
    };
    let titles = ["zero-load latency", "steady up to", "fails at", "throughput per µs", "in flits per cycle"];
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
