//! Node-link JSON, as networkx and topohub write it.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::json::{name, parse, write_entry};
use crate::nodes::Nodes;
use crate::own::{ENDPOINT, Own};
use crate::text::{Flaw, offset, shown};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{self, Write};
use wormcast_topology::{NodeId, Topology};

/// Node-link JSON.
pub(crate) const FORMAT: Format =
    Format { name: "node-link JSON", extensions: &[], recognises, read, write: Some(write) };

/// What the nodes of a document are called by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CalledBy {
    Id,
    /// Links name the nodes by this, or by their numbers in the list, from 0: so D3 has it.
    Name,
    /// Their numbers in the list.
    Number,
}

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
    #[serde(borrow, default)]
    id: Option<&'t RawValue>,
    #[serde(borrow, default)]
    name: Option<&'t RawValue>,
    #[serde(borrow, default)]
    pos: Option<&'t RawValue>,
    #[serde(borrow, default, alias = "Kind")]
    kind: Option<&'t RawValue>,
    #[serde(borrow, default, alias = "Role")]
    role: Option<&'t RawValue>,
    #[serde(borrow, default, rename = "type", alias = "Type")]
    of_type: Option<&'t RawValue>,
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
///
/// Where no node has an `id`, all are called by their `name`, or by their numbers in the list, from 0; then a link
/// names its ends by such a name, or by a number in the list.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document: Document<'_> = parse(text, text, EXPECTED).map_err(|flaw| match text.contains("\"elements\"") {
        true => Flaw::new(0, format!("it is JSON of Cytoscape, which is not read; expected {EXPECTED}")),
        false => flaw,
    })?;
    let repeated = if document.multigraph { Repeated::Parallel } else { Repeated::Once };
    let mut draft = Draft::new(repeated, Loops::LeftOut);
    let mut nodes = Nodes::default();
    let called_by = called_by(text, &document.nodes)?;
    for (number, &written) in document.nodes.iter().enumerate() {
        let (node, at) = (node(text, written, called_by)?, offset(text, written.get()));
        let kind = node.kind.map(RawValue::get).filter(|kind| *kind != "null");
        let is_endpoint = kind.is_some_and(|kind| draft.is_endpoint(kind.trim_matches('"'), at));
        for (key, role) in [("role", node.role), ("type", node.of_type)] {
            let role = role.map_or("", RawValue::get);
            draft.note_role(key, role.trim_matches('"'), at);
        }
        let called = match called_by {
            CalledBy::Id => node.id,
            CalledBy::Name => node.name,
            CalledBy::Number => None,
        };
        let name = called.map_or_else(|| Ok(number.to_string().into()), |called| name(text, called))?;
        nodes.declare(&mut draft, name, is_endpoint, at)?;
        // What is no pair of numbers is no place, but somebody's own value.
        if let Some([x, y]) = node.pos.and_then(|pos| serde_json::from_str::<[f64; 2]>(pos.get()).ok()) {
            draft.place([x, -y]);
        }
    }
    for written in document.links {
        let at = offset(text, written.get());
        let link: Link<'_> = parse(text, written.get(), "a link with `source` and `target`")?;
        let end = |end: &RawValue| match called_by {
            CalledBy::Name if end.get().starts_with(|c: char| c.is_ascii_digit()) => numbered(end, &draft, at),
            _ => nodes.find(&name(text, end)?, at),
        };
        let [a, b] = [end(link.source)?, end(link.target)?];
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

/// What the nodes of a list are called by.
fn called_by(text: &str, nodes: &[&RawValue]) -> Result<CalledBy, Flaw> {
    let (mut has_ids, mut has_names) = (false, false);
    for written in nodes {
        let node: Node<'_> = parse(text, written.get(), "a node with an `id`")?;
        has_ids |= node.id.is_some();
        has_names |= node.name.is_some();
    }
    Ok(match (has_ids, has_names) {
        (true, _) => CalledBy::Id,
        (false, true) => CalledBy::Name,
        (false, false) => CalledBy::Number,
    })
}

/// A node as it is written; what it is called by must be there.
fn node<'t>(text: &'t str, written: &'t RawValue, called_by: CalledBy) -> Result<Node<'t>, Flaw> {
    let node: Node<'_> = parse(text, written.get(), "a node with an `id`")?;
    let at = offset(text, written.get());
    match called_by {
        CalledBy::Id if node.id.is_none() => Err(Flaw::new(at, "missing field `id`; expected a node with an `id`")),
        CalledBy::Name => match node.name {
            None => Err(Flaw::new(at, "missing field `name`; expected a node with an `id`, or all with a `name`")),
            // The number of a node in the list would say the same as its name.
            Some(name) if !name.get().starts_with('"') => {
                let at = offset(text, name.get());
                Err(Flaw::new(at, format!("{} is no name; expected a text, or an `id`", shown(name.get()))))
            }
            Some(_) => Ok(node),
        },
        CalledBy::Id | CalledBy::Number => Ok(node),
    }
}

/// The node with this number in the list.
fn numbered(number: &RawValue, draft: &Draft<'_>, at: usize) -> Result<NodeId, Flaw> {
    let place = number.get().parse().ok().filter(|&place| place < draft.node_count());
    let most = draft.node_count().saturating_sub(1);
    let problem = || format!("{} is no node; expected a name, or a number from 0 to {most}", shown(number.get()));
    Ok(NodeId::new(place.ok_or_else(|| Flaw::new(at, problem()))?))
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
