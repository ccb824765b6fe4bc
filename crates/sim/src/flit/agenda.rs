//! What is going to happen, in order.

use crate::Time;
use crate::fleet::{VisitIx, WormIx};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_topology::NodeId;

/// What happens. At equal times in this order; within a kind, in the order of worms and of their visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A worm's tail has left a visit and crossed the next channel.
    Release(VisitIx),
    /// A flit leaves a visit.
    Flit(VisitIx),
    /// A worm may start.
    Start(WormIx),
    /// A worm has paid its send overhead.
    Paid(WormIx),
    /// A node looks for the next worm that pays.
    NextAtDesk(NodeId),
    /// A head is ready.
    Request(VisitIx),
}

#[derive(Debug, Default)]
pub(super) struct Agenda(BinaryHeap<Reverse<(Time, Event)>>);

impl Agenda {
    pub fn add(&mut self, time: Time, event: Event) {
        self.0.push(Reverse((time, event)));
    }

    pub fn next_time(&self) -> Option<Time> {
        self.0.peek().map(|Reverse((time, _))| *time)
    }

    pub fn pop(&mut self) -> Option<(Time, Event)> {
        self.0.pop().map(|Reverse(next)| next)
    }
}
