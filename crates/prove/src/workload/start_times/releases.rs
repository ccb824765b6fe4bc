//! Who has something still took it after those who have let it go.

use super::{Moment, System};
use crate::workload::sending::FLIT_NS;
use std::collections::BTreeMap;
use wormcast_model::{NONE, ResourceId, VisitIx};

impl System<'_> {
    /// Whether a message goes on holding what it took at a visit that was granted, or that a granted one leads to.
    fn keeps(&self, message: usize, visit: VisitIx, is_way: bool) -> bool {
        let blocked = &self.stuck[message].blocked;
        blocked.iter().any(|&(head, _)| self.workload.distance(head, visit, is_way) <= self.reach)
    }

    /// How many hold each thing.
    pub(super) fn all_held(&self) -> BTreeMap<ResourceId, u32> {
        let mut held = BTreeMap::new();
        for (_, resource, holder, _) in self.taken() {
            *held.entry(resource).or_default() += u32::from(holder);
        }
        for (&visit, has) in self.stuck.iter().flat_map(|stuck| &stuck.reserved) {
            has.iter().for_each(|&(part, _)| *held.entry(self.workload.request(visit)[part]).or_default() += 1);
        }
        held
    }

    /// All that was taken: by which message, whether it has it still, and the visit that took it.
    fn taken(&self) -> Vec<(usize, ResourceId, bool, VisitIx)> {
        let mut taken = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            for &(visit, _) in &stuck.granted {
                let what = self.workload.visit(visit);
                if what.consumption != NONE {
                    taken.push((message, what.consumption, self.keeps(message, visit, false), visit));
                }
                for &child in self.workload.children(visit) {
                    let resource = self.workload.visit(child).into;
                    taken.push((message, resource, self.keeps(message, child, true), child));
                }
            }
        }
        taken
    }

    /// Who has something still took it after those who have let it go.
    pub(super) fn releases(&mut self) {
        let mut by_resource: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (message, resource, has, visit) in self.taken() {
            by_resource.entry(resource).or_default().push((message, has, visit));
        }
        for (resource, takers) in by_resource {
            let Some(&(last, _, visit)) = takers.iter().find(|taker| taker.1) else { continue };
            let took =
                if self.workload.visit(visit).into == resource { self.workload.visit(visit).parent } else { visit };
            for &(first, _, left) in takers.iter().filter(|taker| taker.0 != last && !taker.1) {
                let because = [first, last].map(|message| self.stuck[message].blocked[0].1);
                for released in self.released_at(first, left) {
                    self.before(released, self.request_at(last, took), 0, because.to_vec());
                }
            }
        }
    }

    /// When the tail of a message has left a visit, by the closed form of the rules of time: after each of these, as
    /// all heads that could keep it there have gone on. The buffer behind a channel that is held up is of no use to it
    /// meanwhile.
    fn released_at(&self, message: usize, visit: VisitIx) -> Vec<Moment> {
        let (length, buffer) = (i64::from(self.length), i64::from(self.buffer));
        let unused = i64::from(self.visits.is_some());
        let gone = self.stuck[message].granted.iter().filter_map(|&(other, _)| {
            let [down, up] = [(other, visit), (visit, other)].map(|(a, b)| self.workload.hops_to_common(a, b) as i64);
            let flits = length - 1 - (down - unused).max(0) * buffer;
            let (time, later) = self.request_at(message, other);
            (flits >= 0).then_some((time, later + (flits + up + 1) * FLIT_NS * self.sharing))
        });
        gone.collect()
    }
}
