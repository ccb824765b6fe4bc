//! Which worms hold something while they ask for something else, and cycles of them.

use crate::Effort;
use std::collections::{BTreeSet, VecDeque};
use wormcast_model::{NONE, Reservation, ResourceId, VisitIx, Workload};

/// A worm that holds something while it asks for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wait {
    /// The visit at which it holds the one.
    pub holder: VisitIx,
    /// Whether that is an ejection channel, so that the visit is granted.
    pub ejects: bool,
    /// The visit at which it asks for the other.
    pub head: VisitIx,
}

impl Wait {
    /// The visits whose requests are granted.
    pub(super) fn granted(&self, workload: &Workload) -> BTreeSet<VisitIx> {
        let before = |visit| workload.up(visit).skip(1);
        let own = self.ejects.then_some(self.holder);
        before(self.head).chain(before(self.holder)).chain(own).collect()
    }

    /// What the worm holds and keeps for as long as it waits, with a reach.
    pub(super) fn held(&self, workload: &Workload, reach: u32) -> Vec<ResourceId> {
        let keeps = |visit: VisitIx, is_way: bool| workload.distance(self.head, visit, is_way) <= reach;
        let mut held = Vec::new();
        for visit in self.granted(workload) {
            let children = workload.children(visit).iter().filter(|&&child| keeps(child, true));
            held.extend(children.map(|&child| workload.visit(child).into));
            let ejection = workload.visit(visit).consumption;
            held.extend((ejection != NONE && keeps(visit, false)).then_some(ejection));
        }
        held
    }
}

/// After how many worms that hold something it is looked at the clock.
const LOOKS: u32 = 1 << 8;

/// Searches for cycles of waits, breadth first: O(visits) each.
pub(super) struct WaitSearch<'t> {
    workload: &'t Workload,
    reservation: Reservation,
    /// The number of the search that last came to each resource, and by which wait from which other one.
    came: Vec<(u32, ResourceId, Wait)>,
    /// The number of the search that last went through all behind a visit, and that last went up from it.
    through: Vec<u32>,
    up: Vec<u32>,
    number: u32,
    effort: Effort<'t>,
    /// How many worms that hold something were looked at.
    looked_at: u32,
}

impl<'t> WaitSearch<'t> {
    pub(super) fn new(workload: &'t Workload, reservation: Reservation, effort: Effort<'t>) -> Self {
        let nothing = (0, NONE, Wait { holder: NONE, ejects: false, head: NONE });
        let visits = workload.visits.len();
        let came = vec![nothing; workload.resources.count()];
        let [through, up] = [(); 2].map(|()| vec![0; visits]);
        Self { workload, reservation, came, through, up, number: 0, effort, looked_at: 0 }
    }

    /// A shortest cycle of waits through a resource: who holds it waits for what the next one holds, and the last one
    /// for it. If `careful`, no worm holds what the one before it holds, which may make it longer. Of the worms that
    /// hold something, those count first that have come the shortest way. None, too, if the time is used up before.
    pub(super) fn cycle(&mut self, start: ResourceId, careful: bool) -> Option<Vec<Wait>> {
        self.number += 1;
        let mut open = VecDeque::from([start]);
        while let Some(held) = open.pop_front() {
            let is_known = self.workload.capacity(held) == 1;
            let mut holders = self.workload.users(held).to_vec();
            holders.sort_by_key(|&visit| self.workload.visit(visit).depth);
            for &holder in holders.iter().filter(|_| is_known) {
                if self.is_over() {
                    return None;
                }
                let ejects = self.workload.visit(holder).into != held;
                for head in self.heads(holder, ejects, careful && held != start) {
                    let wait = Wait { holder, ejects, head };
                    if careful && held != start && !self.is_apart(held, wait) {
                        continue;
                    }
                    for &asked in self.asked(head) {
                        if asked == start {
                            return Some(self.walk_back(start, held, wait));
                        }
                        if self.came[asked as usize].0 != self.number {
                            self.came[asked as usize] = (self.number, held, wait);
                            open.push_back(asked);
                        }
                    }
                }
            }
        }
        None
    }

    fn is_over(&mut self) -> bool {
        self.looked_at = self.looked_at.wrapping_add(1);
        self.looked_at.is_multiple_of(LOOKS) && self.effort.is_over()
    }

    /// What a head can wait for first: with incremental reservation the first part of its request.
    fn asked(&self, head: VisitIx) -> &'t [ResourceId] {
        let request = self.workload.request(head);
        match self.reservation {
            Reservation::Incremental => &request[..request.len().min(1)],
            _ => request,
        }
    }

    /// Whether a worm holds nothing that the one before it holds, which waits for this.
    fn is_apart(&self, asked: ResourceId, wait: Wait) -> bool {
        let (_, _, before) = self.came[asked as usize];
        let held = before.held(self.workload, u32::MAX);
        wait.held(self.workload, u32::MAX).iter().all(|resource| !held.contains(resource))
    }

    /// The visits that a worm may have come to while it holds something at a visit, and that no other holder of this
    /// search has led to; if `all`, those too.
    fn heads(&mut self, holder: VisitIx, ejects: bool, all: bool) -> Vec<VisitIx> {
        let workload = self.workload;
        let mut heads = Vec::new();
        if ejects {
            workload.children(holder).iter().for_each(|&child| self.go_through(child, all, &mut heads));
        } else {
            self.go_through(holder, all, &mut heads);
        }
        let mut from = holder;
        for above in workload.up(holder).skip(1) {
            if self.up[above as usize] == self.number && !all {
                break;
            }
            self.up[above as usize] = self.number;
            for &child in workload.children(above).iter().filter(|&&child| child != from) {
                self.go_through(child, all, &mut heads);
            }
            from = above;
        }
        heads
    }

    fn go_through(&mut self, top: VisitIx, all: bool, heads: &mut Vec<VisitIx>) {
        let mut open = VecDeque::from([top]);
        while let Some(visit) = open.pop_front() {
            if !all && std::mem::replace(&mut self.through[visit as usize], self.number) == self.number {
                continue;
            }
            if !self.workload.request(visit).is_empty() {
                heads.push(visit);
            }
            open.extend(self.workload.children(visit));
        }
    }

    fn walk_back(&self, start: ResourceId, held: ResourceId, last: Wait) -> Vec<Wait> {
        let (mut cycle, mut at) = (vec![last], held);
        while at != start {
            let (_, before, wait) = self.came[at as usize];
            cycle.push(wait);
            at = before;
        }
        cycle.reverse();
        cycle
    }
}
