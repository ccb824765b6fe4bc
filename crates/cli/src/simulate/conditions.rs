//! Channels that are held up, and messages that depend on messages.

use super::started::Runnable;
use crate::failure::Failure;
use crate::input;
use serde::Deserialize;
use std::path::Path;
use wormcast::sim::{Conditions, Dependence, Stall};
use wormcast::topology::find_channel;

/// An entry of a file of dependences.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DependenceEntry {
    at: String,
    takes_in: String,
    only_after_sending: String,
}

/// The conditions of a run.
pub(super) fn read(stalls: &[String], dependences: Option<&Path>, runnable: &Runnable) -> Result<Conditions, Failure> {
    let stalls = stalls.iter().map(|text| stall(text, runnable)).collect::<Result<_, _>>()?;
    let dependences = match dependences {
        Some(path) => read_dependences(path, runnable).map_err(|failure| failure.prefixed(path))?,
        None => Vec::new(),
    };
    Ok(Conditions { stalls, dependences })
}

/// Reads `A>B@FROM+NS`.
fn stall(text: &str, runnable: &Runnable) -> Result<Stall, Failure> {
    let refuse = |problem: &str| {
        Failure::new(format!(
            "`{text}` {problem}; a stall is `A>B@FROM+NS`, such as `0,0>1,0@100+50` from 100 ns on for 50"
        ))
    };
    let (channel, times) = text.rsplit_once('@').ok_or_else(|| refuse("does not say when"))?;
    let (from, span) = times.split_once('+').ok_or_else(|| refuse("does not say for how long"))?;
    let time = |text: &str| text.parse().map_err(|error| refuse(&format!("is no stall: {error}")));
    let channel =
        find_channel(runnable.topology(), channel).map_err(|error| refuse(&format!("is no stall: {error}")))?;
    Ok(Stall { channel, from: time(from)?, span: time(span)? })
}

fn read_dependences(path: &Path, runnable: &Runnable) -> Result<Vec<Dependence>, Failure> {
    let text = input::read_text(path)?;
    let entries: Vec<DependenceEntry> = serde_json::from_str(&text).map_err(|error| Failure::new(error.to_string()))?;
    let mut dependences = Vec::new();
    for DependenceEntry { at, takes_in, only_after_sending } in entries {
        let at = runnable.topology().find_node(&at)?;
        let [taken, sent] = [&takes_in, &only_after_sending].map(|name| plans_named(name, runnable));
        // The nth message that comes in waits for the nth that goes out.
        let pairs = taken?.into_iter().zip(sent?);
        dependences.extend(pairs.map(|(takes_in, only_after_sending)| Dependence { at, takes_in, only_after_sending }));
    }
    Ok(dependences)
}

/// The numbers of the plans from a file: by its path as it was given, or by its name alone, with or without `.json`.
fn plans_named(name: &str, runnable: &Runnable) -> Result<Vec<usize>, Failure> {
    let is_meant = |path: &str| {
        let path = Path::new(path);
        let parts = [Some(path.as_os_str()), path.file_name(), path.file_stem()];
        parts.into_iter().flatten().any(|part| part == name)
    };
    let plans: Vec<_> =
        (0..).zip(&runnable.plans).filter(|(_, (.., path))| is_meant(path)).map(|(plan, _)| plan).collect();
    if plans.is_empty() {
        let files: Vec<_> = runnable.plans.iter().map(|(.., path)| format!("`{path}`")).collect();
        return Err(Failure::new(format!("no plan is called `{name}`; there are {}", files.join(", "))));
    }
    Ok(plans)
}
