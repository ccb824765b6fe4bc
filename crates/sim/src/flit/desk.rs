//! Where worms start: a node's turns to pay the send overhead, and its injection channels.

use super::numbers::NONE;
use crate::fleet::{Fleet, WormIx};
use crate::{Startup, Timing};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::num::NonZeroU32;
use wormcast_topology::NodeId;

/// The starting worms of all nodes.
#[derive(Debug)]
pub(super) struct Desk {
    startup: Startup,
    /// The number of each node's desk; up to the last node where worms start.
    numbers: Vec<u32>,
    desks: Vec<NodeDesk>,
    /// Nodes where a worm may begin to pay.
    to_look_at: Vec<NodeId>,
    /// Worms that have paid and have an injection channel.
    entered: Vec<WormIx>,
}

#[derive(Debug)]
struct NodeDesk {
    /// Worms that may start and have not begun to pay.
    ready: BinaryHeap<Reverse<WormIx>>,
    /// Whether one is paying; only with serial start-up.
    busy: bool,
    /// Injection channels that are free; none when nobody ever waits for one.
    free: Option<u32>,
    /// Worms that have paid and wait for an injection channel.
    line: VecDeque<WormIx>,
}

impl Desk {
    pub(super) fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let free = timing.injection.limit().map(NonZeroU32::get);
        let desk = || NodeDesk { ready: BinaryHeap::new(), busy: false, free, line: VecDeque::new() };
        let last = fleet.worms.iter().map(|worm| worm.origin.index()).max();
        let mut numbers = vec![NONE; last.map_or(0, |last| last + 1)];
        let mut desks = Vec::new();
        for worm in &fleet.worms {
            let number = &mut numbers[worm.origin.index()];
            if *number == NONE {
                *number = desks.len() as u32;
                desks.push(desk());
            }
        }
        Self { startup: timing.startup, numbers, desks, to_look_at: Vec::new(), entered: Vec::new() }
    }

    /// The desk of a node where worms start.
    fn at(&mut self, node: NodeId) -> &mut NodeDesk {
        &mut self.desks[self.numbers[node.index()] as usize]
    }

    /// A worm may start.
    pub(super) fn line_up(&mut self, node: NodeId, worm: WormIx) {
        self.at(node).ready.push(Reverse(worm));
        self.to_look_at.push(node);
    }

    /// A worm that begins to pay now, if any; to be asked until there is none.
    pub(super) fn next_payer(&mut self) -> Option<WormIx> {
        let serial = self.startup == Startup::Serial;
        while let Some(&node) = self.to_look_at.last() {
            let desk = self.at(node);
            match desk.ready.pop() {
                Some(Reverse(worm)) if !desk.busy => {
                    desk.busy = serial;
                    return Some(worm);
                }
                not_now => desk.ready.extend(not_now),
            }
            self.to_look_at.pop();
        }
        None
    }

    /// A worm has paid: it takes an injection channel, or lines up for one.
    pub(super) fn paid(&mut self, node: NodeId, worm: WormIx) {
        let desk = self.at(node);
        desk.busy = false;
        match &mut desk.free {
            Some(0) => desk.line.push_back(worm),
            free => {
                *free = free.map(|free| free - 1);
                self.entered.push(worm);
            }
        }
        self.to_look_at.push(node);
    }

    /// An injection channel is free again: the worm that has waited longest gets it.
    pub(super) fn release_injection(&mut self, node: NodeId) {
        let desk = self.at(node);
        match desk.line.pop_front() {
            Some(worm) => self.entered.push(worm),
            None => desk.free = desk.free.map(|free| free + 1),
        }
    }

    /// Whether a worm has an injection channel since now.
    #[inline]
    pub(super) fn has_entered(&self) -> bool {
        !self.entered.is_empty()
    }

    /// A worm that has an injection channel since now, if any; to be asked until there is none.
    pub(super) fn next_entered(&mut self) -> Option<WormIx> {
        self.entered.pop()
    }
}
