//! Whether a scheme can deadlock, told beside its costs.

use crate::failure::Failure;
use serde::Serialize;
use wormcast::check::proof::{Answer, SchemeStatement};
use wormcast::prove::scheme::prove_scheme;
use wormcast::schemes::{Options, Scheme};
use wormcast::sim::{Handover, Ports, Reservation, Timing};
use wormcast::topology::Topology;

/// On networks with more channels nothing is proved: it would take longer than the plans.
const MOST_CHANNELS: usize = 2048;

/// Whether multicasts of a scheme, any of which are in flight together, can deadlock.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    DeadlockFree,
    Deadlock,
    Unknown,
}

impl Proved {
    /// With the scheme's default options, and the limits of this timing. None if the network is large, or under rules of
    /// flow control that proofs are not about.
    pub fn of(scheme: &dyn Scheme, topology: &dyn Topology, timing: &Timing) -> Result<Option<Self>, Failure> {
        let known_rules = timing.flow.reservation == Reservation::Atomic && timing.flow.handover == Handover::default();
        if topology.graph().channel_count() > MOST_CHANNELS || !known_rules {
            return Ok(None);
        }
        let consumption = match timing.consumption {
            Ports::All => None,
            Ports::Limited(ports) => Some(ports),
        };
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
    pub fn in_short(self) -> &'static str {
        match self {
            Self::DeadlockFree => "free",
            Self::Deadlock => "deadlock",
            Self::Unknown => "unknown",
        }
    }
}

/// What the column means.
pub const MEANING: &str = "proof: whether multicasts of the scheme, any of them in flight together, can deadlock; \
    `wormcast prove TOPOLOGY --scheme NAME` tells why\n";
/// Why there is no such column.
pub const NOT_ASKED: &str = "whether the schemes can deadlock, `wormcast prove TOPOLOGY --scheme NAME` tells; here it is looked at on smaller networks, \
     with atomic reservation and channels handed over empty\n";
