//! Routes as a table of next hops.

use std::collections::BTreeMap;
use std::io::{self, Write};
use wormcast_routing::Lane;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The most entries of a table.
const MOST: usize = 1 << 24;

/// By router, destination, and the channel by which a message comes: the way on.
type Entries = BTreeMap<(NodeId, NodeId, Option<ChannelId>), Lane>;

/// A table of next hops that is made of routes, to be written as [`read_routes`](crate::read_routes) reads it. It has
/// the column `in` only if the way on depends on where a message comes from.
#[derive(Debug)]
pub struct WrittenTable<'t> {
    topology: &'t dyn Topology,
    entries: Entries,
}

impl<'t> WrittenTable<'t> {
    /// A table without entries.
    pub fn new(topology: &'t dyn Topology) -> Self {
        Self { topology, entries: BTreeMap::new() }
    }

    /// Adds the entries of a route.
    ///
    /// # Errors
    /// No table says both this route and those before it, or it has too many entries.
    pub fn add(&mut self, from: NodeId, to: NodeId, route: &[Lane]) -> io::Result<()> {
        let (mut at, mut came_by) = (from, None);
        for &lane in route {
            let known = *self.entries.entry((at, to, came_by)).or_insert(lane);
            if known != lane {
                return Err(self.refuse(at, to));
            }
            (at, came_by) = (self.topology.graph().target(lane.channel), Some(lane.channel));
        }
        match self.entries.len() > MOST {
            true => Err(io::Error::other(format!(
                "a table has at most {MOST} entries here; a file of paths has any number"
            ))),
            false => Ok(()),
        }
    }

    /// Why routes are no table.
    fn refuse(&self, at: NodeId, to: NodeId) -> io::Error {
        let name = |node| self.topology.node_name(node);
        io::Error::other(format!(
            "at {} the way on to {} depends on more than where a message comes from, which no table says; a file of \
             another name than `.csv` gets paths",
            name(at),
            name(to)
        ))
    }

    /// Writes it. O(entries · log entries).
    ///
    /// # Errors
    /// The way on depends on which of parallel channels a message comes by; or writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = self.topology.graph();
        let plain = self.without_inputs();
        // A line that begins with `#` would not be read.
        let mut writer = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(out);
        let header = ["router", "destination", "next", "vc", "number", "in"];
        writer.write_record(&header[..if plain.is_some() { 5 } else { 6 }])?;
        let has_inputs = plain.is_none();
        for ((router, destination, came_by), lane) in plain.as_ref().unwrap_or(&self.entries) {
            let name = |node| self.topology.node_name(node);
            if came_by.is_some_and(|channel| graph.number(channel) > 0) {
                return Err(self.refuse(*router, *destination));
            }
            let next = name(graph.target(lane.channel));
            let (vc, number) = (lane.virtual_channel.to_string(), graph.number(lane.channel).to_string());
            let input = came_by.map_or_else(String::new, |channel| name(graph.source(channel)));
            let record = [name(*router), name(*destination), next, vc, number, input];
            writer.write_record(&record[..if has_inputs { 6 } else { 5 }])?;
        }
        writer.flush()
    }

    /// The same where inputs do not matter.
    fn without_inputs(&self) -> Option<Entries> {
        let mut plain = Entries::new();
        let agrees = |(&(router, to, _), &lane): (&(NodeId, NodeId, Option<ChannelId>), &Lane)| {
            *plain.entry((router, to, None)).or_insert(lane) == lane
        };
        self.entries.iter().all(agrees).then_some(plain)
    }
}
