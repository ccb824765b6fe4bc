//! GraphML (Brandes and others 2001): nodes and edges in XML.

use crate::draft::{Draft, Loops, MOST_KEYS, Repeated};
use crate::format::{Format, first_line};
use crate::own::{self, ENDPOINT, KIND, Own, ROUTER};
use crate::place::{self, Place};
use crate::text::{Flaw, name_problem, shown};
use crate::xml::{self, attribute, children};
use roxmltree::Node;
use std::collections::HashMap;
use std::io::{self, Write};
use wormcast_topology::{NodeId, Topology};

/// GraphML.
pub(crate) const FORMAT: Format =
    Format { name: "GraphML", extensions: &["graphml"], recognises, read, write: Some(write) };

fn recognises(text: &str) -> bool {
    first_line(text).is_some_and(|line| line.starts_with('<'))
}

/// Reads a GraphML file. Nodes are called by their ids. Places come from data whose key is called `x` and `y`, or
/// `lon` and `lat`, or from the `Geometry` of yEd; a node of the `kind` `endpoint` is one. Directed edges are one-way
/// channels, edges between the same nodes parallel ones; what channels have of their own is called as in our own JSON.
/// The default of a key holds where an element has no data of it. Other data, and ports, are skipped; hyperedges,
/// nested graphs and document types (which define entities) are refused.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document = xml::parse(text, "GraphML", "graphml")?;
    let root = document.root_element();
    let mut graphs = children(root, "graph");
    let graph = graphs.next().ok_or_else(|| Flaw::new(root.range().start, "no graph; expected a `graph` element"))?;
    if let Some(second) = graphs.next() {
        return Err(Flaw::new(second.range().start, "a second graph; expected one"));
    }
    let keys = keys(root);
    let mut with_default: Vec<_> = keys.iter().filter(|(_, key)| key.default.is_some()).map(|(id, _)| *id).collect();
    with_default.sort_unstable();
    // Every element is asked for each of them.
    with_default.truncate(MOST_DEFAULTS);
    let draft = Draft::new(Repeated::Parallel, Loops::LeftOut);
    Reader { keys, with_default, draft, nodes: HashMap::new() }.read(graph)
}

/// The most keys with defaults that hold: more than channels have numbers of their own.
const MOST_DEFAULTS: usize = 2 * MOST_KEYS;

/// The keys with their ids.
fn keys<'d, 'i>(root: Node<'d, 'i>) -> HashMap<&'d str, Key<'d, 'i>> {
    let key = |key: Node<'d, 'i>| {
        let of = key.attribute("for").unwrap_or("all");
        let default = children(key, "default").next();
        Some((key.attribute("id")?, Key { name: key.attribute("attr.name")?, of, default }))
    };
    children(root, "key").filter_map(key).collect()
}

/// What data can be of.
struct Key<'d, 'i> {
    /// What it is called.
    name: &'d str,
    /// Of which elements.
    of: &'d str,
    /// Holds for elements without data of this key.
    default: Option<Node<'d, 'i>>,
}

struct Reader<'d, 'i> {
    keys: HashMap<&'d str, Key<'d, 'i>>,
    /// The ids of those with a default, in order.
    with_default: Vec<&'d str>,
    draft: Draft<'static>,
    nodes: HashMap<&'d str, NodeId>,
}

