//! The tables of a subnet manager: the functions `plan_groups` and `prove_fabric`.

use crate::arguments::Named;
use crate::arguments::typed::folder;
use crate::documents::to_python;
use crate::errors::Raised;
use crate::network::PyNetwork;
use crate::patiently::watched;
use crate::proof::{LeftOut, PyProof};
use crate::prove::budget;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use wormcast::prove::Effort;
use wormcast::{GroupPlans, Network, Ungrouped};

/// Plans the multicast trees of the fabric in a folder anew. Gives what is told of them, the tables and the levels.
#[pyfunction]
pub(crate) fn group_plans<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = folder)] folder: PathBuf,
    groups: Option<Vec<(u32, Vec<String>)>>,
    keep: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, String, String)> {
    let (document, tables, levels) = watched(py, progress, "planning", move |_| {
        let plans = match keep {
            true => GroupPlans::of_fabric_keeping(&folder, groups.as_ref()),
            false => GroupPlans::of_fabric(&folder, groups.as_ref()),
        };
        let plans = plans?.map_err(none)?;
        let (mut tables, mut levels) = (Vec::new(), Vec::new());
        plans.write_tables(&mut tables)?;
        plans.write_levels(&mut levels)?;
        Ok((plans.document, text(tables), text(levels)))
    })?;
    Ok((to_python(py, &document)?, tables, levels))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn none(problem: Ungrouped) -> Raised {
    let raised = Raised::bad(problem.to_string());
    match problem {
        Ungrouped::Loop(_) => raised,
        Ungrouped::NoTree { group, .. } => raised.about(format!("0x{group:04X}")),
    }
}

/// Whether the tables of the fabric in a folder have credit loops; `with_multicast`: beside the trees of its groups.
/// Gives the network of the fabric, and the proof.
#[pyfunction]
#[pyo3(signature = (folder, **options))]
pub(crate) fn prove_fabric(
    py: Python<'_>,
    #[pyo3(from_py_with = folder)] folder: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(PyNetwork, PyProof)> {
    let mut named = Named::new(options);
    let (with_multicast, budget) = (named.switch("with_multicast")?, budget(&mut named)?);
    let virtual_channels = named.optional("virtual_channels")?;
    let progress = named.progress()?;
    named.refuse_rest()?;
    let (network, document, left_out) = watched(py, progress.as_ref(), "proving", move |tell| {
        let effort = Effort::within(budget).told_to(tell);
        let (network, document) = Network::prove_fabric_within(&folder, with_multicast, virtual_channels, &effort)?;
        let left_out = LeftOut::of(&network, &document)?;
        Ok((network, document, left_out))
    })?;
    Ok((network.clone().into(), PyProof::new(network, document, Vec::new(), left_out)))
}
