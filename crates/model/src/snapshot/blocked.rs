//! Why each blocked head waits.

use super::writer::Writer;
use crate::formula::Lit;
use crate::{ResourceId, VisitIx};
use std::collections::BTreeMap;

impl Writer<'_> {
    /// What a blocked head asks for next, others hold.
    pub(super) fn reservations(&mut self, full: &BTreeMap<ResourceId, Lit>) {
        let messages = std::mem::take(&mut self.messages);
        for (visit, head) in messages.iter().flat_map(|message| &message.heads) {
            let request = self.scope.workload.request(*visit);
            let mut before = head.blocked;
            for (part, resource) in request.iter().enumerate() {
                let own = head.reserved.get(part).map(|&(_, own)| own);
                let held = full.get(resource).copied();
                self.formula.implies(&[before], own.into_iter().chain(held));
                before = own.unwrap_or(before);
            }
        }
        self.messages = messages;
    }

    /// Each blocked head asks for something that is held, or that one asks for which stands before it in a line and is
    /// blocked itself; in so many steps as there are things to ask for.
    pub(super) fn lines(&mut self, full: &BTreeMap<ResourceId, Lit>) {
        let messages = std::mem::take(&mut self.messages);
        let mut at_node: BTreeMap<_, Vec<(VisitIx, Lit)>> = BTreeMap::new();
        for (&visit, head) in messages.iter().flat_map(|message| &message.heads) {
            at_node.entry(self.scope.workload.visit(visit).node).or_default().push((visit, head.blocked));
        }
        for heads in at_node.values() {
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
