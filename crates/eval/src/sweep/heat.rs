//! From the results of cells to heat maps of the network.

use super::CellId;
use crate::experiment::{Experiment, SchemeConfig};
use crate::run::{Figures, Outcome};
use wormcast_draw::{DrawError, heat_svg};

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
    /// The picture; none if the network is too large to be drawn.
    ///
    /// # Errors
    /// The shares do not fit the network.
    pub fn svg(&self, experiment: &Experiment) -> Result<Option<String>, DrawError> {
        let title = format!("{} on {} at {} messages per node per µs", self.scheme, experiment.network, self.load);
        match heat_svg(&*experiment.topology, &self.shares, &title) {
            Ok(svg) => Ok(Some(svg)),
            Err(DrawError::TooManyNodes { .. } | DrawError::TooManyChannels { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// For each scheme the heat map at the highest load at which the runs with all seeds were steady; none for a scheme
/// that was steady at no load.
pub fn heat_maps(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<HeatMap> {
    let mut loads = experiment.loads.clone();
    loads.sort_by(|a, b| b.total_cmp(a));
    let map = |scheme: &SchemeConfig| loads.iter().find_map(|&load| heat_map(scheme, load, results));
    experiment.schemes.iter().filter_map(map).collect()
}

/// The heat map of a scheme at a load; none unless every seed was steady there.
fn heat_map(scheme: &SchemeConfig, load: f64, results: &[(CellId, Figures)]) -> Option<HeatMap> {
    let at = |cell: &CellId| cell.scheme.label == scheme.label && cell.load == load;
    let seeds: Vec<&Figures> = results.iter().filter(|(cell, _)| at(cell)).map(|(_, figures)| figures).collect();
    if seeds.iter().any(|figures| figures.outcome != Outcome::Steady) {
        return None;
    }
    let channels = seeds.first()?.utilisation.len();
    let mean = |channel| seeds.iter().map(|figures| figures.utilisation[channel]).sum::<f64>() / seeds.len() as f64;
    // Sums of times may exceed the whole by a rounding.
    let shares = (0..channels).map(|channel| mean(channel).clamp(0.0, 1.0)).collect();
    Some(HeatMap { scheme: scheme.label.clone(), file_label: scheme.file_label(), load, shares })
}
