//! From the results of cells to the rows of the table, and to the curves of the figure.

use super::points::{failure, points};
use super::{CellId, Row};
use crate::chart::{Chart, Curve, CurvePoint, End};
use crate::experiment::Experiment;
use crate::run::{ClassFigures, Figures, RunOutcome};
use crate::stats::{Estimate, sample_mean};
use crate::traffic::MessageClass;
use std::io;
use wormcast_topology::Topology;

/// The rows of the table: for each cell in its order, unicast, multicast and all, as far as there was such traffic.
pub fn rows(results: &[(CellId, Figures)]) -> Vec<Row> {
    let of_cell = |(cell, figures): &'_ (CellId, Figures)| -> Vec<Row> {
        figures.classes.iter().map(|class| row(cell, figures, class)).collect()
    };
    results.iter().flat_map(of_cell).collect()
}

fn row(cell: &CellId, figures: &Figures, class: &ClassFigures) -> Row {
    let latency = class.latency.as_ref();
    let percentile = |index: usize| latency.map(|latency| latency.percentiles[index]);
    let shares = &figures.utilisation;
    Row {
        scheme: cell.scheme.label.clone(),
        load: cell.load,
        seed: cell.seed,
        traffic: class_name(class.of).to_owned(),
        messages: class.messages,
        mean_latency_ns: latency.map(|latency| latency.latency.mean),
        ci95_ns: latency.and_then(|latency| latency.latency.half_width),
        batches: latency.and_then(|latency| latency.latency.batches),
        p50_latency_ns: percentile(0),
        p95_latency_ns: percentile(1),
        p99_latency_ns: percentile(2),
        max_latency_ns: percentile(3),
        mean_destination_latency_ns: latency.map(|latency| latency.destination),
        mean_network_latency_ns: latency.map(|latency| latency.network),
        offered_load: class.offered,
        // What got through before a run hung is no measure of what the network takes in.
        accepted_load: (figures.outcome != RunOutcome::Deadlock).then_some(class.accepted),
        mean_utilisation: shares.iter().sum::<f64>() / (shares.len() as f64).max(1.0),
        max_utilisation: shares.iter().copied().fold(0.0, f64::max),
        saturated: figures.outcome == RunOutcome::Saturated,
        outcome: figures.outcome.name().to_owned(),
        warm_up_messages: figures.warm_up.unwrap_or(0),
        simulated_us: figures.end_ns / 1000.0,
        grants: figures.grants,
        load_in_unit: cell.load_in_unit,
    }
}

/// The share of time that each channel is held, as CSV: a line a channel of every cell, in their order.
///
/// # Errors
/// What the writer says.
pub fn write_channels(topology: &dyn Topology, results: &[(CellId, Figures)], to: impl io::Write) -> io::Result<()> {
    let graph = topology.graph();
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(["scheme", "load", "seed", "from", "to", "utilisation"]).map_err(io::Error::other)?;
    for (cell, figures) in results {
        for (channel, share) in graph.channels().zip(&figures.utilisation) {
            let ends = [graph.source(channel), graph.target(channel)].map(|node| topology.node_name(node));
            let [load, seed] = [cell.load.to_string(), cell.seed.to_string()];
            let record = [&cell.scheme.label, &load, &seed, &ends[0], &ends[1], &format!("{share:.6}")];
            writer.write_record(record).map_err(io::Error::other)?;
        }
    }
    writer.flush()
}

/// `unicast`, `multicast`, or `all`.
pub(super) fn class_name(class: Option<MessageClass>) -> &'static str {
    class.map_or("all", Into::into)
}

/// A mean that is known no better than this share of it is not drawn: it is that of a run at the edge of saturation.
const DRAWN: f64 = 0.2;

/// The figures of latency against load: a curve a scheme, averaged over the seeds; first over all messages, and then,
/// in mixed traffic, over unicasts and over multicasts. A curve ends before the first load at which any seed is
/// saturated or deadlocked; where a mean is not known well with every seed, it has a hollow mark and no line.
pub fn latency_charts(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<Chart> {
    let share = experiment.traffic.multicast_share;
    let (unicasts, multicasts) = (Some(MessageClass::Unicast), Some(MessageClass::Multicast));
    let classes: &[_] = if share > 0.0 && share < 1.0 { &[None, unicasts, multicasts] } else { &[None] };
    classes.iter().map(|&class| latency_chart(experiment, results, class)).collect()
}

fn latency_chart(experiment: &Experiment, results: &[(CellId, Figures)], class: Option<MessageClass>) -> Chart {
    let of = match class {
        None => "a message",
        Some(MessageClass::Unicast) => "a unicast",
        Some(MessageClass::Multicast) => "a multicast",
    };
    Chart {
        title: format!("Latency of {of} under load on {}", experiment.network),
        x_label: format!("offered load ({})", experiment.load_unit.in_words()),
        y_label: format!("mean latency of {of} (ns)"),
        log_y: true,
        curves: (0..experiment.schemes.len()).map(|scheme| curve(experiment, scheme, class, results)).collect(),
        ..Chart::default()
    }
}

fn curve(experiment: &Experiment, scheme: usize, class: Option<MessageClass>, results: &[(CellId, Figures)]) -> Curve {
    let mut curve = Curve { name: experiment.schemes[scheme].label.clone(), ..Curve::default() };
    let mut leaves_out = false;
    for (load, seeds) in points(experiment, results, scheme) {
        let load = experiment.in_unit(load);
        if let Some(outcome) = failure(seeds) {
            // The same in all panels: it is that of the runs, whatever is known of a class.
            curve.ends_at = Some(End { at: load, how: outcome.name() });
            break;
        }
        match over_seeds(seeds, class) {
            Some((y, error)) => curve.points.push(CurvePoint { x: load, y, error }),
            None => {
                leaves_out = true;
                let means: Option<Vec<f64>> = seeds.iter().map(|(_, run)| Some(estimate(run, class)?.mean)).collect();
                curve.rough.extend(means.map(|means| CurvePoint { x: load, y: sample_mean(&means).mean, error: 0.0 }));
            }
        }
    }
    if curve.points.is_empty() && leaves_out {
        curve.name += " (no mean is known well)";
    }
    curve
}

/// The mean latency of a class over independent seeds (none: of all messages) and its half-width; none where it cannot
/// be trusted. The half-widths of the seeds add like standard errors; where some seed has none, or not a good one, the
/// interval is Student's over the seeds.
fn over_seeds(seeds: &[(CellId, Figures)], class: Option<MessageClass>) -> Option<(f64, f64)> {
    let estimates: Vec<Estimate> = seeds.iter().map(|(_, run)| estimate(run, class)).collect::<Option<_>>()?;
    let means: Vec<f64> = estimates.iter().map(|one| one.mean).collect();
    let over = sample_mean(&means);
    if seeds.iter().all(|(_, run)| run.outcome == RunOutcome::Replayed) {
        return Some((over.mean, 0.0));
    }
    let square = |one: &Estimate| Some(one.half_width.filter(|_| one.is_within(DRAWN))?.powi(2));
    match estimates.iter().map(square).sum::<Option<f64>>() {
        Some(squares) => Some((over.mean, squares.sqrt() / means.len() as f64)),
        None => over.half_width.filter(|_| over.is_within(DRAWN)).map(|half_width| (over.mean, half_width)),
    }
}

/// The mean latency of a class in a cell (none: all messages), however well it is known.
fn estimate(run: &Figures, class: Option<MessageClass>) -> Option<Estimate> {
    Some(run.class(class)?.latency.as_ref()?.latency)
}
