//! Channels, the lines in front of them, and atomic requests.

use crate::fleet::{Fleet, VisitIx};
use crate::{Ports, Timing};
use std::collections::VecDeque;
use wormcast_topology::NodeId;

/// The number of a resource: one of the channels that some worm uses, or the consumption channels of a node.
type ResourceIx = u32;

/// What is free, and the requests that wait, first come, first served.
#[derive(Debug)]
pub(super) struct Lines {
    resources: Vec<Line>,
    /// For each visit the resources of its request, as a range of `needs`.
    first_need: Vec<u32>,
    needs: Vec<ResourceIx>,
    /// The resource of the channel that leads to each visit; `NONE` at origins.
    into: Vec<ResourceIx>,
    /// The resource of the consumption channels that each visit holds; `NONE` if it holds none.
    consumption: Vec<ResourceIx>,
    /// When each visit joined its lines, counted from 1; 0 before, and again when it is granted.
    joined: Vec<u64>,
    joins: u64,
    /// Requests that may have become grantable.
    candidates: Vec<VisitIx>,
}

const NONE: ResourceIx = ResourceIx::MAX;

#[derive(Debug)]
struct Line {
    free: u32,
    waiting: VecDeque<VisitIx>,
}

impl Lines {
    pub fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let visits = fleet.visits.len();
        let (into, mut resources) = number_channels(fleet);
        let consumption = match timing.consumption {
            Ports::All => vec![NONE; visits],
            Ports::Limited(count) => number_consumption(fleet, count.get(), &mut resources),
        };
        let (mut first_need, mut needs) = (vec![0], Vec::with_capacity(visits));
        for visit in 0..visits as VisitIx {
            needs.extend(fleet.children(visit).iter().map(|&child| into[child as usize]));
            needs.extend(Some(consumption[visit as usize]).filter(|&resource| resource != NONE));
            first_need.push(needs.len() as u32);
        }
        let joined = vec![0; visits];
        Self { resources, first_need, needs, into, consumption, joined, joins: 0, candidates: Vec::new() }
    }

    fn needs(&self, visit: VisitIx) -> &[ResourceIx] {
        &self.needs[self.first_need[visit as usize] as usize..self.first_need[visit as usize + 1] as usize]
    }

    /// A request joins all its lines at once.
    pub fn join(&mut self, visit: VisitIx) {
        self.joins += 1;
        self.joined[visit as usize] = self.joins;
        let (from, to) = (self.first_need[visit as usize], self.first_need[visit as usize + 1]);
        for &resource in &self.needs[from as usize..to as usize] {
            self.resources[resource as usize].waiting.push_back(visit);
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
        self.needs(visit).iter().all(|&resource| {
            let line = &self.resources[resource as usize];
            line.free > 0 && line.waiting.front() == Some(&visit)
        })
    }

    fn take(&mut self, visit: VisitIx) {
        self.joined[visit as usize] = 0;
        let (from, to) = (self.first_need[visit as usize], self.first_need[visit as usize + 1]);
        for &resource in &self.needs[from as usize..to as usize] {
            let line = &mut self.resources[resource as usize];
            line.free -= 1;
            line.waiting.pop_front();
            self.candidates.extend(line.waiting.front());
        }
    }

    /// A worm's tail has left a visit.
    pub fn release(&mut self, visit: VisitIx) {
        for resource in [self.into[visit as usize], self.consumption[visit as usize]] {
            if resource != NONE {
                let line = &mut self.resources[resource as usize];
                line.free += 1;
                self.candidates.extend(line.waiting.front());
            }
        }
    }

    /// The requests that were never granted, in the order in which they joined.
    pub fn waiting(&self) -> Vec<VisitIx> {
        let mut waiting: Vec<_> = (0..self.joined.len()).filter(|&visit| self.joined[visit] != 0).collect();
        waiting.sort_by_key(|&visit| self.joined[visit]);
        waiting.into_iter().map(|visit| visit as VisitIx).collect()
    }
}

/// The resource of the channel into each visit: only channels that are used have a number.
fn number_channels(fleet: &Fleet) -> (Vec<ResourceIx>, Vec<Line>) {
    let mut used: Vec<_> = fleet.visits.iter().filter_map(|visit| visit.entry.map(|(_, channel)| channel)).collect();
    used.sort_unstable();
    used.dedup();
    let number = |channel| used.binary_search(&channel).expect("it is used") as ResourceIx;
    let into = fleet.visits.iter().map(|visit| visit.entry.map_or(NONE, |(_, channel)| number(channel)));
    let lines = used.iter().map(|_| Line { free: 1, waiting: VecDeque::new() });
    (into.collect(), lines.collect())
}

/// The resource of the consumption channels of each visit that delivers.
fn number_consumption(fleet: &Fleet, count: u32, resources: &mut Vec<Line>) -> Vec<ResourceIx> {
    let delivering = |visit: &crate::fleet::Visit| visit.delivers.then_some(visit.node);
    let mut nodes: Vec<NodeId> = fleet.visits.iter().filter_map(delivering).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let base = resources.len();
    resources.extend(nodes.iter().map(|_| Line { free: count, waiting: VecDeque::new() }));
    let number = |node| (base + nodes.binary_search(&node).expect("worms deliver here")) as ResourceIx;
    fleet.visits.iter().map(|visit| delivering(visit).map_or(NONE, number)).collect()
}
