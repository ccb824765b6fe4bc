//! Channels, the lines in front of them, and atomic requests.

use super::buffers::{BufferIx, NONE};
use super::moves::{self, Progress};
use crate::fleet::{Fleet, VisitIx};
use crate::{Ports, Reservation, Timing};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// What is free, and the requests that wait, first come, first served. The resources are the virtual channels that
/// worms take, each with its buffer, and after them the consumption channels of the nodes where worms deliver.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    fleet: &'a Fleet,
    resources: Vec<Line>,
    /// The resource of the consumption channels that each visit holds; `NONE` if it holds none. Empty when nobody
    /// ever waits for one.
    consumption: Vec<u32>,
    /// When each visit joined its lines, counted from 1; 0 before, and again when it is granted.
    joined: Vec<u32>,
    joins: u32,
    /// Requests that found all free and nobody in line: the frequent case.
    taken: Vec<VisitIx>,
    /// Requests that may have become grantable.
    candidates: Vec<VisitIx>,
    /// Whether a request takes one thing after another; how many each has, and those that are to ask for the next.
    incremental: bool,
    reserved: BTreeMap<VisitIx, usize>,
    asking: Vec<VisitIx>,
}

#[derive(Debug)]
struct Line {
    free: u32,
    waiting: VecDeque<VisitIx>,
}

impl Line {
    fn new(free: u32) -> Self {
        Self { free, waiting: VecDeque::new() }
    }
}

impl<'a> Lines<'a> {
    /// For so many virtual channels that worms take.
    pub fn new(fleet: &'a Fleet, timing: &Timing, count: usize) -> Self {
        let mut resources: Vec<_> = (0..count).map(|_| Line::new(1)).collect();
        let consumption = match timing.consumption {
            Ports::All => Vec::new(),
            Ports::Limited(_) => number_consumption(fleet, &mut resources),
        };
        let joined = vec![0; fleet.visits.len()];
        let (taken, candidates) = (Vec::new(), Vec::new());
        let (incremental, reserved) = (timing.flow.reservation == Reservation::Incremental, BTreeMap::new());
        Self {
            fleet,
            resources,
            consumption,
            joined,
            joins: 0,
            taken,
            candidates,
            incremental,
            reserved,
            asking: Vec::new(),
        }
    }

    /// A request takes at once what it needs, if it can, or joins all its lines at once.
    pub fn join(&mut self, visit: VisitIx, progress: &[Progress]) {
        if self.incremental {
            self.joins += 1;
            self.joined[visit as usize] = self.joins;
            self.reserved.insert(visit, 0);
            return self.asking.push(visit);
        }
        let Self { fleet, resources, consumption, .. } = self;
        let needs = || needs(fleet, progress, consumption, visit);
        if needs().all(|resource| resources[resource].free > 0 && resources[resource].waiting.is_empty()) {
            needs().for_each(|resource| resources[resource].free -= 1);
            return self.taken.push(visit);
        }
        needs().for_each(|resource| resources[resource].waiting.push_back(visit));
        self.joins += 1;
        self.joined[visit as usize] = self.joins;
    }

    /// Grants a request that is first in all its lines, where all is free; none if there is no such request. The
    /// order in which several are granted makes no difference: one never stands in another's way.
    pub fn grant(&mut self, progress: &[Progress]) -> Option<VisitIx> {
        if let Some(visit) = self.taken.pop() {
            return Some(visit);
        }
        if self.incremental {
            return self.grant_in_steps(progress);
        }
        while let Some(visit) = self.candidates.pop() {
            if self.joined[visit as usize] != 0 && self.is_grantable(visit, progress) {
                self.take(visit, progress);
                return Some(visit);
            }
        }
        None
    }

    fn grant_in_steps(&mut self, progress: &[Progress]) -> Option<VisitIx> {
        loop {
            while let Some(visit) = self.candidates.pop() {
                if self.joined[visit as usize] != 0 && self.reserve(visit, progress) {
                    return Some(visit);
                }
            }
            if self.asking.is_empty() {
                return None;
            }
            self.ask_on(progress);
        }
    }

