//! Whether a scheme can deadlock, told beside its costs.

use crate::failure::Failure;
use crate::network::Network;
use crate::prove_command::{MOST_CHANNELS, ProveCommand};
use crate::words::count;
use serde::Serialize;
use wormcast::check::proof::{Answer, SchemeStatement};
use wormcast::prove::scheme::prove_scheme;
use wormcast::schemes::{Options, Scheme};
use wormcast::sim::{Handover, Reservation, Timing};
use wormcast::topology::Topology;

/// Whether multicasts of a scheme, any of which are in flight together, can deadlock.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Proved {
    DeadlockFree,
    Deadlock,
    Unknown,
}

impl Proved {
    /// With the scheme's default options, and the limits of this timing. None if the network is large, or under rules
    /// of flow control that proofs are not about.
    pub(super) fn of(scheme: &dyn Scheme, topology: &dyn Topology, timing: &Timing) -> Result<Option<Self>, Failure> {
        if why_not(topology, timing).is_some() {
            return Ok(None);
        }
        let consumption = timing.consumption.limit();
        let virtual_channels = timing.flow.virtual_channels;
        let statement = SchemeStatement { consumption, virtual_channels, ..SchemeStatement::about(scheme.name()) };
        // A planner of its own: one that draws trees draws others after it has planned.
        let mut planner = scheme.prepare(topology, &Options::default())?;
        Ok(Some(match prove_scheme(topology, &mut *planner, &statement)?.answer() {
            Answer::DeadlockFree => Self::DeadlockFree,
            Answer::Deadlock => Self::Deadlock,
            Answer::Unknown => Self::Unknown,
        }))
    }

    /// In a cell of a table.
    pub(super) fn in_short(self) -> &'static str {
        match self {
            Self::DeadlockFree => "free",
            Self::Deadlock => "deadlock",
            Self::Unknown => "unknown",
        }
    }
}

/// Why nothing is proved, if so.
fn why_not(topology: &dyn Topology, timing: &Timing) -> Option<String> {
    let channels = topology.graph().channel_count();
    if timing.flow.reservation != Reservation::Atomic {
        return Some("proofs about schemes are for atomic reservation".into());
    }
    if timing.flow.handover != Handover::default() {
        return Some("proofs are for channels that are handed over empty".into());
    }
    let large = format!("the network has {channels} channels, and at most {MOST_CHANNELS} are looked at here");
    (channels > MOST_CHANNELS).then_some(large)
}

/// What the column is about, and the command that tells more: about this scheme, with the same limits.
pub(super) fn meaning(network: &Network, scheme: &str, timing: &Timing) -> String {
    let (consumption, virtual_channels) = (timing.consumption.limit(), timing.flow.virtual_channels);
    let limits = ProveCommand {
        network: &network.spec,
        scheme,
        options: &[],
        consumption,
        virtual_channels,
        with_unicast: false,
    };
    let command = limits.line();
    if let Some(reason) = why_not(&*network.topology, timing) {
        return format!("whether the schemes can deadlock is not told: {reason}; see `{command}`\n");
    }
    let consumption = match consumption {
        None => "consumption channels for all (`--consumption 1` looks at one a node)".to_owned(),
        Some(ports) => format!("{} per node", count(ports, "consumption channel")),
    };
    let links = match virtual_channels.get() {
        1 => String::new(),
        many => format!(" and {many} virtual channels a link"),
    };
    format!(
        "proof: whether multicasts of the scheme, any of them in flight together, can deadlock with {consumption}{links};\n\
         `{command}` tells why\n"
    )
}
