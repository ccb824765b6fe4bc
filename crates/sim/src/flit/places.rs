//! The visits of worms under way: all that the move of a flit looks at, close together in memory. A worm gets its
//! places when it enters the network, and when its tail has left its last visit, they are used again.

use super::numbers::{BufferIx, NONE, Numbers, ResourceIx};
use crate::Time;
use crate::fleet::{Fleet, VisitIx, WormIx};
use crate::runs::Runs;
use std::ops::{Index, IndexMut};

/// The place of a visit under way. Those of a worm follow each other in the order of its visits.
pub(super) type Place = u32;

/// How far the flits are at one visit. 48 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// How many flits have left: the number of the next one.
    pub left: u32,
    /// The visit before; at an origin the `SOURCE`.
    pub before: Place,
    /// The buffer that flits leave; `NONE` at an origin.
    pub buffer: BufferIx,
    /// The visit that comes next, or `NONE`, or `SEVERAL`.
    pub next: Place,
    /// The buffer that flits are sent to, or `NONE`, or `SEVERAL`.
    pub ahead: BufferIx,
    /// When the last one left.
    pub last: Time,
    /// The consumption channels that it delivers through, or `NONE`.
    pub consumption: ResourceIx,
    pub visit: VisitIx,
    /// The place of the origin.
    origin: Place,
    /// At the origin: how many visits of the worm are under way.
    under_way: u32,
}

/// The route branches here.
pub(super) const SEVERAL: u32 = NONE - 1;

/// What all origins take their flits from: more than any worm has, and all there from the beginning.
const SOURCE: Place = 0;

#[derive(Debug)]
pub(super) struct Places<'a> {
    fleet: &'a Fleet,
    items: Vec<Progress>,
    runs: Runs,
}

impl Progress {
    const NOWHERE: Self = Self {
        left: 0,
        before: SOURCE,
        buffer: NONE,
        next: NONE,
        ahead: NONE,
        last: Time::ZERO,
        consumption: NONE,
        visit: 0,
        origin: SOURCE,
        under_way: 0,
    };
}

impl<'a> Places<'a> {
    pub(super) fn new(fleet: &'a Fleet) -> Self {
        let mut runs = Runs::default();
        let source = runs.take(1);
        assert_eq!(source, Some(SOURCE), "it is the first");
        Self { fleet, items: vec![Progress { left: u32::MAX, ..Progress::NOWHERE }], runs }
    }

    /// A worm enters the network. The place of its origin.
    pub(super) fn enter(&mut self, worm: WormIx, numbers: &Numbers) -> Place {
        let visits = self.fleet.worms[worm as usize].visits.clone();
        let origin = self.runs.take(visits.len() as u32).expect("2^31 visits take less than 2^32 places");
        self.items.resize(self.runs.end(), Progress::NOWHERE);
        for (place, visit) in (origin..).zip(visits.clone()) {
            self[place] = self.at_rest(visit, numbers, origin, visits.start);
        }
        self[origin].under_way = visits.len() as u32;
        origin
    }

    /// A visit before any flit has moved, of the worm whose first visit is at this place.
    fn at_rest(&self, visit: VisitIx, numbers: &Numbers, origin: Place, first: VisitIx) -> Progress {
        let what = self.fleet.visit(visit);
        let (next, ahead) = match *self.fleet.children(visit) {
            [] => (NONE, NONE),
            [child] => (origin + (child - first), numbers.buffer_into(self.fleet.visit(child))),
            [..] => (SEVERAL, SEVERAL),
        };
        Progress {
            before: what.entry.map_or(SOURCE, |(before, _)| origin + (before - first)),
            buffer: numbers.buffer_into(what),
            next,
            ahead,
            consumption: numbers.consumption_of(self.fleet, visit),
            visit,
            origin,
            ..Progress::NOWHERE
        }
    }

    /// The tail of a worm has left a visit.
    pub(super) fn leave(&mut self, place: Place) {
        let origin = self[place].origin;
        self[origin].under_way -= 1;
        if self[origin].under_way == 0 {
            let worm = self.fleet.worm_of(self[origin].visit);
            self.runs.give_back(origin, worm.visits.len() as u32);
        }
    }

    /// The visits that come next.
    #[inline]
    pub(super) fn children(&self, place: Place) -> impl Iterator<Item = Place> + use<'a> {
        let Progress { next, visit, .. } = self[place];
        let several = if next == SEVERAL { self.fleet.children(visit) } else { &[] };
        let only = (next < SEVERAL).then_some(next);
        only.into_iter().chain(several.iter().map(move |child| place + (child - visit)))
    }

    /// The buffers that the flits of a visit are sent to.
    #[inline]
    pub(super) fn ahead(&self, place: Place) -> impl Iterator<Item = BufferIx> {
        let ahead = self[place].ahead;
        let only = (ahead < SEVERAL).then_some(ahead);
        let several = (ahead == SEVERAL).then(|| self.children(place).map(|child| self[child].buffer));
        only.into_iter().chain(several.into_iter().flatten())
    }

    /// All that a visit requests: the channels ahead, and a consumption channel if it delivers.
    #[inline]
    pub(super) fn needs(&self, place: Place) -> impl Iterator<Item = ResourceIx> {
        let own = self[place].consumption;
        self.ahead(place).chain((own != NONE).then_some(own))
    }
}

impl Index<Place> for Places<'_> {
    type Output = Progress;

    #[inline]
    fn index(&self, place: Place) -> &Progress {
        &self.items[place as usize]
    }
}

impl IndexMut<Place> for Places<'_> {
    #[inline]
    fn index_mut(&mut self, place: Place) -> &mut Progress {
        &mut self.items[place as usize]
    }
}
