//! Adjacency lists: a line a node, with its neighbours.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::separator::{Separator, strip, unquoted};
use crate::text::{Flaw, lines, offset};
use std::collections::HashSet;
use wormcast_topology::NodeId;

/// Adjacency lists.
pub(crate) const FORMAT: Format =
    Format { name: "adjacency list", extensions: &["adjlist"], recognises, read, write: None };

/// The rows of a list: each names a node and then its neighbours.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let row = |line| {
        let mut fields = Vec::new();
        Separator::Blanks.fields(strip(line), &mut fields);
        fields
    };
    lines(text).map(move |(_, line)| row(line)).filter(|row| !row.is_empty())
}

/// Whether all rows start with different nodes and name no others.
pub(crate) fn names_its_rows(text: &str) -> bool {
    let mut heads = HashSet::new();
    rows(text).all(|row| heads.insert(row[0]))
        && heads.len() > 1
        && rows(text).flatten().all(|name| heads.contains(name))
}

/// Whether a text can be nothing else: every node has a row, no row names a node twice, and the rows have different
/// lengths, or each link stands in the rows of both of its nodes. What has two nodes in every row is an edge list.
fn recognises(text: &str) -> bool {
    let mut lengths = rows(text).map(|row| row.len());
    let Some(first) = lengths.next() else { return false };
    let is_ragged = lengths.any(|length| length != first);
    // Cheap first: most texts that are no adjacency lists have a line that starts as one before does.
    let mut heads = HashSet::new();
    (is_ragged || first > 2)
        && rows(text).all(|row| heads.insert(row[0]))
        && names_its_rows(text)
        && names_no_node_twice(text)
        && (is_ragged || is_mutual(text))
}

fn names_no_node_twice(text: &str) -> bool {
    let mut seen = HashSet::new();
    rows(text).all(|row| {
        seen.clear();
        row.into_iter().all(|name| seen.insert(name))
    })
}

fn is_mutual(text: &str) -> bool {
    let pairs = || rows(text).flat_map(|row| row[1..].iter().map(|&other| (row[0], other)).collect::<Vec<_>>());
    let all: HashSet<_> = pairs().collect();
    pairs().all(|(a, b)| all.contains(&(b, a)))
}

/// Reads an adjacency list: a row names a node and its neighbours, with blanks between them. A link goes both ways, and
/// stands in the row of one of its nodes or in those of both.
///
/// Where some links stand in both rows and others in one only, it is not clear whether these lead one way: refused.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut reader = Reader { text, draft: Draft::new(Repeated::Parallel, Loops::Refused), nodes: Nodes::default() };
    let mut entries = Vec::new();
    for row in rows(text) {
        let head = reader.node(row[0])?;
        for other in &row[1..] {
            entries.push((head, reader.node(other)?, offset(text, other)));
        }
    }
    match reader.draft.node_count() {
        0 => Err(Flaw::new(text.len(), "no node; expected lines that name a node and its neighbours")),
        _ => reader.link(entries),
    }
}

struct Reader<'t> {
    text: &'t str,
    draft: Draft<'t>,
    nodes: Nodes<'t>,
}

impl<'t> Reader<'t> {
    fn node(&mut self, field: &'t str) -> Result<NodeId, Flaw> {
        self.nodes.find_or_add(&mut self.draft, unquoted(field), offset(self.text, field))
    }

    fn link(mut self, mut entries: Vec<(NodeId, NodeId, usize)>) -> Result<Draft<'t>, Flaw> {
        entries.sort_unstable();
        if let Some(pair) = entries.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            return Err(Flaw::new(pair[1].2, "a neighbour that this node has already; expected each once"));
        }
        let has_back =
            |&&(a, b, _): &&(NodeId, NodeId, usize)| entries.binary_search_by_key(&(b, a), |&(a, b, _)| (a, b)).is_ok();
        let mutual = entries.iter().filter(has_back).count();
        if mutual > 0 && mutual < entries.len() {
            let lonely = entries.iter().filter(|entry| !has_back(entry)).min_by_key(|entry| entry.2);
            let &(_, _, at) = lonely.expect("some are not mutual");
            let problem = "this link stands in one row only, and others stand in the rows of both of their nodes; \
                           expected one or the other for all (for one-way links, an edge list with `a > b`)";
            return Err(Flaw::new(at, problem));
        }
        for &(a, b, at) in &entries {
            if mutual == 0 {
                self.draft.add_link(a, b, at)?;
            } else {
                self.draft.add_channel(a, b, at)?;
            }
        }
        Ok(self.draft)
    }
}
