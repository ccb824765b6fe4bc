//! What is asked about given plans.

use super::sending::Begin;
use crate::Effort;
use wormcast_model::{ModelWorm, Reaches, Workload, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub topology: &'a dyn Topology,
    pub plans: &'a [Plan],
    /// How many of the plans are given: behind those come unicasts.
    pub given: usize,
    pub statement: &'a WorkloadStatement,
    pub workload: &'a Workload,
    pub effort: &'a Effort<'a>,
}

impl Problem<'_> {
    /// Whether a plan is that of unicasts between all nodes.
    pub(super) fn is_of_unicasts(self, plan: usize) -> bool {
        plan >= self.given
    }

    /// A worm as it is sent by itself.
    pub(super) fn alone(self, worm: u32) -> Begin {
        let ModelWorm { plan, turn, id, .. } = self.workload.worms[worm as usize];
        Begin { plan, turn, worm: Some(id), at_ns: 0 }
    }

    /// Whether buffers take several messages, and are looked at as if they took one: then states are none of theirs.
    pub(super) fn is_coarse(self) -> bool {
        self.statement.messages_a_buffer() > 1 && !self.workload.has_queues()
    }

    /// How many virtual channels share a link: so many flit times a flit may take to cross it.
    pub(super) fn sharing(self) -> i64 {
        match self.statement.chooses_freely() {
            true => self.statement.virtual_channels.get().into(),
            false => self.workload.resources.virtual_channels().into(),
        }
    }

    /// Which virtual channel is held up for a worm that takes this one; all of the link, if it has one, or the engine
    /// chooses.
    pub(super) fn held_up(self, number: u32) -> Option<u32> {
        (self.sharing() > 1 && !self.statement.chooses_freely()).then_some(number)
    }

    /// The length of messages, and the flits a buffer, that have a reach.
    pub(super) fn length_and_buffer(self, reach: u32) -> (u32, u32) {
        Reaches::messages(self.statement, self.workload.height(), reach)
    }
}
