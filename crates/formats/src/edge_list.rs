//! Edge lists: a line a link.

use crate::draft::Draft;
use crate::format::Format;
use crate::text::{Flaw, lines, name_problem, offset, shown};
use std::collections::HashMap;
use wormcast_topology::NodeId;

/// Headings of two columns that some programs write.
const HEADINGS: [[&str; 2]; 4] = [["source", "target"], ["from", "to"], ["src", "dst"], ["node1", "node2"]];

/// Edge lists.
pub(crate) const FORMAT: Format =
    Format { name: "edge list", extensions: &["edges", "edgelist", "csv", "tsv"], recognises: |_| false, read };

/// Reads an edge list. Every line names two nodes, separated by commas if there is one in the line, else by spaces.
/// More columns must be numbers (weights), which are ignored, as are attributes in braces, `#` and `%` comments and a
/// heading `source target`. A link goes both ways. Nodes are numbered as they come.
pub(crate) fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut reader = Reader { text, draft: Draft::default(), nodes: HashMap::new() };
    let mut first = true;
    for (at, line) in lines(text) {
        let tokens = tokens(strip(line));
        if tokens.is_empty() || (std::mem::take(&mut first) && is_heading(&tokens)) {
            continue;
        }
        reader.line(at, &tokens)?;
    }
    match reader.draft.description.names.is_empty() {
        true => Err(Flaw::new(text.len(), "no link; expected lines that name two nodes each")),
        false => Ok(reader.draft),
    }
}

struct Reader<'t> {
    text: &'t str,
    draft: Draft<'t>,
    nodes: HashMap<&'t str, NodeId>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, at: usize, tokens: &[&'t str]) -> Result<(), Flaw> {
        let &[a, b, ref columns @ ..] = tokens else {
            let at = offset(self.text, tokens[0]);
            return Err(Flaw::new(at, format!("only {} in this line; expected two nodes", shown(tokens[0]))));
        };
        if let Some(column) = columns.iter().find(|column| column.parse::<f64>().is_err()) {
            let problem = format!("{} follows two nodes; only numbers may", shown(column));
            return Err(Flaw::new(offset(self.text, column), problem));
        }
        let [a, b] = [self.node(a)?, self.node(b)?];
        self.draft.add_link(a, b, at)
    }

    fn node(&mut self, name: &'t str) -> Result<NodeId, Flaw> {
        if let Some(&node) = self.nodes.get(name) {
            return Ok(node);
        }
        let at = offset(self.text, name);
        if let Some(problem) = name_problem(name) {
            return Err(Flaw::new(at, problem));
        }
        let node = self.draft.add_node(name, at)?;
        self.nodes.insert(name, node);
        Ok(node)
    }
}

/// The line without comments and attributes in braces: these start a word.
fn strip(line: &str) -> &str {
    let starts = |&(at, mark): &(usize, char)| "#%{".contains(mark) && !line[..at].ends_with(|c| !is_gap(c));
    line.char_indices().find(starts).map_or(line, |(at, _)| &line[..at])
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn tokens(line: &str) -> Vec<&str> {
    let line = line.trim();
    match line.contains(',') {
        true => line.trim_end_matches(',').split(',').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    }
}

fn is_heading(tokens: &[&str]) -> bool {
    let same = |heading: &[&str; 2]| tokens.len() >= 2 && (0..2).all(|at| tokens[at].eq_ignore_ascii_case(heading[at]));
    HEADINGS.iter().any(same)
}
