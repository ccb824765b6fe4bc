//! `wormcast-network` JSON: everything that a network can have.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::json::{parse, write_entry};
use crate::nodes::Nodes;
use crate::own::{self, Own};
use crate::text::{Flaw, name_problem, offset, shown};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use wormcast_topology::Topology;

/// Our own JSON.
pub(crate) const FORMAT: Format =
    Format { name: "wormcast-network JSON", extensions: &[], recognises, read, write: Some(write) };

/// What the documents say that they are, and the version that is read and written.
const NAME: &str = "wormcast-network";
const VERSION: u32 = 1;

fn recognises(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"wormcast-network\"")
}

#[derive(Deserialize)]
struct Document<'t> {
    format: Cow<'t, str>,
    version: u32,
    #[serde(borrow)]
    nodes: Vec<&'t RawValue>,
    #[serde(borrow)]
    channels: Vec<&'t RawValue>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase", try_from = "Cow<str>")]
enum Kind {
    #[default]
    Router,
    Endpoint,
}

impl TryFrom<Cow<'_, str>> for Kind {
    type Error = String;

    fn try_from(kind: Cow<'_, str>) -> Result<Self, String> {
        match own::is_endpoint(&kind) {
            Some(true) => Ok(Self::Endpoint),
            Some(false) => Ok(Self::Router),
            None => Err(format!("a node of the kind {}; expected `router` or `endpoint`", shown(&kind))),
        }
    }
}

#[derive(Deserialize, Serialize)]
struct Node<'t> {
    #[serde(borrow)]
    name: Cow<'t, str>,
    #[serde(default, skip_serializing_if = "is_router")]
    kind: Kind,
    /// In a picture: x to the right, y downwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f64; 2]>,
    /// What is attached to it in a tool that has names for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attached: Vec<String>,
}

#[derive(Deserialize)]
struct Channel<'t> {
    #[serde(borrow)]
    from: Cow<'t, str>,
    #[serde(borrow)]
    to: Cow<'t, str>,
    number: Option<u32>,
}

#[derive(Serialize)]
struct WrittenChannel<'n> {
    from: &'n str,
    to: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(flatten)]
    own: Own,
}

fn is_router(kind: &Kind) -> bool {
    *kind == Kind::Router
}

/// Reads a document. All but the names of nodes and the ends of channels may be left out. Channels from the same node
/// to the same neighbour are parallel; where a number is given, it must be the one that follows from the order.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document: Document<'_> =
        parse(text, text, "a wormcast-network with `format`, `version`, `nodes` and `channels`")?;
    if document.format != NAME || document.version != VERSION {
        let found = format!("{} version {}", shown(&document.format), document.version);
        return Err(Flaw::new(0, format!("{found}; expected `{NAME}` version {VERSION}")));
    }
    let mut draft = Draft::new(Repeated::Parallel, Loops::Refused);
    let mut nodes = Nodes::default();
    for written in document.nodes {
        let at = offset(text, written.get());
        let node: Node<'_> = parse(text, written.get(), "a node with a `name`")?;
        if let Some(problem) = name_problem(&node.name) {
            return Err(Flaw::new(at, problem));
        }
        let id = nodes.declare(&mut draft, node.name, node.kind == Kind::Endpoint, at)?;
        node.at.into_iter().for_each(|position| draft.place(position));
        node.attached.into_iter().for_each(|name| draft.attach(id, name));
    }
    let mut counts = HashMap::new();
    for written in document.channels {
        let at = offset(text, written.get());
        let channel: Channel<'_> = parse(text, written.get(), "a channel with `from` and `to`")?;
        let ends = [nodes.find(&channel.from, at)?, nodes.find(&channel.to, at)?];
        let count = counts.entry(ends).or_insert(0);
        if let Some(number) = channel.number.filter(|number| number != count) {
            let problem = format!("number {number}; in the order of the file this channel has number {count}");
            return Err(Flaw::new(at, problem));
        }
        *count += 1;
        let first = draft.channel_count();
        draft.add_channel(ends[0], ends[1], at)?;
        Own::of_json(text, written.get())?.give(&mut draft, first, at)?;
    }
    match draft.node_count() {
        0 => Err(Flaw::new(0, "a network without a node; expected `\"nodes\": [{\"name\": \"a\"}]`")),
        _ => Ok(draft),
    }
}

/// Writes a network: a node or a channel a line. Parallel channels are numbered anew, without gaps.
fn write(network: &dyn Topology, out: &mut dyn Write) -> io::Result<()> {
    let graph = network.graph();
    let names: Vec<_> = graph.nodes().map(|node| network.node_name(node)).collect();
    writeln!(out, "{{\"format\": \"{NAME}\", \"version\": {VERSION},")?;
    write!(out, " \"nodes\": [")?;
    for node in graph.nodes() {
        let kind = if graph.is_endpoint(node) { Kind::Endpoint } else { Kind::Router };
        let attached = network.described().map_or_else(Vec::new, |described| described.terminals(node).to_vec());
        let entry = Node { name: names[node.index()].as_str().into(), kind, at: network.position(node), attached };
        write_entry(out, node.index(), &entry)?;
    }
    write!(out, "],\n \"channels\": [")?;
    let mut number = 0;
    for channel in graph.channels() {
        let ends = [graph.source(channel), graph.target(channel)];
        let is_first = graph.channel(ends[0], ends[1]) == Some(channel);
        number = if is_first { 0 } else { number + 1 };
        let [from, to] = ends.map(|node| &*names[node.index()]);
        let own = Own::of(network, channel);
        let entry = WrittenChannel { from, to, number: (number > 0).then_some(number), own };
        write_entry(out, channel.index(), &entry)?;
    }
    writeln!(out, "]}}")
}
