//! Which form a file of routes has.

use super::{csv, json, next_hops, path_rows, refuse};
use std::path::Path;
use wormcast_topology::{Topology, TopologyError, shortened};

/// The forms that are read, as half a sentence.
pub(super) const FORMS: &str = "one path a line (`a b c`); a table `router,destination,next` or `src,dst,path`; a \
                                matrix of next hops, its first row the destinations and its first column the routers; or \
                                JSON, `[{\"path\": [\"a\", \"b\"]}]`, `[{\"router\": \"a\", \"destination\": \"c\", \"next\": \"b\"}]` or \
                                `{\"ROUTER\": {\"DESTINATION\": \"NEXT\"}}`";

/// The form of a file of routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One path a line.
    Lines,
    /// A table with a path in each row.
    PathRows,
    /// A table of next hops.
    Table,
    /// A matrix of next hops, its columns parted by this.
    Matrix(char),
    /// A list of paths, or paths by source and destination.
    JsonPaths,
    /// Next hops by router and destination.
    JsonTable,
    /// A list of next hops.
    JsonRows,
}

impl Form {
    /// The form of a text. Names of nodes tell a matrix from paths.
    ///
    /// # Errors
    /// It is none of them for sure.
    pub(super) fn of(topology: &dyn Topology, path: &Path, text: &str) -> Result<Self, TopologyError> {
        let (number, first) = first_line(text);
        let refused = |problem: String| Err(refuse(path, number, problem));
        if first.is_empty() {
            return refused(format!("there is no route; expected {FORMS}"));
        }
        if let Some(form) = json::form(path, text)? {
            return Ok(form);
        }
        if path_rows::is_header(topology, first) {
            return Ok(Self::PathRows);
        }
        // Before a tab at the beginning stands the corner of a matrix, which is empty.
        let corner = text.lines().nth(number as usize - 1).unwrap_or(first).trim_end_matches(['\r', ' ']);
        if let Some(separator) = next_hops::separator(topology, corner) {
            return Ok(Self::Matrix(separator));
        }
        if csv::names_ports(first) {
            return refused(csv::NO_PORTS.to_owned());
        }
        if csv::is_header(first) {
            return Ok(Self::Table);
        }
        match is_foreign_header(topology, first) {
            true => refused(format!("`{}` is not the header of a table of routes; expected {FORMS}", shortened(first))),
            false => Ok(Self::Lines),
        }
    }
}

/// The first line that says something, with its number from 1.
pub(super) fn first_line(text: &str) -> (u64, &str) {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    lines.find(|(_, line)| !line.is_empty() && !line.starts_with('#')).unwrap_or((1, ""))
}

/// Whether a line is the header of a table with other columns: several words, none of which is a node.
fn is_foreign_header(topology: &dyn Topology, line: &str) -> bool {
    let is_word = |field: &str| field.chars().any(char::is_alphabetic) && !field.chars().any(|c| c.is_ascii_digit());
    let is_row = |separator: char| line.split(separator).count() > 2 && line.split(separator).all(is_word);
    let no_node = |word: &str| topology.find_node(word).is_err();
    [',', ';', '\t'].into_iter().any(is_row) && line.split_whitespace().all(no_node)
}
