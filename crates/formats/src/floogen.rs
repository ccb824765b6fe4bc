//! Configurations of FlooGen, which generates networks on chips: routers, endpoints, and connections, in YAML.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::text::{Flaw, name_problem, shown};
use crate::yaml::{has_key, parse, place};
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeMap;
use wormcast_topology::NodeId;

/// FlooGen configurations.
pub(crate) const FORMAT: Format = Format { name: "FlooGen YAML", extensions: &[], recognises, read, write: None };

/// More nodes than these are refused.
const MAX_COMPONENTS: usize = 1 << 20;
/// More dimensions or levels than these are refused.
const MAX_DIMENSIONS: usize = 8;

fn recognises(text: &str) -> bool {
    ["endpoints", "routers", "connections"].iter().all(|key| has_key(text, key))
}

#[derive(Deserialize)]
struct Network {
    endpoints: Vec<Spanned<Component>>,
    routers: Vec<Spanned<Component>>,
    connections: Vec<Spanned<Connection>>,
}

/// An endpoint or a router, or many of a kind.
#[derive(Deserialize)]
struct Component {
    name: String,
    #[serde(default)]
    array: Option<Vec<u32>>,
    /// How many there are below each of the level above.
    #[serde(default)]
    tree: Option<Vec<u32>>,
    #[serde(default)]
    auto_connect: Option<bool>,
}

#[derive(Deserialize)]
struct Connection {
    src: String,
    dst: String,
    #[serde(default)]
    src_range: Option<Vec<(u32, u32)>>,
    #[serde(default)]
    dst_range: Option<Vec<(u32, u32)>>,
    #[serde(default)]
    src_idx: Option<OneOrMany>,
    #[serde(default)]
    dst_idx: Option<OneOrMany>,
    #[serde(default)]
    src_lvl: Option<usize>,
    #[serde(default)]
    dst_lvl: Option<usize>,
    #[serde(default)]
    allow_multi: Option<bool>,
    #[serde(default)]
    bidirectional: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(u32),
    Many(Vec<u32>),
}

/// Which of many of a kind an end of a connection names.
struct End<'c> {
    name: &'c str,
    range: Option<&'c [(u32, u32)]>,
    index: Option<&'c OneOrMany>,
    level: Option<usize>,
}

/// Reads a configuration. One of an array is called `name_3` or `name_0_3`, one of a tree by the numbers of the way to
/// it. The routers of an array of two dimensions are linked to their neighbours, those of a tree to their parents,
/// unless `auto_connect` is false. Connections are links; with `allow_multi` several nodes of the longer side share one
/// of the shorter side. Protocols, addresses and routing are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let network: Network = parse(text, "a FlooGen configuration with `endpoints`, `routers` and `connections`")?;
    let mut reader = Reader {
        draft: Draft::new(Repeated::Parallel, Loops::Refused),
        nodes: Nodes::default(),
        levels: BTreeMap::new(),
    };
    for router in &network.routers {
        reader.component(&router.value, false, place(text, router))?;
    }
    for endpoint in &network.endpoints {
        reader.component(&endpoint.value, true, place(text, endpoint))?;
    }
    for connection in &network.connections {
        reader.connection(&connection.value, place(text, connection))?;
    }
    match reader.draft.node_count() {
        0 => Err(Flaw::new(0, "a network without a node; expected `routers: [{name: router}]`")),
        _ => Ok(reader.draft),
    }
}

struct Reader<'t> {
    draft: Draft<'t>,
    nodes: Nodes<'t>,
    /// The routers of a tree by its name and their level.
    levels: BTreeMap<(String, usize), Vec<NodeId>>,
}

