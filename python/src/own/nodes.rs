//! The nodes of a network as functions in Python know them: by their names, or by their numbers.

use crate::arguments::node_name;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyTuple};
use wormcast::topology::{NodeId, Topology};

/// The nodes of a network, each with the object that stands for it.
pub(super) struct Nodes {
    /// By number: the name, or the number itself.
    objects: Vec<Py<PyAny>>,
    /// The number of each name; none where nodes are known by number.
    numbers: Option<Py<PyDict>>,
}

impl Nodes {
    /// O(nodes).
    pub(super) fn new(py: Python<'_>, topology: &dyn Topology, by_number: bool) -> PyResult<Self> {
        let nodes = topology.graph().nodes();
        if by_number {
            let objects = nodes.map(|node| Ok(PyInt::new(py, node.index()).into_any().unbind()));
            return Ok(Self { objects: objects.collect::<PyResult<_>>()?, numbers: None });
        }
        let numbers = PyDict::new(py);
        let mut objects = Vec::with_capacity(topology.graph().node_count());
        for node in nodes {
            let name = topology.node_name(node).into_pyobject(py)?;
            numbers.set_item(&name, node.index())?;
            objects.push(name.into_any().unbind());
        }
        Ok(Self { objects, numbers: Some(numbers.unbind()) })
    }

    /// The object of a node.
    pub(super) fn object<'py>(&self, py: Python<'py>, node: NodeId) -> &Bound<'py, PyAny> {
        self.objects[node.index()].bind(py)
    }

    /// The objects of these nodes.
    pub(super) fn list<'py>(&self, py: Python<'py>, nodes: &[NodeId]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, nodes.iter().map(|&node| self.object(py, node)))
    }

    /// The node that an object stands for; what it says instead if there is none.
    pub(super) fn find(&self, topology: &dyn Topology, object: &Bound<'_, PyAny>) -> Result<NodeId, String> {
        let number = match &self.numbers {
            None => object.extract::<usize>().ok().filter(|_| !object.is_instance_of::<PyBool>()),
            Some(numbers) => {
                let known = numbers.bind(object.py()).get_item(object).ok().flatten();
                known.and_then(|number| number.extract::<usize>().ok())
            }
        };
        if let Some(number) = number.filter(|&number| number < self.objects.len()) {
            return Ok(NodeId::new(number));
        }
        if self.is_edge(topology, object) {
            return Err(format!(
                "{object:?} is two nodes, where one is expected: paths are lists of nodes, and edges go into `Worm(edges=…)`"
            ));
        }
        if self.numbers.is_none() {
            return Err(format!("{object:?} is no number of a node; there are {} nodes", self.objects.len()));
        }
        // A tuple of coordinates, or a number that is a name.
        let name = node_name(object).map_err(|error| error.value(object.py()).to_string())?;
        topology.find_node(&name).map_err(|error| error.to_string())
    }

    /// Whether an object that is no node is a pair of nodes.
    fn is_edge(&self, topology: &dyn Topology, object: &Bound<'_, PyAny>) -> bool {
        let Some(pair) = object.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) else { return false };
        let is_name = self.numbers.is_some() && node_name(object).is_ok_and(|name| topology.find_node(&name).is_ok());
        !is_name && pair.iter().all(|part| self.find(topology, &part).is_ok())
    }
}
