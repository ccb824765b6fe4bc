//! The results of a sweep for people.

use crate::failure::Failure;
use crate::rounded::with_interval;
use crate::table::{self, Align};
use std::path::Path;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::RunOutcome;
use wormcast::eval::stats::FEW_BATCHES;
use wormcast::eval::sweep::{CellId, FEW_MESSAGES, Known, Row, SchemeSummary, SweepError, Throughput};

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

/// What a narrow terminal does without: the columns of figures that are missed the least first.
const LEAST_FIRST: [&str; 9] = [
    // There is one seed alone where it comes first.
    "seed",
    "grants",
    "simulated",
    "messages",
    "busiest channel",
    "99th percentile",
    "accepted",
    "of unicasts",
    "of multicasts",
];
/// The same of the summary.
const LEAST_OF_SUMMARY: [&str; 4] = ["in flits per cycle", "steady up to", "carried up to", "throughput per µs"];

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
    let least_first = if experiment.seeds.len() == 1 { &LEAST_FIRST[..] } else { &LEAST_FIRST[1..] };
    let text = table::render_fitting(&columns, cells.filter_map(|cell| line(experiment, cell, is_mixed)), least_first);
    let notes = [(FEW, FEW_MEANS), (OVER_BUDGET, OVER_BUDGET_MEANS)];
    let notes: String = notes.into_iter().filter(|(mark, _)| text.contains(mark)).map(|(_, means)| means).collect();
    format!("{}, loads in {}\n\n{text}{notes}", experiment.network, experiment.load_unit.in_words())
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
        accepted(experiment, all),
        format!("{:.0} %", 100.0 * all.max_utilisation),
        all.messages.to_string(),
        format!("{:.*} µs", if all.simulated_us < 100.0 { 1 } else { 0 }, all.simulated_us),
        all.grants.map_or("-".into(), |grants| grants.to_string()),
    ]);
    Some(line)
}

/// The load that is taken in. What got through before a run hung is no measure of that.
fn accepted(experiment: &Experiment, all: &Row) -> String {
    let few = if all.saturated && all.messages < FEW_MESSAGES { FEW } else { "" };
    all.accepted_load.map_or("-".to_owned(), |accepted| format!("{few}{:.5}", experiment.in_unit(accepted)))
}

/// Stands before a figure that rests on too little.
const FEW: &str = "~ ";
/// What it means.
const FEW_MEANS: &str = "~: rests on few batches or messages, or has no interval: it may be off by more than is said\n";

/// Stands behind a mean that is not known as well as was asked.
const OVER_BUDGET: &str = "(over budget)";
/// What it means.
const OVER_BUDGET_MEANS: &str = "(over budget): `statistics.max_messages` or `max_time_us` ended the run before its mean was known as well as asked\n";

/// Whether a mean rests on too few batches, or on none.
fn is_of_few_batches(row: &Row) -> bool {
    row.mean_latency_ns.is_some()
        && row.outcome != "replayed"
        && row.batches.is_none_or(|batches| batches <= FEW_BATCHES)
}

/// Mean latency with its confidence, or why there is none.
fn mean(row: &Row) -> String {
    match row.mean_latency_ns {
        Some(_) if ["steady", "replayed"].contains(&&*row.outcome) => known_mean(row),
        Some(_) => format!("{} {OVER_BUDGET}", known_mean(row)),
        None => row.outcome.clone(),
    }
}

/// Mean latency with its confidence, as far as they are known.
fn known_mean(row: &Row) -> String {
    let few = if is_of_few_batches(row) { FEW } else { "" };
    match (row.mean_latency_ns, row.ci95_ns) {
        (Some(mean), Some(half_width)) => format!("{few}{} ns", with_interval(mean, half_width)),
        (Some(mean), None) => format!("{few}{mean:.0} ns"),
        (None, _) => "-".to_owned(),
    }
}

