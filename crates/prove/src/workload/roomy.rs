//! Deadlocks of messages of one length in buffers of one size, where any are asked about.

use super::problem::Problem;
use crate::{Proof, ProveError};
use std::num::NonZeroU32;
use wormcast_model::WorkloadStatement;

/// Sizes of buffers, and lengths of messages that are sent through them.
const BUFFERS: [u32; 4] = [3, 2, 4, 1];
const LENGTHS: [u32; 4] = [2, 1, 3, 4];

impl Problem<'_> {
    /// A deadlock of messages of one length in buffers of one size, where worms may be behind others in buffers and
    /// several sizes are asked about: those that show how far heads reach are the smallest, in which a worm has no room
    /// behind the last flit of another one.
    pub(super) fn roomy_deadlock(self) -> Result<Option<Proof>, ProveError> {
        let WorkloadStatement { length, buffer, .. } = *self.statement;
        if !self.statement.policies().has_queues() || (length.is_some() && buffer.is_some()) {
            return Ok(None);
        }
        let or = |known: Option<NonZeroU32>, usual: [u32; 4]| match known {
            Some(known) => vec![known],
            None => usual.into_iter().filter_map(NonZeroU32::new).collect(),
        };
        let (lengths, buffers) = (or(length, LENGTHS), or(buffer, BUFFERS));
        let sizes = buffers.iter().flat_map(|&buffer| lengths.iter().map(move |&length| (length, buffer)));
        for (length, buffer) in sizes.take_while(|_| !self.effort.is_over()) {
            let statement = &WorkloadStatement { length: Some(length), buffer: Some(buffer), ..self.statement.clone() };
            let found = Problem { statement, ..self }.decide_by_formula()?;
            if matches!(found, Proof::Deadlock(_)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
