//! The class `Network`.

mod asked;
mod columns;
mod written;

pub(crate) use asked::{routing_name, scheme_name};
pub(crate) use written::draw_options;

use crate::arguments::typed::{file_name, kind, name, nodes, position, text, undirected, weight};
use crate::arguments::{channels_of, links_of, node_name, nodes_of};
use crate::documents::to_python;
use crate::errors::{Raised, wrong_type};
use crate::patiently::patiently;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};
use std::path::{Path, PathBuf};
use wormcast::Network;
use wormcast::formats::from_bytes;
use wormcast::plan::NetworkSpec;
use wormcast::topology::Topology;

/// A network: nodes and channels, with what is lost of them.
#[pyclass(frozen, name = "Network", module = "wormcast")]
pub(crate) struct PyNetwork {
    pub(crate) network: Network,
    /// The names of the nodes, once somebody has asked.
    names: PyOnceLock<Py<PyList>>,
}

impl From<Network> for PyNetwork {
    fn from(network: Network) -> Self {
        Self { network, names: PyOnceLock::new() }
    }
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (topology, *, without_nodes=None, without_links=None, without_channels=None))]
    fn new(
        py: Python<'_>,
        topology: &Bound<'_, PyAny>,
        without_nodes: Option<&Bound<'_, PyAny>>,
        without_links: Option<&Bound<'_, PyAny>>,
        without_channels: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let topology = description(topology)?;
        let whole = patiently(py, move || {
            Network::build(&topology).map_err(|error| match Path::new(&topology).is_file() {
                true => Raised::from(error).guessing(format!("file:{topology}")),
                false => error.into(),
            })
        })?;
        let nodes = nodes_of(whole.topology(), without_nodes)?;
        let links = links_of(whole.topology(), without_links)?;
        let channels = channels_of(whole.topology(), without_channels)?;
        if nodes.is_empty() && links.is_empty() && channels.is_empty() {
            return Ok(whole.into());
        }
        let built =
            patiently(py, move || Ok(whole.without_nodes(nodes)?.without_links(links)?.without_channels(channels)?));
        built.map(Self::from)
    }

    /// The network that a text describes, as if it were the content of the file of this name.
    #[staticmethod]
    #[pyo3(signature = (text, path="network.json".to_owned()))]
    fn from_text(
        #[pyo3(from_py_with = text)] text: String,
        #[pyo3(from_py_with = file_name)] path: String,
    ) -> PyResult<Self> {
        let network = from_bytes(&path, text.as_bytes()).map_err(Raised::from)?;
        Ok(Network::of(Box::new(network) as Box<dyn Topology>).into())
    }

    /// The network of a graph of networkx.
    #[classmethod]
    #[pyo3(signature = (graph, name=None, *, kind="kind".to_owned(), weight=None, position="pos".to_owned()))]
    fn from_networkx<'py>(
        class: &Bound<'py, PyType>,
        graph: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = name)] name: Option<String>,
        #[pyo3(from_py_with = kind)] kind: String,
        #[pyo3(from_py_with = weight)] weight: Option<String>,
        #[pyo3(from_py_with = position)] position: String,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("wormcast._networkx")?;
        module.call_method1("from_networkx", (graph, name, kind, weight, position))
    }

    /// A graph of networkx with the nodes and channels of this network.
    #[pyo3(signature = (*, undirected=None))]
    fn to_networkx<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = undirected)] undirected: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wormcast._networkx")?.call_method1("to_networkx", (slf, undirected))
    }

    /// The same network without these, too.
    #[pyo3(signature = (*, nodes=None, links=None, channels=None))]
    fn without(
        &self,
        nodes: Option<&Bound<'_, PyAny>>,
        links: Option<&Bound<'_, PyAny>>,
        channels: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let nodes = nodes_of(self.network.topology(), nodes)?;
        let links = links_of(self.network.topology(), links)?;
        let channels = channels_of(self.network.topology(), channels)?;
        let lost = || self.network.without_nodes(nodes)?.without_links(links)?.without_channels(channels);
        Ok(lost().map_err(Raised::from)?.into())
    }

    /// The description, without what is lost.
    #[getter]
    fn topology(&self) -> String {
        self.network.spec().topology.clone()
    }

    /// The names of the nodes, in the order of their numbers.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let make = || PyList::new(py, self.network.nodes().collect::<Vec<_>>()).map(Bound::unbind);
        Ok(self.names.get_or_try_init(py, make)?.bind(py).clone())
    }

    #[getter]
    fn node_count(&self) -> usize {
        self.network.node_count()
    }

    #[getter]
    fn channel_count(&self) -> usize {
        self.network.channel_count()
    }

    fn __len__(&self) -> usize {
        self.network.node_count()
    }

    fn __contains__(&self, node: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.network.topology().find_node(&node_name(node)?).is_ok())
    }

    /// The number of a node.
    fn number(&self, node: &Bound<'_, PyAny>) -> PyResult<usize> {
        let found = self.network.topology().find_node(&node_name(node)?);
        Ok(found.map_err(Raised::from)?.index())
    }

    /// The nodes to which channels lead from a node.
    fn neighbours(&self, node: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let topology = self.network.topology();
        let node = topology.find_node(&node_name(node)?).map_err(Raised::from)?;
        Ok(topology.graph().neighbours(node).iter().map(|&next| topology.node_name(next)).collect())
    }

    /// The network in figures, as `wormcast describe --format json` writes it.
    #[pyo3(signature = (*, nodes=false))]
    fn describe<'py>(&self, py: Python<'py>, #[pyo3(from_py_with = nodes)] nodes: bool) -> PyResult<Bound<'py, PyAny>> {
        let network = self.network.clone();
        let summary = patiently(py, move || Ok(network.describe(nodes)))?;
        to_python(py, &summary)
    }

    fn __repr__(&self) -> String {
        let (nodes, channels) = (self.network.node_count(), self.network.channel_count());
        format!("<wormcast.Network {}: {nodes} nodes, {channels} channels>", self.network)
    }

    fn __str__(&self) -> String {
        self.network.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().network.spec() == self.network.spec())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.network.to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// For pickle: by the description and what is lost, or else by what it is.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = slf.py().import("wormcast._networkx")?.getattr("rebuild")?;
        (rebuild, slf.get().spec(slf.py())?).into_pyobject(slf.py())
    }

    /// The description with what is lost, and the text of what no description makes anew.
    #[pyo3(name = "_spec")]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let spec = self.network.spec();
        let is_file = spec.topology.starts_with("file:");
        let text = is_file.then(|| Self::from(self.network.whole()).to_text()).transpose()?;
        Ok((to_python(py, spec)?, text))
    }
}

/// The description of a network; a path is that of a file.
fn description(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.extract::<String>() {
        return Ok(text);
    }
    match given.extract::<PathBuf>() {
        Ok(path) => Ok(format!("file:{}", path.display())),
        Err(_) => Err(wrong_type(format!(
            "{} describes no network; expected a text such as \"mesh:8x8\", or a path; Network.from_networkx takes graphs",
            given.get_type()
        ))),
    }
}

/// A network like this one that owns what it needs: for functions in Python, which may keep it.
pub(crate) fn network_like(topology: &dyn Topology) -> Result<PyNetwork, wormcast::Error> {
    let spec = topology.faults().map_or_else(|| NetworkSpec::whole(topology.spec()), NetworkSpec::of);
    let network = match topology.described() {
        Some(described) => Network::of_spec_on(Box::new(described.clone()) as Box<dyn Topology>, &spec)?,
        None => Network::of_spec(&spec)?,
    };
    Ok(network.into())
}
