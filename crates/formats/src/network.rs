//! `file:PATH` beside the families of networks that are built by arithmetic.

use crate::{nvidia_topo, registry, text};
use std::path::Path;
use wormcast_topology::{DescribedNetwork, FAMILIES, Family, Topology, TopologyError, build_among};

/// How `file:…` is described and built.
pub const FILE: Family = Family {
    name: "file",
    parameters: "PATH",
    summary: "what a file describes, in two dozen formats; nodes as the file calls them",
    example: "file:examples/networks/campus.gml",
    build: |path| Ok(Box::new(open(path)?)),
};

/// Every family of networks: those that are built by arithmetic, and files.
pub fn families() -> impl Iterator<Item = &'static Family> + Clone {
    FAMILIES.iter().chain([&FILE])
}

/// The network that a description such as `mesh:8x8` or `file:campus.gml` stands for.
///
/// # Errors
/// An unknown family, parameters that it does not accept, or a file that does not describe a network; the error says
/// what would be accepted.
pub fn build(spec: &str) -> Result<Box<dyn Topology>, TopologyError> {
    build_among(families(), spec)
}

/// The network that the file at this path describes. At most 64 MiB are read, and nothing but regular files is opened.
///
/// # Errors
/// The file cannot be read, or does not describe a network; the error names line and column.
pub fn open(path: &str) -> Result<DescribedNetwork, TopologyError> {
    if path.is_empty() {
        let expected = format!("the path of a file, such as `{}`", FILE.example);
        return Err(TopologyError::BadParameters { spec: "file:".into(), problem: "no path".into(), expected });
    }
    from_bytes(path, &text::read(Path::new(path))?)
}

/// The network that these bytes describe, as if they were the content of the file at this path.
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
/// - A link goes both ways; directed edges are channels that lead one way. What is named again counts once, with a
///   warning, unless the format knows parallel links, or the numbers of an edge list differ.
/// - A node linked to itself is refused or left out, as the format has it. So are, or are not read, an edge to a node
///   that is not declared (in GML and GraphML), two nodes of one name, a hyperedge, and a second or nested graph.
/// - A file without a node is refused. A network may fall apart: schemes say which destination they cannot reach.
/// - Numbers of channels are kept under their names, weights among them; delays, virtual channels and buffers mean what
///   [`ChannelProperties`](wormcast_topology::ChannelProperties) says.
/// - Text is UTF-8 without control characters, a name has 1 to 256 bytes, a file 64 MiB at most. Hostile files cost at
///   most some 20 bytes of memory a byte, and are read in about linear time.
///
/// O(n log n) time and O(n) memory for n bytes.
///
/// ```
/// use wormcast_topology::Topology;
/// let network = wormcast_formats::from_bytes("triangle.edges", b"a b\nb c\nc a\n")?;
/// assert_eq!(network.spec(), "file:triangle.edges");
/// assert_eq!(network.graph().channel_count(), 6);
/// assert_eq!(network.node_name(network.find_node("c")?), "c");
/// let error = wormcast_formats::from_bytes("triangle.edges", b"a b\nb c\nc c\n").unwrap_err();
/// assert_eq!(error.to_string(), "triangle.edges:3:1: `c` is linked to itself; a link joins two different nodes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The bytes do not describe a network; the error names line and column.
pub fn from_bytes(path: &str, bytes: &[u8]) -> Result<DescribedNetwork, TopologyError> {
    let file = Path::new(path);
    // A matrix may be copied from a terminal; nothing else is written in colour.
    let plain = text::without_styles(bytes);
    let is_matrix = std::str::from_utf8(&plain).is_ok_and(nvidia_topo::FORMAT.recognises);
    let text = text::decode(file, if is_matrix { &plain } else { bytes })?;
    let (format, draft) = registry::read(file, text).map_err(|flaw| flaw.locate(file, text))?;
    // That a network is empty or too large is said of the file as a whole.
    let of_the_file = |error| match error {
        TopologyError::Size { source, .. } => {
            TopologyError::File { path: file.into(), line: 1, column: 1, problem: source.to_string() }
        }
        other => other,
    };
    DescribedNetwork::new(format!("{}:{path}", FILE.name), format, draft.describe(text)).map_err(of_the_file)
}
