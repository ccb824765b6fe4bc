//! GML, the graph modelling language (Himsolt 1997): keys with values, and lists in brackets.

mod tokens;

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::own::{KIND, Own, is_unread_role};
use crate::place::Place;
use crate::text::{Flaw, name_problem, shown};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use tokens::{Tokens, Value};
use wormcast_topology::NodeId;

/// GML.
pub(crate) const FORMAT: Format = Format { name: "GML", extensions: &["gml"], recognises, read, write: None };

/// Whether a list called `graph` opens somewhere.
fn recognises(text: &str) -> bool {
    text.match_indices("graph").any(|(at, key)| text[at + key.len()..].trim_start().starts_with('['))
}

/// Reads a GML file. Nodes are called by their labels if every node has one, all differ and none is longer than 256
/// bytes or has a line break; else by their ids. Places come from `graphics [ x y ]` or `x y`, else from `lon lat` (or
/// `Longitude Latitude`). A node of the `kind` `endpoint` is one. A directed graph has one-way channels; with
/// `multigraph 1`, edges between the same nodes are parallel, else a repeated one counts once. What channels have of
/// their own is called as in our own JSON. Other keys are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut tokens = Tokens::new(text);
    let mut graph = None;
    while let Some(token) = tokens.next()? {
        let (key, at) = tokens.key(token)?;
        match (key, tokens.value(key, at)?) {
            ("graph", Value::List) if graph.is_some() => return Err(Flaw::new(at, "a second graph; expected one")),
            ("graph", Value::List) => graph = Some(Graph::read(&mut tokens, at)?),
            (_, Value::List) => tokens.skip_list(at)?,
            _ => {}
        }
    }
    let graph = graph.ok_or_else(|| Flaw::new(text.len(), "no graph; expected `graph [ node [ id 0 ] … ]`"))?;
    graph.draft()
}

/// A graph as it is written.
#[derive(Default)]
struct Graph<'t> {
    at: usize,
    directed: bool,
    multigraph: bool,
    nodes: Vec<Node<'t>>,
    edges: Vec<Edge>,
}

struct Node<'t> {
    at: usize,
    id: i64,
    label: Option<Cow<'t, str>>,
    position: Option<[f64; 2]>,
    kind: Option<(&'t str, usize)>,
    /// Its other attributes in words, with their keys and places.
    roles: Vec<(&'t str, &'t str, usize)>,
}

struct Edge {
    at: usize,
    source: i64,
    target: i64,
    own: Own,
}

impl<'t> Graph<'t> {
    fn read(tokens: &mut Tokens<'t>, at: usize) -> Result<Self, Flaw> {
        let mut graph = Self { at, ..Self::default() };
        while let Some((key, at, value)) = tokens.entry(graph.at)? {
            match (key, value) {
                ("directed", value) => graph.directed = tokens::integer(key, at, value)? != 0,
                ("multigraph", value) => graph.multigraph = tokens::integer(key, at, value)? != 0,
                ("node", Value::List) => graph.nodes.push(Node::read(tokens, at)?),
                ("edge", Value::List) => graph.edges.push(Edge::read(tokens, at)?),
                ("node" | "edge", value) => return Err(tokens::not_a(key, at, "list in brackets", value)),
                (_, Value::List) => tokens.skip_list(at)?,
                _ => {}
            }
        }
        Ok(graph)
    }

    fn draft(self) -> Result<Draft<'t>, Flaw> {
        let repeated = if self.multigraph { Repeated::Parallel } else { Repeated::Once };
        let mut draft = Draft::new(repeated, Loops::LeftOut);
        let mut ids = HashMap::with_capacity(self.nodes.len());
        let by_label = self.labels_are_names();
        if self.nodes.is_empty() {
            return Err(Flaw::new(self.at, "a graph without a node; expected `node [ id 0 ]` in it"));
        }
        for Node { at, id, label, position, kind, roles } in self.nodes {
            roles.into_iter().for_each(|(key, role, at)| draft.note_role(key, role, at));
            let name = label.filter(|_| by_label).unwrap_or_else(|| Cow::Owned(id.to_string()));
            let node = if kind.is_some_and(|(kind, at)| draft.is_endpoint(kind, at)) {
                draft.add_endpoint(name, at)?
            } else {
                draft.add_node(name, at)?
            };
            position.into_iter().for_each(|position| draft.place(position));
            if ids.insert(id, node).is_some() {
                return Err(Flaw::new(at, format!("a second node with id {id}; every node needs an id of its own")));
            }
        }
        for Edge { at, source, target, own } in self.edges {
            let [a, b] = [end(&ids, source, at)?, end(&ids, target, at)?];
            let first = draft.channel_count();
            match self.directed {
                true => draft.add_channel(a, b, at)?,
                false => draft.add_link(a, b, at)?,
            }
            own.give(&mut draft, first, at)?;
        }
        Ok(draft)
    }

    fn labels_are_names(&self) -> bool {
        let mut seen = HashSet::with_capacity(self.nodes.len());
        self.nodes
            .iter()
            .all(|node| node.label.as_ref().is_some_and(|label| name_problem(label).is_none() && seen.insert(label)))
    }
}