/// A line a scheme: what it is capable of.
pub(super) fn summary(experiment: &Experiment, schemes: &[SchemeSummary]) -> String {
    let shown = |load: f64| experiment.in_unit(load).to_string();
    let fails = |one: &SchemeSummary| {
        let Some((load, outcome)) = one.fails_at else { return "-".to_owned() };
        let seeds = match (one.failed_seeds, experiment.seeds.len()) {
            (failed, all) if failed < all => format!(", {failed} of {all} seeds"),
            _ => String::new(),
        };
        format!("{} ({}{seeds})", shown(load), outcome.name())
    };
    let line = |one: &SchemeSummary| {
        vec![
            one.scheme.clone(),
            one.zero_load_latency_ns.map_or("-".into(), |latency| format!("{latency:.0} ns")),
            one.steady_up_to.map_or("-".into(), shown),
            one.carried_up_to.map_or("-".into(), shown),
            saturation_load(experiment, one),
            fails(one),
            throughput(one.throughput, |throughput| throughput.messages),
            throughput(one.throughput, |throughput| throughput.flits),
        ]
    };
    let titles = [
        "zero-load latency",
        "steady up to",
        "carried up to",
        "saturation load",
        "fails at",
        "throughput per µs",
        "in flits per cycle",
    ];
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend(titles.map(|title| (title, Align::Right)));
    let text = table::render_fitting(&columns, schemes.iter().map(line), &LEAST_OF_SUMMARY);
    let few = schemes.iter().any(|one| one.throughput.is_some_and(|throughput| throughput.known == Known::Roughly));
    format!("\n{text}{}{}", if few { FEW_MEANS } else { "" }, other_mixes(schemes))
}

/// A throughput: measured, from few messages, or what is carried at least.
fn throughput(throughput: Option<Throughput>, unit: impl Fn(Throughput) -> f64) -> String {
    let Some(throughput) = throughput else { return "-".to_owned() };
    let sign = match throughput.known {
        Known::Well => "",
        Known::Roughly => FEW,
        Known::AtLeast => "> ",
    };
    format!("{sign}{:.5}", unit(throughput))
}

/// Which schemes are saturated, and yet have no throughput but what they carried.
fn other_mixes(schemes: &[SchemeSummary]) -> String {
    let is_other = |one: &&SchemeSummary| {
        let is_saturated = one.fails_at.is_some_and(|(_, how)| how == RunOutcome::Saturated);
        is_saturated && one.throughput.is_none_or(|throughput| throughput.known == Known::AtLeast)
    };
    let labels: Vec<_> = schemes.iter().filter(is_other).map(|one| one.scheme.as_str()).collect();
    match labels.is_empty() {
        true => String::new(),
        false => format!(
            "no throughput at saturation for {}: at the load where it fails, the network takes in unicasts and multicasts \
             in other shares than they are offered, or hangs in a longer run; loads nearer to saturation, or `loads = \
             \"to-saturation\"`, tell more\n",
            labels.join(", ")
        ),
    }
}

/// Whether the network stopped in a deadlock before it was saturated.
fn deadlocks(one: &SchemeSummary) -> bool {
    one.fails_at.is_some_and(|(_, how)| how == RunOutcome::Deadlock)
}

/// Between which loads the saturation load is with these seeds; or on which side of all of them.
fn saturation_load(experiment: &Experiment, one: &SchemeSummary) -> String {
    match (one.saturation_load(), one.carried_up_to, one.fails_at) {
        (Some((load, within)), ..) => {
            let [load, within] = [load, within].map(|load| experiment.in_unit(load));
            // Two digits of the difference say all.
            let digits = (1.0 - within.log10().floor()).clamp(0.0, 12.0) as usize;
            format!("{:.digits$} to {:.digits$}", load - within, load + within)
        }
        _ if deadlocks(one) => "-".to_owned(),
        (None, Some(carried), _) => format!("> {}", experiment.in_unit(carried)),
        (None, None, Some((fails, _))) => format!("< {}", experiment.in_unit(fails)),
        (None, None, None) => "-".to_owned(),
    }
}

/// The cells whose files were damaged, a line each; nothing if there are none.
pub(super) fn damaged(cells: &[CellId]) -> String {
    let line = |cell: &CellId| format!("note: the file of {cell} was cut or altered; the cell has been run again\n");
    cells.iter().map(line).collect()
}

/// Where the files are.
pub(super) fn files(heat: bool, pdf: bool, folder: &Path) -> String {
    let figures = if heat { ", latency.svg and heat-SCHEME.svg" } else { " and latency.svg" };
    let pdf = if pdf { ", with each picture as PDF," } else { "" };
    let folder = folder.display();
    format!("\nresults.csv, .json, .parquet, summary.json, channels.csv{figures}{pdf} are in {folder}\n")
}
