//! What a network is asked for: plans by schemes, and verdicts on plans.

use super::PyNetwork;
use crate::arguments::typed::{count, seed};
use crate::arguments::{Named, node_name, nodes_of, options};
use crate::documents::text_of;
use crate::errors::{Answer, Raised, wrong_type};
use crate::patiently::{patiently, watched};
use crate::plan::PyPlan;
use crate::report::PyReport;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use wormcast::Plan;
use wormcast::plan::PlanDocument;
use wormcast::schemes::{Options, scheme_named};

/// Schemes that may search for seconds: their plans are made with an eye on Ctrl-C.
const SEARCHING: [&str; 5] = ["ocms", "otms", "otms-timed", "steiner", "hamiltonian-path"];

/// With more destinations than these, plans are made with an eye on Ctrl-C.
const FEW: usize = 64;

impl PyNetwork {
    /// The scheme of a name made ready, or a plan by a planner that is kept.
    fn plan_named(
        &self,
        py: Python<'_>,
        (scheme, set_options): (&str, Options),
        (source, destinations): (String, Vec<String>),
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Plan> {
        let network = self.network.clone();
        if progress.is_none() && destinations.len() <= FEW && !SEARCHING.contains(&scheme) {
            let plan = py.detach(|| network.plan(scheme, &source, &destinations, &set_options));
            return Ok(plan.map_err(Raised::from)?);
        }
        let scheme = scheme.to_owned();
        watched(py, progress, "planning", move |_| Ok(network.plan(&scheme, &source, &destinations, &set_options)?))
    }
}

#[pymethods]
impl PyNetwork {
    /// Nodes drawn at random without the source, by a seed.
    #[pyo3(signature = (source, count, seed=1))]
    fn random_destinations(
        &self,
        source: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = count)] count: usize,
        #[pyo3(from_py_with = seed)] seed: u64,
    ) -> PyResult<Vec<String>> {
        let drawn = self.network.random_destinations(&node_name(source)?, count, seed);
        Ok(drawn.map_err(Raised::from)?)
    }

    /// Plans a multicast by a scheme.
    #[pyo3(signature = (scheme, source, destinations, *, progress=None, **options))]
    fn plan(
        &self,
        py: Python<'_>,
        scheme: &Bound<'_, PyAny>,
        source: &Bound<'_, PyAny>,
        destinations: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyPlan> {
        let name = scheme_name(scheme)?;
        let set = (node_name(source)?, nodes_of(self.network.topology(), Some(destinations))?);
        let set_options = options_of(&name, options)?;
        self.plan_named(py, (&name, set_options), set, progress).map(PyPlan::from)
    }

    /// Judges a plan: a `Plan`, dictionaries as in a plan file, its text, or its path.
    fn check(&self, py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<PyReport> {
        let document = document_of(plan)?;
        let network = self.network.clone();
        patiently(py, move || Ok(network.check(&document))).map(PyReport::from)
    }
}

/// The name of a scheme, which a function with the decorator has as an attribute.
pub(crate) fn scheme_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    named(given, "scheme", "dual-path")
}

/// The same of a routing.
pub(crate) fn routing_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    named(given, "routing", "up-down")
}

fn named(given: &Bound<'_, PyAny>, kind: &str, such_as: &str) -> PyResult<String> {
    match given.getattr_opt("wormcast_name")? {
        Some(name) => name.extract(),
        None if given.is_instance_of::<PyString>() => given.extract(),
        None => Err(wrong_type(format!(
            "{} is no {kind}; expected a name such as \"{such_as}\", or a function made one by \
             `@wormcast.{kind}(\"name\")`",
            given.repr()?
        ))),
    }
}

/// Options of the scheme of this name.
fn options_of(scheme: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    match given {
        None => Ok(Options::default()),
        given => options(scheme_named(scheme).map_err(Raised::from)?, Named::new(given).rest()?),
    }
}

/// The document of a plan, whatever is wrong with it.
fn document_of(given: &Bound<'_, PyAny>) -> PyResult<PlanDocument> {
    match given.cast::<PyPlan>() {
        Ok(plan) => Ok(plan.get().plan.document()),
        Err(_) => {
            let read: Answer<_> = PlanDocument::parse(&text_of(given)?).map_err(Raised::from);
            Ok(read?)
        }
    }
}
