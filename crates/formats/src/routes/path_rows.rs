//! Tables with a path in each row: `src,dst,path[,vc]`.

use super::csv::at_row;
use super::paths::{Line, virtual_channels};
use super::{Names, path_field, refuse};
use crate::rows::{self, Column, RowFlaw, Rows};
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};

/// The columns, and what others call them.
const COLUMNS: [Column; 4] = [
    Column::needed("path").or(&["route", "nodes"]),
    Column::optional("src").or(SOURCE_NAMES),
    Column::optional("dst").or(DESTINATION_NAMES),
    Column::optional("vc").or(VIRTUAL_CHANNEL_NAMES),
];
pub(super) const PATH: usize = 0;
pub(super) const SOURCE: usize = 1;
pub(super) const DESTINATION: usize = 2;
pub(super) const VIRTUAL_CHANNELS: usize = 3;

/// What others call the virtual channels of the hops of a path.
pub(super) const VIRTUAL_CHANNEL_NAMES: &[&str] =
    &["vcs", "virtual_channel", "virtual_channels", "vl", "vls", "lane", "lanes", "virtual_lane", "virtual_lanes"];
/// What others call the ends of a path.
pub(super) const SOURCE_NAMES: &[&str] = &["source", "from", "origin", "start"];
pub(super) const DESTINATION_NAMES: &[&str] = &["dest", "destination", "target", "to", "end"];

/// The most fields of a row of which some may be parts of one.
const MOST_PARTS: usize = 64;

/// Whether a line is the header of such a table: it has a path, and a word that no node is called.
pub(super) fn is_header(topology: &dyn Topology, line: &str) -> bool {
    rows::is_heading(line, &COLUMNS)
        && line.split([',', ';', '\t']).all(|word| topology.find_node(word.trim()).is_err())
}

/// Calls a function with the path of every row.
pub(super) fn each_path(
    topology: &dyn Topology,
    path: &Path,
    text: &str,
    mut found: impl FnMut(Line) -> Result<(), TopologyError>,
) -> Result<(), TopologyError> {
    let mut rows = Rows::of(text.as_bytes(), &COLUMNS).map_err(|flaw| at_row(path, flaw))?.flexible();
    let (separator, width) = (rows.separator(), rows.width());
    let mut names = Names::of(topology);
    while let Some(row) = rows.next_row().map_err(|flaw| at_row(path, flaw))? {
        let line = row.line();
        let refused = |problem: String| refuse(path, line, problem);
        let apart = match row.fields().len() > width {
            true => joined(row.fields(), row.places(), separator, &mut names).map_err(refused)?,
            false => {
                let nodes = path_field::nodes(row.text(PATH), &mut names).map_err(refused)?;
                let mut end = |column: usize| match row.text(column) {
                    "" => Ok(None),
                    name => names.find(path, line, name).map(Some),
                };
                Apart { from: end(SOURCE)?, to: end(DESTINATION)?, nodes }
            }
        };
        apart.check(topology).map_err(|problem| at_row(path, RowFlaw { line, problem }))?;
        // Lists of all pairs have a path from each node to itself.
        if apart.nodes.len() == 1 {
            continue;
        }
        let list = Some(row.text(VIRTUAL_CHANNELS)).filter(|list| !list.is_empty() && row.fields().len() == width);
        let list = list.map(|list| virtual_channels(&list.split_whitespace().collect::<Vec<_>>().join(",")));
        let list = list.transpose().map_err(refused)?;
        found(Line::of(topology, path, (line, 0), &apart.nodes, list.as_deref())?)?;
    }
    Ok(())
}

/// The parts of a row: its ends, as far as they are told, and its path.
#[derive(PartialEq)]
pub(super) struct Apart {
    pub from: Option<NodeId>,
    pub to: Option<NodeId>,
    pub nodes: Vec<NodeId>,
}

impl Apart {
    /// Whether the path leads from its source to its destination.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn check(&self, topology: &dyn Topology) -> Result<(), String> {
        let ends = [("begins", self.nodes.first(), self.from), ("ends", self.nodes.last(), self.to)];
        for (what, at, told) in ends {
            if let (Some(&at), Some(told)) = (at, told)
                && at != told
            {
                let [at, told] = [at, told].map(|node| topology.node_name(node));
                return Err(format!(
                    "the path {what} at `{at}`, and beside it stands `{told}`; expected all its nodes"
                ));
            }
        }
        Ok(())
    }
}

/// The parts of a row with more fields than the header: names, or nodes of the path, have its separator in them. There
/// must be one way to join the fields to a path from its source to its destination.
fn joined(
    fields: &[String],
    places: &[Option<usize>],
    separator: char,
    names: &mut Names<'_>,
) -> Result<Apart, String> {
    let expected = "expected fields with the separator of the columns in them in quotation marks";
    let count = format!("there are {} columns, and the heading has another number; {expected}", fields.len());
    // Where the path is not the last of three columns, too many ways are left.
    if [places[SOURCE], places[DESTINATION], places[PATH]] != [Some(0), Some(1), Some(2)]
        || places[VIRTUAL_CHANNELS].is_some()
        || fields.len() > MOST_PARTS
    {
        return Err(count);
    }
    let join = |fields: &[String]| fields.join(&separator.to_string());
    let mut found: Option<Apart> = None;
    for first in 1..fields.len() - 1 {
        let Some(from) = names.known_as(&join(&fields[..first])) else { continue };
        for second in first + 1..fields.len() {
            let Some(to) = names.known_as(&join(&fields[first..second])) else { continue };
            let Ok(nodes) = path_field::nodes(&join(&fields[second..]), names) else { continue };
            if nodes.first() != Some(&from) || nodes.last() != Some(&to) {
                continue;
            }
            let apart = Apart { from: Some(from), to: Some(to), nodes };
            match &found {
                Some(other) if *other != apart => {
                    return Err(format!("there are several ways to read this row; {expected}"));
                }
                _ => found = Some(apart),
            }
        }
    }
    found.ok_or(count)
}
