//! Routes in JSON: a list of objects with a path, or an object of routers, each with its destinations and next hops, or
//! paths.

use super::csv::{Entry, Table};
use super::form::{FORMS, Form};
use super::path_rows::Apart;
use super::paths::{Line, virtual_channels};
use super::{ForeignRoutes, Names, path_field, refuse};
use crate::json::{name, parse};
use crate::text::{Flaw, offset, shown};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};

/// What stands in an object, in its order; a key that stands there twice, too.
struct Object<'t>(Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Object<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((Key(key), value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    entries.push((key, value));
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

#[derive(Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

/// The form of a text, if it is JSON.
///
/// # Errors
/// It begins as JSON, and is none of routes.
pub(super) fn form(path: &Path, text: &str) -> Result<Option<Form>, TopologyError> {
    let begins = |open: char, next: &[char]| {
        text.trim_start().strip_prefix(open).is_some_and(|rest| rest.trim_start().starts_with(next))
    };
    if begins('[', &['{', ']']) {
        return Ok(Some(Form::JsonPaths));
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

/// Where something stands in a text; what is asked for rises.
struct Places<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of a piece of the text.
    fn line(&mut self, piece: &str) -> u64 {
        let at = offset(self.text, piece);
        if let Some(between) = self.text.get(self.at..at) {
            self.line += between.matches('\n').count() as u64;
            self.at = at;
        }
        self.line
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
                table.entry(line, Entry::plain(router, destination, next))?;
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
    let mut reader = Reader { path, text, names: Names::of(topology), places: Places::of(text) };
    let mut add = |line: u64, apart: &Apart, lanes: Option<&[u32]>| {
        apart.check(topology).map_err(|problem| refuse(path, line, problem))?;
        // Lists of all pairs have a path from each node to itself.
        match apart.nodes.len() {
            1 => Ok(()),
            _ => found(Line::of(topology, path, (line, 0), &apart.nodes, lanes)?),
        }
    };
    if text.trim_start().starts_with('[') {
        let list: Vec<&RawValue> = parse(text, text, FORMS).map_err(located)?;
        for written in list {
            let (apart, lanes) = reader.object(written)?;
            add(reader.places.line(written.get()), &apart, lanes.as_deref())?;
        }
        return Ok(());
    }
    let Object(sources) = parse(text, text, FORMS).map_err(located)?;
    for (source, paths) in sources {
        let from = reader.node(&source, paths)?;
        let Object(paths) = parse(text, paths.get(), FORMS).map_err(located)?;
        for (destination, written) in paths {
            let to = reader.node(&destination, written)?;
            let apart = Apart { from: Some(from), to: Some(to), nodes: reader.nodes(written)? };
            add(reader.places.line(written.get()), &apart, None)?;
        }
    }
    Ok(())
}

struct Reader<'t, 'n> {
    path: &'t Path,
    text: &'t str,
    names: Names<'n>,
    places: Places<'t>,
}

impl<'t> Reader<'t, '_> {
    /// An object with a path, and if wanted its ends and the virtual channels of its hops.
    fn object(&mut self, written: &'t RawValue) -> Result<(Apart, Option<Vec<u32>>), TopologyError> {
        let (path, text) = (self.path, self.text);
        let Object(entries) = parse(text, written.get(), FORMS).map_err(|flaw| flaw.locate(path, text))?;
        let (mut from, mut to, mut nodes, mut lanes) = (None, None, None, None);
        for (key, value) in entries {
            match &*key {
                _ if value.get() == "null" => {}
                "src" | "source" | "from" => from = Some(self.named(value)?),
                "dst" | "dest" | "destination" | "target" | "to" => to = Some(self.named(value)?),
                "path" | "route" | "nodes" => nodes = Some(self.nodes(value)?),
                "vc" | "vcs" | "virtual_channels" => {
                    let list = value.get().trim_matches(['[', ']', '"']);
                    lanes = Some(virtual_channels(list).map_err(|problem| self.refused(value, problem))?);
                }
                _ => {}
            }
        }
        let nodes = nodes.ok_or_else(|| self.refused(written, format!("there is no `path`; {FORMS}")))?;
        Ok((Apart { from, to, nodes }, lanes))
    }

    /// The nodes of a path: a list of names, or a text.
    fn nodes(&mut self, written: &'t RawValue) -> Result<Vec<NodeId>, TopologyError> {
        let (path, text) = (self.path, self.text);
        let located = |flaw: Flaw| flaw.locate(path, text);
        if written.get().starts_with('[') {
            let list: Vec<&RawValue> = parse(text, written.get(), "a list of nodes").map_err(located)?;
            return list.into_iter().map(|written| self.named(written)).collect();
        }
        let field = name(text, written).map_err(located)?;
        path_field::nodes(&field, &mut self.names).map_err(|problem| self.refused(written, problem))
    }

    /// The node that a value names.
    fn named(&mut self, written: &'t RawValue) -> Result<NodeId, TopologyError> {
        let name = name(self.text, written).map_err(|flaw| flaw.locate(self.path, self.text))?;
        self.node(&name, written)
    }

    fn node(&mut self, name: &str, written: &RawValue) -> Result<NodeId, TopologyError> {
        self.names.find(self.path, self.places.line(written.get()), name)
    }

    fn refused(&mut self, written: &RawValue, problem: String) -> TopologyError {
        refuse(self.path, self.places.line(written.get()), problem)
    }
}
