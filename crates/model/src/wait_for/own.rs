//! Heads of one message that keep each other waiting.

use super::{Live, WaitForGraph};
use crate::{ResourceId, VisitIx};

impl WaitForGraph<'_> {
    /// A blocked head of the same message, or the first head itself, that keeps it from letting go of what it holds at
    /// a visit.
    pub(super) fn keeper_in_same(
        &self,
        head: VisitIx,
        resource: ResourceId,
        holder: VisitIx,
        live: Live<'_>,
    ) -> Option<VisitIx> {
        let workload = self.workload;
        let is_channel = workload.visit(holder).into == resource;
        let reserving = if is_channel { workload.visit(holder).parent } else { holder };
        // What the head asks for here it does not have here.
        if reserving == head || !self.has_while_blocked(head, holder, reserving, is_channel) {
            return None;
        }
        let visits = workload.worms[workload.visit(head).worm as usize].visits.clone();
        visits.into_iter().find(|&keeper| {
            live(keeper)
                && self.are_blocked_together(keeper, head)
                && self.has_while_blocked(keeper, holder, reserving, is_channel)
                && workload.distance(keeper, holder, is_channel) <= self.greatest
        })
    }

    /// Whether a message can hold something at a visit while its head is blocked at another one.
    fn has_while_blocked(&self, head: VisitIx, holder: VisitIx, reserving: VisitIx, is_channel: bool) -> bool {
        let workload = self.workload;
        let is_passed = (is_channel && head == holder) || !workload.is_before(head, holder);
        is_passed || (workload.is_parted(head) && (head == reserving || self.steps.is_forked()))
    }

    /// Whether two heads of a message can be blocked at a time.
    fn are_blocked_together(&self, a: VisitIx, b: VisitIx) -> bool {
        let workload = self.workload;
        let follows = |first: VisitIx, second: VisitIx| workload.is_before(first, second);
        let goes_on = |first: VisitIx| self.steps.is_forked() && workload.is_parted(first);
        a == b || (!follows(a, b) || goes_on(a)) && (!follows(b, a) || goes_on(b))
    }
}
