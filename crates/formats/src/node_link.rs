//! Node-link JSON, as networkx and topohub write it.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::json::{name, parse, write_entry};
use crate::nodes::Nodes;
use crate::own::{ENDPOINT, Own};
use crate::text::{Flaw, offset};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{self, Write};
use wormcast_topology::Topology;

/// Node-link JSON.
pub(crate) const FORMAT: Format =
    Format { name: "node-link JSON", extensions: &[], recognises, read, write: Some(write) };

const EXPECTED: &str =
    "node-link JSON with `nodes` and `links` (or `edges`), as networkx gives it with `node_link_data`";

fn recognises(text: &str) -> bool {
    let has = |key: &str| text.contains(key);
    text.trim_start().starts_with('{') && has("\"nodes\"") && (has("\"links\"") || has("\"edges\""))
}

#[derive(Deserialize)]
struct Document<'t> {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    multigraph: bool,
    #[serde(borrow)]
    nodes: Vec<&'t RawValue>,
    #[serde(borrow, alias = "edges")]
    links: Vec<&'t RawValue>,
}

#[derive(Deserialize)]
struct Node<'t> {
    #[serde(borrow)]
    id: &'t RawValue,
    #[serde(borrow, default)]
    pos: Option<&'t RawValue>,
    #[serde(borrow, default)]
    kind: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct Link<'t> {
    #[serde(borrow)]
    source: &'t RawValue,
    #[serde(borrow)]
    target: &'t RawValue,
}

/// Reads a document. Nodes are called by their ids: texts, numbers, or lists of them, `[0, 1]` being `0,1`. With
/// `directed` links lead one way; with `multigraph` those between the same nodes are parallel, else a repeated one
/// counts once. A `pos` of two numbers is a place, y upwards; a node of the `kind` `endpoint` is one; what channels
/// have of their own is called as in our own JSON. Other keys are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document: Document<'_> = parse(text, text, EXPECTED)?;
    let repeated = if document.multigraph { Repeated::Parallel } else { Repeated::Once };
    let mut draft = Draft::new(repeated, Loops::LeftOut);
    let mut nodes = Nodes::default();
    for written in document.nodes {
        let node: Node<'_> = parse(text, written.get(), "a node with an `id`")?;
        let is_endpoint = node.kind.is_some_and(|kind| kind.get().trim_matches('"') == ENDPOINT);
        nodes.declare(&mut draft, name(text, node.id)?, is_endpoint, offset(text, written.get()))?;
        // What is no pair of numbers is no place, but somebody's own value.
        if let Some([x, y]) = node.pos.and_then(|pos| serde_json::from_str::<[f64; 2]>(pos.get()).ok()) {
            draft.place([x, -y]);
        }
    }
    for written in document.links {
        let at = offset(text, written.get());
        let link: Link<'_> = parse(text, written.get(), "a link with `source` and `target`")?;
        let [a, b] = [nodes.find(&name(text, link.source)?, at)?, nodes.find(&name(text, link.target)?, at)?];
        let first = draft.channel_count();
        match document.directed {
            true => draft.add_channel(a, b, at)?,
            false => draft.add_link(a, b, at)?,
        }
        Own::of_json(text, written.get())?.give(&mut draft, first, at)?;
    }
    match draft.node_count() {
        0 => Err(Flaw::new(0, "a graph without a node; expected `\"nodes\": [{\"id\": 0}]`")),
        _ => Ok(draft),
    }
}

#[derive(Serialize)]
struct WrittenNode<'n> {
    id: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pos: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

#[derive(Serialize)]
struct WrittenLink<'n> {
    source: &'n str,
    target: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<u32>,
    #[serde(flatten)]
    own: Own,
}

/// Writes a network as a directed graph, every channel a link; as a multigraph with keys, if channels are parallel.
fn write(network: &dyn Topology, out: &mut dyn Write) -> io::Result<()> {
    let graph = network.graph();
    let multigraph = graph.parallel_channel().is_some();
    let names: Vec<_> = graph.nodes().map(|node| network.node_name(node)).collect();
    write!(out, "{{\"directed\": true, \"multigraph\": {multigraph}, \"graph\": {{}},\n \"nodes\": [")?;
    for node in graph.nodes() {
        let pos = network.position(node).map(|[x, y]| [x, -y]);
        let kind = graph.is_endpoint(node).then_some(ENDPOINT);
        write_entry(out, node.index(), &WrittenNode { id: &names[node.index()], pos, kind })?;
    }
    write!(out, "],\n \"links\": [")?;
    for channel in graph.channels() {
        let [source, target] = [graph.source(channel), graph.target(channel)].map(|node| &*names[node.index()]);
        let own = Own::of(network, channel);
        let key = multigraph.then(|| graph.number(channel));
        write_entry(out, channel.index(), &WrittenLink { source, target, key, own })?;
    }
    writeln!(out, "]}}")
}
