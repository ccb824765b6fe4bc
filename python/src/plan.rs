//! The class `Plan`.

use crate::arguments::typed::{names, path, picture_width, title};
use crate::arrays::{column, dict_of};
use crate::documents::{text_of, to_json, to_python};
use crate::errors::Raised;
use crate::network::{PyNetwork, draw_options};
use crate::patiently::patiently;
use crate::report::PyReport;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use wormcast::Plan;
use wormcast::draw::DrawOptions;
use wormcast::plan::Worm;

/// What a plan costs.
#[pyclass(frozen, get_all, eq, name = "Cost", module = "wormcast")]
#[derive(Clone, PartialEq)]
pub(crate) struct PyCost {
    /// How often a channel is taken.
    channels: u64,
    /// The greatest depth of a delivery in each round, summed over the rounds.
    longest_path: u64,
    /// How many rounds there are.
    rounds: u32,
    /// How many worms there are.
    worms: u32,
}

#[pymethods]
impl PyCost {
    #[new]
    fn new(channels: u64, longest_path: u64, rounds: u32, worms: u32) -> Self {
        Self { channels, longest_path, rounds, worms }
    }

    fn __getnewargs__(&self) -> (u64, u64, u32, u32) {
        (self.channels, self.longest_path, self.rounds, self.worms)
    }

    fn __repr__(&self) -> String {
        let Self { channels, longest_path, rounds, worms } = self;
        format!("Cost(channels={channels}, longest_path={longest_path}, rounds={rounds}, worms={worms})")
    }
}

/// The worms that bring one message from a source to its destinations.
#[pyclass(frozen, name = "Plan", module = "wormcast")]
pub(crate) struct PyPlan {
    pub(crate) plan: Arc<Plan>,
}

impl From<Plan> for PyPlan {
    fn from(plan: Plan) -> Self {
        Self { plan: Arc::new(plan) }
    }
}

impl PyPlan {
    fn each_worm(&self) -> impl Iterator<Item = Worm<'_>> {
        self.plan.by_number().worms.iter()
    }

    /// A number of every hop.
    fn of_hops<T>(&self, number: impl Fn(&Worm<'_>, usize) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(self.plan.by_number().worms.hop_count());
        self.each_worm().for_each(|worm| all.extend((0..worm.hops.len()).map(|hop| number(&worm, hop))));
        all
    }
}

#[pymethods]
impl PyPlan {
    /// Reads a plan: dictionaries as in a plan file, its text, or its path.
    #[staticmethod]
    #[pyo3(signature = (plan, network=None))]
    fn load(py: Python<'_>, plan: &Bound<'_, PyAny>, network: Option<&Bound<'_, PyNetwork>>) -> PyResult<Self> {
        let text = text_of(plan)?;
        let network = network.map(|network| network.get().network.clone());
        let read = patiently(py, move || match network {
            None => Ok(Plan::parse(&text)?),
            Some(network) => Ok(Plan::of_document(network, &wormcast::plan::PlanDocument::parse(&text)?)?),
        });
        read.map(Self::from)
    }

    /// Writes the plan file.
    fn save(&self, #[pyo3(from_py_with = path)] path: PathBuf) -> PyResult<()> {
        let text = self.plan.to_json() + "\n";
        Ok(std::fs::write(&path, text).map_err(|error| Raised::of_file(&path, error))?)
    }

    /// The text of the plan file.
    fn to_json(&self) -> String {
        self.plan.to_json()
    }

