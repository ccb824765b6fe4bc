//! Networks from files: edge lists, GML, GraphML, and the `anynet` lists of BookSim.

mod anynet;
mod draft;
mod edge_list;
mod format;
mod gml;
mod graphml;
mod names;
mod place;
mod text;

use crate::registry::Family;
use crate::{ChannelId, Graph, Labelling, NoLabelling, NodeId, Topology, TopologyError, UnknownNode, hamiltonian_path};
use draft::Draft;
use names::Names;
use std::path::Path;

/// How `file:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "file",
    parameters: "PATH",
    summary: "an edge list, GML, GraphML or BookSim anynet file; nodes as the file calls them",
    example: "file:examples/networks/campus.gml",
    build: |path| Ok(Box::new(FileNetwork::open(path)?)),
};

/// A network that a file describes.
///
/// | format | told by | names of the nodes |
/// |---|---|---|
/// | edge list | `.edges`, `.edgelist`, `.csv`, `.tsv` | the words of its lines, `a b` or `a, b` |
/// | GML | `.gml`, or a list `graph [` | the labels if all nodes have one and all differ, else the ids |
/// | GraphML | `.graphml`, or `<` at the start | the ids |
/// | BookSim `anynet` | `.anynet`, or `router 0` at the start | the numbers of the routers |
///
/// Other names of files, such as `.txt`, leave it to the content; what looks like none of the others is read as an edge
/// list. In all formats:
///
/// - A link goes both ways, and counts once however often it is named. A directed graph must name both directions: an
///   edge that leads one way only is refused, because plans would send along channels that do not exist.
/// - A node linked to itself is refused. So are an edge to a node that is not declared (in GML and GraphML), two nodes
///   of one name, a hyperedge, and a second or nested graph.
/// - A file without a node is refused. A network may fall apart: schemes say which destination they cannot reach.
/// - Weights, and all else that a format can hold, are skipped. The latencies of BookSim's lists are kept, and not used
///   by the engines: all channels are equally fast.
/// - Text is UTF-8 without control characters, a name has 1 to 256 bytes, a file 64 MiB at most. Hostile files cost at
///   most some 20 bytes of memory a byte, and are read in about linear time.
///
/// ```
/// use wormcast_topology::{FileNetwork, Topology};
/// let network = FileNetwork::from_bytes("triangle.edges", b"a b\nb c\nc a\n")?;
/// assert_eq!(network.spec(), "file:triangle.edges");
/// assert_eq!(network.graph().channel_count(), 6);
/// assert_eq!(network.node_name(network.find_node("c")?), "c");
/// let error = FileNetwork::from_bytes("triangle.edges", b"a b\nb c\nc c\n").unwrap_err();
/// assert_eq!(error.to_string(), "triangle.edges:3:1: `c` is linked to itself; a link joins two different nodes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileNetwork {
    path: String,
    format: &'static str,
    graph: Graph,
    names: Names,
    /// By node; the last ones may be missing.
    positions: Box<[Option<[f64; 2]>]>,
    /// By node, or empty.
    terminals: Box<[Vec<String>]>,
    /// By channel in cycles, or empty.
    latencies: Box<[u32]>,
}

impl FileNetwork {
    /// The network that the file at this path describes. At most 64 MiB are read.
    ///
    /// # Errors
    /// The file cannot be read, or does not describe a network; the error names line and column.
    pub fn open(path: &str) -> Result<Self, TopologyError> {
        if path.is_empty() {
            let expected = format!("the path of a file, such as `{}`", FAMILY.example);
            return Err(TopologyError::BadParameters { spec: "file:".into(), problem: "no path".into(), expected });
        }
        Self::from_bytes(path, &text::read(Path::new(path))?)
    }

    /// The network that these bytes describe, as if they were the content of the file at this path.
    ///
    /// O(n log n) time and O(n) memory for n bytes.
    ///
    /// # Errors
    /// The bytes do not describe a network; the error names line and column.
    pub fn from_bytes(path: &str, bytes: &[u8]) -> Result<Self, TopologyError> {
        let file = Path::new(path);
        let text = text::decode(file, bytes)?;
        let (format, mut draft) = format::read(file, text).map_err(|flaw| flaw.locate(file, text))?;
        let links = draft.take_links().map_err(|flaw| flaw.locate(file, text))?;
        let graph = Graph::from_links(draft.names.len(), &links)
            .map_err(|source| TopologyError::Size { spec: format!("file:{path}"), source })?;
        Ok(Self { format, ..Self::assemble(path, graph, draft) })
    }

    fn assemble(path: &str, graph: Graph, draft: Draft<'_>) -> Self {
        let mut latencies = vec![];
        if let Some(latency) = draft.default_latency {
            latencies.resize(graph.channel_count(), latency);
        }
        for ((from, to), latency) in draft.latencies {
            latencies[graph.channel(from, to).expect("a latency belongs to a link").index()] = latency;
        }
        Self {
            path: path.into(),
            format: "",
            names: Names::new(draft.names.iter().map(|name| &**name)),
            graph,
            positions: draft.positions.into(),
            terminals: draft.terminals.into(),
            latencies: latencies.into(),
        }
    }

    /// The format that the file was read in: `edge list`, `GML`, `GraphML` or `BookSim anynet`.
    pub const fn format(&self) -> &'static str {
        self.format
    }

    /// Where the file places a node: x to the right, y downwards, in the file's own unit; none if it does not say.
    /// Longitude and latitude are drawn as on a map (Mercator), in degrees of longitude.
    pub fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        *self.positions.get(node.index())?
    }

    /// The names of what is attached to a node (the nodes of a BookSim router); empty in the other formats.
    pub fn terminals(&self, node: NodeId) -> &[String] {
        self.terminals.get(node.index()).map_or(&[], Vec::as_slice)
    }

    /// The latency of a channel in cycles, for BookSim's lists; none in the other formats.
    pub fn latency(&self, channel: ChannelId) -> Option<u32> {
        self.latencies.get(channel.index()).copied()
    }
}

impl Topology for FileNetwork {
    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.name, self.path)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        self.names.get(node).to_owned()
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        self.names.find(name).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: self.names.summary(),
            nearest: self.names.nearest(name),
        })
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}
