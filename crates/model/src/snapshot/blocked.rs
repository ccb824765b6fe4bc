//! Why each blocked head waits.

use super::message::Head;
use super::writer::Writer;
use crate::formula::Lit;
use crate::rules::Parts;
use crate::{ResourceId, VisitIx};
use std::collections::BTreeMap;

impl Writer<'_> {
    /// What a blocked head asks for, others hold: the next part, or one of those that are left, or all of them.
    pub(super) fn reservations(&mut self, full: &BTreeMap<ResourceId, Lit>) {
        let messages = std::mem::take(&mut self.messages);
        for message in &messages {
            let first = self.scope.workload.worms[message.worm as usize].visits.start;
            for (&visit, head) in &message.heads {
                self.waits(message.here[(visit - first) as usize], visit, head, full);
            }
        }
        self.messages = messages;
    }

    fn waits(&mut self, here: Lit, visit: VisitIx, head: &Head, full: &BTreeMap<ResourceId, Lit>) {
        let workload = self.scope.workload;
        let request = workload.request(visit);
        let held = |resource: &ResourceId| full.get(resource).copied();
        match (workload.parts, head.parts.len()) {
            (Parts::AnyOrder, 2..) => {
                let mut ways = Vec::new();
                for (&part, held) in head.parts.iter().zip(request.iter().map(held)) {
                    let Some(held) = held else { continue };
                    let way = self.formula.variable();
                    self.formula.implies(&[way], [held]);
                    self.formula.implies(&[way], [-part]);
                    ways.push(way);
                }
                self.formula.implies(&[head.blocked], ways);
            }
            (Parts::Apart, 2..) => {
                for (&part, held) in head.parts.iter().zip(request.iter().map(held)) {
                    self.formula.implies(&[here], std::iter::once(part).chain(held));
                }
            }
            (_, 2..) => {
                let mut before = here;
                for (&part, held) in head.parts.iter().zip(request.iter().map(held)) {
                    self.formula.implies(&[before], std::iter::once(part).chain(held));
                    before = part;
                }
            }
            _ => self.formula.implies(&[head.blocked], request.iter().filter_map(held)),
        }
    }

    /// Each blocked head asks for something that is held, or that one asks for which stands before it in a line and is
    /// blocked itself; in so many steps as there are things to ask for.
    pub(super) fn lines(&mut self, full: &BTreeMap<ResourceId, Lit>) {
        let messages = std::mem::take(&mut self.messages);
        let mut at_desk: BTreeMap<_, Vec<(VisitIx, Lit)>> = BTreeMap::new();
        for (&visit, head) in messages.iter().flat_map(|message| &message.heads) {
            at_desk.entry(self.scope.workload.desk(visit)).or_default().push((visit, head.blocked));
        }
        for heads in at_desk.values() {
            self.lines_at(heads, full);
        }
        self.messages = messages;
    }

    fn lines_at(&mut self, heads: &[(VisitIx, Lit)], full: &BTreeMap<ResourceId, Lit>) {
        let workload = self.scope.workload;
        let mut asked: Vec<_> = heads.iter().flat_map(|&(visit, _)| workload.request(visit)).copied().collect();
        asked.sort_unstable();
        asked.dedup();
        let mut stuck: BTreeMap<ResourceId, Lit> =
            asked.iter().filter_map(|resource| Some((*resource, *full.get(resource)?))).collect();
        let several: Vec<_> = heads.iter().filter(|&&(visit, _)| workload.request(visit).len() > 1).collect();
        for _ in 1..asked.len().min(several.len() + 1) {
            let mut ways: BTreeMap<ResourceId, Vec<Lit>> =
                stuck.iter().map(|(&resource, &way)| (resource, vec![way])).collect();
            for &&(visit, blocked) in &several {
                let request = workload.request(visit);
                let because: Vec<_> = request.iter().filter_map(|resource| stuck.get(resource).copied()).collect();
                if because.is_empty() {
                    continue;
                }
                let in_line = self.formula.variable();
                self.formula.implies(&[in_line], [blocked]);
                self.formula.implies(&[in_line], because);
                request.iter().for_each(|&resource| ways.entry(resource).or_default().push(in_line));
            }
            stuck = ways.into_iter().map(|(resource, ways)| (resource, self.one_way(&ways))).collect();
        }
        for &(visit, blocked) in heads {
            let reasons = workload.request(visit).iter().filter_map(|resource| stuck.get(resource).copied());
            let reasons: Vec<_> = reasons.collect();
            self.formula.implies(&[blocked], reasons);
        }
    }

    /// A literal that is true only if one of these is.
    fn one_way(&mut self, ways: &[Lit]) -> Lit {
        if let [one] = ways {
            return *one;
        }
        let any = self.formula.variable();
        self.formula.implies(&[any], ways.iter().copied());
        any
    }
}