    /// The plan file as dictionaries and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &*self.plan)
    }

    #[getter]
    fn network(&self) -> PyNetwork {
        self.plan.network().clone().into()
    }

    #[getter]
    fn scheme(&self) -> &str {
        self.plan.scheme()
    }

    #[getter]
    fn source(&self) -> String {
        self.plan.source()
    }

    #[getter]
    fn destinations(&self) -> Vec<String> {
        self.plan.destinations().collect()
    }

    #[getter]
    fn cost(&self) -> PyCost {
        let cost = self.plan.cost();
        PyCost { channels: cost.channels, longest_path: cost.longest_path, rounds: cost.rounds, worms: cost.worms }
    }

    /// The worms, each as a dictionary as in the plan file.
    #[getter]
    fn worms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &*self.plan)?.get_item("worms")
    }

    /// What the plan carries beside its worms: certificates, bounds, the tree used.
    #[getter]
    fn extra<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.plan.by_number().extra)
    }

    /// The hops as NumPy arrays, a column each.
    fn hops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.plan.network().topology().graph();
        let node = |node: wormcast::topology::NodeId| node.index() as u32;
        dict_of(
            py,
            [
                ("worm", column(py, self.of_hops(|worm, _| worm.id))),
                ("round", column(py, self.of_hops(|worm, _| worm.round))),
                ("hop", column(py, self.of_hops(|_, hop| hop as u32))),
                ("parent", column(py, self.of_hops(|worm, hop| worm.hops[hop].parent().map_or(-1, i64::from)))),
                ("channel", column(py, self.of_hops(|worm, hop| worm.hops[hop].channel.index() as u32))),
                ("source", column(py, self.of_hops(|worm, hop| node(graph.source(worm.hops[hop].channel))))),
                ("target", column(py, self.of_hops(|worm, hop| node(graph.target(worm.hops[hop].channel))))),
            ],
        )
    }

    /// The deliveries as NumPy arrays, a column each.
    fn deliveries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (mut worms, mut hops, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for worm in self.each_worm() {
            worms.extend(worm.deliveries.iter().map(|_| worm.id));
            hops.extend(worm.deliveries.iter().map(|delivery| delivery.hop));
            nodes.extend(worm.deliveries.iter().map(|delivery| delivery.node.index() as u32));
        }
        dict_of(py, [("worm", column(py, worms)), ("hop", column(py, hops)), ("node", column(py, nodes))])
    }

    /// A frame of pandas with a row a hop.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wormcast._frames")?.call_method1("hops", (slf,))
    }

    /// What is wrong with it, and which of its claims hold.
    fn check(&self, py: Python<'_>) -> PyResult<PyReport> {
        let plan = self.plan.clone();
        patiently(py, move || Ok(plan.check())).map(PyReport::from)
    }

    /// Runs it in time: `Network.simulate` of this plan alone.
    #[pyo3(signature = (**timing))]
    fn simulate<'py>(slf: &Bound<'py, Self>, timing: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().network().into_pyobject(slf.py())?.call_method("simulate", (slf,), timing)
    }

    /// Whether its worms can deadlock: `Network.prove` of this plan alone.
    #[pyo3(signature = (**options))]
    fn prove<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().network().into_pyobject(slf.py())?.call_method("prove", (slf,), options)
    }

    /// A picture as SVG.
    #[pyo3(signature = (*, title=None, names=true, picture_width=None))]
    fn svg(
        &self,
        #[pyo3(from_py_with = title)] title: Option<String>,
        #[pyo3(from_py_with = names)] names: bool,
        #[pyo3(from_py_with = picture_width)] picture_width: Option<String>,
    ) -> PyResult<String> {
        let options = draw_options(title, names, picture_width)?;
        Ok(self.plan.svg(&options).map_err(Raised::from)?)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.plan.svg(&DrawOptions::default()).ok()
    }

    fn __repr__(&self) -> String {
        let (cost, network) = (self.plan.cost(), self.plan.network());
        format!(
            "<wormcast.Plan {} on {network}: {} to {} destinations, {} channels, {} worms>",
            self.plan.scheme(),
            self.plan.source(),
            self.plan.by_number().destinations.len(),
            cost.channels,
            cost.worms
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().plan.to_json() == self.plan.to_json())
    }

    /// For pickle: as the plan file, beside its network.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let load = slf.getattr("load")?;
        (load, (to_json(&*slf.get().plan)?, slf.get().network())).into_pyobject(slf.py())
    }
}
