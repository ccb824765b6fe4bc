//! Tables of next hops in JSON: a list of objects with the columns of such a table.

use super::csv::{self, A_NUMBER, CAME_FROM, COLUMNS, DESTINATION, NEXT, NUMBER, ROUTER, Table, VIRTUAL_CHANNEL};
use super::form::FORMS;
use super::json_entry::{Entry, Places};
use super::{ForeignRoutes, number, refuse};
use crate::json::{name, parse};
use crate::text::{Flaw, shown};
use serde_json::value::RawValue;
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};

/// What stands for no next hop.
const NONE: [&str; 2] = ["\"\"", "\"-\""];

/// Reads next hops, each in an object of a list.
pub(super) fn read<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let mut table = Table::of(topology, path);
    let mut places = Places::of(text);
    let list: Vec<&RawValue> = parse(text, text, FORMS).map_err(|flaw: Flaw| flaw.locate(path, text))?;
    for (place, written) in (1..).zip(list) {
        let entry = Entry::of(path, text, place, written, &COLUMNS)?;
        let mut reader = Cells { path, text, line: places.line(written.get()), table: &mut table };
        reader.entry(&entry).map_err(|error| entry.named_in(error))?;
    }
    table.routes(true)
}

/// Reads what stands in an entry.
struct Cells<'c, 't, 'p, 'f> {
    path: &'c Path,
    text: &'f str,
    line: u64,
    table: &'c mut Table<'t, 'p>,
}

impl<'f> Cells<'_, '_, '_, 'f> {
    /// Adds an entry to the table, unless it says that there is no next hop.
    fn entry(&mut self, entry: &Entry<'f, 6>) -> Result<(), TopologyError> {
        let router = self.needed(entry, ROUTER)?;
        let destination = self.needed(entry, DESTINATION)?;
        if entry.has(NEXT) && entry.value(NEXT).is_none_or(|next| NONE.contains(&next.get())) {
            return Ok(());
        }
        let next = self.needed(entry, NEXT)?;
        let virtual_channel = self.number(entry, VIRTUAL_CHANNEL)?;
        let parallel = self.number(entry, NUMBER)?.unwrap_or(0);
        let came_from = entry.value(CAME_FROM).filter(|value| !NONE.contains(&value.get()));
        let came_from = came_from.map(|value| self.node(value)).transpose()?;
        // Tables often say that a router keeps what is for itself.
        if next == router {
            return Ok(());
        }
        let row = csv::Entry { router, destination, next, parallel, virtual_channel, came_from };
        self.table.entry(self.line, row)
    }

    /// The node under a name that every entry has.
    fn needed(&mut self, entry: &Entry<'f, 6>, column: usize) -> Result<NodeId, TopologyError> {
        let Some(value) = entry.value(column) else {
            let names = [ROUTER, DESTINATION, NEXT].map(|column| format!("`{}`", COLUMNS[column].name));
            let problem = format!("there is no `{}`; expected {}", COLUMNS[column].name, names.join(", "));
            return Err(refuse(self.path, self.line, problem));
        };
        let found = self.node(value);
        if column == NEXT && found.is_err() && value.get().starts_with('[') {
            let problem = format!(
                "`next` is a list, {}, and a choice among several next hops is not read; expected one neighbour",
                shown(value.get())
            );
            return Err(refuse(self.path, self.line, problem));
        }
        found
    }

    fn node(&mut self, value: &'f RawValue) -> Result<NodeId, TopologyError> {
        let name = name(self.text, value).map_err(|flaw| flaw.locate(self.path, self.text))?;
        self.table.node(&name, self.line)
    }

    fn number(&self, entry: &Entry<'f, 6>, column: usize) -> Result<Option<u32>, TopologyError> {
        let written = entry.value(column).map(|value| value.get().trim_matches('"')).filter(|text| !text.is_empty());
        let problem = |text: &str| {
            let problem = format!("`{}` is {}; expected {A_NUMBER}", COLUMNS[column].name, shown(text));
            refuse(self.path, self.line, problem)
        };
        written.map(|text| number(text).ok_or_else(|| problem(text))).transpose()
    }
}
