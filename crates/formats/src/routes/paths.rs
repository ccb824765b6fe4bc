//! One path a line: `a b c`, or `a b c @0,1` with the virtual channel of each hop.

use super::{ForeignRoutes, MalformedRoute, Names, number, refuse};
use std::io::{self, Write};
use std::path::Path;
use wormcast_routing::{Lane, Paths, visited};
use wormcast_topology::{NodeId, Topology, TopologyError};

const EXPECTED: &str = "expected the nodes of a path, and if wanted `@0,1` with the virtual channel of each hop";

pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut names = Names::of(topology);
    let mut paths = Paths::new();
    let mut malformed = Vec::new();
    let (mut nodes, mut route) = (Vec::new(), Vec::new());
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let (words, virtual_channels) = match content.rsplit_once('@') {
            Some((words, list)) => (
                words,
                Some(numbers(list).ok_or_else(|| {
                    refuse(
                        path,
                        line,
                        format!("`@{}` is not a list of numbers from 0 to 63; {EXPECTED}", list.escape_debug()),
                    )
                })?),
            ),
            None => (content, None),
        };
        nodes.clear();
        for word in words.split_whitespace() {
            nodes.push(names.find(path, line, word)?);
        }
        let [from, .., to] = nodes[..] else {
            return Err(refuse(path, line, format!("a path has two nodes at least; {EXPECTED}")));
        };
        let hops = nodes.len() - 1;
        if let Some(list) = virtual_channels.as_ref().filter(|list| list.len() != hops) {
            let count = list.len();
            return Err(refuse(path, line, format!("there are {count} virtual channels for {hops} hops; {EXPECTED}")));
        }
        match lanes(topology, &nodes, virtual_channels.as_deref(), &mut route) {
            Ok(()) if paths.add(from, to, &route) => {}
            Ok(()) => {
                let [from, to] = [from, to].map(|node| topology.node_name(node));
                return Err(refuse(path, line, format!("another line has another path from `{from}` to `{to}`")));
            }
            Err(problem) => malformed.push(MalformedRoute { line, problem }),
        }
    }
    Ok(ForeignRoutes { routing: Box::new(paths), malformed })
}

fn numbers(list: &str) -> Option<Vec<u32>> {
    list.split(',').map(|text| number(text.trim())).collect()
}

/// The lanes between nodes that follow each other.
fn lanes(
    topology: &dyn Topology,
    nodes: &[NodeId],
    virtual_channels: Option<&[u32]>,
    route: &mut Vec<Lane>,
) -> Result<(), String> {
    route.clear();
    for (hop, pair) in nodes.windows(2).enumerate() {
        let channel = topology.graph().channel(pair[0], pair[1]).ok_or_else(|| {
            format!("there is no channel `{}>{}`", topology.node_name(pair[0]), topology.node_name(pair[1]))
        })?;
        route.push(Lane::new(channel, virtual_channels.map_or(0, |list| list[hop])));
    }
    Ok(())
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
