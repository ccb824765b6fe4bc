//! How fast flits go where channels have flit times or delays of their own.

use super::FlitEngine;
use super::event_queue::NEVER;
use super::slots::{Slot, SlotIx};
use crate::Time;
use crate::channels::Channel;
use crate::open_loop::Observer;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_topology::ChannelId;

/// The pace of one slot.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// From one flit that leaves the slot to the next: as long as the slowest of its branches needs.
    spacing: Time,
    /// How many flits have come; only counted where several can be on the way, over a channel with a delay.
    come: u32,
}

/// The paces of all slots; nothing where all channels are alike.
#[derive(Debug, Default)]
pub(super) struct Paces {
    items: Vec<Pace>,
    /// Flits on the way over channels with delays: when each comes to a slot.
    arrivals: BinaryHeap<Reverse<(Time, SlotIx)>>,
}

impl Paces {
    pub(super) fn next_time(&self) -> Time {
        self.arrivals.peek().map_or(NEVER, |Reverse((time, _))| *time)
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// The channel that leads to a slot.
    #[inline]
    pub(super) fn entry(&self, at: SlotIx) -> &Channel {
        self.channels.at(self.slots.route(at).channel)
    }

    /// From one flit that leaves a slot to the next.
    #[inline]
    pub(super) fn spacing(&self, at: SlotIx) -> Time {
        if self.channels.are_own() { self.paces.items[at as usize].spacing } else { self.timing.flit }
    }

    /// Whether several flits can be on the way to a slot, so that it counts those that have come.
    #[inline]
    fn is_far(&self, at: SlotIx) -> bool {
        let entry = self.entry(at);
        self.slots[at].before != super::slots::SOURCE && entry.latency > entry.flit
    }

    /// The paces of the slots of a worm that was laid out, where channels are not alike.
    pub(super) fn lay_paces(&mut self, first: SlotIx, slots: u32) {
        if !self.channels.are_own() {
            return;
        }
        self.paces.items.resize(self.slots.len(), Pace { spacing: Time::ZERO, come: 0 });
        for at in first..first + slots {
            let flit = |child| self.entry(child).flit;
            let slowest = self.slots.children(at).map(flit).max();
            let spacing = match slowest {
                Some(slowest) if self.slots[at].delivers => slowest.max(self.timing.flit),
                Some(slowest) => slowest,
                None => self.timing.flit,
            };
            self.paces.items[at as usize] = Pace { spacing, come: 0 };
        }
    }

    /// When the next flit of a slot is there, if it is on the way at least; none if it is not there and will be told.
    #[inline]
    pub(super) fn next_is_there(&self, at: SlotIx) -> Option<Time> {
        let Slot { left, before, .. } = self.slots[at];
        let from = &self.slots[before];
        if from.left <= left {
            return None;
        }
        if !self.channels.are_own() {
            // Flits are a flit time apart: all but the last one that left the slot before have arrived.
            return Some(if from.left == left + 1 { from.last + self.timing.flit } else { Time::ZERO });
        }
        if self.is_far(at) {
            return (self.paces.items[at as usize].come > left).then_some(Time::ZERO);
        }
        Some(if from.left == left + 1 { from.last + self.entry(at).latency } else { Time::ZERO })
    }

    /// A slot sends the last of so many flits to another, where channels are not alike.
    pub(super) fn sends(&mut self, to: SlotIx, sent: u32) {
        if self.is_far(to) {
            let arrival = self.now + self.entry(to).latency;
            self.paces.arrivals.push(Reverse((arrival, to)));
            self.other = self.other.min(arrival);
        } else {
            self.has_sent_to(to, sent);
        }
    }

    /// A slot that has sent on all but the last of so many flits may send that one when it is there; the head is
    /// granted first.
    fn has_sent_to(&mut self, to: SlotIx, sent: u32) {
        let Slot { left, .. } = self.slots[to];
        if left > 0 && left + 1 == sent {
            self.settle(to);
        }
    }

    /// Flits come over channels with delays.
    pub(super) fn flits_come(&mut self) {
        while let Some(&Reverse((time, at))) = self.paces.arrivals.peek()
            && time == self.now
        {
            self.paces.arrivals.pop();
            let come = &mut self.paces.items[at as usize].come;
            *come += 1;
            let come = *come;
            self.has_sent_to(at, come);
        }
    }

    /// When the tail has crossed the last of the branches that it leaves a visit by, of which this is one.
    pub(super) fn has_crossed(&self, at: SlotIx) -> Time {
        let crossed = |branch| self.slots[branch].last + self.spacing(branch);
        self.slots.branches(self.slots.first_branch(at)).map(crossed).max().unwrap_or(self.now)
    }

    /// How many virtual channels a link has.
    pub(super) fn virtual_channels_at(&self, channel: ChannelId) -> u32 {
        self.channels.at(channel).virtual_channels
    }
}
