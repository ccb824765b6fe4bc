//! Columns of numbers that move into NumPy arrays as they are.

use numpy::{Element, IntoPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An array of these numbers, which takes over their memory.
pub(crate) fn column<'py, T: Element>(py: Python<'py>, numbers: Vec<T>) -> Bound<'py, PyAny> {
    numbers.into_pyarray(py).into_any()
}

/// Columns by their names.
pub(crate) fn dict_of<'py, const N: usize>(
    py: Python<'py>,
    columns: [(&'static str, Bound<'py, PyAny>); N],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    columns.into_iter().try_for_each(|(name, column)| dict.set_item(name, column))?;
    Ok(dict)
}
