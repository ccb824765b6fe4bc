//! Matrices of next hops: the first row names the destinations, the first column the routers.

use super::csv::{Entry, Table};
use super::{ForeignRoutes, refuse};
use crate::rows::split;
use crate::text::shown;
use std::path::Path;
use wormcast_topology::{Topology, TopologyError};

/// What stands for no next hop.
const NONE: [&str; 5] = ["", "-", "nan", "none", "null"];

/// What parts the columns of a first row that names destinations, if a line is one: in the corner stands no node, as it
/// does in a path with virtual channels behind it, `0 1 2 @0,1`.
pub(super) fn separator(topology: &dyn Topology, line: &str) -> Option<char> {
    let mut fields = Vec::new();
    let is_node = |name: &str| topology.find_node(name).is_ok();
    let is_corner = |name: &str| !name.contains('@') && !is_node(name) && !name.split_whitespace().any(is_node);
    [',', ';', '\t'].into_iter().find(|&separator| {
        split(line, separator, &mut fields).is_ok()
            && fields.len() > 1
            && is_corner(&fields[0])
            && fields[1..].iter().all(|name| is_node(name))
    })
}

/// Reads a matrix whose columns are parted by this.
pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
    separator: char,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut table = Table::of(topology, path);
    let mut destinations = Vec::new();
    let mut fields = Vec::new();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    for (line, content) in lines {
        split(content, separator, &mut fields).map_err(|problem| refuse(path, line, problem))?;
        if destinations.is_empty() {
            for name in &fields[1..] {
                destinations.push(table.node(name, line)?);
            }
            continue;
        }
        if fields.len() != destinations.len() + 1 {
            let problem = format!(
                "there are {} columns, and the first row has {}; expected a router and its next hop to each destination",
                fields.len(),
                destinations.len() + 1
            );
            return Err(refuse(path, line, problem));
        }
        let router = table.node(&fields[0], line)?;
        for (&destination, name) in destinations.iter().zip(&fields[1..]) {
            if NONE.contains(&&*name.to_ascii_lowercase()) && topology.find_node(name).is_err() {
                continue;
            }
            let next = table.node(name, line).map_err(|error| explained(error, name))?;
            if next != router {
                table.entry(line, Entry::plain(router, destination, next))?;
            }
        }
    }
    table.routes(false)
}

/// The error with what is expected of a cell.
fn explained(error: TopologyError, name: &str) -> TopologyError {
    match error {
        TopologyError::File { path, line, column, problem } => {
            let problem = format!("{problem}; expected a neighbour of the router in place of {}", shown(name));
            TopologyError::File { path, line, column, problem }
        }
        other => other,
    }
}
