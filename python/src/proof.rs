//! The class `Proof`.

mod left_out;

pub(crate) use left_out::LeftOut;

use crate::arguments::typed::path;
use crate::documents::{to_json, to_python};
use crate::errors::Raised;
use crate::network::PyNetwork;
use crate::patiently::patiently;
use crate::plan::PyPlan;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use wormcast::check::proof::{Answer, ProofDocument, Statement};
use wormcast::plan::NetworkSpec;
use wormcast::{Network, Plan};

/// Whether worms can deadlock, and why. It is true if they cannot. One that was loaded is a claim until it is verified.
#[pyclass(frozen, name = "Proof", module = "wormcast")]
pub(crate) struct PyProof {
    network: Network,
    document: ProofDocument,
    /// The plans that it is about, for proofs about plans.
    plans: Vec<Plan>,
    /// The pairs of nodes that it says nothing of.
    left_out: LeftOut,
    /// Whether somebody else says so, and nobody has verified it.
    is_claim: AtomicBool,
}

impl PyProof {
    /// What was found out here.
    pub(crate) fn new(network: Network, document: ProofDocument, plans: Vec<Plan>, left_out: LeftOut) -> Self {
        Self { network, document, plans, left_out, is_claim: AtomicBool::new(false) }
    }

    /// What a document says.
    ///
    /// # Errors
    /// It is about another network.
    pub(crate) fn claimed(network: Network, document: ProofDocument, plans: Vec<Plan>) -> crate::errors::Answer<Self> {
        if !is_about(&network, &document.network) {
            let message = format!("the proof is about {}, and the network is {network}", document.network);
            return Err(Raised::new("NotProved", message).about(document.network.to_string()));
        }
        // What names no routing here cannot be verified either, which tells why.
        let left_out = LeftOut::of(&network, &document).unwrap_or_default();
        Ok(Self { network, document, plans, left_out, is_claim: AtomicBool::new(true) })
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

    fn unverified(&self) -> &'static str {
        if self.is_claim() { ", unverified" } else { "" }
    }
}

/// Whether a network is the one that a document names. Of a file the name counts, and not the folder.
fn is_about(network: &Network, named: &NetworkSpec) -> bool {
    let whole = network.whole();
    let lost =
        |spec: &NetworkSpec| spec.losses(whole.topology()).map(|lost| lost.sorted(whole.topology().graph())).ok();
    let (here, there) = (file_name(&whole.spec().topology), file_name(&named.topology));
    here == there && lost(named).is_some_and(|there| lost(network.spec()) == Some(there))
}

fn file_name(topology: &str) -> &str {
    let name = topology.strip_prefix("file:").and_then(|path| Path::new(path).file_name()?.to_str());
    name.unwrap_or(topology)
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

    /// Whether it was loaded, and nobody has verified it.
    #[getter]
    fn is_claim(&self) -> bool {
        self.is_claim.load(Ordering::Relaxed)
    }

    /// Verifies a claim first.
    #[getter]
    fn is_deadlock_free(&self, py: Python<'_>) -> PyResult<bool> {
        if self.is_claim() {
            self.verify(py)?;
        }
        Ok(self.document.answer == Answer::DeadlockFree)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.is_deadlock_free(py)
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
        })?;
        self.is_claim.store(false, Ordering::Relaxed);
        Ok(())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document)
    }

    fn to_json(&self) -> PyResult<String> {
        to_json(&self.document)
    }

    /// Writes the proof file.
    fn save(&self, #[pyo3(from_py_with = path)] path: PathBuf) -> PyResult<()> {
        let text = to_json(&self.document)? + "\n";
        Ok(std::fs::write(&path, text).map_err(|error| Raised::of_file(&path, error))?)
    }

    /// How many pairs of nodes routings or the scheme have no route for: of their messages nothing is proved.
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
        let left_out = self.left_out.in_words(self.document.answer).map(|words| format!("; {words}"));
        let left_out = left_out.unwrap_or_default();
        format!("<wormcast.Proof {}: {}{}{left_out}>", self.about(), self.answer(), self.unverified())
    }

    /// For pickle: as the proof file, beside its network and its plans. What comes back is a claim.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let Self { network, document, plans, .. } = slf.get();
        let load = py.import("wormcast._networkx")?.getattr("load_proof")?;
        let plans: Vec<PyPlan> = plans.iter().map(|plan| plan.clone().into()).collect();
        (load, (PyNetwork::from(network.clone()), to_json(document)?, plans)).into_pyobject(py)
    }

    #[pyo3(name = "_repr_html_")]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let escape = py.import("html")?.getattr("escape")?;
        let escaped = |text: &str| escape.call1((text,))?.extract::<String>();
        let (about, unverified) = (escaped(&self.about())?, self.unverified());
        let mut html = format!("<p>{about}: <b>{}</b>{unverified}</p>", self.answer());
        let left_out = self.left_out.in_words(self.document.answer);
        for words in [self.reason().map(str::to_owned), left_out].into_iter().flatten() {
            html += &format!("<p>{}</p>", escaped(&words)?);
        }
        Ok(html)
    }
}
