//! The class `Proof`.

mod left_out;

pub(crate) use left_out::LeftOut;

use crate::documents::{to_json, to_python};
use crate::errors::Raised;
use crate::patiently::patiently;
use crate::plan::PyPlan;
use pyo3::prelude::*;
use std::path::PathBuf;
use wormcast::check::proof::{Answer, ProofDocument, Statement};
use wormcast::{Network, Plan};

/// Whether worms can deadlock, and why. It is true if they cannot.
#[pyclass(frozen, name = "Proof", module = "wormcast")]
pub(crate) struct PyProof {
    network: Network,
    document: ProofDocument,
    /// The plans that it is about, for proofs about plans.
    plans: Vec<Plan>,
    /// The pairs of nodes that its routings have no route for.
    left_out: LeftOut,
}

impl PyProof {
    pub(crate) fn new(network: Network, document: ProofDocument, plans: Vec<Plan>) -> Self {
        let left_out = LeftOut::of_routes(&network, document.routes.as_ref());
        Self { network, document, plans, left_out }
    }

    /// The same about routings beside a scheme or plans, which leave these pairs out.
    pub(crate) fn leaving(self, left_out: LeftOut) -> Self {
        Self { left_out, ..self }
    }

    /// What it is about, and where.
    fn about(&self) -> String {
        let about = match &self.document.statement {
            Statement::Scheme(statement) => format!("scheme {}", statement.scheme),
            Statement::Workload(statement) => format!("{} plans", statement.plans.len()),
            Statement::Routing(statement) => {
                statement.routing.as_ref().map_or_else(|| "routes".to_owned(), |routing| format!("routing {routing}"))
            }
        };
        format!("{about} on {}", self.network)
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

    /// How many pairs of nodes the routings have no route for: of their messages nothing is proved.
    #[getter]
    fn unrouted(&self) -> usize {
        self.left_out.count
    }

    /// The first of these pairs, each with the reason.
    #[getter]
    fn unrouted_pairs(&self) -> Vec<(String, String, String)> {
        self.left_out.first.clone()
    }

    fn __repr__(&self) -> String {
        let left_out = self.left_out.in_words().map(|words| format!("; {words}")).unwrap_or_default();
        format!("<wormcast.Proof {}: {}{left_out}>", self.about(), self.answer())
    }

    #[pyo3(name = "_repr_html_")]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let escape = py.import("html")?.getattr("escape")?;
        let escaped = |text: &str| escape.call1((text,))?.extract::<String>();
        let mut html = format!("<p>{}: <b>{}</b></p>", escaped(&self.about())?, self.answer());
        for words in [self.reason().map(str::to_owned), self.left_out.in_words()].into_iter().flatten() {
            html += &format!("<p>{}</p>", escaped(&words)?);
        }
        Ok(html)
    }
}
