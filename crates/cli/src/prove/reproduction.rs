//! The command that runs into a deadlock.

use crate::words::quoted;
use std::num::NonZeroU32;
use wormcast::check::proof::{Counterexample, Reservation, StallTold};
use wormcast::plan::VcRule;

/// What routers do in the deadlock, as far as statements say so.
#[derive(Clone, Copy)]
pub(super) struct Routers {
    pub consumption: Option<NonZeroU32>,
    pub virtual_channels: NonZeroU32,
    pub vc_rule: VcRule,
    pub reservation: Reservation,
}

/// The command that runs these files, one for each start.
pub(super) fn command(
    files: impl IntoIterator<Item = String>,
    counterexample: &Counterexample,
    routers: Routers,
) -> String {
    let Counterexample { starts_ns, length, buffer, stalls, .. } = counterexample;
    let mut text = "  wormcast simulate".to_owned();
    for (file, start) in files.into_iter().zip(starts_ns) {
        text += &format!(" {file}@{start}");
    }
    text += &format!(" --length {length} --buffer {buffer}");
    if let Some(ports) = routers.consumption {
        text += &format!(" --consumption {ports}");
    }
    if routers.virtual_channels.get() > 1 {
        text += &format!(" --virtual-channels {}", routers.virtual_channels);
    }
    if routers.vc_rule != VcRule::default() {
        text += &format!(" --vc-rule {}", routers.vc_rule);
    }
    if routers.reservation != Reservation::Atomic {
        text += &format!(" --reservation {}", routers.reservation);
    }
    for StallTold { channel, from_ns, for_ns } in stalls {
        text += &format!(" --stall {}", quoted(&format!("{channel}@{from_ns}+{for_ns}")));
    }
    if routers.virtual_channels.get() > 1 || routers.reservation != Reservation::Atomic || !stalls.is_empty() {
        text += " --engine flit";
    }
    text + "\n"
}

/// The files of `--save-plans saved`.
pub(super) fn saved() -> impl Iterator<Item = String> {
    (0..).map(|number: usize| format!("saved/{number}.json"))
}
