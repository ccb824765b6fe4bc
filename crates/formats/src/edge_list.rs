//! Edge lists: a line a link.

mod doubts;
mod heading;
mod lines;

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::own::{Own, WEIGHT, known_key};
use crate::separator::unquoted;
use crate::text::{Flaw, offset, shown};
pub(crate) use heading::is_heading;
use lines::{List, ends, leads_one_way, looks_like, says_directed};
use std::borrow::Cow;
use wormcast_topology::NodeId;

/// Edge lists.
pub(crate) const FORMAT: Format = Format {
    name: "edge list",
    extensions: &["edges", "edgelist", "csv", "tsv"],
    recognises: |_| false,
    read,
    write: None,
};

/// Reads an edge list. Every line names two nodes, `a b` or `a -- b` for a link and `a > b` or `a -> b` for a channel
/// that leads one way, as all do where a comment at the beginning says that the graph is directed, as SNAP and KONECT
/// write it. A first line that may count nodes and links is refused: it may be a link as well. One separator holds for
/// the whole file: commas, semicolons, tabs or blanks, found from all lines. All lines have equally many columns; more
/// than two must be numbers, and never the name of a node: the third is the weight, the others are called by their
/// numbers, and all as a heading `source target …` calls them. Numbers in braces behind a line, `{'weight': 3}`, have
/// their own names. `#` and `%` begin comments. Nodes are numbered as they come.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let list = List::of(text);
    if let Some(counts) = list.counts() {
        let problem = format!(
            "{} may be a link, or count nodes and links, as the lines behind it fit both; expected a comment (`# {counts}`) or, \
             if it is a link, a heading `source target` before it",
            shown(counts)
        );
        return Err(Flaw::new(offset(text, counts), problem));
    }
    if let Some(flaw) = doubts::doubt(text, &list.lines) {
        return Err(flaw);
    }
    let separator = list.separator()?;
    let keys = list.keys(separator);
    let is_again = |(at, key): &(usize, &&str)| keys[..*at].iter().any(|other| known_key(other) == known_key(key));
    if let Some((_, key)) = keys.iter().enumerate().find(is_again) {
        let problem = format!("two columns are called {}; every column needs a name of its own", shown(known_key(key)));
        return Err(Flaw::new(offset(text, key), problem));
    }
    let mut fields = Vec::new();
    let mut reader = Reader {
        text,
        keys: keys.into_iter().map(known_key).collect(),
        draft: Draft::new(Repeated::OnceIfAlike, Loops::Refused),
        nodes: Nodes::default(),
        weights: Vec::new(),
        is_directed: false,
    };
    if let Some(comment) = says_directed(text) {
        reader.is_directed = true;
        reader.draft.warn(format!("links lead one way, as the comment says that begins {}", shown(comment)));
    }
    for &line in &list.lines {
        separator.fields(line, &mut fields);
        reader.line(line, &fields)?;
    }
    match reader.draft.node_count() {
        0 => Err(Flaw::new(text.len(), "no link; expected lines that name two nodes each")),
        _ if list.heading.is_some() => {
            if let Some(heading) = list.heading.filter(|_| reader.keys.is_empty()) {
                reader.draft.warn(format!("the first line, {}, is taken for a heading", shown(heading)));
            }
            Ok(reader.draft)
        }
        _ => reader.checked(),
    }
}

struct Reader<'t> {
    text: &'t str,
    /// What the columns behind the nodes are called.
    keys: Vec<&'t str>,
    draft: Draft<'t>,
    nodes: Nodes<'t>,
    /// The columns behind the nodes that are whole numbers, and so may be names.
    weights: Vec<&'t str>,
    /// Whether all links lead one way.
    is_directed: bool,
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: &'t str, fields: &[&'t str]) -> Result<(), Flaw> {
        let Some((names, weights)) = ends(fields) else { return Ok(()) };
        let at = offset(self.text, names[0]);
        let [a, b] = [self.node(names[0])?, self.node(names[1])?];
        let first = self.draft.channel_count();
        match leads_one_way(fields).unwrap_or(self.is_directed) {
            true => self.draft.add_channel(a, b, at)?,
            false => self.draft.add_link(a, b, at)?,
        }
        self.weights.extend(weights.iter().filter(|weight| !weight.is_empty()));
        let mut own = Own::default();
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_empty()) {
            own.set(&self.key(place), weight, offset(self.text, weight))?;
        }
        self.attributes(line, &mut own)?;
        own.give(&mut self.draft, first, at)
    }

    /// What a column behind the nodes is called.
    fn key(&self, place: usize) -> Cow<'t, str> {
        match (self.keys.get(place), place) {
            (Some(key), _) => Cow::Borrowed(*key),
            (None, 0) => Cow::Borrowed(WEIGHT),
            (None, _) => Cow::Owned((place + 3).to_string()),
        }
    }

    /// Takes in the numbers in braces behind a line, as networkx writes them: `{'weight': 3}`.
    fn attributes(&self, line: &'t str, own: &mut Own) -> Result<(), Flaw> {
        let behind = &self.text[offset(self.text, line) + line.len()..];
        let behind = behind.split(['\n', '\r']).next().unwrap_or_default().trim_start_matches([' ', '\t', ',', ';']);
        let Some((inside, _)) = behind.strip_prefix('{').and_then(|behind| behind.split_once('}')) else {
            return Ok(());
        };
        for (key, value) in inside.split(',').filter_map(|entry| entry.split_once(':')) {
            let key = key.trim();
            let bare = key.trim_matches(['\'', '"']);
            if bare.len() + 2 == key.len() {
                own.set_value(bare, value, offset(self.text, value))?;
            }
        }
        Ok(())
    }

    fn node(&mut self, field: &'t str) -> Result<NodeId, Flaw> {
        self.nodes.find_or_add(&mut self.draft, unquoted(field), offset(self.text, field))
    }

    /// The draft, if no column behind the nodes holds the name of one: then these may be more neighbours, not weights.
    fn checked(self) -> Result<Draft<'t>, Flaw> {
        let Some(name) = self.weights.iter().find(|weight| self.nodes.has(weight)) else {
            return Ok(self.draft);
        };
        let problem = format!(
            "{} follows two nodes, and is the name of a node itself; {}; for weights, put a heading \
             `source target weight` before the first line",
            shown(name),
            looks_like(self.text)
        );
        Err(Flaw::new(offset(self.text, name), problem))
    }
}
