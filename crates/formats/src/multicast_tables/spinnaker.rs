//! SpiNNaker's multicast routing tables in JSON: for each chip a list of keys, masks and routes.

mod written;

use super::TableTree;
use crate::spinnaker::DIRECTIONS;
use crate::text;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Error, Write};
use std::path::Path;
use wormcast_topology::{ChannelId, Graph, NodeId, Topology, TopologyError};

/// The largest file of tables that is read, in bytes: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;
/// The most hops of all trees together.
const MAX_HOPS: usize = 1 << 26;
/// The bits of a route that name links; the others name processors.
const LINKS: u32 = 0b11_1111;
/// The processor that takes messages in, in tables that are written.
const PROCESSOR: u32 = 1 << 7;

/// The table of a chip.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "written::Table")]
struct Table {
    x: u32,
    y: u32,
    entries: Vec<Entry>,
}

/// Packets whose key agrees with this one in the bits of the mask take the route: links 0 to 5, then processors.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "written::Entry")]
struct Entry {
    key: u32,
    mask: u32,
    #[serde(rename = "spinnaker_route")]
    route: u32,
}

/// A machine and its tables.
struct Machine<'t> {
    graph: &'t Graph,
    /// The sides of the smallest box around all chips, in which links wrap around.
    sides: [i64; 2],
    chips: HashMap<[i64; 2], NodeId>,
    place: Vec<[i64; 2]>,
}

impl<'t> Machine<'t> {
    /// None if a node is not called by coordinates, `x,y`.
    fn of(topology: &'t dyn Topology) -> Option<Self> {
        let graph = topology.graph();
        let place = |node: NodeId| {
            let name = topology.node_name(node);
            let (x, y) = name.split_once(',')?;
            Some([i64::from(x.parse::<u32>().ok()?), i64::from(y.parse::<u32>().ok()?)])
        };
        let place = graph.nodes().map(place).collect::<Option<Vec<_>>>()?;
        let side = |axis: usize| place.iter().map(|at| at[axis] + 1).max().unwrap_or(1);
        let chips = graph.nodes().map(|node| (place[node.index()], node)).collect();
        Some(Self { graph, sides: [side(0), side(1)], chips, place })
    }

    fn link(&self, from: NodeId, link: usize) -> Option<ChannelId> {
        let ([x, y], (dx, dy)) = (self.place[from.index()], DIRECTIONS[link]);
        let there = [(x + dx).rem_euclid(self.sides[0]), (y + dy).rem_euclid(self.sides[1])];
        self.graph.channel(from, *self.chips.get(&there)?)
    }

    fn link_of(&self, channel: ChannelId) -> Option<usize> {
        (0..DIRECTIONS.len()).find(|&link| self.link(self.graph.source(channel), link) == Some(channel))
    }
}

/// Reads multicast routing tables on a SpiNNaker machine, whose chips are called `x,y`: a JSON list of
/// `{"x": 0, "y": 0, "entries": [{"key": 1, "mask": 4294967295, "spinnaker_route": 129}]}`; or as rig writes it,
/// `{"chip": [0, 0], "entries": [{"key": 1, "mask": 4294967295, "directions": ["east", "core_1"]}]}`.
///
/// Of the entries of a chip the first one counts that agrees with a packet's key in the bits of its mask; a packet that
/// none agrees with goes straight on. Each key that an entry names is followed from every chip that has an entry for it
/// and to which no other chip sends it. O(keys · chips · entries of a chip).
///
/// # Errors
/// The file cannot be read, or names chips or links that the machine does not have; or packets of a key come to a chip
/// twice, or run in a loop.
pub fn read_spinnaker_tables(topology: &dyn Topology, path: &Path) -> Result<Vec<TableTree>, TopologyError> {
    let refuse = |line: usize, column: usize, problem: String| TopologyError::File {
        path: path.into(),
        line: line.max(1),
        column: column.max(1),
        problem,
    };
    let bytes = text::read_regular(path, MAX_BYTES)?;
    let tables: Vec<Table> = serde_json::from_slice(&bytes).map_err(|error| {
        refuse(error.line(), error.column(), format!("{error}; expected a list of tables of chips"))
    })?;
    let machine = Machine::of(topology);
    let machine = machine.ok_or_else(|| refuse(1, 1, "the chips of the network are not called `x,y`".into()))?;
    let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); topology.graph().node_count()];
    for table in tables {
        let chip = machine.chips.get(&[table.x.into(), table.y.into()]);
        let chip = chip.ok_or_else(|| refuse(1, 1, format!("there is no chip `{},{}`", table.x, table.y)))?;
        entries[chip.index()].extend(table.entries);
    }
    let keys: BTreeSet<u32> = entries.iter().flatten().map(|entry| entry.key).collect();
    let mut trees = Vec::new();
    let mut left = MAX_HOPS;
    for key in keys {
        let packets = Packets { topology, machine: &machine, entries: &entries, key };
        let found = packets.trees(&mut left).map_err(|problem| refuse(1, 1, problem))?;
        // A packet that stays at its chip is no multicast.
        trees.extend(found.into_iter().filter(|tree| !tree.hops.is_empty()));
    }
    Ok(trees)
}

