//! What nodes take in only as they send something else, as a file says.

use crate::failure::Failure;
use crate::input;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// So many plans are named in a message.
const EXAMPLES: usize = 5;

/// What a folder of plans calls the file of the dependences between them.
pub(crate) const FILE: &str = "dependences.json";

/// What a file of dependences looks like.
const FORM: &str = r#"[{"at": "NODE", "takes_in": "PLAN.json", "only_after_sending": "PLAN.json"}]"#;

/// How dependences lead to a standstill.
pub(crate) const WHY_STUCK: &str = "a node keeps the consumption channel of a message that came in until the message that depends on it has left: where a \
     worm waits for a consumption or injection channel of a node, that one (the reply) must leave first, and cannot\n";

/// An entry of a file of dependences.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    at: String,
    takes_in: String,
    only_after_sending: String,
}

impl Entry {
    /// About plans in the files `0.json`, `1.json`, ….
    pub(crate) fn numbered(at: String, takes_in: usize, only_after_sending: usize) -> Self {
        let [takes_in, only_after_sending] = [takes_in, only_after_sending].map(|plan| format!("{plan}.json"));
        Self { at, takes_in, only_after_sending }
    }
}

/// That a node takes in a plan only as it sends another one: the name of the node, and the numbers of the two plans.
pub(crate) struct Named {
    pub at: String,
    pub takes_in: usize,
    pub only_after_sending: usize,
}

/// Reads a file of dependences between plans that are read from these files. Where one of them is run several times,
/// the nth message that comes in waits for the nth that goes out.
pub(crate) fn read(path: &Path, plans: &[String]) -> Result<Vec<Named>, Failure> {
    read_entries(path, plans).map_err(|failure| failure.prefixed(path))
}

fn read_entries(path: &Path, plans: &[String]) -> Result<Vec<Named>, Failure> {
    let text = input::read_text(path)?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| Failure::new(format!("{error}; expected a list of dependences, as JSON: `{FORM}`")))?;
    let mut all = Vec::new();
    for Entry { at, takes_in, only_after_sending } in entries {
        let [taken, sent] = [&takes_in, &only_after_sending].map(|name| plans_named(name, plans));
        let pairs = taken?.into_iter().zip(sent?);
        all.extend(pairs.map(|(takes_in, only_after_sending)| Named { at: at.clone(), takes_in, only_after_sending }));
    }
    Ok(all)
}

/// The numbers of the plans from a file: by its path as it was given, or by its name alone, with or without `.json`;
/// a name that two files have says nothing.
pub(crate) fn plans_named(name: &str, plans: &[String]) -> Result<Vec<usize>, Failure> {
    let by_path: Vec<_> = (0..).zip(plans).filter(|(_, path)| *path == name).map(|(plan, _)| plan).collect();
    if !by_path.is_empty() {
        return Ok(by_path);
    }
    let is_meant = |path: &str| {
        let path = Path::new(path);
        let parts = [Some(path.as_os_str()), path.file_name(), path.file_stem()];
        parts.into_iter().flatten().any(|part| part == name)
    };
    let found: Vec<_> = (0..).zip(plans).filter(|(_, path)| is_meant(path)).map(|(plan, _)| plan).collect();
    if found.is_empty() {
        let files: Vec<_> = plans.iter().take(EXAMPLES).map(|path| format!("`{path}`")).collect();
        let more = if plans.len() > EXAMPLES { ", …" } else { "" };
        return Err(Failure::new(format!("no plan is called `{name}`; there are {}{more}", files.join(", "))));
    }
    if let Some(&other) = found.iter().find(|&&plan| plans[plan] != plans[found[0]]) {
        let (first, other) = (&plans[found[0]], &plans[other]);
        return Err(Failure::new(format!("`{name}` may be `{first}` or `{other}`: name plans by their paths then")));
    }
    Ok(found)
}
