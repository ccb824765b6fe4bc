//! A routing that is written in Python: a function from source and destination to a path.

use super::ending::with_python;
use super::nodes::Nodes;
use super::{kept, told};
use crate::errors::Raised;
use crate::network::network_like;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyTupleMethods};
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
    /// The lanes of a path: nodes, or pairs of a node and the virtual channel on which it is reached.
    fn lanes(&self, given: &Bound<'_, PyAny>, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> PyResult<bool> {
        let mut at = None;
        for item in given.try_iter()? {
            let item = item?;
            let pair = item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2 && self.is_pair(pair));
            let (node, lane) = match pair {
                Some(pair) => (pair.get_item(0)?, pair.get_item(1)?.extract()?),
                None => (item.clone(), 0),
            };
            let Ok(node) = self.nodes.find(self.topology, &node) else { return Ok(false) };
            if let Some(before) = at {
                let channel = self.topology.graph().channel(before, node);
                let Some(channel) = channel.filter(|_| lane < self.virtual_channels) else { return Ok(false) };
                route.push(Lane::new(channel, lane));
            } else if node != from {
                return Ok(false);
            }
            at = Some(node);
        }
        Ok(at == Some(to))
    }

    /// What a function raises is for this pair alone, which has no route; a warning says so.
    fn warn(&self, py: Python<'_>, error: &PyErr) {
        let problem = told(py, &self.object, error);
        let told = format!("routing `{}`: {problem}; where it fails there is no route", self.name);
        // Where warnings are errors, they are told to nobody else.
        let _ = py.import("warnings").and_then(|warnings| warnings.call_method1("warn", (told,)));
    }

    /// Whether a tuple is a node with a virtual channel, and no coordinates.
    fn is_pair(&self, pair: &Bound<'_, PyTuple>) -> bool {
        self.nodes.find(self.topology, pair.as_any()).is_err()
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
        let found = with_python(|py| {
            let given = self.route.bind(py).call1((self.nodes.object(py, from), self.nodes.object(py, to)));
            let lanes = given.and_then(|given| match given.is_none() {
                true => Ok(false),
                false => self.lanes(&given, from, to, route),
            });
            lanes.inspect_err(|error| self.warn(py, error)).unwrap_or(false)
        });
        if !found {
            route.truncate(begin);
            return Err(RouteFlaw::NoRoute);
        }
        Ok(())
    }
}