/// The packets of one key.
struct Packets<'a> {
    topology: &'a dyn Topology,
    machine: &'a Machine<'a>,
    entries: &'a [Vec<Entry>],
    key: u32,
}

impl Packets<'_> {
    fn route(&self, chip: NodeId) -> Option<u32> {
        let agrees = |entry: &&Entry| self.key & entry.mask == entry.key;
        self.entries[chip.index()].iter().find(agrees).map(|entry| entry.route)
    }

    /// The trees, one for each chip at which packets of the key begin.
    fn trees(&self, left: &mut usize) -> Result<Vec<TableTree>, String> {
        let graph = self.topology.graph();
        let starts: Vec<_> = graph.nodes().filter(|&chip| self.route(chip).is_some()).collect();
        let mut sent_to = BTreeSet::new();
        for &chip in &starts {
            for link in links(self.route(chip).unwrap_or(0)) {
                sent_to.extend(self.straight_to(chip, link)?);
            }
        }
        let mut roots = starts.iter().filter(|chip| !sent_to.contains(chip)).peekable();
        if roots.peek().is_none() {
            return Err(format!("the packets of key {:#x} run in a loop", self.key));
        }
        roots.map(|&root| self.tree(root, left)).collect()
    }

    /// Where packets that leave by a link come to a chip with an entry for them, if they do.
    fn straight_to(&self, from: NodeId, link: usize) -> Result<Option<NodeId>, String> {
        let mut at = from;
        for _ in 0..self.topology.graph().node_count() {
            at = self.topology.graph().target(self.channel(at, link)?);
            if self.route(at).is_some() {
                return Ok(Some(at));
            }
        }
        Err(format!("the packets of key {:#x} go round for ever from {}", self.key, self.topology.node_name(from)))
    }

    fn tree(&self, root: NodeId, left: &mut usize) -> Result<TableTree, String> {
        let mut tree = TableTree { key: self.key, source: root, hops: Vec::new(), takers: Vec::new() };
        let mut came = BTreeSet::from([root]);
        let mut open = vec![(None, root, self.route(root).unwrap_or(0))];
        while let Some((parent, at, route)) = open.pop() {
            if route & !LINKS != 0 && at != root {
                tree.takers.push(at);
            }
            for link in links(route) {
                let channel = self.channel(at, link)?;
                let to = self.topology.graph().target(channel);
                if !came.insert(to) {
                    let name = self.topology.node_name(to);
                    return Err(format!("the packets of key {:#x} come to chip `{name}` twice", self.key));
                }
                *left = left.checked_sub(1).ok_or_else(|| format!("the trees have more than {MAX_HOPS} hops"))?;
                tree.hops.push((parent, channel));
                // Without an entry a packet goes straight on.
                open.push((Some(tree.hops.len() as u32 - 1), to, self.route(to).unwrap_or(1 << link)));
            }
        }
        Ok(tree)
    }

    fn channel(&self, from: NodeId, link: usize) -> Result<ChannelId, String> {
        self.machine.link(from, link).ok_or_else(|| {
            let name = self.topology.node_name(from);
            format!("the packets of key {:#x} leave chip `{name}` by link {link}, which it does not have", self.key)
        })
    }
}

fn links(route: u32) -> impl Iterator<Item = usize> {
    (0..DIRECTIONS.len()).filter(move |link| route >> link & 1 == 1)
}

/// Writes trees as the tables that [`read_spinnaker_tables`] reads: an entry for each key at each chip of its tree,
/// with a mask of all bits, and one processor that takes messages in.
///
/// # Errors
/// The network is no SpiNNaker machine, or writing fails.
pub fn write_spinnaker_tables(topology: &dyn Topology, trees: &[TableTree], out: &mut dyn Write) -> io::Result<()> {
    let machine = Machine::of(topology).ok_or_else(|| Error::other("the chips of the network are not called `x,y`"))?;
    let mut tables: BTreeMap<NodeId, Vec<Entry>> = BTreeMap::new();
    for tree in trees {
        for (chip, channels) in tree.by_node(topology.graph()) {
            let mut route = if tree.takers.contains(&chip) { PROCESSOR } else { 0 };
            for channel in channels {
                let link = machine.link_of(channel);
                let link = link.ok_or_else(|| {
                    Error::other(format!("{} is no link of a SpiNNaker chip", topology.channel_name(channel)))
                })?;
                route |= 1 << link;
            }
            tables.entry(chip).or_default().push(Entry { key: tree.key, mask: u32::MAX, route });
        }
    }
    let table = |(chip, entries): (NodeId, Vec<Entry>)| {
        let [x, y] = machine.place[chip.index()];
        Table { x: x as u32, y: y as u32, entries }
    };
    serde_json::to_writer_pretty(&mut *out, &tables.into_iter().map(table).collect::<Vec<_>>())?;
    writeln!(out)
}
