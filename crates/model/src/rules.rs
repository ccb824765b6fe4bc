//! What the policies of a router mean for what worms hold: how a request falls into parts, and how distances count.

use crate::WorkloadStatement;

/// How the parts of one request are granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// All at once.
    Together,
    /// One after another, in the order of the request.
    InOrder,
    /// One after another, in whatever order is worst.
    AnyOrder,
    /// Each by itself, as soon as it is free.
    Apart,
}

/// How far a blocked head is from what its worm holds. Where a flit leaves on all branches at once, a hop is one step.
/// Where each branch goes on by itself, the others are one flit ahead of a branch that is blocked: so a hop is two
/// steps, and what is not on the way to the head is one step farther away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    forked: bool,
}

impl Steps {
    pub(crate) fn of(statement: &WorkloadStatement) -> Self {
        Self { forked: statement.policies().is_forked() }
    }

    /// From a head to the channel into a visit so many hops above it.
    #[inline]
    pub(crate) fn below(self, hops: u32) -> u32 {
        hops << u32::from(self.forked)
    }

    /// From a head so many hops below the last router that it has in common with what is held.
    #[inline]
    pub(crate) fn beside(self, hops: u32) -> u32 {
        self.below(hops) + u32::from(self.forked)
    }

    /// Of how many hops the steps below are at most as many as these.
    pub(crate) fn hops_below(self, steps: u32) -> u32 {
        steps >> u32::from(self.forked)
    }

    /// The same for steps beside; none if there are too few for any.
    pub(crate) fn hops_beside(self, steps: u32) -> Option<u32> {
        steps.checked_sub(u32::from(self.forked)).map(|steps| self.hops_below(steps))
    }

    pub(crate) fn is_forked(self) -> bool {
        self.forked
    }
}
