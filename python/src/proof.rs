//! Proofs: `Network.prove`, and the class `Proof`.

use crate::arguments::{Named, options};
use crate::documents::{text_of, to_json, to_python};
use crate::errors::{Raised, wrong_type};
use crate::network::{PyNetwork, scheme_name};
use crate::patiently::{patiently, watched};
use crate::plan::PyPlan;
use crate::statement::{routers, workload};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;
use wormcast::check::proof::{Answer, ProofDocument, SchemeStatement, Statement};
use wormcast::prove::{DEFAULT_BUDGET, Effort};
use wormcast::schemes::option::ROUTING;
use wormcast::schemes::scheme_named;
use wormcast::{Network, Plan, RouterQuestion, Span};

/// Whether worms can deadlock, and why. It is true if they cannot.
#[pyclass(frozen, name = "Proof", module = "wormcast")]
pub(crate) struct PyProof {
    network: Network,
    document: ProofDocument,
    /// The plans that it is about, for proofs about plans.
    plans: Vec<Plan>,
}

/// The time that a proof may take: a number of seconds, or `30s`, `2min`, `1h`.
pub(crate) fn budget(named: &mut Named<'_, '_>) -> PyResult<Duration> {
    Ok(named.value("budget", Span(DEFAULT_BUDGET))?.0)
}

/// The plans that are meant: one, or several.
pub(crate) fn plans_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<Plan>> {
    if let Ok(plan) = given.cast::<PyPlan>() {
        return Ok(vec![(*plan.get().plan).clone()]);
    }
    let expected = || wrong_type("expected the name of a scheme, a Plan, or a list of Plans".to_owned());
    let one = |item: Bound<'_, PyAny>| Ok((*item.cast::<PyPlan>().map_err(|_| expected())?.get().plan).clone());
    given.try_iter().map_err(|_| expected())?.map(|item| one(item?)).collect()
}

impl PyProof {
    pub(crate) fn new(network: Network, document: ProofDocument, plans: Vec<Plan>) -> Self {
        Self { network, document, plans }
    }
}

impl PyNetwork {
    fn prove_scheme(&self, py: Python<'_>, scheme: &str, named: &mut Named<'_, '_>) -> PyResult<PyProof> {
        let scheme = scheme_named(scheme).map_err(Raised::from)?;
        let RouterQuestion { length, buffer, policies } = routers(named)?;
        let mut statement = SchemeStatement {
            length,
            buffer,
            policies,
            consumption: named.optional("consumption")?,
            vc_rule: named.value("vc_rule", Default::default())?,
            with_unicast: named.switch("with_unicast")?,
            delays: named.value("delays", Default::default())?,
            ..SchemeStatement::about(scheme.name())
        };
        let unicast_scheme: Option<String> = named.optional("unicast_scheme")?;
        let virtual_channels: Option<NonZeroU32> = named.optional("virtual_channels")?;
        let (budget, progress) = (budget(named)?, named.progress()?);
        let mut routing = None;
        let takes_routing = scheme.options().iter().any(|option| option.name == ROUTING.declaration.name);
        if statement.with_unicast && !takes_routing {
            routing = named.optional::<String>("routing")?;
        }
        named.refuse_beside(scheme)?;
        let options = options(scheme, named.rest()?)?;
        routing = routing.or_else(|| options.get(&ROUTING).map(|name| name.to_string()));
        statement = match (unicast_scheme, routing.filter(|_| statement.with_unicast)) {
            (Some(unicasts), _) => statement.beside(unicasts),
            (None, Some(routing)) => statement.beside(format!("unicast --routing {routing}")),
            (None, None) => statement,
        };
        let network = self.network.clone();
        let document = watched(py, progress.as_ref(), "proving", move |tell| {
            let needed = || network.virtual_channels_for(&statement, &options);
            let virtual_channels = virtual_channels.map_or_else(needed, Ok)?;
            let statement = SchemeStatement { virtual_channels, ..statement.clone() };
            Ok(network.prove_scheme_within(&statement, &options, &Effort::within(budget).told_to(tell))?)
        })?;
        Ok(PyProof::new(self.network.clone(), document, Vec::new()))
    }

    fn prove_plans(&self, py: Python<'_>, plans: Vec<Plan>, named: &mut Named<'_, '_>) -> PyResult<PyProof> {
        let statement = workload(&self.network, &plans, named)?;
        let (budget, progress) = (budget(named)?, named.progress()?);
        named.refuse_rest()?;
        let (network, about) = (self.network.clone(), plans.clone());
        let document = watched(py, progress.as_ref(), "proving", move |tell| {
            Ok(network.prove_plans_within(&about, &statement, &Effort::within(budget).told_to(tell))?)
        })?;
        Ok(PyProof::new(self.network.clone(), document, plans))
    }

