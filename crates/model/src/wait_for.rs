//! The wait-for graph of blocked heads: every deadlock lies in it.

use crate::{Copies, NONE, ResourceId, VisitIx, Workload, WorkloadStatement};
use wormcast_plan::Reservation;

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
    incremental: bool,
    alone: bool,
    /// How far behind the head each channel lies that its worm holds.
    behind: Marks,
}

/// Distances by resource, forgotten all at once.
#[derive(Debug)]
struct Marks {
    stamp: u32,
    marks: Vec<(u32, u32)>,
}

impl Marks {
    fn clear(&mut self) {
        self.stamp += 1;
    }

    fn mark(&mut self, resource: ResourceId, distance: u32) {
        let stamp = self.stamp;
        let mark = &mut self.marks[resource as usize];
        *mark = if mark.0 == stamp { (stamp, mark.1.min(distance)) } else { (stamp, distance) };
    }

    /// Farther than anything if it is not held.
    #[inline]
    fn get(&self, resource: ResourceId) -> u32 {
        if resource == NONE {
            return u32::MAX;
        }
        let (stamp, distance) = self.marks[resource as usize];
        if stamp == self.stamp { distance } else { u32::MAX }
    }
}

/// Marks which visits may be blocked heads.
pub type Live<'a> = &'a dyn Fn(VisitIx) -> bool;

impl<'t> WaitForGraph<'t> {
    /// The graph for reaches between two bounds.
    pub fn new(workload: &'t Workload, statement: &WorkloadStatement, least: u32, greatest: u32) -> Self {
        let behind = Marks { stamp: 0, marks: vec![(0, 0); workload.resources.count()] };
        let incremental = statement.reservation == Reservation::Incremental;
        let alone = matches!(statement.copies, Copies::AtMost(copies) if copies.get() == 1);
        Self { workload, least, greatest, incremental, alone, behind }
    }

    /// A head that a blocked head can wait for, if only those in `live` are ever blocked; none if there is none.
    pub fn find(&mut self, head: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        self.mark_held(head);
        let asked = self.asked_in_lines(head, live);
        let workload = self.workload;
        let worm = workload.visit(head).worm;
        for &resource in &asked {
            for &holder in workload.users(resource) {
                let is_own = workload.visit(holder).worm == worm;
                let own = if is_own { self.keeper_in_same(head, resource, holder, live) } else { None };
                let other = || if is_own && self.alone { None } else { self.keeper(resource, holder, live) };
                if let Some(keeper) = own.or_else(other) {
                    return Some(keeper);
                }
            }
        }
        None
    }

    /// Marks the channels that a worm holds when its head is blocked here, with the reach that this takes.
    fn mark_held(&mut self, head: VisitIx) {
        let workload = self.workload;
        self.behind.clear();
        let depth = workload.visit(head).depth;
        for at in workload.up(head) {
            let visit = workload.visit(at);
            let distance = depth - visit.depth;
            if visit.into != NONE {
                self.behind.mark(visit.into, distance);
            }
            if at != head {
                workload.children(at).iter().for_each(|&child| self.behind.mark(workload.visit(child).into, distance));
            }
        }
    }

    /// All that heads at this router ask for that can be in one chain of lines with this head.
    fn asked_in_lines(&self, head: VisitIx, live: Live<'_>) -> Vec<ResourceId> {
        let mut asked = self.workload.request(head).to_vec();
        if self.incremental {
            return asked;
        }
        let node = self.workload.visit(head).node;
        let mut others: Vec<_> = self.workload.asking_at(node).to_vec();
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

    /// A blocked head of another worm that keeps it from letting go of what it holds at a visit.
    fn keeper(&self, resource: ResourceId, holder: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        let is_channel = workload.visit(holder).into == resource;
        if self.incremental {
            let reserving = if is_channel { workload.visit(holder).parent } else { holder };
            if workload.request(reserving).len() > 1
                && live(reserving)
                && self.fits(reserving, 0, self.ahead(reserving))
            {
                return Some(reserving);
            }
        }
        if is_channel && live(holder) && self.fits(holder, 0, self.ahead(holder)) {
            return Some(holder);
        }
        // The nearest distance behind the first head of a channel that both worms would hold, on the way up so far.
        let (mut nearest, mut from) = (self.ahead(holder), NONE);
        for common in workload.up(holder) {
            nearest = nearest.min(self.of_children(common));
            if nearest <= self.least {
                return None;
            }
            if let Some(keeper) = self.keeper_below(common, from, nearest, live) {
                return Some(keeper);
            }
            nearest = nearest.min(self.ahead(common));
            from = common;
        }
        None
    }

    /// The mark of the channel that leads to a visit.
    fn ahead(&self, visit: VisitIx) -> u32 {
        self.behind.get(self.workload.visit(visit).into)
    }

    /// The least mark of the channels that leave a visit.
    fn of_children(&self, visit: VisitIx) -> u32 {
        let children = self.workload.children(visit).iter();
        children.map(|&child| self.ahead(child)).min().unwrap_or(u32::MAX)
    }

    /// A blocked head that fits, among the visits below one, but not below its child `not`. `nearest` is the least mark
    /// of what the other worm holds for certain.
    fn keeper_below(&self, common: VisitIx, not: VisitIx, nearest: u32, live: Live<'_>) -> Option<VisitIx> {
        let mut open = vec![(common, 1, nearest)];
        while let Some((at, hops, nearest)) = open.pop() {
            if hops > self.greatest || nearest <= self.least.max(hops) {
                continue;
            }
            for &child in self.workload.children(at).iter().filter(|&&child| child != not) {
                if live(child) && self.fits(common, hops, nearest) {
                    return Some(child);
                }
                open.push((child, hops + 1, nearest.min(self.of_children(child))));
            }
        }
        None
    }

    /// Whether a head that lies so many hops below a visit can be blocked while the first one is: what its worm holds
    /// from that visit back to the end of its reach is not held by the other one.
    fn fits(&self, common: VisitIx, hops: u32, nearest: u32) -> bool {
        let reach = self.least.max(hops);
        if nearest <= reach {
            return false;
        }
        let above = self.workload.up(common).zip(hops..=reach);
        let own = |(at, distance): (VisitIx, u32)| {
            let children = if at == common { u32::MAX } else { self.of_children(at) };
            debug_assert!(distance <= reach);
            self.ahead(at).min(children)
        };
        above.map(own).all(|mark| mark > reach)
    }

    /// A blocked head of the same message, or the first head itself, that keeps it from letting go of what it holds at
    /// a visit.
    fn keeper_in_same(&self, head: VisitIx, resource: ResourceId, holder: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        let is_channel = workload.visit(holder).into == resource;
        let apart = |a: VisitIx, b: VisitIx| a == b || !(workload.is_before(a, b) || workload.is_before(b, a));
        let not_beyond = |head: VisitIx| (is_channel && head == holder) || !workload.is_before(head, holder);
        if !not_beyond(head) {
            return None;
        }
        let visits = workload.worms[workload.visit(head).worm as usize].visits.clone();
        visits.into_iter().find(|&keeper| {
            live(keeper)
                && apart(keeper, head)
                && not_beyond(keeper)
                && workload.hops_to_common(keeper, holder) <= self.greatest
        })
    }
}
