//! GEXF, the format of Gephi: nodes and edges in XML.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::own::{KIND, Own, WEIGHT};
use crate::place;
use crate::text::{Flaw, name_problem, shown};
use crate::xml::{self, attribute, children};
use roxmltree::Node;
use std::collections::{HashMap, HashSet};
use wormcast_topology::NodeId;

/// GEXF.
pub(crate) const FORMAT: Format = Format { name: "GEXF", extensions: &["gexf"], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<gexf")
}

/// Reads a graph. Nodes are called by their labels if all have one and all differ, else by their ids; their `position`
/// is a place, y upwards; a node whose attribute `kind` is `endpoint` is one. Edges are links, those of the type
/// `directed` channels that lead one way; edges between the same nodes are parallel. Numbers of edges are called by the
/// titles of their attributes, or `weight`.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document = xml::parse(text, "GEXF", "gexf")?;
    let root = document.root_element();
    let mut graphs = children(root, "graph");
    let graph = graphs.next().ok_or_else(|| Flaw::new(root.range().start, "no graph; expected a `graph` element"))?;
    if let Some(second) = graphs.next() {
        return Err(Flaw::new(second.range().start, "a second graph; expected one"));
    }
    let nodes: Vec<_> = children(graph, "nodes").flat_map(|nodes| children(nodes, "node")).collect();
    let mut draft = Draft::new(Repeated::Parallel, Loops::LeftOut);
    let by_label = labels_are_names(&nodes);
    let mut ids = HashMap::with_capacity(nodes.len());
    let of_nodes = titles(graph, "node");
    for node in nodes {
        let at = node.range().start;
        let id = attribute(node, "id")?;
        if let Some(inner) = children(node, "nodes").next() {
            return Err(Flaw::new(inner.range().start, "nodes inside a node; expected a flat graph"));
        }
        let name = node.attribute("label").filter(|_| by_label).unwrap_or(id);
        if let Some(problem) = name_problem(name) {
            return Err(Flaw::new(at, problem));
        }
        let kind = values(node, &of_nodes).find(|(title, ..)| title.eq_ignore_ascii_case(KIND));
        let new = match kind.is_some_and(|(_, kind, at)| draft.is_endpoint(kind, at)) {
            true => draft.add_endpoint(name.to_owned(), at)?,
            false => draft.add_node(name.to_owned(), at)?,
        };
        if ids.insert(id, new).is_some() {
            return Err(Flaw::new(at, format!("a second node {}; every node needs an id of its own", shown(id))));
        }
        if let Some(position) = children(node, "position").next() {
            draft.place([coordinate(position, "x")?, -coordinate(position, "y")?]);
        }
    }
    let titles = titles(graph, "edge");
    let default = graph.attribute("defaultedgetype").unwrap_or("undirected");
    for edge in children(graph, "edges").flat_map(|edges| children(edges, "edge")) {
        add_edge(&mut draft, edge, default, &ids, &titles)?;
    }
    match draft.node_count() {
        0 => Err(Flaw::new(graph.range().start, "a graph without a node; expected `<nodes><node id=\"a\"/></nodes>`")),
        _ => Ok(draft),
    }
}

fn labels_are_names(nodes: &[Node<'_, '_>]) -> bool {
    let mut seen = HashSet::with_capacity(nodes.len());
    nodes
        .iter()
        .all(|node| node.attribute("label").is_some_and(|label| name_problem(label).is_none() && seen.insert(label)))
}

/// What the attributes of a class, `node` or `edge`, are called, by their ids.
fn titles<'d>(graph: Node<'d, '_>, class: &str) -> HashMap<&'d str, &'d str> {
    let of_class = children(graph, "attributes").filter(|attributes| attributes.attribute("class") == Some(class));
    let title = |attribute: Node<'d, '_>| Some((attribute.attribute("id")?, attribute.attribute("title")?));
    of_class.flat_map(|attributes| children(attributes, "attribute")).filter_map(title).collect()
}

/// The attributes of a node or an edge: what each is called, its value, and where it stands.
fn values<'d>(
    element: Node<'d, '_>,
    titles: &HashMap<&'d str, &'d str>,
) -> impl Iterator<Item = (&'d str, &'d str, usize)> {
    let value = |value: Node<'d, '_>| {
        let title = value.attribute("for").and_then(|id| titles.get(id))?;
        Some((*title, value.attribute("value")?, value.range().start))
    };
    children(element, "attvalues").flat_map(|values| children(values, "attvalue")).filter_map(value)
}

fn add_edge(
    draft: &mut Draft<'_>,
    edge: Node<'_, '_>,
    default: &str,
    ids: &HashMap<&str, NodeId>,
    titles: &HashMap<&str, &str>,
) -> Result<(), Flaw> {
    let at = edge.range().start;
    let end = |side| {
        let id = attribute(edge, side)?;
        let missing = || format!("this edge names node {}, but no node has that id", shown(id));
        ids.get(id).copied().ok_or_else(|| Flaw::new(at, missing()))
    };
    let [a, b] = [end("source")?, end("target")?];
    let first = draft.channel_count();
    match edge.attribute("type").unwrap_or(default) {
        "directed" => draft.add_channel(a, b, at)?,
        "undirected" | "mutual" => draft.add_link(a, b, at)?,
        other => {
            let expected = "`undirected`, `directed` or `mutual`";
            return Err(Flaw::new(at, format!("an edge of the type {}; expected {expected}", shown(other))));
        }
    }
    let mut own = Own::default();
    for (title, number, at) in values(edge, titles) {
        own.set(title, number, at)?;
    }
    if let Some(weight) = edge.attribute(WEIGHT) {
        own.set(WEIGHT, weight, at)?;
    }
    own.give(draft, first, at)
}

fn coordinate(position: Node<'_, '_>, axis: &str) -> Result<f64, Flaw> {
    let word = attribute(position, axis)?;
    let problem = || format!("{} is not a coordinate; expected a finite number", shown(word));
    place::parse(word).ok_or_else(|| Flaw::new(position.range().start, problem()))
}