impl<'d, 'i> Reader<'d, 'i> {
    fn read(mut self, graph: Node<'d, 'i>) -> Result<Draft<'static>, Flaw> {
        let directed = graph.attribute("edgedefault") == Some("directed");
        if let Some(hyperedge) = children(graph, "hyperedge").next() {
            return Err(Flaw::new(hyperedge.range().start, "a hyperedge; expected edges, which join two nodes"));
        }
        children(graph, "node").try_for_each(|node| self.node(node))?;
        children(graph, "edge").try_for_each(|edge| self.edge(edge, directed))?;
        match self.draft.node_count() == 0 {
            true => Err(Flaw::new(graph.range().start, "a graph without a node; expected `<node id=\"a\"/>` in it")),
            false => Ok(self.draft),
        }
    }

    fn node(&mut self, node: Node<'d, 'i>) -> Result<(), Flaw> {
        let at = node.range().start;
        let id = attribute(node, "id")?;
        if let Some(problem) = name_problem(id) {
            return Err(Flaw::new(at, problem));
        }
        if let Some(inner) = children(node, "graph").next() {
            return Err(Flaw::new(inner.range().start, "a graph inside a node; expected a flat graph"));
        }
        let new = self.draft.add_node(id.to_owned(), at)?;
        if self.nodes.insert(id, new).is_some() {
            return Err(Flaw::new(at, format!("a second node {}; every node needs an id of its own", shown(id))));
        }
        let roles: Vec<_> = self.data(node).filter_map(|(key, data)| Some((key, data.text()?))).collect();
        roles.into_iter().for_each(|(key, role)| self.draft.note_role(key, role, at));
        let kind = self.data(node).find(|(key, _)| key.eq_ignore_ascii_case(KIND)).and_then(|(_, data)| data.text());
        if kind.is_some_and(|kind| self.draft.is_endpoint(kind, at)) {
            self.draft.make_endpoint(new);
        }
        self.place(node)?.into_iter().for_each(|position| self.draft.place(position));
        Ok(())
    }

    /// The data of an element, each with what its key is called: its own, and the defaults of the other keys.
    fn data<'s>(&'s self, element: Node<'d, 'i>) -> impl Iterator<Item = (&'d str, Node<'d, 'i>)> + use<'s, 'd, 'i> {
        let own = move |id: &str| children(element, "data").any(|data| data.attribute("key") == Some(id));
        let named = move |data: Node<'d, 'i>| Some((self.keys.get(data.attribute("key")?)?.name, data));
        let default = move |id: &&'d str| {
            let key = &self.keys[id];
            let holds = [element.tag_name().name(), "all"].contains(&key.of) && !own(id);
            Some((key.name, key.default.filter(|_| holds)?))
        };
        children(element, "data").filter_map(named).chain(self.with_default.iter().filter_map(default))
    }

    fn place(&self, node: Node<'d, 'i>) -> Result<Option<[f64; 2]>, Flaw> {
        let mut place = Place::default();
        for (name, data) in self.data(node) {
            if let Some(coordinate) = place.coordinate(name) {
                *coordinate = Some(number(data, data.text().unwrap_or_default())?);
            }
        }
        if let Some(geometry) = node.descendants().find(|node| node.tag_name().name() == "Geometry") {
            for (axis, name) in ["x", "y"].into_iter().enumerate() {
                let value = geometry.attribute(name).map(|text| number(geometry, text)).transpose()?;
                place.picture[axis] = place.picture[axis].or(value);
            }
        }
        Ok(place.position())
    }

    fn edge(&mut self, edge: Node<'d, 'i>, directed: bool) -> Result<(), Flaw> {
        let at = edge.range().start;
        let [a, b] = [self.end(edge, "source")?, self.end(edge, "target")?];
        let mut own = Own::default();
        for (key, data) in self.data(edge) {
            own.set(key, data.text().unwrap_or_default(), data.range().start)?;
        }
        let first = self.draft.channel_count();
        match edge.attribute("directed").map_or(directed, |text| text == "true") {
            true => self.draft.add_channel(a, b, at)?,
            false => self.draft.add_link(a, b, at)?,
        }
        own.give(&mut self.draft, first, at)
    }

    fn end(&self, edge: Node<'d, 'i>, side: &str) -> Result<NodeId, Flaw> {
        let id = attribute(edge, side)?;
        let missing = || format!("this edge names node {}, but no node has that id", shown(id));
        self.nodes.get(id).copied().ok_or_else(|| Flaw::new(edge.range().start, missing()))
    }
}

fn number(node: Node<'_, '_>, text: &str) -> Result<f64, Flaw> {
    let problem = || format!("{} is not a coordinate; expected a finite number", shown(text));
    place::parse(text).ok_or_else(|| Flaw::new(node.range().start, problem()))
}

/// Writes a network as a directed graph, every channel an edge.
fn write(network: &dyn Topology, out: &mut dyn Write) -> io::Result<()> {
    let graph = network.graph();
    let names: Vec<_> = graph.nodes().map(|node| escaped(&network.node_name(node))).collect();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    let own_keys = own::KEYS.map(|key| (key, if key.ends_with("_ns") { "double" } else { "int" }));
    let channel_keys = own_keys.into_iter().chain(network.channel_keys().into_iter().map(|key| (key, "double")));
    let node_keys = [("x", "node", "double"), ("y", "node", "double"), (KIND, "node", "string")];
    for (key, for_what, kind) in node_keys.into_iter().chain(channel_keys.map(|(key, kind)| (key, "edge", kind))) {
        let key = escaped(key);
        writeln!(out, "  <key id=\"{key}\" for=\"{for_what}\" attr.name=\"{key}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph edgedefault=\"directed\">")?;
    for node in graph.nodes() {
        let kind = if graph.is_endpoint(node) { ENDPOINT } else { ROUTER };
        write!(out, "    <node id=\"{}\"><data key=\"{KIND}\">{kind}</data>", names[node.index()])?;
        if let Some([x, y]) = network.position(node) {
            write!(out, "<data key=\"x\">{x}</data><data key=\"y\">{y}</data>")?;
        }
        writeln!(out, "</node>")?;
    }
    for channel in graph.channels() {
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| &names[node.index()]);
        write!(out, "    <edge source=\"{from}\" target=\"{to}\">")?;
        for (key, value) in Own::of(network, channel).attributes() {
            write!(out, "<data key=\"{}\">{value}</data>", escaped(key))?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
