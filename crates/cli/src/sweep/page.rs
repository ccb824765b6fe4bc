//! The results of a sweep as a page.

use wormcast::eval::chart::{Chart, Curve};
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::Figures;
use wormcast::eval::sweep::{CellId, channel_shares, latency_charts};
use wormcast_page::{ChartDocument, CurveDocument, HeatDocument, Page};

/// More shares than these are not put on a page: it would be larger than a colleague likes to get.
const MOST_SHARES: usize = 2_000_000;

/// The curves, and the channels at every point where that is not too much.
pub(super) fn page(experiment: &Experiment, results: &[(CellId, Figures)]) -> Page {
    let title = format!("Latency under load on {}", experiment.network);
    let mut page = Page::on(&*experiment.topology, &title).unwrap_or_else(|_| Page::without_network(&title));
    latency_charts(experiment, results).iter().for_each(|chart| page.add_chart(document(chart)));
    let channels = experiment.topology.graph().channel_count();
    if page.document().drawing.is_some() && channels.saturating_mul(results.len()) <= MOST_SHARES {
        add_heat(&mut page, experiment, results);
    }
    page
}

fn document(chart: &Chart) -> ChartDocument {
    ChartDocument {
        title: chart.title.clone(),
        x_label: chart.x_label.clone(),
        y_label: chart.y_label.clone(),
        log_x: chart.log_x,
        log_y: chart.log_y,
        curves: chart.curves.iter().map(curve).collect(),
    }
}

fn curve(curve: &Curve) -> CurveDocument {
    CurveDocument {
        name: curve.name.clone(),
        points: curve.points.iter().map(|point| [point.x, point.y, point.error]).collect(),
        ends_at: curve.ends_at.map(|end| (end.at, end.how.to_owned())),
    }
}

fn add_heat(page: &mut Page, experiment: &Experiment, results: &[(CellId, Figures)]) {
    for (number, scheme) in experiment.schemes.iter().enumerate() {
        let maps = channel_shares(experiment, results, number);
        let thousandths = |shares: &Vec<f64>| shares.iter().map(|share| (share * 1000.0).round() as u16).collect();
        page.add_heat(HeatDocument {
            scheme: scheme.label.clone(),
            loads: maps.iter().map(|(load, _)| experiment.in_unit(*load)).collect(),
            shares: maps.iter().map(|(_, shares)| thousandths(shares)).collect(),
        });
    }
}
