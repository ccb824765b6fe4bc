//! Buffers that take several short messages: who is behind others holds a channel only if those fill the buffer, or if
//! another branch holds it up.

use super::message::Message;
use super::writer::Writer;
use crate::formula::Lit;
use crate::{Owned, ResourceId, VisitIx, WorkloadStatement};
use std::collections::BTreeMap;

impl WorkloadStatement {
    /// How many others must be in a buffer, at least, if a worm behind them has not crossed the channel to it whole: of
    /// its L flits one at least is outside, and each of the others fills L places. 1 if that is not known.
    pub(crate) fn fillers(&self) -> u32 {
        let known = self.length.zip(self.buffer).filter(|_| self.policies().has_queues());
        known.map_or(1, |(length, buffer)| (buffer.get() / length).max(1))
    }
}

impl Writer<'_> {
    /// Notes what a message that comes to a visit has to do with the buffer there; `held` says that it holds what leads
    /// there.
    pub(super) fn fills(&mut self, message: &Message, visit: VisitIx, held: Option<Lit>) {
        if self.scope.statement.fillers() == 1 {
            return;
        }
        let (workload, number) = (self.scope.workload, self.messages.len());
        let into = workload.visit(visit).into;
        let blocked = message.heads.get(&visit).map(|head| head.blocked);
        match workload.resources.what(into) {
            // Behind others, it is in the buffer, or has no room there.
            Owned::Channel(..) => {
                self.inside.entry(into).or_default().extend(blocked.map(|blocked| (number, blocked)));
                self.squeezed.extend(held.map(|held| (visit, number, held)));
            }
            Owned::Front(channel, lane) => {
                let buffer = workload.resources.channel(channel, lane);
                self.inside.entry(buffer).or_default().extend(held.map(|held| (number, held)));
                self.fronts.extend(held.map(|held| (number, visit, held)));
            }
            Owned::Consumption(..) => {}
        }
    }

    /// Who holds a channel has no room in the buffer behind it, or in that of another branch, or lacks another branch;
    /// or its tail has not come so far, as an earlier split holds it up. Who is in front of a buffer is blocked there,
    /// has no room in one of the next, or its tail has not come.
    pub(super) fn squeeze(&mut self) {
        let squeezed = std::mem::take(&mut self.squeezed);
        let held_at: BTreeMap<_, _> = squeezed.iter().map(|&(visit, number, held)| ((number, visit), held)).collect();
        let mut full = BTreeMap::new();
        for (visit, number, held) in squeezed {
            let workload = self.scope.workload;
            let parent = workload.visit(visit).parent;
            // Channels that nobody asks for are not looked at.
            let Some(mut reasons) = self.held_up_before(&held_at, number, parent) else { continue };
            for &branch in workload.children(parent) {
                let into = workload.visit(branch).into;
                let known = full.get(&(into, number)).copied();
                let is_full = known.unwrap_or_else(|| self.filled_by_others(into, number));
                full.insert((into, number), is_full);
                reasons.extend(is_full);
            }
            reasons.extend(self.messages[number].heads.get(&parent).map(|head| head.blocked));
            self.formula.implies(&[held], reasons);
        }
        for (number, visit, held) in std::mem::take(&mut self.fronts) {
            let heads = &self.messages[number].heads;
            let next = self.scope.workload.children(visit).iter().filter(|child| heads.contains_key(child));
            let squeezed: Option<Vec<_>> = next.map(|&child| held_at.get(&(number, child)).copied()).collect();
            let Some((squeezed, before)) = squeezed.zip(self.held_up_before(&held_at, number, visit)) else { continue };
            let blocked = heads.get(&visit).map(|head| head.blocked);
            self.formula.implies(&[held], blocked.into_iter().chain(squeezed).chain(before));
        }
    }

    /// Where a worm may split before a visit: the literal that says that its tail has not come to it, as it holds the
    /// channel that leads there; nothing elsewhere. None if there is no such literal.
    fn held_up_before(
        &self,
        held_at: &BTreeMap<(usize, VisitIx), Lit>,
        number: usize,
        visit: VisitIx,
    ) -> Option<Vec<Lit>> {
        let workload = self.scope.workload;
        let splits = workload.up(visit).skip(1).any(|before| workload.request(before).len() > 1);
        let behind = workload.visit(visit).parent;
        if splits { held_at.get(&(number, behind)).map(|&held| vec![held]) } else { Some(Vec::new()) }
    }

    /// A literal that is true if as many others are in a buffer as it takes to fill it; none if there are fewer.
    fn filled_by_others(&mut self, buffer: ResourceId, number: usize) -> Option<Lit> {
        let fillers = self.scope.statement.fillers() as usize;
        let others = self.others_inside(buffer, number);
        self.formula.at_least(&others, fillers).get(fillers - 1).copied()
    }

    /// For each other message a literal that is true if it is in a buffer.
    fn others_inside(&mut self, buffer: ResourceId, number: usize) -> Vec<Lit> {
        let inside = self.inside.get(&buffer).cloned().unwrap_or_default();
        let mut others: Vec<Vec<Lit>> = Vec::new();
        for of_one in inside.chunk_by(|a, b| a.0 == b.0).filter(|of_one| of_one[0].0 != number) {
            others.push(of_one.iter().map(|&(_, literal)| literal).collect());
        }
        others.iter().map(|literals| self.formula.any_of(literals)).collect()
    }
}
