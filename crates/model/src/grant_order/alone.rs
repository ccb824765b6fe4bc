//! Whether messages, with nobody else, can stand still where they are: flits are counted, where the formula measures
//! distances and leaves open how many flits of worms behind others have room.

use super::flits::Flits;
use super::search::Search;
use super::{End, GrantOrder, Placed, order_of};
use crate::rules::Parts;
use crate::{Copies, NONE, Owned, Reaches, ResourceId, VisitIx, Workload, WorkloadStatement};
use std::collections::BTreeSet;

/// Looks for an order in which these messages, of a reach, get what was granted to them, and then stand still, if no
/// others are in a standstill with them. Only where worms may be behind others in buffers, of known sizes; and if there
/// cannot be others in those which hold nothing, and are in nobody's way but for their flits.
pub fn standing_order(
    workload: &Workload,
    statement: &WorkloadStatement,
    reach: u32,
    messages: &[Placed],
) -> GrantOrder {
    if !workload.has_queues() || statement.policies().takes_whole_messages() {
        return GrantOrder::Unknown;
    }
    let Some(sizes) = Reaches::sizes(statement, workload.height(), reach) else { return GrantOrder::Unknown };
    let mut unknown = sizes.is_empty();
    for (length, buffer) in sizes {
        let statement = &WorkloadStatement { length: Some(length), buffer: Some(buffer), ..statement.clone() };
        if may_be_filled(workload, statement, (length.get(), buffer.get()), messages) {
            return GrantOrder::Unknown;
        }
        match order_of(workload, statement, reach, messages, End::Standing) {
            GrantOrder::None => {}
            GrantOrder::Unknown => unknown = true,
            found => return found,
        }
    }
    if unknown { GrantOrder::Unknown } else { GrantOrder::None }
}

/// Whether messages that hold nothing may be in a buffer, all their flits, before one of these that has come to stand
/// behind others there.
fn may_be_filled(
    workload: &Workload,
    statement: &WorkloadStatement,
    (length, buffer): (u32, u32),
    messages: &[Placed],
) -> bool {
    let has = |placed: &Placed, visit: VisitIx| placed.granted.iter().any(|&(granted, _)| granted == visit);
    let behind = messages.iter().flat_map(|placed| {
        let visits = workload.worms[placed.worm as usize].visits.clone();
        let is_stuck = move |&visit: &VisitIx| {
            workload.is_behind(visit)
                && placed.granted.contains(&(workload.visit(visit).parent, workload.part_of(visit)))
                && !has(placed, visit)
        };
        visits.filter(is_stuck).map(|visit| workload.visit(visit).into)
    });
    let lanes: BTreeSet<ResourceId> = behind.collect();
    let is_available = |worm: u32| {
        let name = |worm: u32| (workload.worms[worm as usize].plan, workload.worms[worm as usize].id);
        let times = messages.iter().filter(|placed| name(placed.worm) == name(worm)).count();
        !matches!(statement.copies, Copies::AtMost(most) if times >= most.get() as usize)
    };
    lanes.into_iter().any(|lane| {
        // Whoever is in front and has not got its request has all its flits there.
        let in_front = |placed: &&Placed| {
            workload.users(lane).iter().any(|&at| workload.visit(at).worm == placed.worm && has(placed, at))
        };
        let is_blocked = |placed: &Placed| {
            workload.users(lane).iter().filter(|&&at| workload.visit(at).worm == placed.worm).any(|&at| {
                let front = workload.children(at)[0];
                let asked = workload.request(front).len();
                has(placed, at) && placed.granted.iter().filter(|granted| granted.0 == front).count() < asked
            })
        };
        let own = if messages.iter().filter(in_front).any(is_blocked) { length } else { 1 };
        let users = workload.users(lane).iter().map(|&at| workload.visit(at).worm);
        own + length <= buffer && users.into_iter().any(is_available)
    })
}

