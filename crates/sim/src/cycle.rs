//! Finding the circle in a deadlock.

use crate::fleet::{Fleet, Visit, VisitIx};
use crate::timeline::VisitTimes;
use crate::{Blocked, Handover, Ports, Resource, Timing, Wait};
use std::collections::{BTreeMap, BTreeSet};
use wormcast_topology::ChannelId;

/// Who holds what and who stands in which line.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    fleet: &'a Fleet,
    timing: &'a Timing,
    times: &'a [VisitTimes],
    /// The visits that hold a resource and whose tail is not known to leave, in ascending order.
    holders: BTreeMap<Resource, Vec<VisitIx>>,
    /// The requests in each line, the first one first.
    lines: BTreeMap<Resource, Vec<VisitIx>>,
    /// The requests that can never be granted.
    dead: BTreeSet<VisitIx>,
    /// With incremental reservation, how many things requests have that are not granted: the first so many.
    reserved: BTreeMap<VisitIx, usize>,
}

impl<'a> Scene<'a> {
    /// What is left when nothing happens any more, and some tail has not left; none if nothing stands still. `waiting`
    /// are the requests that were never granted, in the order in which they joined their lines.
    pub(crate) fn at_rest(
        fleet: &'a Fleet,
        timing: &'a Timing,
        times: &'a [VisitTimes],
        waiting: &[VisitIx],
        reserved: BTreeMap<VisitIx, usize>,
    ) -> Option<Self> {
        let mut scene = Self::with_reserved(fleet, timing, times, reserved);
        for &visit in waiting {
            scene.needed_at(visit).into_iter().for_each(|resource| scene.line_up(resource, visit));
        }
        let stuck = (0..fleet.visits.len() as VisitIx).filter(|&visit| scene.is_behind(visit));
        let stuck: Vec<_> = stuck.collect();
        scene.dead.extend(stuck);
        (!scene.dead.is_empty()).then_some(scene)
    }

    /// What is the case, with no lines so far. Which requests and tails are certain, the times tell.
    pub(crate) fn new(fleet: &'a Fleet, timing: &'a Timing, times: &'a [VisitTimes]) -> Self {
        Self::with_reserved(fleet, timing, times, BTreeMap::new())
    }

    fn with_reserved(
        fleet: &'a Fleet,
        timing: &'a Timing,
        times: &'a [VisitTimes],
        reserved: BTreeMap<VisitIx, usize>,
    ) -> Self {
        let (holders, lines) = (BTreeMap::new(), BTreeMap::new());
        let mut scene = Self { fleet, timing, times, holders, lines, dead: BTreeSet::new(), reserved };
        for visit in 0..fleet.visits.len() as VisitIx {
            for resource in scene.held_at(visit) {
                scene.holders.entry(resource).or_default().push(visit);
            }
        }
        scene
    }

    /// A request that waits stands last in the line for something that it needs.
    pub(crate) fn line_up(&mut self, resource: Resource, visit: VisitIx) {
        self.lines.entry(resource).or_default().push(visit);
        self.dead.insert(visit);
    }

    /// A circle of requests that can never be granted, each kept by the next one; none if all can be granted in the
    /// end. O(w²) for w requests that wait at worst; near w log w if they do not wait for each other in long chains.
    ///
    /// Taken to be dead at first is whatever waits. A request is not dead if everything that it needs will come free:
    /// no dead request stands before it in a line, and no dead request keeps the holder from letting go. What is left
    /// in the end is dead; each has an obstacle that is dead too, and so a walk from one to the next comes back to
    /// where it has been.
    pub(crate) fn circle(mut self) -> Option<Vec<Blocked>> {
        self.take_out_the_living();
        let mut at = *self.dead.first()?;
        let (mut walk, mut places) = (Vec::new(), BTreeMap::new());
        while !places.contains_key(&at) {
            places.insert(at, walk.len());
            walk.push(at);
            at = self.obstacle(at).expect("what is not dead has been taken out");
        }
        let circle = &mut walk[places[&at]..];
        let lowest = (0..circle.len()).min_by_key(|&place| circle[place]).unwrap_or(0);
        circle.rotate_left(lowest);
        Some(circle.iter().map(|&visit| self.describe(visit)).collect())
    }

    fn take_out_the_living(&mut self) {
        let mut before = usize::MAX;
        while self.dead.len() < before {
            before = self.dead.len();
            for visit in self.dead.clone() {
                if self.obstacle(visit).is_none() {
                    self.dead.remove(&visit);
                }
            }
        }
    }

    /// What a worm holds until its tail has left this visit.
    fn held_at(&self, visit: VisitIx) -> Vec<Resource> {
        let what = self.fleet.visit(visit);
        let times = &self.times[visit as usize];
        if times.released.is_some() {
            return Vec::new();
        }
        let mut held = Vec::new();
        match what.entry {
            Some((from, channel)) => {
                let from = &self.times[from as usize];
                let handed_over = self.timing.flow.handover == Handover::Tail && from.released.is_some();
                held.extend(from.granted.filter(|_| !handed_over).map(|_| self.channel(channel, what)));
            }
            None if self.timing.injection == Ports::All => {}
            None => held.extend(times.requested.map(|_| Resource::Injection(what.node))),
        }
        let consumes = what.delivers && times.granted.is_some() && self.timing.consumption != Ports::All;
        held.extend(consumes.then(|| self.fleet.consumption(visit)));
        if let Some(&has) = self.reserved.get(&visit) {
            held.extend(&self.request(visit)[..has]);
        }
        held
    }

