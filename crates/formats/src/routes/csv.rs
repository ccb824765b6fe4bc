//! Tables of next hops: `router,destination,next[,vc][,in][,number]`, or what others call these columns.

use super::{ForeignRoutes, MalformedRoute, Names, has, note, refuse};
use csv::{ReaderBuilder, StringRecord};
use std::path::Path;
use wormcast_routing::{TableEntry, TableError, Tables};
use wormcast_topology::{ChannelId, NodeId, Topology, TopologyError, shortened};

const EXPECTED: &str = "expected `router,destination,next` and, if wanted, `vc`, `in`, `number`";

/// The columns, and what others call them.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("router", &["switch", "node", "current", "at", "current_router"]),
    ("destination", &["dest", "dst", "target", "to"]),
    ("next", &["next_hop", "nexthop", "next_router", "next_node", "via"]),
    ("vc", &["virtual_channel"]),
    ("in", &["came_from", "input"]),
    ("number", &[]),
];

/// The name here of a column.
fn column(name: &str) -> Option<&'static str> {
    let name = name.trim().trim_matches('"').to_ascii_lowercase().replace([' ', '-'], "_");
    let is_it = |(own, others): &&(&str, &[&str])| *own == name || others.contains(&&*name);
    COLUMNS.iter().find(is_it).map(|(own, _)| *own)
}

/// What may stand between columns.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Whether a line is the header of a table, by whatever names; one that begins with `router` is meant to be one.
pub(super) fn is_header(line: &str) -> bool {
    separator(line).is_some()
}

/// What stands between the columns of a header, if the line is one.
fn separator(line: &str) -> Option<char> {
    let has_all = |&separator: &char| {
        let columns: Vec<_> = line.split(separator).map(column).collect();
        ["router", "destination", "next"].into_iter().all(|name| columns.contains(&Some(name)))
    };
    let begins =
        |&separator: &char| line.split(separator).next().is_some_and(|word| word.trim().eq_ignore_ascii_case("router"));
    SEPARATORS.into_iter().find(has_all).or_else(|| SEPARATORS.into_iter().find(begins))
}

/// Whether a line is the header of a table with other columns: several words, none of which is a node.
pub(super) fn is_foreign_header(topology: &dyn Topology, line: &str) -> bool {
    let is_word = |field: &str| field.chars().any(char::is_alphabetic) && !field.chars().any(|c| c.is_ascii_digit());
    let is_row = |separator: char| line.split(separator).count() > 2 && line.split(separator).all(is_word);
    let no_node = |word: &str| topology.find_node(word).is_err();
    SEPARATORS.into_iter().any(is_row) && line.split_whitespace().all(no_node)
}

/// What is wrong with such a header.
pub(super) fn foreign(line: &str) -> String {
    format!("`{}` is not the header of a table; {EXPECTED}; or one path a line", shortened(line))
}

/// Where each column stands.
struct Columns {
    router: usize,
    destination: usize,
    next: usize,
    virtual_channel: Option<usize>,
    came_from: Option<usize>,
    number: Option<usize>,
}

pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let header = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let delimiter = header.and_then(separator).map_or(b',', |separator| separator as u8);
    let mut reader = ReaderBuilder::new();
    reader.comment(Some(b'#')).trim(csv::Trim::All).delimiter(delimiter);
    let mut reader = reader.from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(path, &error))?;
    let columns = Columns::of(header).map_err(|problem| refuse(path, 1, problem))?;
    let mut table =
        Table { topology, path, names: Names::of(topology), entries: vec![], lines: vec![], malformed: vec![] };
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| unreadable(path, &error))? {
        let line = record.position().map_or(0, |position| position.line());
        table.line(&columns, &record, line)?;
    }
    let endpoints = topology.graph().endpoints();
    let serves = |entry: &TableEntry| topology.graph().is_endpoint(entry.destination);
    if !endpoints.is_empty() && !table.entries.is_empty() && !table.entries.iter().any(serves) {
        let inner = topology.node_name(table.entries[0].destination);
        return Err(refuse(
            path,
            table.lines[0],
            format!(
                "`{inner}` is a router of a network in which endpoints take messages in, and no row has one of them as \
                 its destination; expected rows with endpoints as destinations"
            ),
        ));
    }
    let tables = Tables::new(topology.graph(), &table.entries).map_err(|error| table.refuse(&error))?;
    Ok(ForeignRoutes { routing: Box::new(tables), malformed: table.malformed })
}

fn unreadable(path: &Path, error: &csv::Error) -> TopologyError {
    refuse(path, error.position().map_or(1, |position| position.line()), format!("{error}; {EXPECTED}"))
}

impl Columns {
    fn of(header: &StringRecord) -> Result<Self, String> {
        if let Some(other) = header.iter().find(|name| column(name).is_none()) {
            return Err(format!("unknown column `{}`; {EXPECTED}", other.escape_debug()));
        }
        let find = |name: &str| header.iter().position(|found| column(found) == Some(name));
        let needed = |name: &str| find(name).ok_or_else(|| format!("the column `{name}` is missing; {EXPECTED}"));
        Ok(Self {
            router: needed("router")?,
            destination: needed("destination")?,
            next: needed("next")?,
            virtual_channel: find("vc"),
            came_from: find("in"),
            number: find("number"),
        })
    }
}

/// The entries that were read so far.
struct Table<'t, 'p> {
    topology: &'t dyn Topology,
    path: &'p Path,
    names: Names<'t>,
    entries: Vec<TableEntry>,
    /// The line of each entry.
    lines: Vec<u64>,
    malformed: Vec<MalformedRoute>,
}

impl Table<'_, '_> {
    fn line(&mut self, columns: &Columns, record: &StringRecord, line: u64) -> Result<(), TopologyError> {
        let node = |names: &mut Names<'_>, column: usize| names.find(self.path, line, &record[column]);
        let router = node(&mut self.names, columns.router)?;
        let destination = node(&mut self.names, columns.destination)?;
        let next = node(&mut self.names, columns.next)?;
        let optional = |column: Option<usize>| column.map(|column| &record[column]).filter(|text| !text.is_empty());
        let number = |text: Option<&str>| text.map(|text| self.number(text, line)).transpose();
        let virtual_channel = number(optional(columns.virtual_channel))?;
        let parallel = number(optional(columns.number))?.unwrap_or(0);
        let came_from = match optional(columns.came_from) {
            Some(name) => Some(self.names.find(self.path, line, name)?),
            None => None,
        };
        // Tables often say that a router keeps what is for itself.
        if router == destination {
            return Ok(());
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

    /// What is wrong with the entries together.
    fn refuse(&self, error: &TableError) -> TopologyError {
        let TableError::Ambiguous { entry } = *error else { return refuse(self.path, 1, error.to_string()) };
        let TableEntry { router, destination, .. } = self.entries[entry];
        let [router, destination] = [router, destination].map(|node| self.topology.node_name(node));
        let problem = format!(
            "another line sends messages for `{destination}` at `{router}` elsewhere; expected one next hop, by the neighbour \
             that a message came from if there is a column `in`: a choice among several has no form in a table, and paths \
             in several files, each with one for a pair, are asked about together (`--routes a.txt b.txt`)"
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

    fn number(&self, text: &str, line: u64) -> Result<u32, TopologyError> {
        super::number(text).ok_or_else(|| {
            refuse(self.path, line, format!("`{}` is not a number from 0 to 63; {EXPECTED}", text.escape_debug()))
        })
    }
}