    fn prove_routing(&self, py: Python<'_>, named: &mut Named<'_, '_>) -> PyResult<PyProof> {
        let routing: Option<String> = named.optional("routing")?;
        let routes = named.texts("routes")?;
        let virtual_channels = named.optional("virtual_channels")?;
        let routers = routers(named)?;
        let (budget, progress) = (budget(named)?, named.progress()?);
        named.refuse_rest()?;
        let network = self.network.clone();
        let document = watched(py, progress.as_ref(), "proving", move |tell| {
            let effort = Effort::within(budget).told_to(tell);
            match routing {
                Some(routing) => Ok(network.prove_routing_within(&routing, virtual_channels, &routers, &effort)?),
                None if routes.is_empty() => Err(Raised::bad("prove what? a scheme, plans, `routing` or `routes`")),
                None => Ok(network.prove_routes_within(&routes, &routers, &effort)?),
            }
        })?;
        Ok(PyProof::new(self.network.clone(), document, Vec::new()))
    }
}

#[pymethods]
impl PyNetwork {
    /// Proves that worms cannot deadlock, or shows worms that do.
    #[pyo3(signature = (what=None, **options))]
    fn prove(
        &self,
        py: Python<'_>,
        what: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyProof> {
        let mut named = Named::new(options);
        match what {
            None => self.prove_routing(py, &mut named),
            Some(given) if given.is_instance_of::<PyString>() || given.hasattr("wormcast_name")? => {
                self.prove_scheme(py, &scheme_name(given)?, &mut named)
            }
            Some(given) => self.prove_plans(py, plans_of(given)?, &mut named),
        }
    }

    /// Reads a proof about this network: dictionaries as in a proof file, its text, or its path.
    #[pyo3(signature = (proof, plans=None))]
    fn load_proof(&self, proof: &Bound<'_, PyAny>, plans: Option<&Bound<'_, PyAny>>) -> PyResult<PyProof> {
        let read = serde_json::from_slice(&text_of(proof)?);
        let document = read.map_err(|error| Raised::new("BadFile", format!("no proof: {error}")))?;
        let plans = plans.map_or(Ok(Vec::new()), plans_of)?;
        Ok(PyProof::new(self.network.clone(), document, plans))
    }
}

#[pymethods]
impl PyProof {
    /// `deadlock-free`, `deadlock` or `unknown`.
    #[getter]
    fn answer(&self) -> &'static str {
        match self.document.answer {
            Answer::DeadlockFree => "deadlock-free",
            Answer::Deadlock => "deadlock",
            Answer::Unknown => "unknown",
        }
    }

    #[getter]
    fn is_deadlock_free(&self) -> bool {
        self.document.answer == Answer::DeadlockFree
    }

    fn __bool__(&self) -> bool {
        self.is_deadlock_free()
    }

    /// Why the answer is unknown.
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.document.reason.as_deref()
    }

    /// What is stated, as in the proof file.
    #[getter]
    fn statement<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.document.statement {
            Statement::Scheme(statement) => to_python(py, statement),
            Statement::Workload(statement) => to_python(py, statement),
            Statement::Routing(statement) => to_python(py, statement),
        }
    }

    /// Why worms cannot deadlock, as in the proof file.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document.certificate)
    }

    /// The worms of a deadlock, as in the proof file.
    #[getter]
    fn counterexample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document.counterexample)
    }

    /// The plans that are sent in a deadlock, each with its start in ns: `simulate` takes them.
    fn deadlocked<'py>(&self, py: Python<'py>) -> PyResult<Vec<(PyPlan, Bound<'py, PyAny>)>> {
        let Some(example) = &self.document.counterexample else { return Ok(Vec::new()) };
        let mut started = Vec::new();
        for (plan, start) in example.plans.iter().zip(&example.starts_ns) {
            let plan = Plan::of_document(self.network.clone(), plan).map_err(Raised::from)?;
            started.push((plan.into(), to_python(py, start)?));
        }
        Ok(started)
    }

    /// Verifies it from end to end: the certificate, or the deadlock by running it. Raises an error if that fails.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let (network, document, plans) = (self.network.clone(), self.document.clone(), self.plans.clone());
        patiently(py, move || {
            let verified = network.verify_proof(&document, &plans);
            verified.map(drop).map_err(|refusal| Raised::new("NotProved", refusal.to_string()))
        })
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document)
    }

    fn to_json(&self) -> PyResult<String> {
        to_json(&self.document)
    }

    /// Writes the proof file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let text = to_json(&self.document)? + "\n";
        Ok(std::fs::write(&path, text).map_err(|error| Raised::of_file(&path, error))?)
    }

    fn __repr__(&self) -> String {
        let about = match &self.document.statement {
            Statement::Scheme(statement) => format!("scheme {}", statement.scheme),
            Statement::Workload(statement) => format!("{} plans", statement.plans.len()),
            Statement::Routing(_) => "routes".to_owned(),
        };
        format!("<wormcast.Proof {about} on {}: {}>", self.network, self.answer())
    }
}
