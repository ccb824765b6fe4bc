//! From the results of cells to the rows of the table, and to the curves of the figure.

use super::points::{failure, points};
use super::{CellId, Row};
use crate::chart::{Chart, Curve, CurvePoint, End};
use crate::experiment::Experiment;
use crate::run::{ClassFigures, Figures, RunOutcome};
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
        accepted_load: class.accepted,
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
fn class_name(class: Option<MessageClass>) -> &'static str {
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
        let means = seeds.iter().map(|(_, figures)| point(figures, class)).collect::<Option<Vec<_>>>();
        match means {
            Some(means) => curve.points.push(mean_point(load, &means)),
            None => {
                leaves_out = true;
                let means = seeds.iter().map(|(_, figures)| Some((rough_mean(figures, class)?, 0.0)));
                curve.rough.extend(means.collect::<Option<Vec<_>>>().map(|means| mean_point(load, &means)));
            }
        }
    }
    if curve.points.is_empty() && leaves_out {
        curve.name += " (no mean is known well)";
    }
    curve
}

/// Mean latency and half-width of a class in a cell (none: all messages); none where they cannot be trusted.
fn point(figures: &Figures, class: Option<MessageClass>) -> Option<(f64, f64)> {
    let own = figures.classes.iter().find(|figures| figures.of == class)?;
    let latency = own.latency.as_ref()?.latency;
    if figures.outcome == RunOutcome::Replayed {
        return Some((latency.mean, 0.0));
    }
    latency.half_width.filter(|_| latency.is_within(DRAWN)).map(|half_width| (latency.mean, half_width))
}

/// Mean latency of a class in a cell (none: all messages), however well it is known.
fn rough_mean(figures: &Figures, class: Option<MessageClass>) -> Option<f64> {
    let own = figures.classes.iter().find(|figures| figures.of == class)?;
    own.latency.as_ref().map(|latency| latency.latency.mean)
}

/// The mean over independent seeds; their half-widths add like standard errors.
fn mean_point(x: f64, seeds: &[(f64, f64)]) -> CurvePoint {
    let count = seeds.len() as f64;
    let squares: f64 = seeds.iter().map(|(_, half_width)| half_width * half_width).sum();
    CurvePoint { x, y: seeds.iter().map(|(mean, _)| mean).sum::<f64>() / count, error: squares.sqrt() / count }
}
