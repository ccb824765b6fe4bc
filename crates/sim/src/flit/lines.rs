//! The lines in front of channels, and atomic requests.

use super::numbers::{Numbers, ResourceIx};
use super::places::{Place, Places};
use crate::{Reservation, Timing};
use std::collections::{BTreeMap, VecDeque};

/// What is free, and the requests that wait, first come, first served.
#[derive(Debug)]
pub(super) struct Lines {
    resources: Vec<Line>,
    /// How many requests have joined lines.
    joins: u32,
    /// Requests that found all free and nobody in line: the frequent case.
    taken: Vec<Place>,
    /// Requests that may have become grantable.
    candidates: Vec<Place>,
    /// Only if requests take one thing after another.
    steps: Option<Steps>,
}

/// Requests that take one thing after another.
#[derive(Debug, Default)]
struct Steps {
    /// How many things each has, and when it joined.
    reserved: BTreeMap<Place, (usize, u32)>,
    /// Those that are to ask for the next thing.
    asking: Vec<Place>,
}

/// Something that worms hold.
#[derive(Debug)]
struct Line {
    free: u32,
    /// The requests that wait for it, and when each joined.
    waiting: VecDeque<(Place, u32)>,
}

impl Line {
    fn first(&self) -> Option<Place> {
        self.waiting.front().map(|&(place, _)| place)
    }

    fn is_open_for(&self, place: Place) -> bool {
        self.free > 0 && self.first() == Some(place)
    }

    /// The first in line takes it. Who is first then.
    fn take(&mut self) -> Option<Place> {
        self.free -= 1;
        self.waiting.pop_front();
        self.first()
    }
}

impl Lines {
    pub(super) fn new(numbers: &Numbers, timing: &Timing) -> Self {
        let line = |&free: &u32| Line { free, waiting: VecDeque::new() };
        let resources = numbers.capacities().iter().map(line).collect();
        let steps = (timing.flow.reservation == Reservation::Incremental).then(Steps::default);
        Self { resources, joins: 0, taken: Vec::new(), candidates: Vec::new(), steps }
    }

    /// A request takes at once what it needs, if it can, or joins all its lines at once.
    pub(super) fn join(&mut self, place: Place, places: &Places<'_>) {
        if let Some(steps) = &mut self.steps {
            self.joins += 1;
            steps.reserved.insert(place, (0, self.joins));
            return steps.asking.push(place);
        }
        let Self { resources, .. } = self;
        let is_free = |resource: ResourceIx| {
            let line = &resources[resource as usize];
            line.free > 0 && line.waiting.is_empty()
        };
        if places.needs(place).all(is_free) {
            places.needs(place).for_each(|resource| resources[resource as usize].free -= 1);
            return self.taken.push(place);
        }
        self.joins += 1;
        let entry = (place, self.joins);
        places.needs(place).for_each(|resource| resources[resource as usize].waiting.push_back(entry));
    }

    /// Grants a request that is first in all its lines, where all is free; none if there is no such request. The
    /// order in which several are granted makes no difference: one never stands in another's way.
    pub(super) fn grant(&mut self, places: &Places<'_>) -> Option<Place> {
        if let Some(place) = self.taken.pop() {
            return Some(place);
        }
        if self.steps.is_some() {
            return self.grant_in_steps(places);
        }
        while let Some(place) = self.candidates.pop() {
            if places.needs(place).all(|resource| self.resources[resource as usize].is_open_for(place)) {
                let next = places.needs(place).filter_map(|resource| self.resources[resource as usize].take());
                self.candidates.extend(next);
                return Some(place);
            }
        }
        None
    }

    fn grant_in_steps(&mut self, places: &Places<'_>) -> Option<Place> {
        loop {
            while let Some(place) = self.candidates.pop() {
                if self.reserve(place, places) {
                    return Some(place);
                }
            }
            if self.steps.as_ref()?.asking.is_empty() {
                return None;
            }
            self.ask_on(places);
        }
    }

    /// Takes what a request asks for next, if it is first in line and it is free; whether it has all. If not, the
    /// request asks for the next thing when all others have been looked at.
    fn reserve(&mut self, place: Place, places: &Places<'_>) -> bool {
        let Some(steps) = &mut self.steps else { return false };
        let Some((has, _)) = steps.reserved.get_mut(&place) else { return false };
        let Some(resource) = places.needs(place).nth(*has) else {
            steps.reserved.remove(&place);
            return true;
        };
        let line = &mut self.resources[resource as usize];
        if line.is_open_for(place) {
            self.candidates.extend(line.take());
            *has += 1;
            steps.asking.push(place);
        }
        false
    }

    /// Those that got something line up for what they need next, in the order of worms and of their visits.
    fn ask_on(&mut self, places: &Places<'_>) {
        let Some(steps) = &mut self.steps else { return };
        steps.asking.sort_unstable_by_key(|&place| places[place].visit);
        for place in steps.asking.drain(..) {
            // One that was a candidate twice may have been granted since.
            let Some(&(has, joined)) = steps.reserved.get(&place) else { continue };
            let next = places.needs(place).nth(has);
            next.into_iter().for_each(|next| self.resources[next as usize].waiting.push_back((place, joined)));
            self.candidates.push(place);
        }
    }

    /// With incremental reservation, how many things each request has that was never granted: the first so many.
    pub(super) fn reserved(&self) -> impl Iterator<Item = (Place, usize)> {
        let reserved = self.steps.iter().flat_map(|steps| &steps.reserved);
        reserved.map(|(&place, &(has, _))| (place, has))
    }

    /// One more worm can take a resource.
    #[inline]
    pub(super) fn release(&mut self, resource: ResourceIx) {
        let line = &mut self.resources[resource as usize];
        line.free += 1;
        self.candidates.extend(line.first());
    }

    /// The requests that were never granted, in the order in which they joined.
    pub(super) fn waiting(&self) -> Vec<Place> {
        let in_lines = self.resources.iter().flat_map(|line| &line.waiting).map(|&(place, joined)| (joined, place));
        let reserved = self.steps.iter().flat_map(|steps| &steps.reserved);
        let reserved = reserved.map(|(&place, &(_, joined))| (joined, place));
        let mut waiting: Vec<_> = in_lines.chain(reserved).collect();
        waiting.sort_unstable();
        waiting.dedup();
        waiting.into_iter().map(|(_, place)| place).collect()
    }
}
