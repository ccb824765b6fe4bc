//! Requests that are granted come before those that wait for ever, and lines are first come, first served.

use super::System;
use std::collections::BTreeMap;
use wormcast_model::{Lit, Parts, ResourceId, VisitIx};

/// A request of a message, and the literal that says what became of it.
type Request = (usize, VisitIx, Lit);

impl System<'_> {
    /// By what is asked for: who got it, and who waits for it.
    fn by_resource(&self) -> BTreeMap<ResourceId, [Vec<Request>; 2]> {
        let mut by_resource: BTreeMap<_, [Vec<_>; 2]> = BTreeMap::new();
        let mut add = |resource, kind: usize, request| by_resource.entry(resource).or_default()[kind].push(request);
        for (message, stuck) in self.stuck.iter().enumerate() {
            for &(visit, literal) in &stuck.granted {
                self.workload.request(visit).iter().for_each(|&resource| add(resource, 0, (message, visit, literal)));
            }
            for &(visit, literal) in &stuck.blocked {
                let request = self.workload.request(visit);
                let has = &stuck.reserved[&visit];
                has.iter().for_each(|&(part, has)| add(request[part], 0, (message, visit, has)));
                let waits = self.asked_parts(message, visit).into_iter().map(|part| request[part]);
                waits.for_each(|resource| add(resource, 1, (message, visit, literal)));
            }
        }
        by_resource
    }

    /// The parts of a blocked head's request that it asks for: where one after another, in any order, one that is full.
    pub(super) fn asked_parts(&self, message: usize, visit: VisitIx) -> Vec<usize> {
        let (request, has) = (self.workload.request(visit), &self.stuck[message].reserved[&visit]);
        let missing = (0..request.len()).filter(|&part| has.iter().all(|&(other, _)| other != part));
        match self.parts {
            Parts::InOrder => vec![has.len()],
            Parts::AnyOrder => {
                let is_full =
                    |&part: &usize| self.held.get(&request[part]) >= Some(&self.workload.capacity(request[part]));
                missing.clone().find(is_full).or_else(|| missing.clone().next()).into_iter().collect()
            }
            Parts::Together | Parts::Apart => missing.collect(),
        }
    }

    /// How much later the second of two requests must come: those that ask for something in the second place, after
    /// they got something else, may come at the same time.
    fn gap(&self, message: usize, visit: VisitIx) -> i64 {
        i64::from(self.stuck[message].reserved.get(&visit).is_none_or(Vec::is_empty))
    }

    /// Lines are first come, first served: who waits for ever came after all who got it.
    pub(super) fn grants_before_requests(&mut self) {
        for [granted, blocked] in self.by_resource().into_values() {
            for &(first, got, because) in &granted {
                // What a message does to itself is known where all its heads are as fast.
                let matters = |other: &&Request| other.0 != first || (self.visits.is_some() && other.1 != got);
                let blocked: Vec<_> = blocked.iter().filter(matters).collect();
                for &(second, waits, waits_because) in blocked {
                    let times = (self.request_at(first, got), self.request_at(second, waits));
                    let gap = self.gap(second, waits);
                    self.before(times.0, times.1, gap, vec![because, waits_because]);
                }
            }
        }
    }

    /// A head that asks for nothing that is held came after one in a line that does.
    pub(super) fn lines(&mut self) {
        if self.parts != Parts::Together {
            return;
        }
        let mut heads: Vec<_> = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            heads.extend(stuck.blocked.iter().map(|&(visit, literal)| (message, visit, literal)));
        }
        let is_direct = |visit: VisitIx| {
            let full = |resource: &ResourceId| self.held.get(resource) >= Some(&self.workload.capacity(*resource));
            self.workload.request(visit).iter().any(full)
        };
        let (mut ready, mut waiting): (Vec<_>, Vec<_>) = heads.into_iter().partition(|head| is_direct(head.1));
        loop {
            let shares = |a: VisitIx, b: VisitIx| {
                self.workload.request(a).iter().any(|resource| self.workload.request(b).contains(resource))
            };
            let behind = |head: &(usize, VisitIx, Lit)| ready.iter().find(|other| shares(other.1, head.1)).copied();
            let next = waiting.iter().enumerate().find_map(|(at, head)| Some((at, behind(head)?)));
            let Some((at, front)) = next else { return };
            let head = waiting.swap_remove(at);
            ready.push(head);
            if front.0 != head.0 {
                let times = (self.request_at(front.0, front.1), self.request_at(head.0, head.1));
                self.before(times.0, times.1, 1, vec![front.2, head.2]);
            }
        }
    }
}
