//! When every worm was where.

use crate::{Start, Time};
use std::ops::Range;
use wormcast_plan::WormId;

/// The times of one visit of a worm: at its origin, or at the end of a hop. What never happened has no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitTimes {
    /// The head is there. At the origin: the message is there, and the worm may start.
    pub arrived: Option<Time>,
    /// The head is ready, and has requested its output channels. Since `arrived` have passed: a router delay; at the
    /// origin the send overhead, and the waits for the node's turn and for an injection channel.
    pub requested: Option<Time>,
    /// The request is granted, and the head leaves.
    pub granted: Option<Time>,
    /// The tail has gone: the channel that led here and the node's injection or ejection channel are free again.
    /// The last flit left, and was delivered if the worm delivers here, a flit time before.
    pub released: Option<Time>,
}

/// The times of all visits of all worms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    worms: Vec<(usize, WormId, Range<usize>)>,
    visits: Vec<VisitTimes>,
}

/// The times of one worm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WormTimes<'a> {
    /// The number of its plan, from 0, in the order in which the plans were given.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: WormId,
    /// Its visits: the origin, then the end of each hop in the order of the route.
    pub visits: &'a [VisitTimes],
}

impl Timeline {
    /// From the times of all visits, in the order of plans, worms and hops.
    pub(crate) fn new(starts: &[Start<'_>], visits: Vec<VisitTimes>) -> Self {
        let (mut worms, mut next) = (Vec::new(), 0);
        for (plan, start) in starts.iter().enumerate() {
            for worm in start.plan.worms.iter() {
                let range = next..next + worm.hops.len() + 1;
                next = range.end;
                worms.push((plan, worm.id, range));
            }
        }
        Self { worms, visits }
    }

    /// All worms: plan by plan, in the order of their numbers.
    pub fn worms(&self) -> impl ExactSizeIterator<Item = WormTimes<'_>> {
        let times = |(plan, worm, range): &(usize, WormId, Range<usize>)| WormTimes {
            plan: *plan,
            worm: *worm,
            visits: &self.visits[range.clone()],
        };
        self.worms.iter().map(times)
    }
}
