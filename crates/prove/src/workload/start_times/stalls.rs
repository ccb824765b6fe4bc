//! The channels that are held up so that heads come at their times.

use super::{Moment, System};
use crate::workload::problem::Problem;
use crate::workload::sending::HOP_NS;
use wormcast_model::Owned;
use wormcast_sim::{Stall, Time};

impl System<'_> {
    /// Holds up what leads to each visit whose time is later than its head would come, until that time; and what leads
    /// to visits that the snapshot says nothing about, until all requests of the snapshot are made.
    pub(super) fn stalls(&self, problem: Problem<'_>, times: &[i64]) -> Vec<Stall> {
        if self.visits.is_none() {
            return Vec::new();
        }
        let at = |moment: Moment| times[moment.0] + moment.1;
        let last = times.iter().copied().max().unwrap_or(0) + HOP_NS;
        let mut stalls = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            let granted = stuck.granted.iter().map(|&(visit, _)| visit);
            for (parent, &visit) in
                granted.flat_map(|parent| self.workload.children(parent).iter().map(move |it| (parent, it)))
            {
                let came = at(self.request_at(message, parent)) + HOP_NS;
                let until =
                    if stuck.visits().any(|known| known == visit) { at(self.request_at(message, visit)) } else { last };
                let Owned::Channel(channel, number) = problem.workload.resources.what(self.workload.visit(visit).into)
                else {
                    continue;
                };
                if until > came {
                    let [from, span] = [came, until - came].map(|ns| Time::from_ns(ns as u64));
                    // Others may pass on the virtual channels beside it.
                    let virtual_channel = problem.held_up(number);
                    stalls.push(Stall { channel, virtual_channel, only_heads: false, from, span });
                }
            }
        }
        stalls
    }
}
