//! Tables of next hops: `router,destination,next[,vc][,in][,number]`, or what others call these columns.

use super::{ForeignRoutes, MalformedRoute, Names, has, note, refuse};
use crate::rows::{self, Column, Row, RowFlaw, Rows};
use std::path::Path;
use wormcast_routing::{ChoiceTables, Routing, TableEntry, TableError, Tables};
use wormcast_topology::{ChannelId, NodeId, Topology, TopologyError};

/// The columns, and what others call them.
pub(super) const COLUMNS: [Column; 6] = [
    Column::needed("router").or(&["switch", "node", "current", "at", "current_router"]),
    Column::needed("destination").or(&["dest", "dst", "target", "to"]),
    Column::needed("next").or(&["next_hop", "nexthop", "next_router", "next_node", "via"]),
    Column::optional("vc").or(&["virtual_channel", "vl", "lane", "virtual_lane"]),
    Column::optional("in").or(&["came_from", "input"]),
    Column::optional("number"),
];
pub(super) const ROUTER: usize = 0;
pub(super) const DESTINATION: usize = 1;
pub(super) const NEXT: usize = 2;
pub(super) const VIRTUAL_CHANNEL: usize = 3;
pub(super) const CAME_FROM: usize = 4;
pub(super) const NUMBER: usize = 5;

/// What is expected of virtual channels and parallel ones.
pub(super) const A_NUMBER: &str = "a number from 0 to 63";

/// What others call the port by which a message leaves a router.
pub(super) const PORTS: [Column; 3] = [
    COLUMNS[ROUTER],
    COLUMNS[DESTINATION],
    Column::needed("port").or(&["out_port", "outport", "output_port", "output", "out", "egress", "egress_port"]),
];

/// Whether a line is the header of a table, by whatever names; one that begins with `router` is meant to be one.
pub(super) fn is_header(line: &str) -> bool {
    let begins =
        |separator: char| line.split(separator).next().is_some_and(|word| word.trim().eq_ignore_ascii_case("router"));
    rows::is_heading(line, &COLUMNS) || [',', ';', '\t'].into_iter().any(begins)
}

/// Whether a line is the header of a table that names ports.
pub(super) fn names_ports(line: &str) -> bool {
    rows::is_heading(line, &PORTS) && !rows::is_heading(line, &COLUMNS[..3])
}

/// Why ports say nothing.
pub(super) const NO_PORTS: &str = "which channel is at which port of a router is not known of this network; expected a \
                                   column `next` with the neighbour in place of the port (`prove --fabric` reads the \
                                   tables of a fabric with their ports)";

pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut rows = Rows::of(text.as_bytes(), &COLUMNS).map_err(|flaw| at_row(path, flaw))?;
    let mut table = Table::of(topology, path);
    while let Some(row) = rows.next_row().map_err(|flaw| at_row(path, flaw))? {
        table.row(&row)?;
    }
    table.routes(true)
}

/// A flaw of a table with its file.
pub(super) fn at_row(path: &Path, flaw: RowFlaw) -> TopologyError {
    refuse(path, flaw.line, flaw.problem)
}

/// The entries that were read so far.
pub(super) struct Table<'t, 'p> {
    topology: &'t dyn Topology,
    path: &'p Path,
    names: Names<'t>,
    entries: Vec<TableEntry>,
    /// The line of each entry.
    lines: Vec<u64>,
    malformed: Vec<MalformedRoute>,
}

/// What a router does with the messages for a destination.
pub(super) struct Entry {
    pub router: NodeId,
    pub destination: NodeId,
    pub next: NodeId,
    /// Which of parallel channels.
    pub parallel: u32,
    pub virtual_channel: Option<u32>,
    /// The neighbour that the messages come from, if only those are meant.
    pub came_from: Option<NodeId>,
}

impl Entry {
    /// That all messages go on to a neighbour.
    pub(super) fn plain(router: NodeId, destination: NodeId, next: NodeId) -> Self {
        Self { router, destination, next, parallel: 0, virtual_channel: None, came_from: None }
    }
}

impl<'t, 'p> Table<'t, 'p> {
    /// A table without entries.
    pub(super) fn of(topology: &'t dyn Topology, path: &'p Path) -> Self {
        let names = Names::of(topology);
        Self { topology, path, names, entries: Vec::new(), lines: Vec::new(), malformed: Vec::new() }
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), TopologyError> {
        let line = row.line();
        // That a router keeps what is for itself.
        if ["", "-"].contains(&row.text(NEXT)) && row.text(ROUTER) == row.text(DESTINATION) {
            return Ok(());
        }
        let [router, destination] = [ROUTER, DESTINATION].map(|column| self.node(row.text(column), line));
        let (router, destination) = (router?, destination?);
        let nexts = self.nexts(row.text(NEXT), line)?;
        let number = |column: usize| {
            let number = row.number(column, A_NUMBER).map_err(|flaw| at_row(self.path, flaw))?;
            let problem = || refuse(self.path, line, format!("{} is not {A_NUMBER}", number.unwrap_or(0)));
            if number.is_some_and(|number: u32| number > 63) { Err(problem()) } else { Ok(number) }
        };
        let (virtual_channel, parallel) = (number(VIRTUAL_CHANNEL)?, number(NUMBER)?.unwrap_or(0));
        let came_from = match row.text(CAME_FROM) {
            "" => None,
            name => Some(self.node(name, line)?),
        };
        let mut entries =
            nexts.into_iter().map(|next| Entry { router, destination, next, parallel, virtual_channel, came_from });
        entries.try_for_each(|entry| self.entry(line, entry))
    }

