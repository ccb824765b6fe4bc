//! One path a line: `a b c` or `a -> b -> c`, and `@0,1` behind it with the virtual channel of each hop. A note may
//! stand behind a blank and `#`. A name that would be taken for something else stands between quotes.

use super::form::Form;
use super::words::{self, ARROWS, Words};
use super::{ForeignRoutes, Names, has, json, note, number, path_rows, refuse};
use crate::rows;
use std::io::{self, Write};
use std::path::Path;
use wormcast_routing::{Lane, Paths, visited};
use wormcast_topology::{NodeId, Topology, TopologyError};

const EXPECTED: &str = "expected the nodes of a path, and if wanted `@0,1` with the virtual channel of each hop";

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
    /// Whether it names their virtual channels.
    pub is_named: bool,
    /// Why no message takes it, if so.
    pub flaw: Option<String>,
}

impl Line {
    /// The path along these nodes, in a line and a paragraph of a file.
    ///
    /// # Errors
    /// There are less than two nodes, or another number of virtual channels than of hops.
    pub(super) fn of(
        topology: &dyn Topology,
        path: &Path,
        (line, paragraph): (u64, u64),
        nodes: &[NodeId],
        virtual_channels: Option<&[u32]>,
    ) -> Result<Self, TopologyError> {
        let [from, .., to] = *nodes else {
            return Err(refuse(path, line, format!("a path has two nodes at least; {EXPECTED}")));
        };
        let hops = nodes.len() - 1;
        if let Some(list) = virtual_channels.filter(|list| list.len() != hops) {
            let [count, hops] = [counted(list.len(), "virtual channel"), counted(hops, "hop")];
            return Err(refuse(path, line, format!("a path of {hops} names {count}; {EXPECTED}")));
        }
        let (lanes, is_named) = (lanes(topology, nodes, virtual_channels), virtual_channels.is_some());
        Ok(Self { line, paragraph, from, to, lanes, is_named, flaw: is_route(topology, nodes).err() })
    }
}

pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
    form: Form,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut paths = Paths::new();
    let mut malformed = Vec::new();
    let graph = topology.graph();
    let sends = |node: NodeId| graph.endpoints().is_empty() || graph.is_endpoint(node);
    each_path(topology, path, text, form, |Line { line, from, to, lanes, flaw, .. }| match lanes {
        _ if flaw.is_some() => Err(refuse(path, line, flaw.unwrap_or_default())),
        _ if !sends(from) || !sends(to) => {
            let inner = topology.node_name(if sends(from) { to } else { from });
            Err(refuse(
                path,
                line,
                format!(
                    "`{inner}` is a router of a network in which endpoints send and take in messages; expected paths from \
                     endpoint to endpoint"
                ),
            ))
        }
        Ok(lanes) if paths.add(from, to, &lanes) => Ok(()),
        Ok(_) => {
            let [from, to] = [from, to].map(|node| topology.node_name(node));
            Err(refuse(
                path,
                line,
                format!(
                    "another line has another path from `{from}` to `{to}`; expected one for each pair in a file: several files \
                 may be given, each with one of them"
                ),
            ))
        }
        Err(problem) => note(&mut malformed, path, line, problem),
    })?;
    Ok(ForeignRoutes { routing: Box::new(paths), malformed })
}

/// Calls a function with every path of a text of such a form.
pub(super) fn each_path(
    topology: &dyn Topology,
    path: &Path,
    text: &str,
    form: Form,
    found: impl FnMut(Line) -> Result<(), TopologyError>,
) -> Result<(), TopologyError> {
    match form {
        Form::PathRows => path_rows::each_path(topology, path, text, found),
        Form::JsonPaths => json::each_path(topology, path, text, found),
        _ => each_line(topology, path, text, found),
    }
}

/// Calls a function with every line of a text that is a path.
fn each_line(
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
        let Words { names: words, list, is_mixed } = words::apart(content, is_plain);
        if is_mixed {
            let problem = "some nodes are parted by arrows, and some by blanks, as in tables of other programs; expected the \
                           nodes of one path, parted by either: `a b c` or `a -> b -> c`";
            return Err(refuse(path, line, problem));
        }
        let virtual_channels = list.map(virtual_channels).transpose().map_err(|problem| refuse(path, line, problem))?;
        let nodes = words.iter().map(|word| names.find(path, line, word)).collect::<Result<Vec<_>, _>>();
        let nodes = nodes.map_err(|error| if is_row(topology, content) { lacks_heading(error) } else { error })?;
        found(Line::of(topology, path, (line, paragraph), &nodes, virtual_channels.as_deref())?)?;
    }
    Ok(())
}