impl Search<'_> {
    /// Whether every head that has come and has not got everything waits, now that flits have gone as far as they can.
    /// Ejection channels of nodes that take messages in only as they send others may be kept by such.
    pub(super) fn stands_still(&self, flits: &Flits<'_>) -> bool {
        let mut open: Vec<(usize, VisitIx)> = self.waiting(flits);
        let mut in_lines: Vec<ResourceId> = Vec::new();
        while let Some(at) = open.iter().position(|&head| self.waits(flits, head, &in_lines)) {
            let (_, visit) = open.swap_remove(at);
            in_lines.extend(self.workload.request(visit));
        }
        open.is_empty()
    }

    /// The heads that have come, and have not got everything.
    fn waiting(&self, flits: &Flits<'_>) -> Vec<(usize, VisitIx)> {
        let mut heads = Vec::new();
        for (message, &worm) in self.worms.iter().enumerate() {
            for visit in self.workload.worms[worm as usize].visits.clone() {
                let missing = self.missing(flits, (message, visit));
                if !missing.is_empty() && self.has_set_out(flits, message, visit) && flits.has_come(message, visit) {
                    heads.push((message, visit));
                }
            }
        }
        heads
    }

    /// Whether nothing that a message lacks at the visit before keeps its head there: where a flit leaves on all
    /// branches at once, it leaves when all of them are granted.
    fn has_set_out(&self, flits: &Flits<'_>, message: usize, visit: VisitIx) -> bool {
        let parent = self.workload.visit(visit).parent;
        parent == NONE || self.workload.steps.is_forked() || self.missing(flits, (message, parent)).is_empty()
    }

    fn missing(&self, flits: &Flits<'_>, (message, visit): (usize, VisitIx)) -> Vec<usize> {
        let parts = 0..self.workload.request(visit).len();
        parts.filter(|&part| !self.layout.is_made(&flits.state, message, visit, part)).collect()
    }

    fn waits(&self, flits: &Flits<'_>, head: (usize, VisitIx), in_lines: &[ResourceId]) -> bool {
        let (workload, missing) = (self.workload, self.missing(flits, head));
        let request = workload.request(head.1);
        let is_full = |&part: &usize| {
            let resource = request[part];
            let held = flits.held(resource).saturating_add(self.most_kept(flits, resource));
            held >= workload.capacity(resource)
        };
        match workload.parts {
            Parts::Together => (0..request.len()).any(|part| is_full(&part) || in_lines.contains(&request[part])),
            Parts::InOrder => missing.first().is_some_and(is_full),
            Parts::AnyOrder => missing.iter().any(is_full),
            Parts::Apart => missing.iter().all(is_full),
        }
    }

    /// How many messages may keep an ejection channel, at most, though nothing of them is under way there: each until
    /// one of these has left its origin. Those that have not come so far do not.
    fn most_kept(&self, flits: &Flits<'_>, resource: ResourceId) -> u32 {
        let workload = self.workload;
        if !matches!(workload.resources.what(resource), Owned::Consumption(..)) {
            return 0;
        }
        let mut kept = 0;
        for sending in &workload.sendings {
            let taken = sending.taken.iter().filter(|&&visit| workload.visit(visit).consumption == resource);
            let taken: Vec<VisitIx> = taken.copied().collect();
            let is_to_leave = |(message, worm): (usize, &u32)| {
                let origin = workload.worms[*worm as usize].visits.start;
                sending.leaders.contains(worm) || (sending.senders.contains(worm) && !flits.has_left(message, origin))
            };
            let to_leave = self.worms.iter().enumerate().filter(|&sender| is_to_leave(sender)).count();
            let available = self.most_taken(flits, &taken);
            kept += available.min((to_leave * taken.len()) as u32);
        }
        kept
    }

    /// How many messages may have been taken in at these visits, at most.
    fn most_taken(&self, flits: &Flits<'_>, taken: &[VisitIx]) -> u32 {
        let Copies::AtMost(most) = self.copies else { return u32::MAX };
        let workload = self.workload;
        let mut names: BTreeSet<(usize, u32, u32)> = BTreeSet::new();
        let mut before = 0;
        for &visit in taken {
            let number = workload.visit(visit).worm;
            let worm = &workload.worms[number as usize];
            names.insert((worm.plan, worm.id, visit - worm.visits.start));
            let ejection = workload.children(visit).len();
            let own = self.worms.iter().enumerate().filter(|(_, worm)| **worm == number);
            let has = |message: usize| self.layout.is_made(&flits.state, message, visit, ejection);
            before += own.filter(|&(message, _)| !has(message)).count() as u32;
        }
        (names.len() as u32).saturating_mul(most.get()).saturating_sub(before)
    }
}
