//! What is asked about given plans.

use crate::Effort;
use std::num::NonZeroU32;
use wormcast_model::{Workload, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// The length of messages if nothing asks for another one.
const LENGTH: u32 = 128;

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub topology: &'a dyn Topology,
    pub plans: &'a [Plan],
    pub statement: &'a WorkloadStatement,
    pub workload: &'a Workload,
    pub effort: &'a Effort<'a>,
}

impl Problem<'_> {
    /// Whether a plan is that of the unicasts between all nodes.
    pub(super) fn is_of_unicasts(self, plan: usize) -> bool {
        self.statement.with_unicast && plan + 1 == self.plans.len()
    }

    /// The length of messages, and the flits a buffer, that have a reach.
    pub(super) fn length_and_buffer(self, reach: u32) -> (u32, u32) {
        let WorkloadStatement { length, buffer, .. } = *self.statement;
        let is_greatest = reach >= self.workload.height();
        let [length, buffer] = [length, buffer].map(|number| number.map(NonZeroU32::get));
        match (length, buffer) {
            (Some(length), Some(buffer)) => (length, buffer),
            (Some(length), None) if is_greatest => (length, 1),
            (Some(length), None) => (length, (length - 1).checked_div(reach).unwrap_or(length)),
            (None, buffer) => {
                let buffer = buffer.unwrap_or(1);
                let exact = reach.saturating_mul(buffer).saturating_add(1);
                (if is_greatest { exact.max(LENGTH) } else { exact }, buffer)
            }
        }
    }
}