/// Whether a line is a row of a table: three fields or more, all of them nodes.
fn is_row(topology: &dyn Topology, line: &str) -> bool {
    let mut fields = Vec::new();
    [',', ';', '\t'].into_iter().any(|separator| {
        let is_split = rows::split(line, separator, &mut fields).is_ok();
        is_split && fields.len() >= 3 && fields.iter().all(|field| topology.find_node(field).is_ok())
    })
}

/// The error of a row of a table that has no heading.
fn lacks_heading(error: TopologyError) -> TopologyError {
    match error {
        TopologyError::File { path, line, column, problem } => {
            let problem =
                format!("{problem}; a table begins with its heading, `router,destination,next`, and this has none");
            TopologyError::File { path, line, column, problem }
        }
        other => other,
    }
}

/// Whether messages can go along these nodes: to another node than where they begin, and through none that forwards
/// nothing.
///
/// # Errors
/// What is wrong.
fn is_route(topology: &dyn Topology, nodes: &[NodeId]) -> Result<(), String> {
    let name = |node: NodeId| topology.node_name(node);
    let [from, passed @ .., to] = nodes else { return Ok(()) };
    if from == to {
        return Err(format!("a path from `{}` back to it is no route; expected two different ends", name(*from)));
    }
    let end = passed.iter().find(|node| topology.graph().is_endpoint(**node));
    end.map_or(Ok(()), |&end| Err(format!("a path leads through `{}`, an endpoint, which forwards nothing", name(end))))
}

/// `1 hop`, `2 hops`.
fn counted(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// Whether no node has a name with an arrow in it, or with `#` at its beginning. O(nodes).
fn has_plain_names(topology: &dyn Topology) -> bool {
    let is_plain = |name: String| !name.starts_with('#') && !ARROWS.iter().any(|arrow| name.contains(arrow));
    topology.graph().nodes().all(|node| is_plain(topology.node_name(node)))
}

/// The virtual channels behind a path.
pub(super) fn virtual_channels(list: &str) -> Result<Vec<u32>, String> {
    let numbers: Option<Vec<u32>> = list.split(',').map(|text| number(text.trim())).collect();
    numbers.ok_or_else(|| format!("`@{}` is not a list of numbers from 0 to 63; {EXPECTED}", list.escape_debug()))
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

/// Writes a route as a line that [`read_routes`](crate::read_routes) reads: its nodes, names with blanks between
/// quotes, and the virtual channels if they are not all 0, which is what a route has without them.
///
/// # Errors
/// A channel is a parallel one after the first, which has no form here; or writing fails.
pub fn write_path(topology: &dyn Topology, from: NodeId, route: &[Lane], out: &mut dyn Write) -> io::Result<()> {
    let names = route.iter().any(|lane| lane.virtual_channel > 0);
    write_path_of_plan(topology, from, route, names, out)
}

/// The same of a plan, which names its virtual channels, be they 0 as well, or leaves them to a rule.
///
/// # Errors
/// As [`write_path`].
pub fn write_path_of_plan(
    topology: &dyn Topology,
    from: NodeId,
    route: &[Lane],
    names: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(lane) = route.iter().find(|lane| topology.graph().number(lane.channel) > 0) {
        let channel = topology.channel_name(lane.channel);
        let hint = "a table of next hops, in a file whose name ends in `.csv`, names it";
        return Err(io::Error::other(format!(
            "the parallel channel `{channel}` has no form in a file of paths; {hint}"
        )));
    }
    let nodes = visited(topology.graph(), from, route).map(|node| words::written(&topology.node_name(node)));
    let nodes: Vec<_> = nodes.collect();
    write!(out, "{}", nodes.join(" "))?;
    if names {
        let numbers: Vec<_> = route.iter().map(|lane| lane.virtual_channel.to_string()).collect();
        write!(out, " @{}", numbers.join(","))?;
    }
    writeln!(out)
}