fn end(ids: &HashMap<i64, NodeId>, id: i64, at: usize) -> Result<NodeId, Flaw> {
    let missing = || Flaw::new(at, format!("this edge names node {id}, but no node has that id"));
    ids.get(&id).copied().ok_or_else(missing)
}

impl<'t> Node<'t> {
    fn read(tokens: &mut Tokens<'t>, start: usize) -> Result<Self, Flaw> {
        let mut id = None;
        let mut label = None;
        let (mut kind, mut roles) = (None, Vec::new());
        let mut place = Place::default();
        while let Some((key, at, value)) = tokens.entry(start)? {
            match (key, value) {
                ("id", value) if id.is_none() => id = Some(tokens::integer(key, at, value)?),
                ("id", _) => return Err(Flaw::new(at, "a second `id` of one node; expected one")),
                ("label", Value::Word(word)) => label = Some(Cow::Borrowed(word)),
                ("label", Value::Text(text)) => label = Some(tokens::unescape(text)),
                (key, Value::Word(word) | Value::Text(word)) if key.eq_ignore_ascii_case(KIND) => {
                    kind = Some((word, at))
                }
                (key, Value::Word(word) | Value::Text(word)) if is_unread_role(key, word) => {
                    roles.push((key, word, at))
                }
                ("graphics", Value::List) => read_graphics(tokens, at, &mut place)?,
                (_, Value::List) => tokens.skip_list(at)?,
                (_, value) => note(&mut place, key, at, value)?,
            }
        }
        let id = id.ok_or_else(|| Flaw::new(start, "a node without an id; expected `node [ id 0 ]`"))?;
        Ok(Self { at: start, id, label, position: place.position(), kind, roles })
    }
}

impl Edge {
    fn read(tokens: &mut Tokens<'_>, start: usize) -> Result<Self, Flaw> {
        let (mut source, mut target, mut own) = (None, None, Own::default());
        while let Some((key, at, value)) = tokens.entry(start)? {
            let end = match (key, value) {
                ("source", _) => &mut source,
                ("target", _) => &mut target,
                (_, Value::List) => {
                    tokens.skip_list(at)?;
                    continue;
                }
                (_, Value::Word(value) | Value::Text(value)) => {
                    own.set(key, value, at)?;
                    continue;
                }
            };
            if end.replace(tokens::integer(key, at, value)?).is_some() {
                return Err(Flaw::new(at, format!("a second {} of one edge; expected one", shown(key))));
            }
        }
        let (Some(source), Some(target)) = (source, target) else {
            return Err(Flaw::new(start, "an edge needs two ends; expected `edge [ source 0 target 1 ]`"));
        };
        Ok(Self { at: start, source, target, own })
    }
}

fn read_graphics(tokens: &mut Tokens<'_>, start: usize, place: &mut Place) -> Result<(), Flaw> {
    while let Some((key, at, value)) = tokens.entry(start)? {
        match (key, value) {
            (_, Value::List) => tokens.skip_list(at)?,
            ("x" | "y", value) => note(place, key, at, value)?,
            _ => {}
        }
    }
    Ok(())
}

fn note(place: &mut Place, key: &str, at: usize, value: Value<'_>) -> Result<(), Flaw> {
    if let Some(coordinate) = place.coordinate(key) {
        *coordinate = Some(tokens::number(key, at, value)?);
    }
    Ok(())
}
