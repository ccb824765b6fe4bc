//! A scheme that is written in Python.

use super::ending::with_python;
use super::nodes::Nodes;
use super::space::Routes;
use super::worms::WormReader;
use super::{kept, placed, told};
use crate::errors::Raised;
use crate::network::network_like;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::Cell;
use wormcast::plan::{MulticastSet, RouteSpace, Worms};
use wormcast::schemes::{
    AnyText, OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError, Switch, all_schemes,
    options_among,
};
use wormcast::topology::{NodeId, Topology};

/// What the decorator knows of a scheme.
pub(super) struct OwnScheme {
    name: &'static str,
    summary: &'static str,
    topologies: &'static str,
    definition: &'static str,
    options: &'static [OptionDeclaration],
    by_number: bool,
    /// An object of `wormcast._own` with `prepare(network, options)`.
    object: Py<PyAny>,
}

impl OwnScheme {
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = |name: &str| object.getattr(name)?.extract::<String>().map(kept);
        let mut options = Vec::new();
        for option in object.getattr("options")?.try_iter()? {
            let (name, help, default): (String, String, Option<String>) = option?.extract()?;
            options.push(declared(name, help, default));
        }
        Ok(Self {
            name: text("name")?,
            summary: text("summary")?,
            topologies: text("topologies")?,
            definition: text("definition")?,
            options: options.leak(),
            by_number: object.getattr("by_number")?.extract()?,
            object: object.clone().unbind(),
        })
    }
}

/// An option of this name: one that the library's schemes have means there what it means here, too.
fn declared(name: String, help: String, default: Option<String>) -> OptionDeclaration {
    let known = options_among(&all_schemes()).into_iter().find(|(option, _)| option.name == name);
    if let Some((option, _)) = known {
        return option;
    }
    let (name, help) = (kept(name), kept(help));
    match default {
        None => Switch::new(name, help).declaration,
        Some(default) => {
            OptionSpec::<AnyText>::new(name, "VALUE", help).expects("a value").default(kept(default)).declaration
        }
    }
}

impl Scheme for OwnScheme {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn topologies(&self) -> &'static str {
        self.topologies
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        self.options
    }

    fn definition(&self) -> Option<&str> {
        Some(self.definition)
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        with_python(|py| {
            let own = |problem| SchemeError::Own { scheme: self.name, problem };
            let raised = |error: PyErr| own(told(py, &self.object, &error));
            let nodes = Nodes::new(py, topology, self.by_number).map_err(raised)?;
            let (plan, routes) = self.prepared(py, topology, options).map_err(raised)?;
            let routes = Routes::read(topology, &nodes, &routes);
            let routes = routes.map_err(|problem| own(placed(py, &self.object, problem, None)))?;
            Ok(Box::new(OwnPlanner {
                topology,
                reader: WormReader::new(topology),
                nodes,
                plan: plan.unbind(),
                routes,
                name: self.name,
                object: self.object.clone_ref(py),
            }) as Box<dyn Planner>)
        })
    }
}

impl OwnScheme {
    /// The function from sets to routes, and what is said of its routes.
    fn prepared<'py>(
        &self,
        py: Python<'py>,
        topology: &dyn Topology,
        options: &Options,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let set = PyDict::new(py);
        for (name, value) in options.pairs(self.options) {
            set.set_item(name.replace('-', "_"), value)?;
        }
        let network = network_like(topology).map_err(Raised::from)?;
        self.object.bind(py).call_method1("prepare", (network, set))?.extract()
    }
}

thread_local! {
    /// How many plans of users' own schemes are under way on this thread, one within the other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// How many plans of users' own schemes may be under way within each other.
const MOST_WITHIN: usize = 20;

/// A plan that is under way, until it is dropped.
struct UnderWay;

impl UnderWay {
    /// None if there are too many: a scheme that plans by itself has no end.
    fn begin() -> Option<Self> {
        DEPTH.set(DEPTH.get() + 1);
        let this = Self;
        (DEPTH.get() <= MOST_WITHIN).then_some(this)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// A scheme in Python made ready for a network.
struct OwnPlanner<'t> {
    topology: &'t dyn Topology,
    nodes: Nodes,
    /// From source and destinations to worms.
    plan: Py<PyAny>,
    routes: Routes,
    reader: WormReader<'t>,
    name: &'static str,
    /// As that of the scheme; it knows where that is written.
    object: Py<PyAny>,
}

impl Planner for OwnPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let Self { topology, nodes, plan, routes, reader, name, object } = self;
        let own = |problem: String| {
            let prefix = format!("scheme `{name}`: ");
            // A scheme that plans by itself fails once, and not at each step of the way back.
            PlanError::Own(if problem.starts_with(&prefix) { problem } else { prefix + &problem })
        };
        let here = |py: Python<'_>, problem| own(placed(py, object, problem, None));
        let Some(_under_way) = UnderWay::begin() else {
            return Err(own(format!("it asks for plans of its own, {MOST_WITHIN} within each other")));
        };
        with_python(|py| {
            let raised = |error: PyErr| own(told(py, object, &error));
            let destinations = nodes.list(py, set.destinations).map_err(raised)?;
            let given = plan.bind(py).call1((nodes.object(py, set.source), destinations)).map_err(raised)?;
            reader.read(nodes, set, &given, worms).map_err(|problem| here(py, problem))
        })?;
        routes.hold(*topology, worms).map_err(|problem| with_python(|py| here(py, problem)))
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        self.routes.space()
    }
}
