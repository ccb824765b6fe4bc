//! The command that runs into a deadlock.

use crate::access;
use crate::dependences;
use crate::simulate::options;
use crate::words::{one_line, quoted};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::{Counterexample, RouterPolicies, SchemeStatement, StallTold, WorkloadStatement};
use wormcast::formats::holds_schedule;
use wormcast::plan::VIRTUAL_CHANNELS_KEY;
use wormcast::sim::FlowControl;

/// What routers do in the deadlock.
#[derive(Clone, Copy)]
pub(super) struct Routers {
    pub consumption: Option<NonZeroU32>,
    pub flow: FlowControl,
    /// Whether messages depend on messages.
    pub has_dependences: bool,
}

impl Routers {
    /// As a statement about plans says.
    pub(super) fn of_plans(statement: &WorkloadStatement) -> Self {
        let flow = flow(statement.virtual_channels, statement.policies());
        let flow = FlowControl { vc_rule: statement.vc_rule, ..flow };
        let is_scheduled = statement.routes.iter().any(|file| holds_schedule(Path::new(file)));
        let has_dependences = is_scheduled || !statement.dependences.is_empty();
        Self { consumption: statement.consumption, flow, has_dependences }
    }

    /// As a statement about a scheme says.
    pub(super) fn of_scheme(statement: &SchemeStatement) -> Self {
        let flow = flow(statement.virtual_channels, statement.policies);
        let flow = FlowControl { vc_rule: statement.vc_rule, ..flow };
        Self { consumption: statement.consumption, flow, has_dependences: false }
    }

    /// The options that say so, each with a blank before it.
    fn options(self, saved: SavedIn<'_>) -> String {
        let mut text = self.consumption.map_or_else(String::new, |ports| format!(" --consumption {ports}"));
        for word in options::of_routers(&self.flow) {
            text += &format!(" {word}");
        }
        if self.has_dependences {
            text += &format!(" --dependences {}", quoted(&saved.file(dependences::FILE)));
        }
        text
    }
}

fn flow(virtual_channels: NonZeroU32, policies: RouterPolicies) -> FlowControl {
    let RouterPolicies { reservation, replication, switching, handover, .. } = policies;
    FlowControl { virtual_channels, reservation, replication, switching, handover, ..FlowControl::default() }
}

/// Where the plans of a deadlock are saved, or would be.
#[derive(Clone, Copy)]
pub(super) struct SavedIn<'a>(pub Option<&'a Path>);

impl SavedIn<'_> {
    /// That they are there, or how they come there.
    pub(super) fn in_words(self) -> String {
        match self.0 {
            Some(folder) => format!("with the plans in {}", one_line(&folder.display().to_string())),
            None => "with the plans of `--save-plans saved`".to_owned(),
        }
    }

    /// Their files, one after another.
    pub(super) fn files(self) -> impl Iterator<Item = String> {
        (0..).map(move |number: usize| self.file(&format!("{number}.json")))
    }

    fn file(self, name: &str) -> String {
        self.0.unwrap_or(Path::new("saved")).join(name).display().to_string()
    }
}

/// The command that runs these files, one for each start.
pub(super) fn command(
    files: impl IntoIterator<Item = String>,
    counterexample: &Counterexample,
    routers: Routers,
    saved: SavedIn<'_>,
) -> String {
    let Counterexample { plans, starts_ns, length, buffer, stalls, .. } = counterexample;
    let mut text = "  wormcast simulate".to_owned();
    for (file, start) in files.into_iter().zip(starts_ns) {
        text += &format!(" {}", quoted(&format!("{file}@{start}")));
    }
    text += &format!(" --length {length} --buffer {buffer}{}", routers.options(saved));
    // With one virtual channel the numbers that plans name mean nothing; `simulate` would take them.
    if routers.flow.virtual_channels == NonZeroU32::MIN
        && plans.iter().any(|plan| plan.extra.contains_key(VIRTUAL_CHANNELS_KEY))
    {
        text += " --virtual-channels 1";
    }
    for StallTold { channel, virtual_channel, only_heads, from_ns, for_ns } in stalls {
        let number = virtual_channel.map_or_else(String::new, |number| format!("/{number}"));
        let heads = if *only_heads { "/heads" } else { "" };
        text += &format!(" --stall {}", quoted(&format!("{channel}{number}{heads}@{from_ns}+{for_ns}")));
    }
    if routers.flow != FlowControl::default() || routers.has_dependences || !stalls.is_empty() {
        text += " --engine flit";
    }
    if let Some(option) = plans.first().and_then(|plan| access::needed_for(&plan.network)) {
        text += &format!(" {option}");
    }
    text + "\n"
}