    /// The next hop, or several with `|` or blanks between them.
    fn nexts(&mut self, text: &str, line: u64) -> Result<Vec<NodeId>, TopologyError> {
        let parts: Vec<_> =
            text.split(|c: char| c == '|' || c.is_whitespace()).filter(|part| !part.is_empty()).collect();
        if parts.len() > 1 && self.names.known_as(text).is_none() {
            let nodes: Option<Vec<_>> = parts.iter().map(|part| self.names.known_as(part)).collect();
            if let Some(nodes) = nodes {
                return Ok(nodes);
            }
        }
        Ok(vec![self.node(text, line)?])
    }

    /// The node of this name.
    pub(super) fn node(&mut self, name: &str, line: u64) -> Result<NodeId, TopologyError> {
        self.names.find(self.path, line, name)
    }

    /// Adds an entry; one whose channels are not there is noted.
    pub(super) fn entry(&mut self, line: u64, entry: Entry) -> Result<(), TopologyError> {
        let Entry { router, destination, next, parallel, virtual_channel, came_from } = entry;
        // Tables often say that a router keeps what is for itself.
        if router == destination && next == router {
            return Ok(());
        }
        if router == destination {
            let [router, next] = [router, next].map(|node| self.topology.node_name(node));
            let problem = format!("`{router}` sends on what is for itself, to `{next}`; expected no next hop there");
            return note(&mut self.malformed, self.path, line, problem);
        }
        let came_by = came_from.map(|from| self.channel(from, router, 0, line)).transpose()?;
        let channel = self.channel(router, next, parallel, line)?;
        let lacks = channel.and_then(|channel| has(self.topology, channel, virtual_channel.unwrap_or(0)).err());
        if let Some(problem) = lacks {
            return note(&mut self.malformed, self.path, line, problem);
        }
        if let (Some(channel), None | Some(Some(_))) = (channel, came_by) {
            let next = (channel, virtual_channel);
            self.entries.push(TableEntry { destination, router, came_by: came_by.flatten(), next });
            self.lines.push(line);
        }
        Ok(())
    }

    /// The routes that the entries make; of several for the same messages routers take any, if they `may_choose`.
    pub(super) fn routes(self, may_choose: bool) -> Result<ForeignRoutes<'t>, TopologyError> {
        let topology = self.topology;
        let endpoints = topology.graph().endpoints();
        let serves = |entry: &TableEntry| topology.graph().is_endpoint(entry.destination);
        if !endpoints.is_empty() && !self.entries.is_empty() && !self.entries.iter().any(serves) {
            let inner = topology.node_name(self.entries[0].destination);
            return Err(refuse(
                self.path,
                self.lines[0],
                format!(
                    "`{inner}` is a router of a network in which endpoints take messages in, and no row has one of them as \
                     its destination; expected rows with endpoints as destinations"
                ),
            ));
        }
        // Several next hops for the same messages are a choice of the routers, where a form can say so.
        let routing: Box<dyn Routing> = match Tables::new(topology.graph(), &self.entries) {
            Ok(tables) => Box::new(tables),
            Err(TableError::Ambiguous { .. }) if may_choose => {
                Box::new(ChoiceTables::new(topology.graph(), &self.entries))
            }
            Err(error) => return Err(self.refuse(&error)),
        };
        Ok(ForeignRoutes { routing, malformed: self.malformed })
    }

    /// What is wrong with the entries together.
    fn refuse(&self, error: &TableError) -> TopologyError {
        let TableError::Ambiguous { entry } = *error else { return refuse(self.path, 1, error.to_string()) };
        let TableEntry { router, destination, .. } = self.entries[entry];
        let [router, destination] = [router, destination].map(|node| self.topology.node_name(node));
        let problem = format!(
            "another line sends messages for `{destination}` at `{router}` elsewhere; expected one next hop: a choice among \
             several is told by a table `router,destination,next` with a row for each"
        );
        refuse(self.path, self.lines[entry], problem)
    }

    /// The channel between two nodes; if there is none, that is noted.
    fn channel(
        &mut self,
        from: NodeId,
        to: NodeId,
        number: u32,
        line: u64,
    ) -> Result<Option<ChannelId>, TopologyError> {
        let channel = self.topology.graph().numbered(from, to, number);
        if channel.is_none() {
            let [from, to] = [from, to].map(|node| self.topology.node_name(node));
            let which = if number > 0 { format!("#{number}") } else { String::new() };
            let problem = format!("there is no channel `{from}>{to}{which}`");
            note(&mut self.malformed, self.path, line, problem)?;
        }
        Ok(channel)
    }
}
