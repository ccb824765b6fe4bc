//! Arguments of one type: what is of another one is refused by the name of the argument.

use crate::errors::{Raised, wrong_type};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::num::NonZeroU32;
use std::path::PathBuf;

/// The value of an argument, in the type that it has.
fn typed<'py, T>(given: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>,
{
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        let problem = match given.repr() {
            Ok(shown) => format!("`{name}` is {shown}; expected {expected}"),
            Err(_) => format!("`{name}` is of another type; expected {expected}"),
        };
        match error.is_instance_of::<PyTypeError>(given.py()) {
            true => wrong_type(problem),
            false => Raised::new("BadOption", problem).about(name).into(),
        }
    })
}

/// A function for each argument that has this type wherever it stands.
macro_rules! arguments {
    ($($name:ident: $type:ty, $expected:literal;)*) => {
        $(pub(crate) fn $name(given: &Bound<'_, PyAny>) -> PyResult<$type> {
            typed(given, stringify!($name), $expected)
        })*
    };
}

arguments! {
    title: Option<String>, "a text";
    name: Option<String>, "a text";
    names: bool, "True or False";
    nodes: bool, "True or False";
    undirected: Option<bool>, "True, False or None";
    picture_width: Option<String>, "a width such as \"8.5cm\"";
    format: Option<String>, "a text such as \"graphml\"";
    kind: String, "the name of an attribute";
    weight: Option<String>, "the name of an attribute";
    position: String, "the name of an attribute";
    text: String, "a text";
    objective: String, "\"load\", \"rounds\" or \"makespan\"";
    path: PathBuf, "a path";
    folder: PathBuf, "a path";
    count: usize, "a whole number of at least 0";
    seed: u64, "a whole number of at least 0";
    virtual_channels: Option<NonZeroU32>, "a whole number of at least 1";
    figure: String, "the name of a figure";
}

/// The name of a file that nobody reads.
pub(crate) fn file_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    typed(given, "path", "the name of a file")
}

/// Plans that nodes join or leave, by their numbers.
macro_rules! members {
    ($($name:ident)*) => {
        $(pub(crate) fn $name<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, pyo3::types::PyDict>>> {
            let expected = "a dictionary of plans, by their numbers from 0, such as {0: [\"3,3\"]}";
            match given.is_none() {
                true => Ok(None),
                false => typed(given, stringify!($name), expected).map(Some),
            }
        })*
    };
}

members! { join leave }
