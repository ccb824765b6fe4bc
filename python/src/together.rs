//! Many plans at once: `Network.plan_all` and `Network.replan`.

use crate::arguments::typed::{join, leave, objective};
use crate::arguments::{Named, channels_of, links_of, node_names, nodes_of};
use crate::documents::to_python;
use crate::errors::{Answer, Raised, wrong_type};
use crate::network::PyNetwork;
use crate::patiently::{patiently, watched};
use crate::plan::PyPlan;
use crate::prove::plans_of;
use crate::timing::timing;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wormcast::{Members, Network, Objective, Plan, PlannedTogether, Workload};

#[pymethods]
impl PyNetwork {
    /// Plans all multicasts of a workload together, and tells a bound below which no plans can be.
    #[pyo3(signature = (workload, objective, **options))]
    fn plan_all<'py>(
        &self,
        py: Python<'py>,
        workload: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = objective)] objective: String,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let read = py.import("wormcast._workload")?.call_method1("read", (workload,))?;
        let (text, form): (String, String) = read.extract()?;
        let objective = objective_named(&objective)?;
        let mut named = Named::new(options);
        let (timing, progress) = (timing(&mut named)?, named.progress()?);
        named.refuse_rest()?;
        let network = self.network.clone();
        let planned = watched(py, progress.as_ref(), "planning", move |_| {
            let workload = workload_of(&network, &text, &form, timing.length)?;
            Ok(network.plan_all(&workload, objective, &timing)?)
        })?;
        let phases = planned.phases.iter().map(|plans| list_of(py, plans)).collect::<PyResult<Vec<_>>>()?;
        let document = to_python(py, &planned.document)?;
        py.import("wormcast._results")?.getattr("Together")?.call1((document, phases, msccl(&planned)))
    }

    /// Changes plans as little as can be: nodes or links are lost, members join or leave.
    #[pyo3(signature = (plans, *, without_nodes=None, without_links=None, without_channels=None, join=None, leave=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn replan<'py>(
        &self,
        py: Python<'py>,
        plans: &Bound<'py, PyAny>,
        without_nodes: Option<&Bound<'py, PyAny>>,
        without_links: Option<&Bound<'py, PyAny>>,
        without_channels: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = join)] join: Option<Bound<'py, PyDict>>,
        #[pyo3(from_py_with = leave)] leave: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let plans = plans_of(plans)?;
        let topology = self.network.topology();
        let (nodes, links) = (nodes_of(topology, without_nodes)?, links_of(topology, without_links)?);
        let channels = channels_of(topology, without_channels)?;
        let members = Members { join: members("join", join)?, leave: members("leave", leave)? };
        let network = self.network.clone();
        let replanned = patiently(py, move || {
            let now = network.without_nodes(nodes)?.without_links(links)?.without_channels(channels)?;
            Ok(network.replan(&plans, &now, &members)?)
        })?;
        let now = PyDict::new(py);
        for (number, plan) in replanned.plans {
            now.set_item(number, PyPlan::from(plan))?;
        }
        let document = to_python(py, &replanned.document)?;
        py.import("wormcast._results")?.getattr("Replanned")?.call1((document, now))
    }
}

fn list_of<'py>(py: Python<'py>, plans: &[Plan]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, plans.iter().map(|plan| PyPlan::from(plan.clone())))
}

fn objective_named(name: &str) -> Answer<Objective> {
    match name {
        "load" => Ok(Objective::Load),
        "rounds" => Ok(Objective::Rounds),
        "makespan" => Ok(Objective::Makespan),
        other => Err(Raised::unknown("objective", other, ["load", "rounds", "makespan"].into_iter())),
    }
}

fn workload_of(network: &Network, text: &str, form: &str, flits: u32) -> Answer<Workload> {
    let read = match form {
        "csv" => Workload::of_csv(network, text),
        "toml" => Workload::of_toml(network, text),
        _ => {
            let pattern = text.parse().map_err(|unknown| Raised::of_pattern(text, &unknown))?;
            Workload::of_pattern(network, pattern, flits)
        }
    };
    read.map_err(|error| Raised::of_workload(&error, text))
}

/// The rounds as an algorithm of MSCCL; none where there are several phases, or no rounds.
fn msccl(planned: &PlannedTogether) -> Option<String> {
    let mut text = Vec::new();
    planned.write_msccl(&mut text).ok()?;
    String::from_utf8(text).ok()
}

/// Plans by their numbers, each with nodes.
fn members(name: &str, given: Option<Bound<'_, PyDict>>) -> PyResult<Vec<(usize, String)>> {
    let mut members = Vec::new();
    for (plan, nodes) in given.iter().flat_map(|given| given.iter()) {
        let no_plan = |_| wrong_type(format!("`{name}` has the key {plan:?}; expected the number of a plan, from 0"));
        let plan: usize = plan.extract().map_err(no_plan)?;
        members.extend(node_names(Some(&nodes))?.into_iter().map(|node| (plan, node)));
    }
    Ok(members)
}
