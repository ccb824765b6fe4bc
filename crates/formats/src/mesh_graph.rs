//! Mesh graph descriptors of Tenstorrent: meshes of chips, and graphs of meshes, as the text of protocol buffers.

mod places;

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::text::{Flaw, shown};
use crate::textproto::{self, Message, number};
use places::{Places, Size};
use std::collections::HashMap;
use wormcast_topology::{NodeId, Outline};

/// Mesh graph descriptors.
pub(crate) const FORMAT: Format = Format {
    name: "Tenstorrent mesh graph descriptor",
    extensions: &["textproto", "pbtxt"],
    recognises,
    read,
    write: None,
};

/// Graphs in graphs, at most.
const MAX_DEPTH: usize = 16;
/// More chips than these are refused.
const MAX_CHIPS: usize = 1 << 20;
/// More cables between two neighbours than these are refused.
const MAX_CABLES: u32 = 256;

fn recognises(text: &str) -> bool {
    text.contains("mesh_descriptors") && text.contains("top_level_instance")
}

/// Reads a descriptor. The chips of the top-level mesh are called by their numbers, those in graphs by the instances
/// that they are in and their number, `M0.0/3` or `G0.1/M0.0/3`. Neighbours in a mesh have as many links as its
/// `channels` count; a dimension of the type `RING` wraps around. Connections between chips have as many links, or
/// one-way channels if they are directional. Where only meshes or graphs are connected, the first cable is taken to
/// join the first chips of both, the second one the second chips, and so on; a warning tells. Other fields are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let root = textproto::parse(text)?;
    let mut reader = Reader {
        meshes: by_name(&root, "mesh_descriptors")?,
        graphs: by_name(&root, "graph_descriptors")?,
        draft: Draft::new(Repeated::Parallel, Loops::LeftOut).with_outline(Outline::Box),
        nodes: Nodes::default(),
        places: Places::default(),
        spread: false,
    };
    reader.instance(root.message("top_level_instance")?, "", 0)?;
    reader.places.place(&mut reader.draft);
    if reader.spread {
        reader.draft.warn(
            "some cables join meshes and not chips: the first is taken to join their first chips, and so on".into(),
        );
    }
    Ok(reader.draft)
}

