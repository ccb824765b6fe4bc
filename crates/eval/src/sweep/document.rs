//! A sweep as one document: what it is about, and what it says of the schemes.

use super::table::class_name;
use super::{CellId, Difference, Row, SchemeSummary, differences};
use crate::experiment::{Experiment, LoadUnit};
use crate::run::Figures;
use crate::write_named;
use serde::Serialize;
use std::io;
use std::path::Path;
use wormcast_plan::NetworkSpec;

/// What `summary.json` has, and what `sweep --format json` prints. Loads are in messages per node per µs; what is in
/// `in_unit` is in the unit in which the loads of the experiment are.
#[derive(Clone, Debug, Serialize)]
pub struct SweepDocument<'r> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    network: &'r NetworkSpec,
    loads_in: LoadUnit,
    /// One message per node per µs is so many flits per node and cycle.
    flits_per_cycle: f64,
    schemes: Vec<SchemeDocument<'r>>,
    differences: Vec<DifferenceDocument>,
    /// How many cells are not finished; none where all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_cells: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<&'r [Row]>,
}

#[derive(Clone, Debug, Serialize)]
struct SchemeDocument<'r> {
    scheme: &'r str,
    zero_load_latency_ns: Option<f64>,
    #[serde(flatten)]
    loads: LoadsDocument,
    fails_by: Option<&'static str>,
    throughput_flits: Option<f64>,
    throughput_known: Option<&'static str>,
    in_unit: LoadsDocument,
}

#[derive(Clone, Debug, Serialize)]
struct LoadsDocument {
    steady_up_to: Option<f64>,
    carried_up_to: Option<f64>,
    fails_at: Option<f64>,
    saturation_load: Option<f64>,
    saturation_load_within: Option<f64>,
    throughput: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct DifferenceDocument {
    scheme: String,
    first: String,
    load: f64,
    load_in_unit: f64,
    /// `unicast`, `multicast`, or `all`.
    traffic: &'static str,
    difference_ns: f64,
    ci95_ns: Option<f64>,
    is_paired: bool,
    /// The seeds whose runs are not compared message by message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unpaired_seeds: Vec<u64>,
}

impl<'r> SweepDocument<'r> {
    /// What the results of all cells, in their order, and the summaries say.
    pub fn new(experiment: &'r Experiment, results: &[(CellId, Figures)], summaries: &'r [SchemeSummary]) -> Self {
        let difference = |one: Difference| DifferenceDocument {
            scheme: one.scheme,
            first: one.first,
            load: one.load,
            load_in_unit: experiment.in_unit(one.load),
            traffic: class_name(one.class),
            difference_ns: one.latency_ns.by.mean,
            ci95_ns: one.latency_ns.by.half_width,
            is_paired: one.latency_ns.paired,
            unpaired_seeds: one.unpaired.iter().map(|(seed, _)| *seed).collect(),
        };
        Self {
            format: "wormcast-sweep",
            version: 1,
            network: &experiment.network,
            loads_in: experiment.load_unit,
            flits_per_cycle: experiment.flits_per_cycle,
            schemes: summaries.iter().map(|one| scheme(experiment, one)).collect(),
            differences: differences(experiment, results).into_iter().map(difference).collect(),
            missing_cells: None,
            rows: None,
        }
    }

    /// The same of a sweep with so many cells that are not finished.
    #[must_use]
    pub fn without_cells(self, missing: usize) -> Self {
        Self { missing_cells: Some(missing), ..self }
    }

    /// The same with the rows of the table.
    #[must_use]
    pub fn with_rows(self, rows: &'r [Row]) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// Writes `summary.json` into a folder of results.
    ///
    /// # Errors
    /// The file cannot be written; the error names it.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        write_named(&folder.join(SUMMARY), |file| {
            serde_json::to_writer_pretty(&mut *file, self)?;
            writeln!(file)
        })
    }
}

/// The name of the file.
pub(super) const SUMMARY: &str = "summary.json";

fn scheme<'r>(experiment: &Experiment, one: &'r SchemeSummary) -> SchemeDocument<'r> {
    SchemeDocument {
        scheme: &one.scheme,
        zero_load_latency_ns: one.zero_load_latency_ns,
        loads: loads(one, |load| load),
        fails_by: one.fails_at.map(|(_, outcome)| outcome.name()),
        throughput_flits: one.throughput.map(|throughput| throughput.flits),
        throughput_known: one.throughput.map(|throughput| throughput.known.name()),
        in_unit: loads(one, |load| experiment.in_unit(load)),
    }
}

fn loads(one: &SchemeSummary, unit: impl Fn(f64) -> f64) -> LoadsDocument {
    let saturation = one.saturation_load();
    LoadsDocument {
        steady_up_to: one.steady_up_to.map(&unit),
        carried_up_to: one.carried_up_to.map(&unit),
        fails_at: one.fails_at.map(|(load, _)| unit(load)),
        saturation_load: saturation.map(|(load, _)| unit(load)),
        saturation_load_within: saturation.map(|(_, within)| unit(within)),
        throughput: one.throughput.map(|throughput| unit(throughput.messages)),
    }
}
