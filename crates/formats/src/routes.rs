//! Routings of unicasts that somebody else wrote: tables of next hops, or one path a line.

mod csv;
mod form;
mod json;
mod json_entry;
mod json_rows;
mod next_hops;
mod path_field;
mod path_rows;
mod paths;
mod words;
mod written_table;

pub use paths::{write_path, write_path_of_plan};
pub use written_table::WrittenTable;

use crate::text;
use form::Form;
use std::path::Path;
use wormcast_routing::{Lane, Routing};
use wormcast_topology::{ChannelId, NodeId, Topology, TopologyError, UnknownNode};

/// The largest file of routes that is read, in bytes: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;
/// The largest file of routes, each of which may become a worm, in bytes: 128 MiB, some million routes.
const MAX_PATHS: u64 = 128 << 20;
/// The most lines that are no routes on the network.
const MAX_MALFORMED: usize = 100_000;

/// Routes from a file, and what of it makes none on this network.
pub struct ForeignRoutes<'t> {
    /// The routes.
    pub routing: Box<dyn Routing + 't>,
    /// Lines that name a channel that the network does not have, or a virtual channel that a channel does not have;
    /// they are left out of the routes.
    pub malformed: Vec<MalformedRoute>,
}

impl std::fmt::Debug for ForeignRoutes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ForeignRoutes").field("malformed", &self.malformed).finish_non_exhaustive()
    }
}

/// A line of a file that is no route on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedRoute {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads routes on a network from a file: paths, one a line, in a table `src,dst,path` or in JSON; or next hops, in a
/// table `router,destination,next`, in a matrix or in JSON.
///
/// A table of next hops has the columns `router`, `destination` and `next` (a neighbour of the router), and if wanted
/// `vc` (the virtual channel; without it messages keep theirs, which is 0 at first), `in` (the neighbour that a message
/// came from; without it wherever it came from) and `number` (which of parallel channels; 0 without it). A path names
/// its nodes from source to destination; `@0,1` behind them the virtual channel of each hop; a name with blanks stands
/// between quotes. Columns may be parted by semicolons or tabs, too, and nodes by `->`. Empty lines, lines that begin
/// with `#`, and notes behind a path and ` #` are passed over. At most 128 MiB is read, and nothing but regular files
/// is opened. O(n log n) time.
///
/// A table `src,dst,path` has the nodes of each path in one field, with blanks, `->`, `>`, `;`, `|`, `-` or commas
/// between them, whichever makes nodes of the network. A matrix names destinations in its first row and routers in its
/// first column; nothing, `-` or the router itself stands for no next hop. JSON is a list of objects with a `path`, or
/// with the columns of a table of next hops; or an object in which each router has an object of destinations and next
/// hops, or of destinations and paths.
///
/// ```
/// let ring = wormcast_topology::build("torus:3")?;
/// let file = std::env::temp_dir().join("wormcast-doc-ring.csv");
/// std::fs::write(&file, "router,destination,next\n0,1,1\n0,2,2\n1,0,0\n1,2,2\n2,0,0\n2,1,1\n")?;
/// let mut routes = wormcast_formats::read_routes(&*ring, &file)?;
/// let mut route = vec![];
/// routes.routing.append_route(ring.find_node("0")?, ring.find_node("2")?, &mut route)?;
/// assert_eq!((route.len(), routes.malformed.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The file cannot be read, a line is no entry, names a node that the network does not have, or contradicts another
/// one.
pub fn read_routes<'t>(topology: &'t dyn Topology, path: &Path) -> Result<ForeignRoutes<'t>, TopologyError> {
    let text = read_text(path, MAX_PATHS)?;
    match Form::of(topology, path, &text)? {
        Form::Table => csv::read(topology, path, &text),
        Form::Matrix(separator) => next_hops::read(topology, path, &text, separator),
        Form::JsonTable => json::read_table(topology, path, &text),
        Form::JsonRows => json_rows::read(topology, path, &text),
        form @ (Form::Lines | Form::PathRows | Form::JsonPaths) => paths::read(topology, path, &text, form),
    }
}

/// A path from a file, from its first node to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPath {
    /// The line, from 1.
    pub line: u64,
    /// How many times empty lines stand before it: paths with as many are in one paragraph.
    pub paragraph: u64,
    /// The first node.
    pub from: NodeId,
    /// The last node.
    pub to: NodeId,
    /// The channels, with their virtual channels: 0 where the line names none.
    pub lanes: Vec<Lane>,
    /// Whether the line names them.
    pub is_named: bool,
}

