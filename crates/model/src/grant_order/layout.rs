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
    /// What leads here, with the grant of it; and the grant of the front of its buffer, where worms wait for that.
    pub lane: ResourceId,
    pub front: Option<(ResourceId, Option<usize>)>,
    pub branches: Vec<Branch>,
    /// The origins of the messages that must have left before this one is taken in here for good.
    pub after_sending: Vec<usize>,
}

/// A channel that a worm takes at a place, or its ejection channel there.
#[derive(Debug)]
pub(super) struct Branch {
    pub resource: ResourceId,
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
    /// The place of each visit of each message: that of the end of its hop.
    place_of: BTreeMap<(usize, VisitIx), usize>,
    grant_of: BTreeMap<(usize, VisitIx, usize), usize>,
}

impl Layout {
    pub(super) fn of(workload: &Workload, messages: &[Placed], grants: &[Grant]) -> Self {
        let mut grant_of = BTreeMap::new();
        for (number, Grant { message, visit, parts }) in grants.iter().enumerate() {
            grant_of.extend(parts.iter().map(|&part| ((*message, *visit, part), number)));
        }
        let has_queues = workload.has_queues();
        let mut layout = Self { places: Vec::new(), has_queues, place_of: BTreeMap::new(), grant_of };
        for (message, placed) in messages.iter().enumerate() {
            for visit in workload.worms[placed.worm as usize].visits.clone() {
                layout.visit(workload, message, visit);
            }
        }
        layout
    }

    fn visit(&mut self, workload: &Workload, message: usize, visit: VisitIx) {
        let what = workload.visit(visit);
        if self.has_queues && workload.is_behind(visit) {
            // It shares the place of the visit in front, which comes next.
            self.place_of.insert((message, visit), self.places.len());
            return;
        }
        let (entry, front) = match self.has_queues && what.parent != NONE {
            true => (what.parent, Some((what.into, self.grant(message, what.parent, 0)))),
            false => (visit, None),
        };
        let before = (what.parent != NONE).then(|| {
            let from = workload.visit(entry).parent;
            (self.place_of[&(message, from)], workload.part_of(entry))
        });
        if let Some((from, branch)) = before {
            self.places[from].branches[branch].to = Some(self.places.len());
        }
        let branch = |(part, &resource): (usize, &ResourceId)| Branch {
            resource,
            to: None,
            grant: self.grant(message, visit, part),
        };
        let branches = workload.request(visit).iter().enumerate().map(branch).collect();
        let lane = workload.visit(entry).into;
        self.place_of.insert((message, visit), self.places.len());
        self.places.push(Place { message, before, lane, front, branches, after_sending: Vec::new() });
    }

    /// Pairs messages that nodes take in only as they send others with those: the nth with the nth. `worms` are those
    /// of the messages.
    pub(super) fn pair(&mut self, workload: &Workload, worms: &[u32]) {
        for sending in &workload.sendings {
            let is_own = |worm: u32| move |visit: &&VisitIx| workload.visit(**visit).worm == worm;
            let taken = (0..).zip(worms).filter_map(|(message, &worm)| {
                let visit = sending.taken.iter().find(is_own(worm))?;
                Some(self.place_of[&(message, *visit)])
            });
            let sent = (0..).zip(worms).filter(|(_, worm)| sending.senders.contains(worm));
            let sent =
                sent.map(|(message, &worm)| self.place_of[&(message, workload.worms[worm as usize].visits.start)]);
            let pairs: Vec<(usize, usize)> = taken.zip(sent).collect();
            pairs.into_iter().for_each(|(taken, sent)| self.places[taken].after_sending.push(sent));
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
        let place = self.place_of[&(message, visit)];
        let is_front = self.place_of.get(&(message, visit + 1)) == Some(&place) && self.places[place].front.is_some();
        (place, is_front)
    }
}