impl Reader<'_> {
    fn component(&mut self, component: &Component, is_endpoint: bool, at: usize) -> Result<(), Flaw> {
        let connects = !is_endpoint && component.auto_connect.unwrap_or(true);
        match (&component.array, &component.tree) {
            (Some(_), Some(_)) => Err(Flaw::new(at, "both `array` and `tree`; expected one of them")),
            (None, None) => self.add(component.name.clone(), is_endpoint, at).map(drop),
            (Some(sides), None) => self.array(&component.name, sides, is_endpoint, connects, at),
            (None, Some(counts)) => self.tree(&component.name, counts, is_endpoint, connects, at),
        }
    }

    fn add(&mut self, name: String, is_endpoint: bool, at: usize) -> Result<NodeId, Flaw> {
        if let Some(problem) = name_problem(&name) {
            return Err(Flaw::new(at, problem));
        }
        if self.draft.node_count() == MAX_COMPONENTS {
            return Err(Flaw::new(at, format!("more nodes than the {MAX_COMPONENTS} that are accepted")));
        }
        self.nodes.declare(&mut self.draft, name.into(), is_endpoint, at)
    }

    /// The numbers of each, the last one counting fastest, behind the name.
    fn array(&mut self, name: &str, sides: &[u32], is_endpoint: bool, connects: bool, at: usize) -> Result<(), Flaw> {
        let (rows, columns) = match *sides {
            [count] => (None, count),
            [rows, columns] => (Some(rows), columns),
            _ => return Err(Flaw::new(at, format!("{} dimensions of an array; expected one or two", sides.len()))),
        };
        let mut before: Vec<NodeId> = Vec::new();
        for row in 0..rows.unwrap_or(1) {
            let mut line = Vec::new();
            for column in 0..columns {
                let name = rows.map_or_else(|| format!("{name}_{column}"), |_| format!("{name}_{row}_{column}"));
                let node = self.add(name, is_endpoint, at)?;
                // Arrays of one dimension are not connected by themselves.
                if connects && rows.is_some() {
                    let neighbours = [line.last(), before.get(line.len())].into_iter().flatten();
                    neighbours.copied().try_for_each(|other| self.draft.add_link(node, other, at))?;
                }
                line.push(node);
            }
            before = line;
        }
        Ok(())
    }

    fn tree(&mut self, name: &str, counts: &[u32], is_endpoint: bool, connects: bool, at: usize) -> Result<(), Flaw> {
        if counts.len() > MAX_DIMENSIONS {
            return Err(Flaw::new(at, format!("more than {MAX_DIMENSIONS} levels of a tree")));
        }
        let mut parents: Vec<(String, Option<NodeId>)> = vec![(name.to_owned(), None)];
        for (level, &count) in counts.iter().enumerate() {
            let mut children = Vec::new();
            for (parent_name, parent) in &parents {
                for number in 0..count {
                    let name = format!("{parent_name}_{number}");
                    let node = self.add(name.clone(), is_endpoint, at)?;
                    if let Some(parent) = parent.filter(|_| connects) {
                        self.draft.add_link(parent, node, at)?;
                    }
                    children.push((name, Some(node)));
                }
            }
            let nodes = children.iter().filter_map(|child| child.1).collect();
            self.levels.insert((name.to_owned(), level), nodes);
            parents = children;
        }
        Ok(())
    }

    fn connection(&mut self, connection: &Connection, at: usize) -> Result<(), Flaw> {
        let Connection { src, dst, src_range, dst_range, src_idx, dst_idx, src_lvl, dst_lvl, .. } = connection;
        let from = End { name: src, range: src_range.as_deref(), index: src_idx.as_ref(), level: *src_lvl };
        let to = End { name: dst, range: dst_range.as_deref(), index: dst_idx.as_ref(), level: *dst_lvl };
        let (from, to) = (self.end(&from, at)?, self.end(&to, at)?);
        let (fewer, more) = (from.len().min(to.len()), from.len().max(to.len()));
        let shares = connection.allow_multi.unwrap_or(false);
        if fewer == 0 || (fewer != more && !(shares && more.is_multiple_of(fewer))) {
            let problem = format!("{} nodes are connected to {}", from.len(), to.len());
            return Err(Flaw::new(at, format!("{problem}; expected equally many, or a multiple with `allow_multi`")));
        }
        for place in 0..more {
            let [a, b] = [&from, &to].map(|side| side[place / (more / side.len())]);
            match connection.bidirectional.unwrap_or(true) {
                true => self.draft.add_link(a, b, at)?,
                false => self.draft.add_channel(a, b, at)?,
            }
        }
        Ok(())
    }

    /// The nodes that an end names.
    fn end(&self, end: &End<'_>, at: usize) -> Result<Vec<NodeId>, Flaw> {
        match (end.range, end.index, end.level) {
            (None, None, None) => Ok(vec![self.nodes.find(end.name, at)?]),
            (Some(range), None, None) => self.range(end.name, range, at),
            (None, Some(OneOrMany::One(index)), None) => {
                Ok(vec![self.nodes.find(&format!("{}_{index}", end.name), at)?])
            }
            (None, Some(OneOrMany::Many(index)), None) => {
                let parts: String = index.iter().take(MAX_DIMENSIONS + 1).map(|number| format!("_{number}")).collect();
                Ok(vec![self.nodes.find(&format!("{}{parts}", end.name), at)?])
            }
            (None, None, Some(level)) => {
                let missing =
                    || Flaw::new(at, format!("{} has no level {level}; expected a tree that has", shown(end.name)));
                self.levels.get(&(end.name.to_owned(), level)).cloned().ok_or_else(missing)
            }
            _ => Err(Flaw::new(at, "several of range, idx and lvl at one end; expected one of them")),
        }
    }

    /// The nodes with numbers in these ranges, which may run backwards; the last one counts fastest.
    fn range(&self, name: &str, ranges: &[(u32, u32)], at: usize) -> Result<Vec<NodeId>, Flaw> {
        if ranges.is_empty() || ranges.len() > MAX_DIMENSIONS {
            return Err(Flaw::new(at, format!("{} ranges; expected one for each dimension", ranges.len())));
        }
        let lengths: Vec<u64> = ranges.iter().map(|(start, end)| u64::from(start.abs_diff(*end)) + 1).collect();
        let count = lengths.iter().fold(1, |product: u64, &length| product.saturating_mul(length));
        let mut found = Vec::new();
        // No more than there are nodes: the first that is missing ends it.
        for place in 0..count {
            let mut below = count;
            let mut node = name.to_owned();
            for (&(start, end), &length) in ranges.iter().zip(&lengths) {
                below /= length;
                let step = (place / below % length) as u32;
                let number = if end >= start { start + step } else { start - step };
                node += &format!("_{number}");
            }
            found.push(self.nodes.find(&node, at)?);
        }
        Ok(found)
    }
}
