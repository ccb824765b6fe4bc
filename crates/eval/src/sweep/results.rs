//! The tables and pictures that are made from the cells of a sweep.

use super::{
    CellId, heat_map_name, heat_maps, latency_charts, rows, write_channels, write_csv, write_json, write_parquet,
};
use crate::chart;
use crate::experiment::Experiment;
use crate::run::Figures;
use crate::write_named;
use std::io;
use std::path::Path;
use wormcast_draw::PaperWidth;

/// Writes the tables of a sweep into a folder, from the results of all its cells in their order, and hands the pictures
/// to `write_picture`, as wide as a paper needs them if a width is given. Says whether
/// there is any heat map: there is none of networks too large for pictures.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn write_results<E: From<io::Error>>(
    experiment: &Experiment,
    results: &[(CellId, Figures)],
    folder: &Path,
    width: Option<PaperWidth>,
    mut write_picture: impl FnMut(&Path, &str) -> Result<(), E>,
) -> Result<bool, E> {
    write_tables(experiment, results, folder)?;
    let charts = latency_charts(experiment, results);
    let figure = match width {
        None => chart::panels(&charts),
        Some(width) => chart::panels_on_paper(&charts, width),
    };
    write_picture(&folder.join("latency.svg"), &figure)?;
    let mut any = false;
    for map in heat_maps(experiment, results) {
        if let Some(svg) = map.svg(experiment, width).map_err(io::Error::other)? {
            write_picture(&folder.join(heat_map_name(&map.file_label)), &svg)?;
            any = true;
        }
    }
    Ok(any)
}

fn write_tables(experiment: &Experiment, results: &[(CellId, Figures)], folder: &Path) -> io::Result<()> {
    let rows = rows(results);
    write_named(&folder.join("results.csv"), |file| write_csv(&rows, file))?;
    write_named(&folder.join("results.json"), |file| write_json(&rows, file))?;
    let mut parquet = Vec::new();
    write_parquet(&rows, &mut parquet)?;
    write_named(&folder.join("results.parquet"), |file| file.write_all(&parquet))?;
    write_named(&folder.join("channels.csv"), |file| write_channels(&*experiment.topology, results, file))
}
