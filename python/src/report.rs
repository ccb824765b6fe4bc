//! The class `Report`: what the judge found.

use crate::documents::{to_json, to_python};
use crate::errors::wrong_type;
use pyo3::prelude::*;
use wormcast::check::Report;

/// What is wrong with a plan, and what it claims and holds. It is true if the plan is valid.
#[pyclass(frozen, name = "Report", module = "wormcast")]
pub(crate) struct PyReport {
    report: Report,
}

impl From<Report> for PyReport {
    fn from(report: Report) -> Self {
        Self { report }
    }
}

#[pymethods]
impl PyReport {
    #[getter]
    fn is_valid(&self) -> bool {
        self.report.is_valid()
    }

    fn __bool__(&self) -> bool {
        self.report.is_valid()
    }

    /// What is wrong, each a dictionary with `kind` and `message` at least.
    #[getter]
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.report)?.get_item("faults")
    }

    /// The claims of the plan that hold.
    #[getter]
    fn verified(&self) -> Vec<String> {
        self.report.verified.iter().map(ToString::to_string).collect()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.report)
    }

    fn to_json(&self) -> PyResult<String> {
        to_json(&self.report)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(wrong_type("a Report is not pickled; plans are, and `to_dict()`".to_owned()))
    }

    fn __repr__(&self) -> String {
        match self.report.violations.first() {
            None => "<wormcast.Report: valid>".into(),
            Some(first) => format!("<wormcast.Report: not valid, {first}>"),
        }
    }
}
