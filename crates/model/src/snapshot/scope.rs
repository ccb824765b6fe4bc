//! What a snapshot is made for.

use crate::{Copies, VisitIx, Workload, WorkloadStatement};
use wormcast_plan::Reservation;

/// What a formula is made for.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The worms.
    pub workload: &'a Workload,
    /// The statement.
    pub statement: &'a WorkloadStatement,
    /// The reach of a blocked head.
    pub reach: u32,
    /// The visits that may be blocked heads, in ascending order.
    pub live: &'a [VisitIx],
}

impl Scope<'_> {
    /// How many messages of a worm can be in a deadlock together and differ; `live` are its heads. Each holds a
    /// channel that leads to a head, or waits at the origin: of those one is enough.
    pub fn copies(&self, live: &[VisitIx]) -> u32 {
        let depth = |&head: &VisitIx| self.workload.visit(head).depth;
        let waits_at_origin = live.iter().any(|head| depth(head) == 0);
        let under_way = live.iter().filter(|head| depth(head) > 0).count() as u32;
        let deepest = live.iter().map(depth).max().unwrap_or(0);
        let bound = match under_way {
            // Whoever is under way holds the first channels, and so all that a message at the origin would ask for.
            1.. if deepest <= self.reach && self.statement.reservation == Reservation::Atomic => 1,
            _ => under_way + u32::from(waits_at_origin),
        };
        match self.statement.copies {
            Copies::Any => bound,
            Copies::AtMost(most) => bound.min(most.get()),
        }
    }
}
