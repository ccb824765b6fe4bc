//! Adjacency matrices: a line a row.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::separator::strip;
use crate::text::{Flaw, lines, offset, shown};
use wormcast_topology::NodeId;

/// Adjacency matrices.
pub(crate) const FORMAT: Format = Format { name: "adjacency matrix", extensions: &[], recognises, read, write: None };

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let row = |line| strip(line).split([' ', '\t', ',', ';']).filter(|entry| !entry.is_empty()).collect::<Vec<_>>();
    lines(text).map(move |(_, line)| row(line)).filter(|row| !row.is_empty())
}

/// Whether there are as many rows as there are columns in each, three at least, and zeros on the diagonal.
pub(crate) fn looks_square(text: &str) -> bool {
    let Some(side) = rows(text).next().map(|row| row.len()).filter(|&side| side > 2) else { return false };
    let sound = |(index, row): (usize, Vec<&str>)| {
        index < side && row.len() == side && row[index] == "0" && row.iter().all(|entry| entry.parse::<f64>().is_ok())
    };
    rows(text).enumerate().all(sound) && rows(text).count() == side
}

/// Whether a text can be nothing else: three lines of three numbers may be an edge list with weights.
fn recognises(text: &str) -> bool {
    let of_bits = || rows(text).flatten().all(|entry| matches!(entry, "0" | "1"));
    looks_square(text) && (of_bits() || rows(text).nth(3).is_some())
}

/// Reads an adjacency matrix of zeros and ones, with blanks or commas between them: a one in row i and column j is a
/// channel from node i to node j. Nodes are called by their numbers, from 0.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut draft = Draft::new(Repeated::Parallel, Loops::Refused);
    for node in 0..rows(text).count() {
        draft.add_node(node.to_string(), 0)?;
    }
    for (from, row) in rows(text).enumerate() {
        for (to, entry) in row.iter().enumerate() {
            let at = offset(text, entry);
            match *entry {
                "0" => {}
                "1" => draft.add_channel(NodeId::new(from), NodeId::new(to), at)?,
                other => {
                    let problem = format!("{} in a matrix of links; expected 0 or 1", shown(other));
                    return Err(Flaw::new(at, problem));
                }
            }
        }
    }
    Ok(draft)
}
