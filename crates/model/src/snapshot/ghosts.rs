//! Messages that are gone but for the ejection channel that their node keeps until it has sent another message.

use super::message::Ghost;
use super::near::Near;
use super::truth::Truth;
use super::writer::Writer;
use crate::Lit;
use std::collections::BTreeMap;

impl Writer<'_> {
    /// For each message that is to be sent, and has not left its node, one that the node has taken in before.
    pub(super) fn add_ghosts(&mut self) {
        let workload = self.scope.workload;
        for sending in &workload.sendings {
            for sender in 0..self.messages.len() {
                let worm = self.messages[sender].worm;
                let is_here = match () {
                    () if sending.senders.contains(&worm) => self.has_not_left(sender),
                    () if sending.leaders.contains(&worm) => Truth::If(self.messages[sender].present),
                    () => Truth::Never,
                };
                let Truth::If(is_here) = is_here else { continue };
                for &visit in &sending.taken {
                    let present = self.formula.variable();
                    self.formula.implies(&[present], [is_here]);
                    self.holders.entry(workload.visit(visit).consumption).or_default().push(present);
                    self.ghosts.push(Ghost { present, visit, sender });
                }
            }
        }
    }

    /// Whether the tail of a message is still at its origin.
    fn has_not_left(&mut self, sender: usize) -> Truth {
        let message = &self.messages[sender];
        let first = self.scope.workload.worms[message.worm as usize].visits.start;
        let mut near = Near::new(self.scope.workload, self.scope.reach, message, first);
        let kept = near.keeps_way(&mut self.formula, first);
        kept.and(&mut self.formula, message.present)
    }

    /// Those that are gone count as copies of their worms, and so do those that are under way and have not let go of
    /// the ejection channel. The others may be the same messages.
    pub(super) fn at_most_ghosts(&mut self, most: usize) {
        let workload = self.scope.workload;
        let mut of_visit: BTreeMap<_, Vec<Lit>> = BTreeMap::new();
        for ghost in &self.ghosts {
            let worm = &workload.worms[workload.visit(ghost.visit).worm as usize];
            let name = (worm.plan, worm.id, ghost.visit - worm.visits.start);
            of_visit.entry(name).or_default().push(ghost.present);
        }
        for ((plan, id, offset), mut all) in of_visit {
            for number in 0..self.messages.len() {
                let worm = &workload.worms[self.messages[number].worm as usize];
                if (worm.plan, worm.id) == (plan, id) {
                    all.push(self.is_before_release(number, worm.visits.start + offset));
                }
            }
            self.formula.at_most(&all, most);
        }
    }

    /// A literal that is true if a message is there and has not let go of its ejection channel at a visit.
    fn is_before_release(&mut self, number: usize, visit: crate::VisitIx) -> Lit {
        let workload = self.scope.workload;
        let message = &self.messages[number];
        let first = workload.worms[message.worm as usize].visits.start;
        let has = message.has(visit, workload.children(visit).len(), first);
        let kept = Near::new(workload, self.scope.reach, message, first).keeps_ejection(&mut self.formula, visit);
        let before = self.formula.variable();
        self.formula.implies(&[message.present, -has], [before]);
        match kept {
            Truth::Always => self.formula.implies(&[message.present], [before]),
            Truth::If(kept) => self.formula.implies(&[message.present, kept], [before]),
            Truth::Never => {}
        }
        before
    }
}
