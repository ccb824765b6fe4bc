//! What a snapshot is made for.

use crate::rules::Parts;
use crate::workload::Sending;
use crate::{Copies, NONE, VisitIx, Workload, WorkloadStatement};

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
    /// channel, or a place behind it, that leads to a head, or a part of a request at its origin; or it holds nothing
    /// there, and one such is enough, unless a node waits for each of them to leave.
    pub fn copies(&self, live: &[VisitIx]) -> u32 {
        let workload = self.workload;
        let depth = |&head: &VisitIx| workload.visit(head).depth;
        let is_at_origin = |&&head: &&VisitIx| workload.visit(head).parent == NONE;
        let at_origin = live.iter().find(is_at_origin).map_or(0, |&head| self.copies_at_origin(head));
        // Behind others in a buffer some may hold nothing, and fill it.
        let fillers = |head: VisitIx| if workload.is_behind(head) { self.statement.fillers() - 1 } else { 0 };
        let places = |&head: &VisitIx| workload.capacity(workload.visit(head).into) + fillers(head);
        let under_way: u32 = live.iter().filter(|head| !is_at_origin(head)).map(places).sum();
        let deepest = live.iter().map(depth).max().unwrap_or(0);
        let holds_all = workload.parts == Parts::Together && workload.steps.beside(deepest) <= self.reach;
        let bound = match under_way {
            // Whoever is under way holds the first channels, and so all that a message at the origin would ask for.
            1.. if holds_all && !workload.has_queues() && at_origin <= 1 && self.has_own_channels(live[0]) => 1,
            _ => under_way + at_origin,
        };
        match self.statement.copies {
            Copies::Any => bound,
            Copies::AtMost(most) => bound.min(most.get()),
        }
    }

    /// Whether the channels by which a worm leaves its origin are each for one worm at a time.
    fn has_own_channels(&self, head: VisitIx) -> bool {
        let workload = self.workload;
        let origin = workload.worms[workload.visit(head).worm as usize].visits.start;
        workload.children(origin).iter().all(|&child| workload.capacity(workload.visit(child).into) == 1)
    }

    /// Of messages at their origin, each may have another part of the request, or another place of it where it has
    /// several, or keep another one from being taken in.
    fn copies_at_origin(&self, origin: VisitIx) -> u32 {
        let workload = self.workload;
        let request = workload.request(origin);
        // Whoever holds parts in order has the first one.
        let first_held = match workload.parts {
            _ if !workload.is_parted(origin) => &[],
            Parts::Together | Parts::InOrder => &request[..1],
            Parts::AnyOrder | Parts::Apart => request,
        };
        let holding: u32 = first_held.iter().map(|&part| workload.capacity(part)).sum();
        let worm = workload.visit(origin).worm;
        let is_sent = |sending: &&Sending| sending.senders.contains(&worm) || sending.leaders.contains(&worm);
        let taken = workload.sendings.iter().filter(is_sent).flat_map(|sending| &sending.taken);
        let kept_out = taken.map(|&visit| workload.capacity(workload.visit(visit).consumption)).max().unwrap_or(0);
        holding + kept_out.max(u32::from(holding == 0))
    }
}
