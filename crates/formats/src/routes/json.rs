//! Routes in JSON: a list of objects with a path, or an object of routers, each with its destinations and next hops, or
//! paths.

use super::csv::{self, Table};
use super::form::{FORMS, Form};
use super::json_entry::{self, COLUMNS, Entry, Object, Places, Reader, named};
use super::path_rows::Apart;
use super::paths::Line;
use super::{ForeignRoutes, refuse};
use crate::json::{name, parse};
use crate::text::{Flaw, shown};
use serde_json::value::RawValue;
use std::path::Path;
use wormcast_topology::{Topology, TopologyError};

/// The form of a text, if it is JSON.
///
/// # Errors
/// It begins as JSON, and is none of routes.
pub(super) fn form(path: &Path, text: &str) -> Result<Option<Form>, TopologyError> {
    let begins = |open: char, next: &[char]| {
        text.trim_start().strip_prefix(open).is_some_and(|rest| rest.trim_start().starts_with(next))
    };
    if begins('[', &['{', ']']) {
        return json_entry::form(path, text).map(Some);
    }
    if !begins('{', &['"', '}']) {
        return Ok(None);
    }
    let values = || {
        let Object(routers) = parse(text, text, FORMS)?;
        let mut first = None;
        for (_, routes) in routers {
            let Object(routes) = parse(text, routes.get(), FORMS)?;
            first = first.or(routes.into_iter().map(|(_, value)| value.get()).find(|value| *value != "null"));
        }
        Ok(first)
    };
    match values().map_err(|flaw: Flaw| flaw.locate(path, text))? {
        Some(value) if value.starts_with('[') => Ok(Some(Form::JsonPaths)),
        _ => Ok(Some(Form::JsonTable)),
    }
}

/// Reads next hops by router and destination.
pub(super) fn read_table<'t>(
    topology: &'t dyn Topology,
    path: &Path,
    text: &str,
) -> Result<ForeignRoutes<'t>, TopologyError> {
    let located = |flaw: Flaw| flaw.locate(path, text);
    let mut table = Table::of(topology, path);
    let mut places = Places::of(text);
    let Object(routers) = parse(text, text, FORMS).map_err(located)?;
    for (router, routes) in routers {
        let router = table.node(&router, places.line(routes.get()))?;
        let Object(routes) = parse(text, routes.get(), FORMS).map_err(located)?;
        for (destination, next) in routes {
            let line = places.line(next.get());
            let destination = table.node(&destination, line)?;
            if ["null", "\"\"", "\"-\""].contains(&next.get()) {
                continue;
            }
            if next.get().starts_with(['[', '{']) {
                let problem = format!("{} is no next hop; expected the name of a neighbour", shown(next.get()));
                return Err(refuse(path, line, problem));
            }
            let next = table.node(&name(text, next).map_err(located)?, line)?;
            if next != router {
                table.entry(line, csv::Entry::plain(router, destination, next))?;
            }
        }
    }
    table.routes(false)
}

/// Calls a function with every path.
pub(super) fn each_path(
    topology: &dyn Topology,
    path: &Path,
    text: &str,
    mut found: impl FnMut(Line) -> Result<(), TopologyError>,
) -> Result<(), TopologyError> {
    let located = |flaw: Flaw| flaw.locate(path, text);
    let mut reader = Reader::of(topology, path, text);
    let mut add = |line: u64, entry: &str, apart: &Apart, lanes: Option<&[u32]>| {
        apart.check(topology).map_err(|problem| refuse(path, line, problem))?;
        // Lists of all pairs have a path from each node to itself.
        if apart.nodes.len() == 1 {
            return Ok(());
        }
        let read = Line::of(topology, path, (line, 0), &apart.nodes, lanes)?;
        found(Line { lanes: read.lanes.map_err(|problem| format!("{entry}: {problem}")), ..read })
    };
    if text.trim_start().starts_with('[') {
        let list: Vec<&RawValue> = parse(text, text, FORMS).map_err(located)?;
        for (number, written) in (1..).zip(list) {
            let entry = Entry::of(path, text, number, written, &COLUMNS)?;
            let read = entry.route(&mut reader).and_then(|(apart, lanes)| {
                add(reader.places.line(written.get()), &entry.to_string(), &apart, lanes.as_deref())
            });
            read.map_err(|error| entry.named_in(error))?;
        }
        return Ok(());
    }
    let Object(sources) = parse(text, text, FORMS).map_err(located)?;
    for (source, paths) in sources {
        let from = reader.node(&source, paths)?;
        let Object(paths) = parse(text, paths.get(), FORMS).map_err(located)?;
        for (destination, written) in paths {
            let entry = format!("the path from {} to {}", shown(&source), shown(&destination));
            let to = reader.node(&destination, written)?;
            let read = reader.nodes(written).and_then(|nodes| {
                let apart = Apart { from: Some(from), to: Some(to), nodes };
                add(reader.places.line(written.get()), &entry, &apart, None)
            });
            read.map_err(|error| named(error, &entry))?;
        }
    }
    Ok(())
}
