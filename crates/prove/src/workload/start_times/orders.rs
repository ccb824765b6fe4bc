//! In which order heads ask for the parts of their requests, where they may ask in any.

use super::System;
use crate::workload::problem::Problem;
use crate::workload::sending::{Attempt, Stuck};
use wormcast_model::Parts;

/// Where heads may ask in any order, lets what is sent say in which they do in a snapshot; `place` tells with what each
/// message is sent.
pub(in crate::workload) fn name_orders(
    problem: Problem<'_>,
    reach: u32,
    stuck: &[Stuck],
    place: &[(usize, i64)],
    attempt: &mut Attempt,
) {
    System::of(problem, reach, stuck, place.to_vec(), None).orders(problem, attempt);
}

impl System<'_> {
    /// Where heads may ask in any order: first for what they have, then for what is full.
    pub(super) fn orders(&self, problem: Problem<'_>, attempt: &mut Attempt) {
        for (message, stuck) in self.stuck.iter().enumerate().filter(|_| self.parts == Parts::AnyOrder) {
            let begin = self.place[message].0;
            let of_plan = &self.workload.worms[stuck.worm as usize];
            let worm = problem.plans[of_plan.plan].worms.get(of_plan.id);
            for (&visit, has) in stuck.reserved.iter().filter(|&(&visit, _)| self.workload.is_parted(visit)) {
                let asked = self.asked_parts(message, visit);
                let rank = |part: usize| match () {
                    () if has.iter().any(|&(other, _)| other == part) => 0,
                    () if asked.contains(&part) => 1,
                    () => 2,
                };
                let numbers: Vec<_> = (0..self.workload.request(visit).len()).map(rank).collect();
                let number = attempt.begins[begin].number_of(of_plan.id);
                attempt.order_of(begin, number, worm).set(self.workload, visit, &numbers, worm);
            }
        }
    }
}