    /// What a worm requests at this visit.
    pub(crate) fn needed_at(&self, visit: VisitIx) -> Vec<Resource> {
        let what = self.fleet.visit(visit);
        if self.is_behind(visit) {
            return what.entry.map(|(_, channel)| self.channel(channel, what)).into_iter().collect();
        }
        let needed = self.request(visit);
        match self.reserved.get(&visit) {
            Some(&has) => needed[has..].iter().take(1).copied().collect(),
            None => needed,
        }
    }

    fn request(&self, visit: VisitIx) -> Vec<Resource> {
        let what = self.fleet.visit(visit);
        let next = self.fleet.children(visit).iter().map(|&child| self.fleet.visit(child));
        let channels = next.filter_map(|next| Some(self.channel(next.entry?.1, next)));
        let mut needed: Vec<_> = channels.collect();
        let consumes = what.delivers && self.timing.consumption != Ports::All;
        needed.extend(consumes.then(|| self.fleet.consumption(visit)));
        needed
    }

    fn channel(&self, channel: ChannelId, visit: &Visit) -> Resource {
        match self.timing.flow.virtual_channels.get() {
            1 => Resource::Channel(channel),
            _ => Resource::VirtualChannel(channel, visit.virtual_channel.into()),
        }
    }

    /// Whether a head is sent here and makes no request: when nothing moves, another worm is before it in the buffer.
    fn is_behind(&self, visit: VisitIx) -> bool {
        let sent = self.fleet.visit(visit).entry.is_some_and(|(from, _)| self.times[from as usize].granted.is_some());
        sent && self.times[visit as usize].requested.is_none()
    }

    /// The worm in front of a buffer that a head cannot enter, or is behind.
    fn in_front(&self, visit: VisitIx) -> Option<VisitIx> {
        let Visit { entry, virtual_channel, .. } = *self.fleet.visit(visit);
        let same = |other: &Visit| other.entry.map(|(_, channel)| channel) == entry.map(|(_, channel)| channel);
        let front = |&other: &VisitIx| {
            let (what, times) = (self.fleet.visit(other), &self.times[other as usize]);
            let is_there = times.requested.is_some() && times.released.is_none();
            is_there && same(what) && what.virtual_channel == virtual_channel
        };
        (0..self.fleet.visits.len() as VisitIx).find(front)
    }

    /// The requests before this one in the line for a resource.
    fn before(&self, visit: VisitIx, resource: Resource) -> &[VisitIx] {
        let line = self.lines.get(&resource).map_or(&[][..], Vec::as_slice);
        let place = line.iter().position(|&other| other == visit).unwrap_or(0);
        &line[..place]
    }

    /// The visits that hold a resource, when nothing of it is left.
    fn holders(&self, resource: Resource) -> &[VisitIx] {
        let holders = self.holders.get(&resource).map_or(&[][..], Vec::as_slice);
        if holders.len() < self.fleet.pools.capacity(resource) as usize { &[] } else { holders }
    }

    /// The dead request that a request waits for: one that keeps a holder from letting go, or stands before it.
    fn obstacle(&self, visit: VisitIx) -> Option<VisitIx> {
        if self.is_behind(visit) {
            return self.in_front(visit).and_then(|front| self.keeper_of(front));
        }
        let needed = self.needed_at(visit);
        let held = needed.iter().find_map(|&resource| self.keeper(self.holders(resource)));
        let dead = |resource: &Resource| {
            self.before(visit, *resource).iter().rev().copied().find(|before| self.dead.contains(before))
        };
        held.or_else(|| needed.iter().find_map(dead))
    }

    /// A dead request that keeps the first of these from letting go, if all of them are kept.
    fn keeper(&self, holders: &[VisitIx]) -> Option<VisitIx> {
        let mut keepers = holders.iter().map(|&holder| self.keeper_of(holder));
        let first = keepers.next()??;
        keepers.all(|keeper| keeper.is_some()).then_some(first)
    }

    fn keeper_of(&self, holder: VisitIx) -> Option<VisitIx> {
        let worm = self.fleet.worm_of(holder).visits.clone();
        self.dead.range(worm).copied().find(|&visit| self.holds_back(visit, holder))
    }

    /// Whether the buffers between a blocked head and a visit of the same worm are too small for the flits that are
    /// to leave that visit: the head is a hops below their last common router, and `length - 1 >= a * buffer`.
    /// If worms share a buffer, it may be full of others' flits: then any blocked head counts.
    fn holds_back(&self, blocked: VisitIx, holder: VisitIx) -> bool {
        if self.timing.flow.handover == Handover::Tail {
            return true;
        }
        let above: BTreeSet<_> = self.up(holder).collect();
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
            plan: worm.plan,
            worm: worm.id,
            at: self.fleet.visit(visit).node,
            holds: worm.visits.clone().flat_map(|visit| self.held_at(visit)).collect(),
            waits_for: needed.into_iter().filter_map(|resource| self.wait(visit, resource)).collect(),
        }
    }

    fn wait(&self, visit: VisitIx, resource: Resource) -> Option<Wait> {
        let holder = match self.is_behind(visit) {
            true => self.in_front(visit),
            false => self.holders(resource).first().copied(),
        };
        let other = self.fleet.worm_of(holder.or_else(|| self.before(visit, resource).last().copied())?);
        Some(Wait { resource, plan: other.plan, worm: other.id, held: holder.is_some() })
    }
}
