//! The table of a sweep, column by column.

use crate::arrays::column;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wormcast::eval::sweep::Row;

/// The table of results as NumPy arrays, by the names of its columns; NaN where the run could not tell.
pub(super) fn columns<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let text = |of: fn(&Row) -> &String| PyList::new(py, rows.iter().map(of)).map(Bound::into_any);
    let number = |of: fn(&Row) -> f64| column(py, rows.iter().map(of).collect::<Vec<f64>>());
    let maybe = |of: fn(&Row) -> Option<f64>| {
        column(py, rows.iter().map(|row| of(row).unwrap_or(f64::NAN)).collect::<Vec<f64>>())
    };
    let count = |of: fn(&Row) -> u64| column(py, rows.iter().map(of).collect::<Vec<u64>>());
    dict.set_item("scheme", text(|row| &row.scheme)?)?;
    dict.set_item("load", number(|row| row.load))?;
    dict.set_item("seed", count(|row| row.seed))?;
    dict.set_item("traffic", text(|row| &row.traffic)?)?;
    dict.set_item("messages", count(|row| row.messages))?;
    dict.set_item("mean_latency_ns", maybe(|row| row.mean_latency_ns))?;
    dict.set_item("ci95_ns", maybe(|row| row.ci95_ns))?;
    dict.set_item("p50_latency_ns", maybe(|row| row.p50_latency_ns))?;
    dict.set_item("p95_latency_ns", maybe(|row| row.p95_latency_ns))?;
    dict.set_item("p99_latency_ns", maybe(|row| row.p99_latency_ns))?;
    dict.set_item("max_latency_ns", maybe(|row| row.max_latency_ns))?;
    dict.set_item("mean_destination_latency_ns", maybe(|row| row.mean_destination_latency_ns))?;
    dict.set_item("mean_network_latency_ns", maybe(|row| row.mean_network_latency_ns))?;
    dict.set_item("offered_load", number(|row| row.offered_load))?;
    dict.set_item("accepted_load", maybe(|row| row.accepted_load))?;
    dict.set_item("mean_utilisation", number(|row| row.mean_utilisation))?;
    dict.set_item("max_utilisation", number(|row| row.max_utilisation))?;
    dict.set_item("saturated", column(py, rows.iter().map(|row| row.saturated).collect::<Vec<bool>>()))?;
    dict.set_item("outcome", text(|row| &row.outcome)?)?;
    dict.set_item("warm_up_messages", count(|row| row.warm_up_messages))?;
    dict.set_item("simulated_us", number(|row| row.simulated_us))?;
    dict.set_item("grants", maybe(|row| row.grants.map(|count| count as f64)))?;
    dict.set_item("batches", maybe(|row| row.batches.map(f64::from)))?;
    Ok(dict)
}
