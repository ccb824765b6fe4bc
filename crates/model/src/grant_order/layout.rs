//! Messages laid out for the count of their flits.

use super::{Grant, Placed, State};
use crate::{NONE, ResourceId, VisitIx, Workload};
use std::collections::BTreeMap;

/// Where a head makes a request: an origin, or the end of a hop.
#[derive(Debug)]
pub(super) struct Place {
    pub message: usize,
    /// The place before, and by which of its branches a flit comes from there.
    pub before: Option<(usize, usize)>,
    /// What leads here; and the slot and the grant of the front of its buffer, where worms wait for that.
    pub lane: ResourceId,
    pub front: Option<(usize, Option<usize>)>,
    pub branches: Vec<Branch>,
    /// The number of the first of these among the branches of all places.
    pub first: usize,
    /// The origins of the messages that must have left before this one is taken in here for good.
    pub after_sending: Vec<usize>,
}

/// A channel that a worm takes at a place, or its ejection channel there.
#[derive(Debug)]
pub(super) struct Branch {
    /// The place of the channel among [`Layout::resources`].
    pub slot: usize,
    /// The place that it leads to.
    pub to: Option<usize>,
    /// The number of its grant, if it was granted.
    pub grant: Option<usize>,
}

/// All places of some messages.
#[derive(Debug)]
pub(super) struct Layout {
    pub places: Vec<Place>,
    pub has_queues: bool,
    /// How many branches all places have.
    pub branches: usize,
    /// What messages take anywhere, in ascending order.
    resources: Vec<ResourceId>,
    /// For each message its first visit, and the place of each of its visits: that of the end of its hop.
    place_of: Vec<(VisitIx, Vec<usize>)>,
    /// For each lane and message the place that it leads to, in ascending order; where worms are behind others.
    of_lane: Vec<(ResourceId, usize, usize)>,
    grant_of: BTreeMap<(usize, VisitIx, usize), usize>,
}

impl Layout {
    pub(super) fn of(workload: &Workload, messages: &[Placed], grants: &[Grant]) -> Self {
        let mut grant_of = BTreeMap::new();
        for (number, Grant { message, visit, parts }) in grants.iter().enumerate() {
            grant_of.extend(parts.iter().map(|&part| ((*message, *visit, part), number)));
        }
        let has_queues = workload.has_queues();
        let visits = |placed: &Placed| workload.worms[placed.worm as usize].visits.clone();
        let taken = messages.iter().flat_map(visits).flat_map(|visit| workload.request(visit)).copied();
        let mut resources: Vec<ResourceId> = taken.collect();
        resources.sort_unstable();
        resources.dedup();
        let place_of = messages.iter().map(|placed| (visits(placed).start, Vec::new())).collect();
        let (places, of_lane) = (Vec::new(), Vec::new());
        let mut layout = Self { places, has_queues, branches: 0, resources, place_of, of_lane, grant_of };
        for (message, placed) in messages.iter().enumerate() {
            visits(placed).for_each(|visit| layout.visit(workload, message, visit));
        }
        let lanes = layout.places.iter().enumerate().filter(|(_, place)| has_queues && place.front.is_some());
        layout.of_lane = lanes.map(|(at, place)| (place.lane, place.message, at)).collect();
        layout.of_lane.sort_unstable();
        layout
    }

    /// How many things messages take anywhere.
    pub(super) fn slots(&self) -> usize {
        self.resources.len()
    }

    /// The slot of something, if messages take it anywhere.
    pub(super) fn slot(&self, resource: ResourceId) -> Option<usize> {
        self.resources.binary_search(&resource).ok()
    }

    /// The place to which a lane leads a message that is behind others there.
    pub(super) fn place_behind(&self, lane: ResourceId, message: usize) -> Option<usize> {
        let next = self.of_lane.partition_point(|&(other, of, _)| (other, of) < (lane, message));
        self.of_lane.get(next).filter(|&&(other, of, _)| (other, of) == (lane, message)).map(|found| found.2)
    }

    fn visit(&mut self, workload: &Workload, message: usize, visit: VisitIx) {
        let what = workload.visit(visit);
        if self.has_queues && workload.is_behind(visit) {
            // It shares the place of the visit in front, which comes next.
            self.place_of[message].1.push(self.places.len());
            return;
        }
        let (entry, front) = match self.has_queues && what.parent != NONE {
            true => (what.parent, Some((self.slot_of(what.into), self.grant(message, what.parent, 0)))),
            false => (visit, None),
        };
        let before = (what.parent != NONE).then(|| {
            let from = workload.visit(entry).parent;
            (self.at(message, from), workload.part_of(entry))
        });
        if let Some((from, branch)) = before {
            self.places[from].branches[branch].to = Some(self.places.len());
        }
        let origin = self.place_of[message].0;
        // Who asks for everything at its origin gets it all by one grant.
        let asks = |part: usize| if workload.asks_whole() { (origin, 0) } else { (visit, part) };
        let branch = |(part, resource): (usize, ResourceId)| {
            let (asked_at, asked) = asks(part);
            Branch { slot: self.slot_of(resource), to: None, grant: self.grant(message, asked_at, asked) }
        };
        let branches: Vec<Branch> = workload.taken(visit).enumerate().map(branch).collect();
        let (lane, first) = (workload.visit(entry).into, self.branches);
        self.branches += branches.len();
        self.place_of[message].1.push(self.places.len());
        self.places.push(Place { message, before, lane, front, branches, first, after_sending: Vec::new() });
    }

    /// The slot of something that messages take.
    fn slot_of(&self, resource: ResourceId) -> usize {
        self.slot(resource).expect("what is asked for has a slot")
    }

    /// The place of a visit.
    fn at(&self, message: usize, visit: VisitIx) -> usize {
        let (first, places) = &self.place_of[message];
        places[(visit - first) as usize]
    }

    /// Pairs messages that nodes take in only as they send others with those: the nth with the nth. `worms` are those
    /// of the messages.
    pub(super) fn pair(&mut self, workload: &Workload, worms: &[u32]) {
        for (taken, visit, sent) in workload.pairs(worms) {
            let [place, origin] =
                [self.at(taken, visit), self.at(sent, workload.worms[worms[sent] as usize].visits.start)];
            self.places[place].after_sending.push(origin);
        }
    }

    pub(super) fn grant(&self, message: usize, visit: VisitIx, part: usize) -> Option<usize> {
        self.grant_of.get(&(message, visit, part)).copied()
    }

    /// Whether a part of a request has been granted.
    pub(super) fn is_made(&self, state: &State, message: usize, visit: VisitIx, part: usize) -> bool {
        self.grant(message, visit, part).is_some_and(|at| state.is_made(at))
    }

    /// The place at which a head makes the request of a visit, and whether that is for the front of its buffer.
    pub(super) fn place(&self, message: usize, visit: VisitIx) -> (usize, bool) {
        let place = self.at(message, visit);
        let (first, places) = &self.place_of[message];
        let next = places.get((visit - first) as usize + 1);
        (place, next == Some(&place) && self.places[place].front.is_some())
    }
}
