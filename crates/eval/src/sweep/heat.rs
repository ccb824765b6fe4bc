//! From the results of cells to heat maps of the network.

use super::CellId;
use super::points::points;
use crate::experiment::{Experiment, SchemeConfig};
use crate::run::Figures;
use wormcast_draw::{DrawError, PaperWidth, heat_svg, network_name, title_of};

/// The channels of the network under one scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The label of the scheme.
    pub scheme: String,
    /// The same as a part of the name of a file.
    pub file_label: String,
    /// The load, in messages per node per µs.
    pub load: f64,
    /// The share of time that each channel is held, by channel: the mean over the seeds.
    pub shares: Vec<f64>,
}

impl HeatMap {
    /// The picture, as wide as a paper needs it if a width is given; none if the network is too large to be drawn.
    ///
    /// # Errors
    /// The shares do not fit the network.
    pub fn svg(&self, experiment: &Experiment, width: Option<PaperWidth>) -> Result<Option<String>, DrawError> {
        let (load, unit) = (experiment.in_unit(self.load), experiment.load_unit.in_words());
        let network = network_name(&*experiment.topology);
        let title = title_of(&format!("{} on {network}", self.scheme), &format!(" at {load} {unit}"));
        match heat_svg(&*experiment.topology, &self.shares, &title, width) {
            Ok(svg) => Ok(Some(svg)),
            Err(DrawError::TooManyNodes { .. } | DrawError::TooManyChannels { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// For each scheme the heat map at the highest load at which the runs with all seeds were steady; none for a scheme
/// that was steady at no load.
pub fn heat_maps(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<HeatMap> {
    let schemes = experiment.schemes.iter().enumerate();
    let map = |(number, scheme): (usize, &SchemeConfig)| {
        let points = points(experiment, results, number);
        points.into_iter().rev().find_map(|(load, seeds)| heat_map(experiment, scheme, load, seeds))
    };
    schemes.filter_map(map).collect()
}

/// The heat map of a scheme at a load, from the results of all seeds; none unless every seed was steady there.
fn heat_map(experiment: &Experiment, scheme: &SchemeConfig, load: f64, seeds: &[(CellId, Figures)]) -> Option<HeatMap> {
    if seeds.iter().any(|(_, figures)| !figures.outcome.is_carried()) {
        return None;
    }
    let shares = mean_shares(experiment, seeds);
    Some(HeatMap { scheme: scheme.label.clone(), file_label: scheme.file_label(), load, shares })
}

/// For each load of a scheme, by its number in the experiment, the share of time that each channel is held, whatever
/// became of the runs: the mean over the seeds.
pub fn channel_shares(experiment: &Experiment, results: &[(CellId, Figures)], scheme: usize) -> Vec<(f64, Vec<f64>)> {
    let points = points(experiment, results, scheme).into_iter();
    points.map(|(load, seeds)| (load, mean_shares(experiment, seeds))).collect()
}

fn mean_shares(experiment: &Experiment, seeds: &[(CellId, Figures)]) -> Vec<f64> {
    let share = |channel| seeds.iter().filter_map(move |(_, figures)| figures.utilisation.get(channel));
    // Sums of times may exceed the whole by a rounding.
    let mean = |channel| (share(channel).sum::<f64>() / seeds.len() as f64).clamp(0.0, 1.0);
    (0..experiment.topology.graph().channel_count()).map(mean).collect()
}