/// The descriptors of a kind.
fn by_name<'m, 't>(root: &'m Message<'t>, kind: &'static str) -> Result<HashMap<&'t str, &'m Message<'t>>, Flaw> {
    let mut found = HashMap::new();
    for descriptor in root.messages(kind) {
        let (name, at) = descriptor.scalar("name")?;
        if found.insert(name, descriptor).is_some() {
            return Err(Flaw::new(at, format!("a second descriptor {}; expected names that differ", shown(name))));
        }
    }
    Ok(found)
}

struct Reader<'m, 't> {
    meshes: HashMap<&'t str, &'m Message<'t>>,
    graphs: HashMap<&'t str, &'m Message<'t>>,
    draft: Draft<'t>,
    nodes: Nodes<'t>,
    places: Places,
    /// Whether a cable was put where the file does not say.
    spread: bool,
}

/// What an instance is called within its graph, such as `M0.1`, and the chips in it.
struct Instance {
    name: String,
    chips: Vec<NodeId>,
    size: Size,
    inside: Vec<Instance>,
}

impl<'m, 't> Reader<'m, 't> {
    /// Makes the instance that a reference names. `path` is where it is, `""` at the top.
    fn instance(&mut self, reference: &Message<'t>, path: &str, depth: usize) -> Result<Instance, Flaw> {
        let (kind, reference) = reference_in(reference)?;
        let name = instance_name(kind, reference)?;
        let is_top = depth == 0;
        let path = if is_top { String::new() } else { format!("{path}{name}/") };
        let (descriptor, at) = reference.scalar(kind.descriptor)?;
        let known = if kind.is_mesh { &self.meshes } else { &self.graphs };
        let unknown =
            || Flaw::new(at, format!("{} is no {}; expected one that is declared", shown(descriptor), kind.descriptor));
        let &found = known.get(descriptor).ok_or_else(unknown)?;
        if depth > MAX_DEPTH {
            return Err(Flaw::new(at, format!("more than {MAX_DEPTH} graphs in each other")));
        }
        match kind.is_mesh {
            true => {
                let (chips, size) = self.mesh(found, &path)?;
                Ok(Instance { name, chips, size, inside: Vec::new() })
            }
            false => self.graph(found, name, &path, depth),
        }
    }

    /// The chips of a mesh, in row-major order, and its links; and the room that it takes.
    fn mesh(&mut self, mesh: &'m Message<'t>, path: &str) -> Result<(Vec<NodeId>, Size), Flaw> {
        let topology = mesh.message("device_topology")?;
        let sides = topology.scalars("dims").map(|(text, at)| number(text, at)).collect::<Result<Vec<_>, _>>()?;
        let count = sides.iter().fold(1_usize, |product, &side| product.saturating_mul(side as usize));
        if sides.is_empty() || count == 0 || self.draft.node_count().saturating_add(count) > MAX_CHIPS {
            let problem = format!("sides {sides:?}; expected at least 1 each, and at most {MAX_CHIPS} chips in all");
            return Err(Flaw::new(topology.at, problem));
        }
        let rings: Vec<bool> = topology.scalars("types").map(|(kind, _)| kind == "RING").collect();
        let cables = cables(mesh)?;
        let mut chips = Vec::with_capacity(count);
        for index in 0..count {
            chips.push(self.nodes.declare(&mut self.draft, format!("{path}{index}").into(), false, mesh.at)?);
        }
        let size = self.places.add_mesh(&sides, count);
        let mut stride = count;
        for (dimension, &side) in sides.iter().enumerate() {
            let side = side as usize;
            stride /= side;
            let wraps = side > 2 && rings.get(dimension).copied().unwrap_or(false);
            for (index, &chip) in chips.iter().enumerate() {
                let next = match index / stride % side + 1 == side {
                    false => chips[index + stride],
                    true if wraps => chips[index + stride - side * stride],
                    true => continue,
                };
                self.link(chip, next, cables, false, mesh.at)?;
            }
        }
        for express in mesh.messages("express_connections") {
            let [a, b] = [express.number("src")?, express.number("dst")?].map(|(index, at)| chip(&chips, index, at));
            self.link(a?, b?, cables, false, express.at)?;
        }
        Ok((chips, size))
    }

    /// The instances of a graph, and the links between them.
    fn graph(&mut self, graph: &'m Message<'t>, name: String, path: &str, depth: usize) -> Result<Instance, Flaw> {
        let mut inside: Vec<Instance> = Vec::new();
        for reference in graph.messages("instances") {
            let instance = self.instance(reference, path, depth + 1)?;
            if inside.iter().any(|known| known.name == instance.name) {
                let problem = format!("{} stands here twice; expected each instance once", shown(&instance.name));
                return Err(Flaw::new(reference.at, problem));
            }
            inside.push(instance);
        }
        if let Some((topology, at)) = graph.scalars("graph_topology").next() {
            let count = inside.len();
            let pairs: Vec<(usize, usize)> = match topology {
                "ALL_TO_ALL" => (0..count).flat_map(|a| (0..a).map(move |b| (b, a))).collect(),
                "RING" if count > 2 => (0..count).map(|a| (a, (a + 1) % count)).collect(),
                "RING" => (1..count).map(|a| (a - 1, a)).collect(),
                _ => return Err(Flaw::new(at, format!("{}; expected `ALL_TO_ALL` or `RING`", shown(topology)))),
            };
            let cables = cables(graph)?;
            for (a, b) in pairs {
                self.join(&inside[a].chips, &inside[b].chips, cables, false, at)?;
            }
        }
        for connection in graph.messages("connections") {
            let ends: Vec<_> =
                connection.messages("nodes").map(|node| chips_of(node, &inside)).collect::<Result<_, _>>()?;
            let [a, b] = &*ends else {
                return Err(Flaw::new(connection.at, format!("{} ends of a connection; expected two", ends.len())));
            };
            let one_way = connection.scalars("directional").any(|(value, _)| value == "true");
            self.join(a, b, cables(connection)?, one_way, connection.at)?;
        }
        let size = self.places.arrange(inside.iter().map(|instance| (&*instance.chips, instance.size)));
        let chips = inside.iter().flat_map(|instance| instance.chips.iter().copied()).collect();
        Ok(Instance { name, chips, size, inside })
    }

    /// Cables between two sets of chips: all between the same two, if each set is one chip.
    fn join(&mut self, a: &[NodeId], b: &[NodeId], cables: u32, one_way: bool, at: usize) -> Result<(), Flaw> {
        if a.is_empty() || b.is_empty() {
            return Err(Flaw::new(at, "a connection of an instance without chips; expected chips at both ends"));
        }
        self.spread |= a.len() > 1 || b.len() > 1;
        for cable in 0..cables as usize {
            self.link(a[cable % a.len()], b[cable % b.len()], 1, one_way, at)?;
        }
        Ok(())
    }

    fn link(&mut self, a: NodeId, b: NodeId, cables: u32, one_way: bool, at: usize) -> Result<(), Flaw> {
        for _ in 0..cables {
            if one_way { self.draft.add_channel(a, b, at)? } else { self.draft.add_link(a, b, at)? }
        }
        Ok(())
    }
}

/// What a reference is to.
#[derive(Clone, Copy)]
struct Kind {
    is_mesh: bool,
    descriptor: &'static str,
    id: &'static str,
}

const MESH: Kind = Kind { is_mesh: true, descriptor: "mesh_descriptor", id: "mesh_id" };
const GRAPH: Kind = Kind { is_mesh: false, descriptor: "graph_descriptor", id: "graph_id" };

/// The mesh or graph in a reference.
fn reference_in<'m, 't>(reference: &'m Message<'t>) -> Result<(Kind, &'m Message<'t>), Flaw> {
    let mesh = reference.messages("mesh").next().map(|mesh| (MESH, mesh));
    let found = mesh.or_else(|| reference.messages("graph").next().map(|graph| (GRAPH, graph)));
    found.ok_or_else(|| Flaw::new(reference.at, "a reference to nothing; expected `mesh { … }` or `graph { … }`"))
}

fn instance_name(kind: Kind, reference: &Message<'_>) -> Result<String, Flaw> {
    let id = reference.scalars(kind.id).next().map_or(Ok(0), |(text, at)| number(text, at))?;
    Ok(format!("{}.{id}", reference.scalar(kind.descriptor)?.0))
}

/// The chips that an end of a connection names, within the instances of its graph.
fn chips_of<'i>(end: &Message<'_>, inside: &'i [Instance]) -> Result<&'i [NodeId], Flaw> {
    let (kind, reference) = reference_in(end)?;
    let name = instance_name(kind, reference)?;
    let unknown = || Flaw::new(reference.at, format!("{} is no instance of this graph; expected one", shown(&name)));
    let instance = inside.iter().find(|instance| instance.name == name).ok_or_else(unknown)?;
    if let Some((text, at)) = reference.scalars("device_id").next() {
        let index = number(text, at)?;
        chip(&instance.chips, index, at)?;
        return Ok(&instance.chips[index as usize..=index as usize]);
    }
    let goes_on = !kind.is_mesh && ["mesh", "graph"].iter().any(|&name| reference.messages(name).next().is_some());
    if goes_on { chips_of(reference, &instance.inside) } else { Ok(&instance.chips) }
}

fn chip(chips: &[NodeId], index: u32, at: usize) -> Result<NodeId, Flaw> {
    let missing =
        || Flaw::new(at, format!("no chip {index}; expected one from 0 to {}", chips.len().saturating_sub(1)));
    chips.get(index as usize).copied().ok_or_else(missing)
}

/// How many cables there are between neighbours.
fn cables(of: &Message<'_>) -> Result<u32, Flaw> {
    let (count, at) = of.message("channels")?.number("count")?;
    match count {
        1..=MAX_CABLES => Ok(count),
        _ => Err(Flaw::new(at, format!("{count} channels; expected 1 to {MAX_CABLES}"))),
    }
}
