//! Finding the circle in a deadlock.

use crate::fleet::{Fleet, VisitIx};
use crate::timeline::Timeline;
use crate::{Blocked, Ports, Resource, Timing, Wait};
use std::collections::BTreeMap;

/// A circle of blocked requests. `blocked` are those that were never granted, in the order in which they joined their
/// lines, when nothing can happen any more.
///
/// Every blocked request waits for a resource that another worm holds, or for a request that stands before it in some
/// line. A worm that holds something is itself blocked, or it would move. So a walk from any blocked request, each
/// time to what is in its way, must come back to where it has been. O(hops) and O(circle²).
pub(crate) fn find(fleet: &Fleet, timing: &Timing, timeline: &Timeline, blocked: &[VisitIx]) -> Vec<Blocked> {
    let scene = Scene::new(fleet, timing, timeline, blocked);
    let mut walk: Vec<VisitIx> = Vec::new();
    let mut at = *blocked.iter().min().expect("somebody is blocked");
    let start = loop {
        if let Some(start) = walk.iter().position(|&visit| visit == at) {
            break start;
        }
        walk.push(at);
        at = scene.obstacle(at);
    };
    let circle = &mut walk[start..];
    let lowest = (0..circle.len()).min_by_key(|&place| circle[place]).unwrap_or(0);
    circle.rotate_left(lowest);
    circle.iter().map(|&visit| scene.describe(visit)).collect()
}

/// Who holds what and who stands in which line, when all has come to rest.
struct Scene<'a> {
    fleet: &'a Fleet,
    timing: &'a Timing,
    timeline: &'a Timeline,
    blocked: &'a [VisitIx],
    /// The visits that hold a resource, in ascending order.
    holders: BTreeMap<Resource, Vec<VisitIx>>,
    /// The requests in its line, the first one first.
    lines: BTreeMap<Resource, Vec<VisitIx>>,
}

impl<'a> Scene<'a> {
    fn new(fleet: &'a Fleet, timing: &'a Timing, timeline: &'a Timeline, blocked: &'a [VisitIx]) -> Self {
        let (holders, lines) = (BTreeMap::new(), BTreeMap::new());
        let mut scene = Self { fleet, timing, timeline, blocked, holders, lines };
        for visit in 0..fleet.visits.len() as VisitIx {
            for resource in scene.held_at(visit) {
                scene.holders.entry(resource).or_default().push(visit);
            }
        }
        for &visit in blocked {
            for resource in scene.needed_at(visit) {
                scene.lines.entry(resource).or_default().push(visit);
            }
        }
        scene
    }

    fn granted(&self, visit: VisitIx) -> bool {
        self.timeline.all_visits()[visit as usize].granted.is_some()
    }

    /// What a worm holds until its tail has left this visit.
    fn held_at(&self, visit: VisitIx) -> Vec<Resource> {
        let what = self.fleet.visit(visit);
        let times = &self.timeline.all_visits()[visit as usize];
        if times.released.is_some() {
            return Vec::new();
        }
        let mut held = Vec::new();
        match what.entry {
            Some((from, channel)) => held.extend(self.granted(from).then_some(Resource::Channel(channel))),
            None if self.timing.injection == Ports::All => {}
            None => held.extend(times.requested.map(|_| Resource::Injection(what.node))),
        }
        let consumes = what.delivers && times.granted.is_some() && self.timing.consumption != Ports::All;
        held.extend(consumes.then_some(Resource::Consumption(what.node)));
        held
    }

    /// What a worm requests at this visit.
    fn needed_at(&self, visit: VisitIx) -> Vec<Resource> {
        let what = self.fleet.visit(visit);
        let channels = self.fleet.children(visit).iter().filter_map(|&child| self.fleet.channel_into(child));
        let mut needed: Vec<_> = channels.map(Resource::Channel).collect();
        let consumes = what.delivers && self.timing.consumption != Ports::All;
        needed.extend(consumes.then_some(Resource::Consumption(what.node)));
        needed
    }

    /// The request before this one in the line for a resource.
    fn ahead(&self, visit: VisitIx, resource: Resource) -> Option<VisitIx> {
        let line = &self.lines[&resource];
        let place = line.iter().position(|&other| other == visit)?;
        place.checked_sub(1).map(|before| line[before])
    }

    /// A visit that holds a resource, when nothing of it is left.
    fn holder(&self, resource: Resource) -> Option<VisitIx> {
        let holders = self.holders.get(&resource)?;
        let full = match (resource, self.timing.consumption) {
            (Resource::Consumption(_), Ports::Limited(count)) => holders.len() >= count.get() as usize,
            _ => true,
        };
        holders.first().copied().filter(|_| full)
    }

    /// The request that a request waits for: one that stands before it, or one that keeps a holder from letting go.
    fn obstacle(&self, visit: VisitIx) -> VisitIx {
        let needed = self.needed_at(visit);
        let held = needed.iter().find_map(|&resource| self.holder(resource));
        let ahead = || needed.iter().find_map(|&resource| self.ahead(visit, resource));
        held.map(|holder| self.keeper(holder)).or_else(ahead).expect("what is blocked waits for something")
    }

    /// The first blocked request that keeps the tail of a worm from leaving a visit.
    fn keeper(&self, holder: VisitIx) -> VisitIx {
        let worm = &self.fleet.worm_of(holder).visits;
        let keeps = |visit: &VisitIx| worm.contains(visit) && self.holds_back(*visit, holder);
        *self.blocked.iter().filter(|visit| keeps(visit)).min().expect("a worm that holds something is blocked")
    }

    /// Whether the buffers between a blocked head and a visit of the same worm are too small for the flits that are
    /// to leave that visit: the head is a hops below their last common router, and `length - 1 >= a * buffer`.
    fn holds_back(&self, blocked: VisitIx, holder: VisitIx) -> bool {
        let above: Vec<_> = self.up(holder).collect();
        let hops = self.up(blocked).position(|visit| above.contains(&visit)).expect("both begin at the origin");
        hops as u64 * u64::from(self.timing.buffer) < u64::from(self.timing.length)
    }

    /// A visit and those before it, up to the origin.
    fn up(&self, visit: VisitIx) -> impl Iterator<Item = VisitIx> {
        std::iter::successors(Some(visit), |&visit| self.fleet.visit(visit).entry.map(|(from, _)| from))
    }

    fn describe(&self, visit: VisitIx) -> Blocked {
        let worm = self.fleet.worm_of(visit);
        let needed = self.needed_at(visit);
        Blocked {
            plan: worm.plan as usize,
            worm: worm.id,
            at: self.fleet.visit(visit).node,
            holds: worm.visits.clone().flat_map(|visit| self.held_at(visit)).collect(),
            waits_for: needed.into_iter().filter_map(|resource| self.wait(visit, resource)).collect(),
        }
    }

    fn wait(&self, visit: VisitIx, resource: Resource) -> Option<Wait> {
        let holder = self.holder(resource);
        let other = self.fleet.worm_of(holder.or_else(|| self.ahead(visit, resource))?);
        Some(Wait { resource, plan: other.plan as usize, worm: other.id, held: holder.is_some() })
    }
}
