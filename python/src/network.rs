//! The class `Network`.

use crate::arguments::{Named, channel_names, link_names, node_name, node_names, options};
use crate::arrays::{column, dict_of};
use crate::documents::{text_of, to_python};
use crate::errors::{Answer, Raised};
use crate::patiently::{patiently, watched};
use crate::plan::PyPlan;
use crate::report::PyReport;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::path::PathBuf;
use wormcast::draw::{DrawOptions, PaperWidth, network_svg};
use wormcast::formats::{FORMATS, Format, format_to_write, from_bytes};
use wormcast::plan::{NetworkSpec, PlanDocument};
use wormcast::schemes::{Options, scheme_named};
use wormcast::topology::{Topology, Weight};
use wormcast::{Network, Plan};

/// Schemes that may search for seconds: their plans are made with an eye on Ctrl-C.
const SEARCHING: [&str; 5] = ["ocms", "otms", "otms-timed", "steiner", "hamiltonian-path"];

/// With more destinations than these, plans are made with an eye on Ctrl-C.
const FEW: usize = 64;

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

impl PyNetwork {
    /// The scheme of a name made ready, or a plan by a planner that is kept.
    fn plan_named(
        &self,
        py: Python<'_>,
        (scheme, set_options): (&str, Options),
        (source, destinations): (String, Vec<String>),
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Plan> {
        let network = self.network.clone();
        if progress.is_none() && destinations.len() <= FEW && !SEARCHING.contains(&scheme) {
            let plan = py.detach(|| network.plan(scheme, &source, &destinations, &set_options));
            return Ok(plan.map_err(Raised::from)?);
        }
        let scheme = scheme.to_owned();
        watched(py, progress, "planning", move |_| Ok(network.plan(&scheme, &source, &destinations, &set_options)?))
    }
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (topology, *, without_nodes=None, without_links=None, without_channels=None))]
    fn new(
        py: Python<'_>,
        topology: String,
        without_nodes: Option<&Bound<'_, PyAny>>,
        without_links: Option<&Bound<'_, PyAny>>,
        without_channels: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (nodes, links) = (node_names(without_nodes)?, link_names(without_links)?);
        let channels = channel_names(without_channels)?;
        let built = patiently(py, move || {
            let whole = Network::build(&topology)?;
            Ok(whole.without_nodes(nodes)?.without_links(links)?.without_channels(channels)?)
        });
        built.map(Self::from)
    }

    /// The network that a text describes, as if it were the content of the file of this name.
    #[staticmethod]
    #[pyo3(signature = (text, path="network.json"))]
    fn from_text(text: &str, path: &str) -> PyResult<Self> {
        let network = from_bytes(path, text.as_bytes()).map_err(Raised::from)?;
        Ok(Network::of(Box::new(network) as Box<dyn Topology>).into())
    }

    /// The network of a graph of networkx.
    #[classmethod]
    #[pyo3(signature = (graph, name=None, *, kind="kind", weight=None, position="pos"))]
    fn from_networkx<'py>(
        class: &Bound<'py, PyType>,
        graph: &Bound<'py, PyAny>,
        name: Option<&str>,
        kind: &str,
        weight: Option<&str>,
        position: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("wormcast._networkx")?;
        module.call_method1("from_networkx", (graph, name, kind, weight, position))
    }

    /// A graph of networkx with the nodes and channels of this network.
    #[pyo3(signature = (*, undirected=None))]
    fn to_networkx<'py>(slf: &Bound<'py, Self>, undirected: Option<bool>) -> PyResult<Bound<'py, PyAny>> {
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
        let (nodes, links, channels) = (node_names(nodes)?, link_names(links)?, channel_names(channels)?);
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

    /// The numbers of the nodes along a Hamiltonian path, by node.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let network = self.network.clone();
        let labels = patiently(py, move || {
            let topology = network.topology();
            let labelling = topology.labelling().map_err(|error| Raised::new("Unserved", error.to_string()))?;
            Ok(topology.graph().nodes().map(|node| labelling.label(node)).collect::<Vec<_>>())
        })?;
        Ok(column(py, labels))
    }

    /// The channels as NumPy arrays, by the numbers of channels.
    fn channels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.network.topology().graph();
        let number = |of: fn(&wormcast::topology::Graph, wormcast::topology::ChannelId) -> u32| {
            graph.channels().map(|channel| of(graph, channel)).collect::<Vec<u32>>()
        };
        dict_of(
            py,
            [
                ("source", column(py, number(|graph, channel| graph.source(channel).index() as u32))),
                ("target", column(py, number(|graph, channel| graph.target(channel).index() as u32))),
                ("number", column(py, number(|graph, channel| graph.number(channel)))),
            ],
        )
    }

    /// What channels have of their own, as NumPy arrays; NaN where a channel has nothing.
    fn channel_properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let topology = self.network.topology();
        let own: Vec<_> = topology.graph().channels().map(|channel| topology.channel_properties(channel)).collect();
        let ns = |ps: Option<u64>| ps.map_or(f64::NAN, |ps| ps as f64 / 1000.0);
        let weight = |weight: Option<Weight>| weight.map_or(f64::NAN, Weight::value);
        let count = |count: Option<u32>| count.map_or(f64::NAN, f64::from);
        dict_of(
            py,
            [
                ("delay_ns", column(py, own.iter().map(|own| ns(own.delay_ps)).collect::<Vec<_>>())),
                ("flit_ns", column(py, own.iter().map(|own| ns(own.flit_ps)).collect::<Vec<_>>())),
                ("router_ns", column(py, own.iter().map(|own| ns(own.router_ps)).collect::<Vec<_>>())),
                ("virtual_channels", column(py, own.iter().map(|own| count(own.virtual_channels)).collect::<Vec<_>>())),
                ("buffer_flits", column(py, own.iter().map(|own| count(own.buffer_flits)).collect::<Vec<_>>())),
                ("weight", column(py, own.iter().map(|own| weight(own.weight)).collect::<Vec<_>>())),
            ],
        )
    }

    /// Where the nodes stand, as an array of x and y by node; NaN where nobody says.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let topology = self.network.topology();
        let place = |node| topology.position(node).unwrap_or([f64::NAN; 2]);
        let places: Vec<f64> = topology.graph().nodes().flat_map(place).collect();
        column(py, places).call_method1("reshape", ((-1, 2),))
    }

    /// The numbers of the endpoints, as an array.
    fn endpoints<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let endpoints = self.network.topology().graph().endpoints();
        column(py, endpoints.iter().map(|node| node.index() as u32).collect::<Vec<_>>())
    }

    /// The network in figures, as `wormcast describe --format json` writes it.
    #[pyo3(signature = (*, nodes=false))]
    fn describe<'py>(&self, py: Python<'py>, nodes: bool) -> PyResult<Bound<'py, PyAny>> {
        let network = self.network.clone();
        let summary = patiently(py, move || Ok(network.describe(nodes)))?;
        to_python(py, &summary)
    }

    /// The text of the network as a `wormcast-network`, which says everything that it has.
    fn to_text(&self) -> PyResult<String> {
        let mut text = Vec::new();
        if let Some(json) = FORMATS.iter().find(|format| format.word() == "wormcast-network") {
            json.write(self.network.topology(), &mut text)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Writes the network into a file.
    #[pyo3(signature = (path, format=None))]
    fn save(&self, path: PathBuf, format: Option<&str>) -> PyResult<()> {
        let written = FORMATS.iter().filter(|format| format.is_written());
        let chosen = match format {
            Some(word) => written.clone().find(|format| format.word() == word),
            None => format_to_write(&path),
        };
        let known: Vec<_> = written.map(Format::word).collect();
        let asked = format.map_or_else(|| path.display().to_string(), str::to_owned);
        let chosen = chosen.ok_or_else(|| Raised::unknown("format", &asked, known.iter().map(String::as_str)))?;
        let mut text = Vec::new();
        chosen.write(self.network.topology(), &mut text).map_err(Raised::from)?;
        Ok(std::fs::write(&path, text).map_err(|error| Raised::of_file(&path, error))?)
    }

    /// Nodes drawn at random without the source, by a seed.
    #[pyo3(signature = (source, count, seed=1))]
    fn random_destinations(&self, source: &Bound<'_, PyAny>, count: usize, seed: u64) -> PyResult<Vec<String>> {
        let drawn = self.network.random_destinations(&node_name(source)?, count, seed);
        Ok(drawn.map_err(Raised::from)?)
    }

    /// Plans a multicast by a scheme.
    #[pyo3(signature = (scheme, source, destinations, *, progress=None, **options))]
    fn plan(
        &self,
        py: Python<'_>,
        scheme: &Bound<'_, PyAny>,
        source: &Bound<'_, PyAny>,
        destinations: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyPlan> {
        let name = scheme_name(scheme)?;
        let set = (node_name(source)?, node_names(Some(destinations))?);
        let set_options = options_of(&name, options)?;
        self.plan_named(py, (&name, set_options), set, progress).map(PyPlan::from)
    }

    /// Judges a plan: a `Plan`, dictionaries as in a plan file, its text, or its path.
    fn check(&self, py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<PyReport> {
        let document = document_of(plan)?;
        let network = self.network.clone();
        patiently(py, move || Ok(network.check(&document))).map(PyReport::from)
    }

    /// A picture as SVG.
    #[pyo3(signature = (*, title=None, names=true, picture_width=None))]
    fn svg(&self, title: Option<String>, names: bool, picture_width: Option<String>) -> PyResult<String> {
        let options = draw_options(title, names, picture_width)?;
        let drawn = network_svg(self.network.topology(), &options);
        Ok(drawn.map_err(|error| Raised::bad(error.to_string()))?)
    }

    fn _repr_svg_(&self) -> Option<String> {
        network_svg(self.network.topology(), &DrawOptions::default()).ok()
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

/// A network like this one that owns what it needs: for functions in Python, which may keep it.
pub(crate) fn network_like(topology: &dyn Topology) -> Result<PyNetwork, wormcast::Error> {
    let spec = topology.faults().map_or_else(|| NetworkSpec::whole(topology.spec()), NetworkSpec::of);
    let network = match topology.described() {
        Some(described) => Network::of_spec_on(Box::new(described.clone()) as Box<dyn Topology>, &spec)?,
        None => Network::of_spec(&spec)?,
    };
    Ok(network.into())
}

/// What is asked of a picture, by the names of the command line.
pub(crate) fn draw_options(title: Option<String>, names: bool, width: Option<String>) -> Answer<DrawOptions> {
    let read = |text: String| {
        let refused = |error| Raised::new("BadOption", format!("`picture_width`: `{text}`: {error}"));
        text.parse::<PaperWidth>().map_err(|error| refused(error).about("picture_width"))
    };
    let width = width.map(read).transpose()?;
    Ok(DrawOptions { title, hide_names: !names, width, ..DrawOptions::default() })
}

/// The name of a scheme, which a function with the decorator has as an attribute.
pub(crate) fn scheme_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    match given.getattr_opt("wormcast_name")? {
        Some(name) => name.extract(),
        None => node_name(given),
    }
}

/// Options of the scheme of this name.
pub(crate) fn options_of(scheme: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    match given {
        None => Ok(Options::default()),
        given => options(scheme_named(scheme).map_err(Raised::from)?, Named::new(given).rest()?),
    }
}

/// The document of a plan, whatever is wrong with it.
pub(crate) fn document_of(given: &Bound<'_, PyAny>) -> PyResult<PlanDocument> {
    match given.cast::<PyPlan>() {
        Ok(plan) => Ok(plan.get().plan.document()),
        Err(_) => {
            let read: Answer<_> = PlanDocument::parse(&text_of(given)?).map_err(Raised::from);
            Ok(read?)
        }
    }
}
