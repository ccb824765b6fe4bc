//! Running plans in time: `Network.simulate`, and the class `Run`.

use crate::arguments::typed::title;
use crate::arguments::{Named, word};
use crate::arrays::{column, dict_of};
use crate::documents::{to_json, to_python};
use crate::errors::{Raised, wrong_type};
use crate::network::PyNetwork;
use crate::patiently::watched;
use crate::plan::PyPlan;
use crate::timing::timing_on;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::num::NonZeroU32;
use std::sync::Arc;
use wormcast::sim::{Conditions, EngineChoice, Stall, Time, Timing, VisitTimes};
use wormcast::topology::{Topology, find_channel};
use wormcast::{Plan, Run};
use wormcast_page::{Page, RunOnPage};

/// What came of plans in time.
#[pyclass(frozen, name = "Run", module = "wormcast")]
pub(crate) struct PyRun {
    run: Run,
    plans: Vec<Arc<Plan>>,
    timing: Timing,
}

/// Plans with their starts: one plan, or a list of plans and of pairs of a plan and its start in ns.
fn started(given: &Bound<'_, PyAny>) -> PyResult<Vec<(Arc<Plan>, Time)>> {
    if let Ok(plan) = given.cast::<PyPlan>() {
        return Ok(vec![(plan.get().plan.clone(), Time::ZERO)]);
    }
    let one = |item: Bound<'_, PyAny>| {
        if let Ok(plan) = item.cast::<PyPlan>() {
            return Ok((plan.get().plan.clone(), Time::ZERO));
        }
        let no_plan = || wrong_type("expected a Plan, or a pair of a Plan and its start in ns".to_owned());
        let pair = item.cast::<PyTuple>().map_err(|_| no_plan())?;
        let (plan, start) = (pair.get_item(0)?, word(&pair.get_item(1)?)?.unwrap_or_default());
        let plan = plan.cast::<PyPlan>().map_err(|_| no_plan())?.get().plan.clone();
        Ok((plan, start.parse().map_err(|error: wormcast::sim::TimeError| Raised::bad(error.to_string()))?))
    };
    let no_plans =
        || wrong_type(format!("{given:?} is neither a Plan nor a list of Plans; proofs have `deadlocked()`"));
    let started = given.try_iter().map_err(|_| no_plans())?.map(|item| one(item?)).collect::<PyResult<Vec<_>>>()?;
    match started.is_empty() {
        true => Err(Raised::bad("there are no plans to run").into()),
        false => Ok(started),
    }
}

/// Reads `A>B@FROM+NS`, or `A>B/1@FROM+NS` for one of several virtual channels, with `/heads` behind either if only
/// heads are held up.
fn stall(topology: &dyn Topology, text: &str) -> Result<Stall, Raised> {
    let refuse = || Raised::bad(format!("`{text}` is no stall; expected `A>B@FROM+NS`")).about(text);
    let (channel, times) = text.rsplit_once('@').ok_or_else(refuse)?;
    let (from, span) = times.split_once('+').ok_or_else(refuse)?;
    let time = |text: &str| text.parse().map_err(|_| refuse());
    let (channel, only_heads) = channel.strip_suffix("/heads").map_or((channel, false), |channel| (channel, true));
    let one = channel.rsplit_once('/').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    let (channel, virtual_channel) = match (find_channel(topology, channel), one) {
        (Err(_), Some((name, number))) => (find_channel(topology, name)?, Some(number)),
        (found, _) => (found?, None),
    };
    Ok(Stall { channel, virtual_channel, only_heads, from: time(from)?, span: time(span)? })
}

#[pymethods]
impl PyNetwork {
    /// Runs plans in time.
    #[pyo3(signature = (plans, **timing))]
    fn simulate(
        &self,
        py: Python<'_>,
        plans: &Bound<'_, PyAny>,
        timing: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyRun> {
        let plans = started(plans)?;
        let mut named = Named::new(timing);
        let choice: EngineChoice = named.value("engine", EngineChoice::default())?;
        let stalls = named.texts("stall", "a text such as \"A>B@FROM+NS\", or a list of such")?;
        let needed = plans.iter().map(|(plan, _)| plan.by_number().virtual_channels_needed()).max();
        let needed = needed.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        let timing = timing_on(&self.network, &mut named, needed)?;
        let progress = named.progress()?;
        named.refuse_rest()?;
        let network = self.network.clone();
        let (own, own_timing) = (plans.iter().map(|(plan, _)| plan.clone()).collect(), timing.clone());
        let run = watched(py, progress.as_ref(), "simulating", move |_| {
            let stalls = stalls.iter().map(|text| stall(network.topology(), text)).collect::<Result<_, _>>()?;
            let conditions = Conditions { stalls, ..Conditions::default() };
            let engine = choice.of(network.topology(), &timing, &conditions);
            let started: Vec<_> = plans.iter().map(|(plan, at)| (&**plan, *at)).collect();
            Ok(network.simulate_under(&started, &timing, &conditions, engine)?)
        })?;
        Ok(PyRun { run, plans: own, timing: own_timing })
    }
}

/// In ns; not a number where it never happened.
fn ns(time: Option<Time>) -> f64 {
    time.map_or(f64::NAN, |time| time.ns())
}

#[pymethods]
impl PyRun {
    /// `delivered` or `deadlock`.
    #[getter]
    fn outcome(&self) -> &'static str {
        if self.run.is_deadlock() { "deadlock" } else { "delivered" }
    }

