//! GraphML (Brandes and others 2001): nodes and edges in XML.

use crate::draft::{Draft, Loops, Repeated};
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
/// Other data, and ports, are skipped; hyperedges, nested graphs and document types (which define entities) are
/// refused.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document = xml::parse(text, "GraphML", "graphml")?;
    let root = document.root_element();
    let mut graphs = children(root, "graph");
    let graph = graphs.next().ok_or_else(|| Flaw::new(root.range().start, "no graph; expected a `graph` element"))?;
    if let Some(second) = graphs.next() {
        return Err(Flaw::new(second.range().start, "a second graph; expected one"));
    }
    Reader { keys: keys(root), draft: Draft::new(Repeated::Parallel, Loops::LeftOut), nodes: HashMap::new() }
        .read(graph)
}

/// The ids of the keys, with what they are called.
fn keys<'d>(root: Node<'d, '_>) -> HashMap<&'d str, &'d str> {
    children(root, "key").filter_map(|key| Some((key.attribute("id")?, key.attribute("attr.name")?))).collect()
}

struct Reader<'d> {
    keys: HashMap<&'d str, &'d str>,
    draft: Draft<'static>,
    nodes: HashMap<&'d str, NodeId>,
}

impl<'d> Reader<'d> {
    fn read(mut self, graph: Node<'d, '_>) -> Result<Draft<'static>, Flaw> {
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

    fn node(&mut self, node: Node<'d, '_>) -> Result<(), Flaw> {
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
        if self.data(node).any(|(key, data)| key == KIND && data.text().map(str::trim) == Some(ENDPOINT)) {
            self.draft.make_endpoint(new);
        }
        self.place(node)?.into_iter().for_each(|position| self.draft.place(position));
        Ok(())
    }

    /// The data of an element, each with what its key is called.
    fn data<'i>(&self, element: Node<'d, 'i>) -> impl Iterator<Item = (&'d str, Node<'d, 'i>)> {
        let named = |data: Node<'d, 'i>| Some((*self.keys.get(data.attribute("key")?)?, data));
        children(element, "data").filter_map(named)
    }

    fn place(&self, node: Node<'d, '_>) -> Result<Option<[f64; 2]>, Flaw> {
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

    fn edge(&mut self, edge: Node<'d, '_>, directed: bool) -> Result<(), Flaw> {
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

    fn end(&self, edge: Node<'d, '_>, side: &str) -> Result<NodeId, Flaw> {
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
