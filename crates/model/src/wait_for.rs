//! The wait-for graph of blocked heads: every deadlock lies in it.

mod keepers;
mod marks;
mod own;

use crate::rules::{Parts, Steps};
use crate::{Copies, NONE, ResourceId, VisitIx, Workload, WorkloadStatement};
use marks::Marks;

/// Which blocked head can wait for which. In a deadlock every blocked head has another one, or itself, that it waits
/// for: one that keeps its worm from letting go of something which the first head asks for, or which a head before it
/// in a line asks for. The graph has an arc between two heads wherever that is possible, and the channels that both
/// worms hold then differ. So a head without an arc is never blocked for good. The arcs are not stored, but found one
/// by one.
#[derive(Debug)]
pub struct WaitForGraph<'t> {
    workload: &'t Workload,
    /// The least and the greatest reach that is possible.
    least: u32,
    greatest: u32,
    steps: Steps,
    alone: bool,
    /// How far behind the head each channel lies that its worm holds.
    behind: Marks,
}

/// Marks which visits may be blocked heads.
pub type Live<'a> = &'a dyn Fn(VisitIx) -> bool;

impl<'t> WaitForGraph<'t> {
    /// The graph for reaches between two bounds.
    pub fn new(workload: &'t Workload, statement: &WorkloadStatement, least: u32, greatest: u32) -> Self {
        let behind = Marks::new(workload.resources.count());
        let alone = matches!(statement.copies, Copies::AtMost(copies) if copies.get() == 1);
        Self { workload, least, greatest, steps: workload.steps, alone, behind }
    }

    /// A head that a blocked head can wait for, if only those in `live` are ever blocked; none if there is none.
    pub fn find(&mut self, head: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        self.mark_held(head);
        let asked = self.asked_in_lines(head, live);
        asked.iter().find_map(|&resource| self.find_for(head, resource, live))
    }

    /// The same for one thing that is asked for.
    fn find_for(&self, head: VisitIx, resource: ResourceId, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        if let Some(leavers) = workload.leavers(resource) {
            // Somewhere in the ring is room for one more, so who stays in it goes on, and who is stuck wants to leave.
            return leavers.iter().copied().find(|&leaver| live(leaver));
        }
        let worm = workload.visit(head).worm;
        for &holder in workload.users(resource) {
            let is_own = workload.visit(holder).worm == worm;
            let own = if is_own { self.keeper_in_same(head, resource, holder, live) } else { None };
            let other = || if is_own && self.alone { None } else { self.keeper(resource, holder, live) };
            let sender = || self.sender(resource, holder, live);
            if let Some(keeper) = own.or_else(other).or_else(sender) {
                return Some(keeper);
            }
        }
        None
    }

    /// Marks the channels that a worm holds for certain when its head is blocked here, with the reach that this takes.
    fn mark_held(&mut self, head: VisitIx) {
        let workload = self.workload;
        self.behind.clear();
        let depth = workload.visit(head).depth + self.slack(head);
        for at in workload.up(head) {
            let visit = workload.visit(at);
            let hops = depth - visit.depth;
            // Of channels that several worms may hold, it may hold one beside them.
            if visit.into != NONE && workload.capacity(visit.into) == 1 {
                self.behind.mark(visit.into, self.steps.below(hops));
            }
            if at != head && self.is_sure_of_branches() {
                let distance = self.steps.beside(hops);
                let branches = workload.children(at).iter().map(|&child| workload.visit(child).into);
                branches.filter(|&into| workload.capacity(into) == 1).for_each(|into| self.behind.mark(into, distance));
            }
        }
    }

    /// How many hops farther away a head may count as: of a worm behind others in a buffer, as many flits as the buffer
    /// holds may be in it, but for one.
    fn slack(&self, head: VisitIx) -> u32 {
        self.workload.slack(head)
    }

    /// Whether a worm that has gone on by one branch of a split has been granted all.
    fn is_sure_of_branches(&self) -> bool {
        !self.steps.is_forked() || self.workload.parts == Parts::Together
    }

    /// All that heads at this router ask for that can be in one chain of lines with this head.
    fn asked_in_lines(&self, head: VisitIx, live: Live<'_>) -> Vec<ResourceId> {
        let mut asked = self.workload.request(head).to_vec();
        if self.workload.parts != Parts::Together {
            return asked;
        }
        let mut others: Vec<_> = self.workload.asking_with(head).to_vec();
        loop {
            let before = asked.len();
            others.retain(|&other| {
                let request = self.workload.request(other);
                if !request.iter().any(|resource| asked.contains(resource)) {
                    return true;
                }
                if request.iter().any(|resource| !asked.contains(resource)) && live(other) {
                    request.iter().for_each(|resource| {
                        if !asked.contains(resource) {
                            asked.push(*resource);
                        }
                    });
                }
                false
            });
            if asked.len() == before {
                return asked;
            }
        }
    }

    /// The mark of the channel that leads to a visit.
    fn ahead(&self, visit: VisitIx) -> u32 {
        self.behind.get(self.workload.visit(visit).into)
    }

    /// The least mark of the channels that leave a visit, if a worm that goes on from there has all of them.
    fn of_branches(&self, visit: VisitIx) -> u32 {
        if !self.is_sure_of_branches() {
            return u32::MAX;
        }
        let children = self.workload.children(visit).iter();
        children.map(|&child| self.ahead(child)).min().unwrap_or(u32::MAX)
    }

    /// A head that keeps a message from leaving a node that takes nothing more in before.
    fn sender(&self, resource: ResourceId, holder: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        let is_held_up = workload.visit(holder).consumption == resource;
        let waiting = workload.sendings.iter().filter(|sending| sending.taken.binary_search(&holder).is_ok());
        waiting.filter(|_| is_held_up).find_map(|sending| {
            let visits = |&worm: &u32| workload.worms[worm as usize].visits.clone();
            let is_near = |&head: &VisitIx| self.steps.below(workload.visit(head).depth) <= self.greatest;
            let sent = sending.senders.iter().flat_map(visits).filter(is_near);
            sent.chain(sending.leaders.iter().flat_map(visits)).find(|&head| live(head))
        })
    }
}
