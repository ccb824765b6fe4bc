//! Channels, the lines in front of them, and atomic requests.

use super::buffers::{BufferIx, Buffers, NONE};
use crate::fleet::{Fleet, VisitIx};
use crate::{Ports, Timing};
use std::collections::{HashMap, VecDeque};

/// What is free, and the requests that wait, first come, first served. The resources are the virtual channels that
/// worms take, each with its buffer, and after them the consumption channels of the nodes where worms deliver.
#[derive(Debug)]
pub(super) struct Lines {
    resources: Vec<Line>,
    /// For each visit the resources of its request, as a range of `needs`.
    first_need: Vec<u32>,
    needs: Vec<u32>,
    /// The resource of the consumption channels that each visit holds; `NONE` if it holds none.
    consumption: Vec<u32>,
    /// When each visit joined its lines, counted from 1; 0 before, and again when it is granted.
    joined: Vec<u64>,
    joins: u64,
    /// Requests that may have become grantable.
    candidates: Vec<VisitIx>,
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

impl Lines {
    pub fn new(fleet: &Fleet, timing: &Timing, buffers: &Buffers) -> Self {
        let mut resources: Vec<_> = (0..buffers.count()).map(|_| Line::new(1)).collect();
        let consumption = match timing.consumption {
            Ports::All => vec![NONE; fleet.visits.len()],
            Ports::Limited(_) => number_consumption(fleet, &mut resources),
        };
        let (mut first_need, mut needs) = (vec![0], Vec::with_capacity(fleet.visits.len()));
        for (visit, &own) in (0..).zip(&consumption) {
            needs.extend(fleet.children(visit).iter().map(|&child| buffers.of(child)));
            needs.extend(Some(own).filter(|&resource| resource != NONE));
            first_need.push(needs.len() as u32);
        }
        let joined = vec![0; fleet.visits.len()];
        Self { resources, first_need, needs, consumption, joined, joins: 0, candidates: Vec::new() }
    }

    fn needs(&self, visit: VisitIx) -> std::ops::Range<usize> {
        self.first_need[visit as usize] as usize..self.first_need[visit as usize + 1] as usize
    }

    /// A request joins all its lines at once.
    pub fn join(&mut self, visit: VisitIx) {
        self.joins += 1;
        self.joined[visit as usize] = self.joins;
        for need in self.needs(visit) {
            self.resources[self.needs[need] as usize].waiting.push_back(visit);
        }
        self.candidates.push(visit);
    }

    /// Grants a request that is first in all its lines, where all is free; none if there is no such request. The
    /// order in which several are granted makes no difference: one never stands in another's way.
    pub fn grant(&mut self) -> Option<VisitIx> {
        while let Some(visit) = self.candidates.pop() {
            if self.joined[visit as usize] != 0 && self.is_grantable(visit) {
                self.take(visit);
                return Some(visit);
            }
        }
        None
    }

    fn is_grantable(&self, visit: VisitIx) -> bool {
        self.needs[self.needs(visit)].iter().all(|&resource| {
            let line = &self.resources[resource as usize];
            line.free > 0 && line.waiting.front() == Some(&visit)
        })
    }

    fn take(&mut self, visit: VisitIx) {
        self.joined[visit as usize] = 0;
        for need in self.needs(visit) {
            let line = &mut self.resources[self.needs[need] as usize];
            line.free -= 1;
            line.waiting.pop_front();
            self.candidates.extend(line.waiting.front());
        }
    }

    /// A virtual channel is free.
    pub fn release(&mut self, buffer: BufferIx) {
        let line = &mut self.resources[buffer as usize];
        line.free += 1;
        self.candidates.extend(line.waiting.front());
    }

    /// The consumption channel that a visit holds, if any, is free.
    pub fn release_consumption(&mut self, visit: VisitIx) {
        match self.consumption[visit as usize] {
            NONE => {}
            consumption => self.release(consumption),
        }
    }

    /// The requests that were never granted, in the order in which they joined.
    pub fn waiting(&self) -> Vec<VisitIx> {
        let mut waiting: Vec<_> = (0..self.joined.len()).filter(|&visit| self.joined[visit] != 0).collect();
        waiting.sort_by_key(|&visit| self.joined[visit]);
        waiting.into_iter().map(|visit| visit as VisitIx).collect()
    }
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
