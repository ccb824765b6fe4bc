//! From the table of a pattern to the pattern.

use super::ExperimentError;
use super::error::blame;
use super::file::{CountTable, PatternName, PatternTable};
use super::values::share;
use crate::traffic::Pattern;
use std::path::Path;
use toml::Spanned;
use wormcast_topology::{NodeId, Topology};

/// The largest file of destination sets that is read: 64 MiB.
const MAX_LIST: u64 = 1 << 26;

/// The pattern of a table; without a table, uniform sets of `standard` destinations.
pub(super) fn resolve(
    table: Option<&Spanned<PatternTable>>,
    standard: usize,
    topology: &dyn Topology,
    folder: &Path,
) -> Result<Pattern, ExperimentError> {
    let others = topology.graph().terminals().count() - 1;
    let Some(table) = table else {
        let count = standard.min(others);
        return Ok(Pattern::Uniform { min: count, max: count });
    };
    refuse_strangers(table)?;
    let pattern = table.get_ref();
    let (min, max) = pattern.destinations.as_ref().map_or(Ok((standard.min(others), standard.min(others))), count)?;
    Ok(match pattern.pattern {
        PatternName::Uniform => Pattern::Uniform { min, max },
        PatternName::HotSpot => {
            let node = pattern.node.as_ref().ok_or_else(|| missing(table, "node", "hot-spot"))?;
            let share_of = pattern.share.as_ref().ok_or_else(|| missing(table, "share", "hot-spot"))?;
            let found = topology.find_node(node.get_ref()).map_err(|error| blame(node, error))?;
            Pattern::HotSpot { node: found, share: share(share_of)?, destinations: max }
        }
        PatternName::Transpose => Pattern::Transpose,
        PatternName::BitComplement => Pattern::BitComplement,
        PatternName::Rectangle => {
            let sides = pattern.sides.as_ref().ok_or_else(|| missing(table, "sides", "rectangle"))?;
            Pattern::Rectangle { sides: sides.get_ref().clone() }
        }
        PatternName::Row => Pattern::Line { dimension: 0 },
        PatternName::Column => Pattern::Line { dimension: 1 },
        PatternName::All => Pattern::All,
        PatternName::List => {
            let file = pattern.file.as_ref().ok_or_else(|| missing(table, "file", "list"))?;
            Pattern::List { sets: read_list(file, topology, folder)? }
        }
    })
}

/// A key that the pattern does not use is a slip of the pen.
fn refuse_strangers(table: &Spanned<PatternTable>) -> Result<(), ExperimentError> {
    let PatternTable { pattern, destinations, node, share, sides, file, length_flits: _ } = table.get_ref();
    let used: &[&str] = match pattern {
        PatternName::Uniform => &["destinations"],
        PatternName::HotSpot => &["destinations", "node", "share"],
        PatternName::Transpose
        | PatternName::BitComplement
        | PatternName::Row
        | PatternName::Column
        | PatternName::All => &[],
        PatternName::Rectangle => &["sides"],
        PatternName::List => &["file"],
    };
    let given = [
        ("destinations", destinations.as_ref().map(Spanned::span)),
        ("node", node.as_ref().map(Spanned::span)),
        ("share", share.as_ref().map(Spanned::span)),
        ("sides", sides.as_ref().map(Spanned::span)),
        ("file", file.as_ref().map(Spanned::span)),
    ];
    let stranger = given.into_iter().find_map(|(key, span)| span.filter(|_| !used.contains(&key)).map(|s| (key, s)));
    match stranger {
        None => Ok(()),
        Some((key, span)) => {
            let message = format!("this pattern has no `{key}`; it has {}", listed(used));
            Err(ExperimentError::new(span, message))
        }
    }
}

fn listed(keys: &[&str]) -> String {
    let quoted: Vec<_> = ["pattern", "length_flits"].iter().chain(keys).map(|key| format!("`{key}`")).collect();
    quoted.join(", ")
}

fn missing(table: &Spanned<PatternTable>, key: &str, pattern: &str) -> ExperimentError {
    blame(table, format!("pattern `{pattern}` needs the key `{key}`"))
}

fn count(count: &Spanned<CountTable>) -> Result<(usize, usize), ExperimentError> {
    match *count.get_ref() {
        CountTable::Fixed(count) => Ok((count, count)),
        CountTable::Range { min, max } if min <= max => Ok((min, max)),
        CountTable::Range { min, max } => Err(blame(count, format!("the range from {min} to {max} is empty"))),
    }
}

type Sets = Vec<(NodeId, Vec<NodeId>)>;

/// Reads a file of destination sets: a line each, the source first, names parted by spaces, `#` for comments.
fn read_list(file: &Spanned<String>, topology: &dyn Topology, folder: &Path) -> Result<Sets, ExperimentError> {
    let path = folder.join(file.get_ref());
    let fail = |problem: String| blame(file, format!("{}: {problem}", path.display()));
    let size = std::fs::metadata(&path).map_err(|error| fail(error.to_string()))?;
    if !size.is_file() || size.len() > MAX_LIST {
        return Err(fail(format!("this is not a file of at most {MAX_LIST} bytes")));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
    let mut sets = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let names = line.split('#').next().unwrap_or_default().split_whitespace();
        let nodes = names.map(|name| topology.find_node(name)).collect::<Result<Vec<_>, _>>();
        let nodes = nodes.map_err(|error| fail(format!("line {}: {error}", number + 1)))?;
        if let Some((&source, destinations)) = nodes.split_first() {
            let set = wormcast_plan::MulticastSet::checked(topology, source, destinations);
            set.map_err(|error| fail(format!("line {}: {error}", number + 1)))?;
            sets.push((source, destinations.to_vec()));
        }
    }
    match sets.is_empty() {
        true => Err(fail("there are no sets in it; a line is a source and its destinations".into())),
        false => Ok(sets),
    }
}
