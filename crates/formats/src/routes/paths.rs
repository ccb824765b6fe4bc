//! One path a line: `a b c` or `a -> b -> c`, and `@0,1` behind it with the virtual channel of each hop. A note may
//! stand behind a blank and `#`.

use super::{ForeignRoutes, MalformedRoute, Names, has, number, refuse};
use std::io::{self, Write};
use std::path::Path;
use wormcast_routing::{Lane, Paths, visited};
use wormcast_topology::{NodeId, Topology, TopologyError};

const EXPECTED: &str = "expected the nodes of a path, and if wanted `@0,1` with the virtual channel of each hop";

/// What may stand between two nodes, beside blanks.
const ARROWS: [&str; 2] = ["->", "→"];

/// A line of a file of paths.
pub(super) struct Line {
    /// Its number, from 1.
    pub line: u64,
    /// How many empty lines or groups of them stand before it.
    pub paragraph: u64,
    pub from: NodeId,
    pub to: NodeId,
    /// The lanes of the path, or what is wrong with one.
    pub lanes: Result<Vec<Lane>, String>,
}

pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut paths = Paths::new();
    let mut malformed = Vec::new();
    each_line(topology, path, text, |Line { line, from, to, lanes, .. }| match lanes {
        Ok(lanes) if paths.add(from, to, &lanes) => Ok(()),
        Ok(_) => {
            let [from, to] = [from, to].map(|node| topology.node_name(node));
            Err(refuse(path, line, format!("another line has another path from `{from}` to `{to}`")))
        }
        Err(problem) => {
            malformed.push(MalformedRoute { line, problem });
            Ok(())
        }
    })?;
    Ok(ForeignRoutes { routing: Box::new(paths), malformed })
}

/// Calls a function with every path of a text.
pub(super) fn each_line(
    topology: &dyn Topology,
    path: &Path,
    text: &str,
    mut found: impl FnMut(Line) -> Result<(), TopologyError>,
) -> Result<(), TopologyError> {
    let mut names = Names::of(topology);
    let is_plain = has_plain_names(topology);
    let (mut paragraph, mut is_apart) = (0, false);
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        is_apart |= content.is_empty();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        paragraph += u64::from(std::mem::take(&mut is_apart));
        let content = if is_plain { without_note(content) } else { content };
        let (words, virtual_channels) = parts(content).map_err(|problem| refuse(path, line, problem))?;
        let words = if is_plain { words.replace(ARROWS[0], " ").replace(ARROWS[1], " ") } else { words.to_owned() };
        let nodes = words.split_whitespace().filter(|word| !ARROWS.contains(word));
        let nodes = nodes.map(|word| names.find(path, line, word));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        let [from, .., to] = nodes[..] else {
            return Err(refuse(path, line, format!("a path has two nodes at least; {EXPECTED}")));
        };
        let hops = nodes.len() - 1;
        if let Some(list) = virtual_channels.as_ref().filter(|list| list.len() != hops) {
            let count = list.len();
            return Err(refuse(path, line, format!("there are {count} virtual channels for {hops} hops; {EXPECTED}")));
        }
        found(Line { line, paragraph, from, to, lanes: lanes(topology, &nodes, virtual_channels.as_deref()) })?;
    }
    Ok(())
}

/// Whether no node has a name with an arrow in it, or with `#` at its beginning. O(nodes).
fn has_plain_names(topology: &dyn Topology) -> bool {
    let is_plain = |name: String| !name.starts_with('#') && !ARROWS.iter().any(|arrow| name.contains(arrow));
    topology.graph().nodes().all(|node| is_plain(topology.node_name(node)))
}

/// A line without the note behind it.
fn without_note(content: &str) -> &str {
    let mut marks = content.match_indices('#').map(|(at, _)| at);
    let begins = marks.find(|&at| content[..at].ends_with(char::is_whitespace));
    content[..begins.unwrap_or(content.len())].trim_end()
}

/// The nodes of a line, and the virtual channels behind them if there are some.
fn parts(content: &str) -> Result<(&str, Option<Vec<u32>>), String> {
    let Some((words, list)) = content.rsplit_once('@') else { return Ok((content, None)) };
    let list = list.trim();
    match numbers(list) {
        Some(numbers) => Ok((words, Some(numbers))),
        None => Err(format!("`@{}` is not a list of numbers from 0 to 63; {EXPECTED}", list.escape_debug())),
    }
}

fn numbers(list: &str) -> Option<Vec<u32>> {
    list.split(',').map(|text| number(text.trim())).collect()
}

/// The lanes between nodes that follow each other.
fn lanes(topology: &dyn Topology, nodes: &[NodeId], virtual_channels: Option<&[u32]>) -> Result<Vec<Lane>, String> {
    let lane = |(hop, pair): (usize, &[NodeId])| {
        let channel = topology.graph().channel(pair[0], pair[1]).ok_or_else(|| {
            format!("there is no channel `{}>{}`", topology.node_name(pair[0]), topology.node_name(pair[1]))
        })?;
        let virtual_channel = virtual_channels.map_or(0, |list| list[hop]);
        has(topology, channel, virtual_channel)?;
        Ok(Lane::new(channel, virtual_channel))
    };
    nodes.windows(2).enumerate().map(lane).collect()
}

/// Writes a route as a line that [`read_routes`](crate::read_routes) reads: its nodes, and the virtual channels if they
/// are not all 0. Parallel channels after the first have no form here.
///
/// # Errors
/// Writing fails.
pub fn write_path(topology: &dyn Topology, from: NodeId, route: &[Lane], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<_> = visited(topology.graph(), from, route).map(|node| topology.node_name(node)).collect();
    write!(out, "{}", names.join(" "))?;
    if route.iter().any(|lane| lane.virtual_channel > 0) {
        let numbers: Vec<_> = route.iter().map(|lane| lane.virtual_channel.to_string()).collect();
        write!(out, " @{}", numbers.join(","))?;
    }
    writeln!(out)
}
