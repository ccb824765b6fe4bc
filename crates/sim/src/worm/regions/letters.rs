//! What goes from region to region.

use super::log::Trigger;
use crate::Time;
use crate::slab::{MessageAt, NONE, WormAt};
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// A hop of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub channel: ChannelId,
    /// Whether the message is delivered at its end.
    pub delivers: bool,
}

/// A worm that is a path. Its visits are numbered from 0, the origin; visit v is at the end of step v − 1.
#[derive(Debug)]
pub(super) struct Route {
    pub steps: Vec<Step>,
    pub origin: NodeId,
    pub message: MessageAt,
    pub id: WormId,
    /// The rank of its origin.
    pub rank: u64,
    pub length: u32,
    pub pool: u8,
}

/// No worm.
impl Default for Route {
    fn default() -> Self {
        let (steps, origin) = (Vec::new(), NodeId::new(0));
        Self { steps, origin, message: NONE, id: 0, rank: 0, length: 0, pool: 0 }
    }
}

/// A worm that starts at its origin.
#[derive(Debug)]
pub(super) struct Arrival {
    pub at: Time,
    pub route: Route,
}

/// A piece of a worm in another region, upstream: it is told of grants up to its last visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upstream {
    pub region: usize,
    pub worm: WormAt,
    pub first: u32,
    pub last: u32,
}

/// What a region knows of the rest of a worm that has a piece there.
#[derive(Debug, Default)]
pub(super) struct Abroad {
    /// The first visit of the piece.
    pub first: u32,
    pub route: Route,
    pub upstream: Vec<Upstream>,
}

/// A head comes into a region.
#[derive(Debug)]
pub(super) struct Crossing {
    pub ready: Time,
    /// The visit that it comes to.
    pub entry: u32,
    pub route: Route,
    pub upstream: Vec<Upstream>,
}

/// A request downstream is granted.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrantBeyond {
    pub worm: WormAt,
    /// The visit, from the first of the piece.
    pub visit: u32,
    pub trigger: Trigger,
}

/// What a region sends to another in a window.
#[derive(Debug, Default)]
pub(super) struct Letters {
    pub grants: Vec<GrantBeyond>,
    pub crossings: Vec<Crossing>,
}

impl Letters {
    pub(super) fn is_empty(&self) -> bool {
        self.grants.is_empty() && self.crossings.is_empty()
    }
}
