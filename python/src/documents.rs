//! What Rust writes as JSON, as objects of Python and back.

use crate::errors::{Raised, wrong_type};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::Serialize;
use std::path::PathBuf;

/// The dictionaries and lists of a document.
pub(crate) fn to_python<'py>(py: Python<'py>, document: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (to_json(document)?,))
}

/// The text of a document.
pub(crate) fn to_json(document: &impl Serialize) -> PyResult<String> {
    Ok(serde_json::to_string(document).map_err(|error| Raised::bad(error.to_string()))?)
}

/// The text of a document that is given as dictionaries and lists, as JSON text, or as the path of a file.
pub(crate) fn text_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_cow()?;
        if text.trim_start().starts_with('{') {
            return Ok(text.into_owned().into_bytes());
        }
    }
    match given.extract::<PathBuf>() {
        Ok(path) => Ok(std::fs::read(&path).map_err(|error| Raised::of_file(&path, error))?),
        Err(_) if given.is_instance_of::<PyDict>() => {
            Ok(py.import("json")?.call_method1("dumps", (given,))?.extract::<String>()?.into_bytes())
        }
        Err(_) => Err(wrong_type(format!(
            "{} is no document; expected a dictionary, its text as JSON, or the path of a file",
            given.repr()?
        ))),
    }
}