    fn is_grantable(&self, visit: VisitIx, progress: &[Progress]) -> bool {
        needs(self.fleet, progress, &self.consumption, visit).all(|resource| {
            let line = &self.resources[resource];
            line.free > 0 && line.waiting.front() == Some(&visit)
        })
    }

    fn take(&mut self, visit: VisitIx, progress: &[Progress]) {
        self.joined[visit as usize] = 0;
        for resource in needs(self.fleet, progress, &self.consumption, visit) {
            let line = &mut self.resources[resource];
            line.free -= 1;
            line.waiting.pop_front();
            self.candidates.extend(line.waiting.front());
        }
    }

    /// Takes what a request asks for next, if it is first in line and it is free; whether that was the last. If not, the
    /// request asks for the one after it when all others have been looked at.
    fn reserve(&mut self, visit: VisitIx, progress: &[Progress]) -> bool {
        let has = self.reserved.entry(visit).or_default();
        let mut rest = needs(self.fleet, progress, &self.consumption, visit).skip(*has);
        let Some(resource) = rest.next() else {
            self.reserved.remove(&visit);
            self.joined[visit as usize] = 0;
            return true;
        };
        let line = &mut self.resources[resource];
        if line.free > 0 && line.waiting.front() == Some(&visit) {
            line.free -= 1;
            line.waiting.pop_front();
            self.candidates.extend(line.waiting.front());
            *has += 1;
            self.asking.push(visit);
        }
        false
    }

    /// Those that got something line up for what they need next, in the order of worms and of their visits.
    fn ask_on(&mut self, progress: &[Progress]) {
        self.asking.sort_unstable();
        for visit in std::mem::take(&mut self.asking) {
            let has = self.reserved.get(&visit).copied().unwrap_or_default();
            let next = needs(self.fleet, progress, &self.consumption, visit).nth(has);
            next.into_iter().for_each(|resource| self.resources[resource].waiting.push_back(visit));
            self.candidates.push(visit);
        }
    }

    /// With incremental reservation, how many things each request has that was never granted: the first so many.
    pub fn reserved(&self) -> BTreeMap<VisitIx, usize> {
        self.reserved.clone()
    }

    /// A virtual channel is free.
    pub fn release(&mut self, buffer: BufferIx) {
        let line = &mut self.resources[buffer as usize];
        line.free += 1;
        self.candidates.extend(line.waiting.front());
    }

    /// The consumption channel that a visit holds, if any, is free.
    pub fn release_consumption(&mut self, visit: VisitIx) {
        match self.consumption.get(visit as usize) {
            None | Some(&NONE) => {}
            Some(&consumption) => self.release(consumption),
        }
    }

    /// The requests that were never granted, in the order in which they joined.
    pub fn waiting(&self) -> Vec<VisitIx> {
        let in_lines = self.resources.iter().flat_map(|line| line.waiting.iter());
        let mut waiting: Vec<_> = in_lines.chain(self.reserved.keys()).copied().collect();
        waiting.sort_unstable_by_key(|&visit| self.joined[visit as usize]);
        waiting.dedup();
        waiting
    }
}

/// The resources of a visit's request.
#[inline]
fn needs<'s>(
    fleet: &'s Fleet,
    progress: &'s [Progress],
    consumption: &'s [u32],
    visit: VisitIx,
) -> impl Iterator<Item = usize> + 's {
    let own = consumption.get(visit as usize).copied().filter(|&own| own != NONE);
    moves::ahead(fleet, progress, visit).chain(own).map(|need| need as usize)
}

/// The resource of the consumption channels of each visit that delivers.
fn number_consumption(fleet: &Fleet, resources: &mut Vec<Line>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let mut number = |visit| {
        let resource = fleet.consumption(visit);
        *numbers.entry(resource).or_insert_with(|| {
            resources.push(Line::new(fleet.pools.capacity(resource)));
            resources.len() as u32 - 1
        })
    };
    (0..).zip(&fleet.visits).map(|(at, visit)| if visit.delivers { number(at) } else { NONE }).collect()
}
