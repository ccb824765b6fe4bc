//! The figures of the papers, measured: the function `reproduce`; and what there is: `list`.

use crate::arguments::typed::{figure, seed};
use crate::documents::to_python;
use crate::errors::{Answer, Raised};
use crate::own::with_python;
use crate::patiently::patiently;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::{Value, json};
use wormcast::formats::families;
use wormcast::papers::{Context, Effort, FigureReport, figures, figures_named};
use wormcast::routing::ROUTINGS;
use wormcast::schemes::{OptionDeclaration, all_schemes};

/// Measures a figure of a paper; `tell` is called with the share that is done. Gives claims, tables and pictures.
#[pyfunction]
#[pyo3(signature = (figure, quick, seed, tell=None))]
pub(crate) fn measure<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = figure)] figure: String,
    quick: bool,
    #[pyo3(from_py_with = seed)] seed: u64,
    tell: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let report = patiently(py, move || {
        let figure = figures_named(&figure)?[0];
        let effort = if quick { Effort::Quick } else { Effort::Full };
        let progress = |share: f64| {
            if let Some(tell) = &tell {
                // Whoever watches does not stop the measurement.
                let _ = with_python(|py| tell.bind(py).call1((share,)).map(drop));
            }
        };
        Ok(figure.measure(&Context { effort, seed, progress: &progress }))
    })?;
    to_python(py, &document(&report))
}

fn document(report: &FigureReport) -> Value {
    let table =
        |table: &wormcast::papers::Table| json!({"name": table.name, "columns": table.columns, "rows": table.rows});
    let picture = |picture: &wormcast::papers::Picture| json!({"name": picture.name, "svg": picture.svg});
    json!({
        "claims": report.claims,
        "tables": report.tables.iter().map(table).collect::<Vec<_>>(),
        "pictures": report.pictures.iter().map(picture).collect::<Vec<_>>(),
    })
}

/// The names of the figures that a name stands for: the beginning of one, or of several with `*` behind it.
#[pyfunction]
pub(crate) fn figures_meant<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = figure)] name: String,
) -> PyResult<Bound<'py, PyList>> {
    let found: Answer<_> = figures_named(&name).map_err(Raised::from);
    PyList::new(py, found?.into_iter().map(|figure| figure.id))
}

/// The topologies, schemes with their options, routings and figures that there are.
#[pyfunction]
pub(crate) fn listed(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let topologies = families().map(|family| {
        let (name, parameters) = (family.name, family.parameters);
        json!({"name": name, "parameters": parameters, "summary": family.summary, "example": family.example})
    });
    let option = |option: &OptionDeclaration| {
        let (expected, default) =
            (option.value.map(|value| value.expected), option.value.and_then(|value| value.default));
        json!({"name": option.key(), "summary": option.help, "value": expected, "default": default})
    };
    let schemes = all_schemes().into_iter().map(|scheme| {
        let options: Vec<_> = scheme.options().iter().map(option).collect();
        let (name, summary) = (scheme.name(), scheme.summary());
        json!({"name": name, "summary": summary, "topologies": scheme.topologies(), "options": options})
    });
    let routings = ROUTINGS.iter().map(|routing| {
        let (name, parameters) = (routing.name, routing.parameters);
        json!({"name": name, "parameters": parameters, "summary": routing.summary, "networks": routing.networks})
    });
    let figures = figures().map(|figure| json!({"name": figure.id, "paper": figure.paper, "title": figure.title}));
    let all = json!({
        "topologies": topologies.collect::<Vec<_>>(), "schemes": schemes.collect::<Vec<_>>(),
        "routings": routings.collect::<Vec<_>>(), "figures": figures.collect::<Vec<_>>(),
    });
    to_python(py, &all)
}