    #[getter]
    fn is_deadlock(&self) -> bool {
        self.run.is_deadlock()
    }

    /// The engine that ran.
    #[getter]
    fn engine(&self) -> String {
        self.run.by_number().engine.to_string()
    }

    /// From the start of the first plan until its last destination has the message; none if one never has it.
    #[getter]
    fn latency_ns(&self) -> Option<f64> {
        self.run.latency(0).map(Time::ns)
    }

    /// The same of every plan, as an array; NaN if a destination never has the message.
    #[getter]
    fn latencies_ns<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        column(py, self.run.by_number().plans.iter().map(|plan| ns(plan.latency)).collect::<Vec<_>>())
    }

    /// All deliveries that came about, as NumPy arrays: by plan, by time.
    fn deliveries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let runs = &self.run.by_number().plans;
        let all = || (0u32..).zip(runs).flat_map(|(plan, run)| run.deliveries.iter().map(move |came| (plan, came)));
        dict_of(
            py,
            [
                ("plan", column(py, all().map(|(plan, _)| plan).collect::<Vec<_>>())),
                ("worm", column(py, all().map(|(_, came)| came.worm).collect::<Vec<_>>())),
                ("node", column(py, all().map(|(_, came)| came.node.index() as u32).collect::<Vec<_>>())),
                ("latency_ns", column(py, all().map(|(_, came)| came.latency.ns()).collect::<Vec<_>>())),
            ],
        )
    }

    /// When every worm was where, as NumPy arrays: a row for each visit. Hop -1 is the origin.
    fn timeline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let timeline = &self.run.by_number().timeline;
        let times = |of: fn(&VisitTimes) -> Option<Time>| {
            column(
                py,
                timeline.worms().flat_map(|worm| worm.visits.iter().map(move |at| ns(of(at)))).collect::<Vec<_>>(),
            )
        };
        let (mut plans, mut worms, mut hops) = (Vec::new(), Vec::new(), Vec::new());
        for worm in timeline.worms() {
            plans.extend(worm.visits.iter().map(|_| worm.plan as u32));
            worms.extend(worm.visits.iter().map(|_| worm.worm));
            hops.extend((-1..).take(worm.visits.len()));
        }
        let hops: Vec<i64> = hops;
        dict_of(
            py,
            [
                ("plan", column(py, plans)),
                ("worm", column(py, worms)),
                ("hop", column(py, hops)),
                ("arrived_ns", times(|at| at.arrived)),
                ("requested_ns", times(|at| at.requested)),
                ("granted_ns", times(|at| at.granted)),
                ("released_ns", times(|at| at.released)),
            ],
        )
    }

    /// The worms of a deadlock, each with what it holds and waits for; none if there is no deadlock.
    #[getter]
    fn cycle<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.run)?.get_item("cycle")
    }

    /// A page as HTML, in which the worms move.
    #[pyo3(signature = (*, title=None))]
    fn html(&self, #[pyo3(from_py_with = title)] title: Option<String>) -> PyResult<String> {
        let names: Vec<_> = (0..self.plans.len()).map(|number| format!("plan {number}")).collect();
        let plans: Vec<_> = names.iter().map(String::as_str).zip(self.plans.iter().map(|plan| &**plan)).collect();
        let title = title.unwrap_or_else(|| match &*plans {
            [(_, plan)] => format!("{} in time", plan.scheme()),
            plans => format!("{} plans in time", plans.len()),
        });
        let page = Page::of(self.run.network(), title).and_then(|mut page| {
            page.add_run(RunOnPage { name: "As it is", plans: &plans, timing: &self.timing, run: &self.run })?;
            Ok(page.html())
        });
        Ok(page.map_err(|error| Raised::bad(error.to_string()))?)
    }

    /// The same in a frame of a notebook; none if there is too much to play.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Ok(page) = slf.get().html(None) else { return Ok(None) };
        slf.py().import("wormcast._results")?.call_method1("framed", (page,)).map(Some)
    }

    /// A frame of pandas with a row a delivery.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wormcast._frames")?.call_method1("deliveries", (slf,))
    }

    /// The names of the nodes of its network, in the order of their numbers.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.run.network().nodes().collect::<Vec<_>>())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.run)
    }

    fn to_json(&self) -> PyResult<String> {
        to_json(&self.run)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(wrong_type("a Run is not pickled; its plans are, `to_dict()`, and what its methods give".to_owned()))
    }

    fn __repr__(&self) -> String {
        let plans = self.run.by_number().plans.len();
        match (self.run.is_deadlock(), self.run.latency(0)) {
            (false, Some(latency)) if plans == 1 => format!("<wormcast.Run: delivered after {latency} ns>"),
            _ => format!("<wormcast.Run: {plans} plans, {}>", self.outcome()),
        }
    }
}
