//! Schemes, routings and topologies that are written in Python: the library calls them as its own.

mod ending;
mod nodes;
mod raising;
mod routing;
mod scheme;
mod space;
mod topology;
mod worms;

pub(crate) use ending::{await_calls, with_python};
pub(crate) use raising::with_cause;

use crate::errors::Raised;
use pyo3::prelude::*;
use wormcast::routing::add_routing;
use wormcast::schemes::add_scheme;
use wormcast::topology::{TakenName, add_family};

/// Adds the scheme that an object of `wormcast._own` stands for.
#[pyfunction]
pub(crate) fn register_scheme(object: &Bound<'_, PyAny>) -> PyResult<()> {
    Ok(add_scheme(Box::new(scheme::OwnScheme::of(object)?)).map_err(taken)?)
}

/// Adds a routing.
#[pyfunction]
pub(crate) fn register_routing(object: &Bound<'_, PyAny>) -> PyResult<()> {
    Ok(add_routing(Box::new(routing::OwnRouting::of(object)?)).map_err(taken)?)
}

/// Adds a family of networks.
#[pyfunction]
pub(crate) fn register_topology(object: &Bound<'_, PyAny>) -> PyResult<()> {
    Ok(add_family(Box::new(topology::OwnFamily::of(object)?)).map_err(taken)?)
}

fn taken(error: TakenName) -> Raised {
    Raised::bad(error.to_string()).about(error.0)
}

/// A text that the library keeps to the end.
fn kept(text: String) -> &'static str {
    text.leak()
}

/// What a function in Python raised, in one line, and the line of its own file where it went wrong.
fn told(py: Python<'_>, object: &Py<PyAny>, error: &PyErr) -> String {
    let kind = error.get_type(py).name().map_or_else(|_| "error".into(), |name| name.to_string());
    let class = wormcast_error(py).is_some_and(|class| error.is_instance(py, &class));
    let problem = match class {
        true => error.value(py).to_string(),
        false => format!("{kind}: {}", error.value(py)),
    };
    let told = placed(py, object, problem, Some(error));
    raising::keep(py, &told, error);
    told
}

/// A problem of what is written in Python, and where: the line that raised the error, or else that of the definition.
fn placed(py: Python<'_>, object: &Py<PyAny>, problem: String, error: Option<&PyErr>) -> String {
    let place = object.bind(py).call_method1("place", (error.and_then(|error| error.traceback(py)),));
    // What has no source has no place.
    match place.and_then(|place| place.extract::<Option<String>>()) {
        // It was told where it was raised first.
        Ok(Some(place)) if problem.ends_with(&format!(" ({place})")) => problem,
        Ok(Some(place)) => format!("{problem} ({place})"),
        _ => problem,
    }
}

/// The class of the library's own errors, which speak for themselves.
fn wormcast_error(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    py.import("wormcast.errors").and_then(|errors| errors.getattr("Error")).ok()
}
