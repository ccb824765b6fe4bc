//! A routing that is written in Python: a function from source and destination to a path.

use super::ending::with_python;
use super::nodes::Nodes;
use super::{kept, placed, told};
use crate::errors::Raised;
use crate::network::network_like;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyTupleMethods};
use wormcast::routing::{AddedRouting, Lane, RouteFlaw, Routing, RoutingError};
use wormcast::topology::{NodeId, Topology};

/// What the decorator knows of a routing.
pub(super) struct OwnRouting {
    name: &'static str,
    definition: &'static str,
    virtual_channels: u32,
    by_number: bool,
    /// An object of `wormcast._own` with `prepare(network, parameters, virtual_channels)`.
    object: Py<PyAny>,
}

impl OwnRouting {
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            name: kept(object.getattr("name")?.extract()?),
            definition: kept(object.getattr("definition")?.extract()?),
            virtual_channels: object.getattr("virtual_channels")?.extract()?,
            by_number: object.getattr("by_number")?.extract()?,
            object: object.clone().unbind(),
        })
    }
}

impl AddedRouting for OwnRouting {
    fn name(&self) -> &str {
        self.name
    }

    fn definition(&self) -> &str {
        self.definition
    }

    fn build<'t>(
        &self,
        topology: &'t dyn Topology,
        parameters: &str,
        virtual_channels: u32,
    ) -> Result<Box<dyn Routing + 't>, RoutingError> {
        if virtual_channels < self.virtual_channels {
            let problem =
                format!("it needs {} virtual channels, and there are {virtual_channels}", self.virtual_channels);
            return Err(RoutingError::Own { routing: self.name.into(), problem });
        }
        with_python(|py| {
            let own =
                |error: PyErr| RoutingError::Own { routing: self.name.into(), problem: told(py, &self.object, &error) };
            let nodes = Nodes::new(py, topology, self.by_number).map_err(own)?;
            let network = network_like(topology).map_err(|error| own(Raised::from(error).into()))?;
            let route = self.object.bind(py).call_method1("prepare", (network, parameters)).map_err(own)?;
            Ok(Box::new(Followed {
                topology,
                nodes,
                route: route.unbind(),
                virtual_channels: self.virtual_channels,
                name: self.name,
                object: self.object.clone_ref(py),
            }) as Box<dyn Routing>)
        })
    }
}

/// A routing in Python made ready for a network.
struct Followed<'t> {
    topology: &'t dyn Topology,
    nodes: Nodes,
    route: Py<PyAny>,
    virtual_channels: u32,
    name: &'static str,
    /// As that of the routing; it knows where that is written.
    object: Py<PyAny>,
}

impl Followed<'_> {
    /// Appends what the function gives for a pair of nodes; not `true`, and nothing, if it says that there is no route.
    fn follow(&self, py: Python<'_>, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<bool, String> {
        let given = self.route.bind(py).call1((self.nodes.object(py, from), self.nodes.object(py, to)));
        let given = given.map_err(|error| told(py, &self.object, &error))?;
        if given.is_none() {
            return Ok(false);
        }
        self.lanes(&given, from, to, route).map(|()| true)
    }

    /// The lanes of a path: nodes, or pairs of a node and the virtual channel on which it is reached.
    fn lanes(&self, given: &Bound<'_, PyAny>, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), String> {
        let py = given.py();
        let wrong = |problem: String| placed(py, &self.object, problem, None);
        let expected = "expected a list of nodes, or None where there is no route";
        let shape = || wrong(format!("it gives {given:?}, which is no path; {expected}"));
        let items = given.try_iter().ok().filter(|_| !given.is_instance_of::<PyString>()).ok_or_else(shape)?;
        let mut at = None;
        for item in items {
            let item = item.map_err(|error| told(py, &self.object, &error))?;
            let (node, lane) = self.step(&item).map_err(wrong)?;
            match at {
                Some(before) => route.push(self.lane(before, node, lane).map_err(wrong)?),
                None if node == from => {}
                None => return Err(wrong(format!("its path begins at `{}`", self.topology.node_name(node)))),
            }
            at = Some(node);
        }
        match at {
            Some(end) if end == to => Ok(()),
            Some(end) => Err(wrong(format!("its path ends at `{}`", self.topology.node_name(end)))),
            None => Err(wrong(format!("its path is empty; {expected}"))),
        }
    }

    /// A node of a path, and the number of the virtual channel on which it is reached.
    fn step(&self, item: &Bound<'_, PyAny>) -> Result<(NodeId, u32), String> {
        let is_node = |pair: &Bound<'_, PyTuple>| self.nodes.find(self.topology, pair.as_any()).is_ok();
        let Some(pair) = item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2 && !is_node(pair)) else {
            return Ok((self.nodes.find(self.topology, item)?, 0));
        };
        let lane = pair.get_item(1).and_then(|lane| lane.extract());
        let node = pair.get_item(0).map_err(|error| error.to_string())?;
        let node = self.nodes.find(self.topology, &node)?;
        Ok((node, lane.map_err(|_| format!("{item:?} is no node, and no pair of a node and a virtual channel"))?))
    }

    fn lane(&self, from: NodeId, to: NodeId, number: u32) -> Result<Lane, String> {
        let Some(channel) = self.topology.graph().channel(from, to) else {
            let [from, to] = [from, to].map(|node| self.topology.node_name(node));
            return Err(format!("its path goes from `{from}` to `{to}`, where no channel leads"));
        };
        match number < self.virtual_channels {
            true => Ok(Lane::new(channel, number)),
            false => Err(format!(
                "its path takes virtual channel {number}; `virtual_channels={}` counts from 0",
                self.virtual_channels
            )),
        }
    }
}

impl Routing for Followed<'_> {
    fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if from == to {
            return Ok(());
        }
        let begin = route.len();
        let flaw = match with_python(|py| self.follow(py, from, to, route)) {
            Ok(true) => return Ok(()),
            Ok(false) => RouteFlaw::NoRoute,
            Err(problem) => {
                let [from, to] = [from, to].map(|node| self.topology.node_name(node));
                RouteFlaw::Failed(format!("routing `{}` from `{from}` to `{to}`: {problem}", self.name).into())
            }
        };
        route.truncate(begin);
        Err(flaw)
    }
}