/// Reads the paths in a file, one a line ([`read_routes`]), in its order. Several may lead from one node to another.
///
/// ```
/// let mesh = wormcast_topology::build("mesh:3x1")?;
/// let file = std::env::temp_dir().join("wormcast-doc-paths.txt");
/// std::fs::write(&file, "# by hand\n0,0 1,0 2,0\n")?;
/// let paths = wormcast_formats::read_paths(&*mesh, &file)?;
/// assert_eq!((paths[0].line, paths[0].lanes.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The file cannot be read, or a line is no path on the network.
pub fn read_paths(topology: &dyn Topology, path: &Path) -> Result<Vec<WrittenPath>, TopologyError> {
    let text = read_text(path, MAX_BYTES)?;
    let form = match Form::of(topology, path, &text)? {
        Form::Table | Form::Matrix(_) | Form::JsonTable | Form::JsonRows => {
            return Err(refuse(path, form::first_line(&text).0, NO_TABLES));
        }
        form => form,
    };
    let mut read = Vec::new();
    paths::each_path(
        topology,
        path,
        &text,
        form,
        |paths::Line { line, paragraph, from, to, lanes, is_named, .. }| {
            let lanes = lanes.map_err(|problem| refuse(path, line, problem))?;
            read.push(WrittenPath { line, paragraph, from, to, lanes, is_named });
            Ok(())
        },
    )?;
    if read.is_empty() { Err(refuse(path, 1, "there is no path; expected one a line")) } else { Ok(read) }
}

/// Why a table is not taken for paths.
const NO_TABLES: &str = "this is a table, which says how any message goes on, and not which are sent; expected one path \
                         a line (`wormcast prove NETWORK --routes FILE` asks about tables)";

fn read_text(path: &Path, limit: u64) -> Result<String, TopologyError> {
    let mut bytes = text::read_regular(path, limit)?;
    // A byte-order mark, as spreadsheets write it.
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    // Lines of some spreadsheets end with a carriage return alone.
    if !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        refuse(path, line as u64, "it is not UTF-8 text")
    })
}

/// Notes a line that is no route on the network.
///
/// # Errors
/// There are so many that the file must be for another one.
fn note(all: &mut Vec<MalformedRoute>, path: &Path, line: u64, problem: String) -> Result<(), TopologyError> {
    if all.len() >= MAX_MALFORMED {
        let many = format!("more than {MAX_MALFORMED} lines are no routes on this network; expected a file for it");
        return Err(refuse(path, line, many));
    }
    all.push(MalformedRoute { line, problem });
    Ok(())
}

/// What is wrong in a line of a file.
fn refuse(path: &Path, line: u64, problem: impl Into<String>) -> TopologyError {
    TopologyError::File { path: path.into(), line: line as usize, column: 1, problem: problem.into() }
}

/// What is to be written in place of a nested tree.
const NO_PARENTHESES: &str =
    "; a tree is written as paths, one a line to each of its leaves (`import --tree` makes one worm of them)";

/// What is to be written in place of a list as programs print it.
const NO_BRACKETS: &str = "; a path is its nodes with blanks between them, and no brackets: `1,1 2,1 2,2`";

/// That a name stands without the parentheses around it, if a node is called so.
fn bare_name(topology: &dyn Topology, name: &str) -> Option<String> {
    let bare = name.strip_prefix('(')?.strip_suffix(')')?.replace(' ', "");
    topology.find_node(&bare).is_ok().then(|| format!("; names stand without parentheses: `{bare}`"))
}

/// Node names to nodes: a file names few nodes in many lines.
struct Names<'t> {
    topology: &'t dyn Topology,
    known: std::collections::HashMap<String, wormcast_topology::NodeId>,
}

impl<'t> Names<'t> {
    fn of(topology: &'t dyn Topology) -> Self {
        Self { topology, known: std::collections::HashMap::new() }
    }

    /// The node of this name, if there is one.
    fn known_as(&mut self, name: &str) -> Option<NodeId> {
        if let Some(&node) = self.known.get(name) {
            return Some(node);
        }
        let node = self.topology.find_node(name).ok()?;
        self.known.insert(name.to_owned(), node);
        Some(node)
    }

    fn find(&mut self, path: &Path, line: u64, name: &str) -> Result<wormcast_topology::NodeId, TopologyError> {
        if let Some(&node) = self.known.get(name) {
            return Ok(node);
        }
        let unknown = |error: UnknownNode| {
            let bare = bare_name(self.topology, name).unwrap_or_default();
            let hint = match () {
                () if name.contains(['[', ']']) => NO_BRACKETS,
                () if name.contains(['(', ')']) => NO_PARENTHESES,
                () => "",
            };
            refuse(path, line, format!("{error}{bare}{hint}"))
        };
        let node = self.topology.find_node(name).map_err(unknown)?;
        self.known.insert(name.to_owned(), node);
        Ok(node)
    }
}

/// The number of a virtual channel or of a parallel channel.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number < 64)
}

/// Whether a channel has a virtual channel of this number, as far as the network says how many it has.
fn has(topology: &dyn Topology, channel: ChannelId, number: u32) -> Result<(), String> {
    match topology.channel_properties(channel).virtual_channels {
        Some(own) if number >= own => {
            let name = topology.channel_name(channel);
            Err(format!("`{name}` has no virtual channel {number}: it has {own}, numbered from 0"))
        }
        _ => Ok(()),
    }
}
