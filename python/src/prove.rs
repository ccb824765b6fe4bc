//! Proofs of schemes, plans and routings: `Network.prove`.

use crate::arguments::{Named, options};
use crate::documents::text_of;
use crate::errors::{Raised, wrong_type};
use crate::network::{PyNetwork, scheme_name};
use crate::patiently::{patiently, watched};
use crate::plan::PyPlan;
use crate::proof::{LeftOut, PyProof};
use crate::statement::{routers, routes_of, workload};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast::check::proof::{ProofDocument, SchemeStatement};
use wormcast::prove::{DEFAULT_BUDGET, Effort};
use wormcast::schemes::option::ROUTING;
use wormcast::schemes::scheme_named;
use wormcast::{Plan, RouterQuestion, Span};

/// The time that a proof may take: a number of seconds, or `30s`, `2min`, `1h`.
pub(crate) fn budget(named: &mut Named<'_, '_>) -> PyResult<Duration> {
    Ok(named.value("budget", Span(DEFAULT_BUDGET))?.0)
}

/// The plans that are meant: one, or several, each perhaps with its start, which no proof is about.
pub(crate) fn plans_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<Plan>> {
    if let Ok(plan) = given.cast::<PyPlan>() {
        return Ok(vec![(*plan.get().plan).clone()]);
    }
    if given.is_instance_of::<PyProof>() {
        return Err(wrong_type("a proof is no plan; the plans of its deadlock are `proof.deadlocked()`".to_owned()));
    }
    let expected = || {
        let problem = "is neither a Plan nor a list of Plans; schemes are named, or functions made ones by";
        wrong_type(format!("{given:?} {problem} `@wormcast.scheme(\"name\")`"))
    };
    let one = |item: Bound<'_, PyAny>| {
        let plan = match item.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => pair.get_item(0)?,
            _ => item,
        };
        Ok((*plan.cast::<PyPlan>().map_err(|_| expected())?.get().plan).clone())
    };
    let plans = given.try_iter().map_err(|_| expected())?.map(|item| one(item?)).collect::<PyResult<Vec<_>>>()?;
    match plans.is_empty() {
        true => {
            Err(Raised::bad("there are no plans; `deadlocked()` gives some of proofs whose answer is a deadlock")
                .into())
        }
        false => Ok(plans),
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
        if !takes_routing {
            routing = named.optional::<String>("routing")?;
        }
        if !statement.with_unicast && routing.is_some() {
            let message = format!(
                "`{}` takes no `routing`; with `with_unicast=True` it says how the unicasts beside the scheme go",
                scheme.name()
            );
            return Err(Raised::new("BadOption", message).about("routing").into());
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
        let (document, left_out) = watched(py, progress.as_ref(), "proving", move |tell| {
            let needed = network.virtual_channels_for(&statement, &options)?;
            let virtual_channels = network.virtual_channels_said(virtual_channels, needed)?;
            let statement = SchemeStatement { virtual_channels, ..statement.clone() };
            network.check_virtual_channels(&statement, &options)?;
            let effort = Effort::within(budget).told_to(tell);
            let document = network.prove_scheme_within(&statement, &options, &effort)?;
            let left_out = LeftOut::of(&network, &document)?;
            Ok((document, left_out))
        })?;
        Ok(PyProof::new(self.network.clone(), document, Vec::new(), left_out))
    }

    fn prove_plans(&self, py: Python<'_>, plans: Vec<Plan>, named: &mut Named<'_, '_>) -> PyResult<PyProof> {
        let statement = workload(&self.network, &plans, named)?;
        let (budget, progress) = (budget(named)?, named.progress()?);
        named.refuse_rest()?;
        let (network, about) = (self.network.clone(), plans.clone());
        let (document, left_out) = watched(py, progress.as_ref(), "proving", move |tell| {
            let document = network.prove_plans_within(&about, &statement, &Effort::within(budget).told_to(tell))?;
            let left_out = LeftOut::of(&network, &document)?;
            Ok((document, left_out))
        })?;
        Ok(PyProof::new(self.network.clone(), document, plans, left_out))
    }

    fn prove_routing(&self, py: Python<'_>, named: &mut Named<'_, '_>) -> PyResult<PyProof> {
        let routing: Option<String> = named.optional("routing")?;
        let routes = routes_of(named)?;
        let virtual_channels = named.optional("virtual_channels")?;
        let routers = routers(named)?;
        let (budget, progress) = (budget(named)?, named.progress()?);
        named.refuse_rest()?;
        let network = self.network.clone();
        let (document, left_out) = watched(py, progress.as_ref(), "proving", move |tell| {
            let effort = Effort::within(budget).told_to(tell);
            let document = match routing {
                Some(routing) => network.prove_routing_within(&routing, virtual_channels, &routers, &effort)?,
                None if routes.is_empty() => {
                    return Err(Raised::bad("prove what? a scheme, plans, `routing` or `routes`"));
                }
                None => network.prove_routes_within(&routes, virtual_channels, &routers, &effort)?,
            };
            let left_out = LeftOut::of(&network, &document)?;
            Ok((document, left_out))
        })?;
        Ok(PyProof::new(self.network.clone(), document, Vec::new(), left_out))
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
        let by_name = |name: &&&str| options.is_some_and(|options| options.contains(name).unwrap_or(false));
        if let Some(name) = ["scheme", "plan", "plans"].iter().find(by_name).filter(|_| what.is_none()) {
            let message = format!("`{name}` is no argument: what is proved comes first, as in `prove(\"dual-path\")`");
            return Err(Raised::new("UnknownName", message).about(*name).into());
        }
        match what {
            None => self.prove_routing(py, &mut named),
            Some(given) if given.is_instance_of::<PyString>() || given.hasattr("wormcast_name")? => {
                self.prove_scheme(py, &scheme_name(given)?, &mut named)
            }
            Some(given) => self.prove_plans(py, plans_of(given)?, &mut named),
        }
    }

    /// Reads a proof about this network: dictionaries as in a proof file, its text, or its path. What it says is a
    /// claim until it is verified.
    #[pyo3(signature = (proof, plans=None))]
    fn load_proof(
        &self,
        py: Python<'_>,
        proof: &Bound<'_, PyAny>,
        plans: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyProof> {
        let read = serde_json::from_slice(&text_of(proof)?);
        let document: ProofDocument = read.map_err(|error| Raised::new("BadFile", format!("no proof: {error}")))?;
        let plans = plans.map_or(Ok(Vec::new()), plans_of)?;
        let network = self.network.clone();
        patiently(py, move || PyProof::claimed(network, document, plans))
    }
}
