//! Where worms start: a node's turns to pay the send overhead, and its injection channels.

use crate::fleet::{Fleet, WormIx};
use crate::{Ports, Startup, Timing};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use wormcast_topology::NodeId;

/// The starting worms of all nodes.
#[derive(Debug)]
pub(super) struct Desk {
    startup: Startup,
    /// By node; only those where worms start.
    nodes: BTreeMap<NodeId, NodeDesk>,
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
    pub fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let free = match timing.injection {
            Ports::All => None,
            Ports::Limited(count) => Some(count.get()),
        };
        let desk = || NodeDesk { ready: BinaryHeap::new(), busy: false, free, line: VecDeque::new() };
        let nodes = fleet.worms.iter().map(|worm| (worm.origin, desk())).collect();
        Self { startup: timing.startup, nodes }
    }

    fn at(&mut self, node: NodeId) -> &mut NodeDesk {
        self.nodes.get_mut(&node).expect("worms start here")
    }

    /// A worm may start.
    pub fn line_up(&mut self, node: NodeId, worm: WormIx) {
        self.at(node).ready.push(Reverse(worm));
    }

    /// A worm that begins to pay now, if any.
    pub fn next(&mut self, node: NodeId) -> Option<WormIx> {
        let serial = self.startup == Startup::Serial;
        let desk = self.at(node);
        if desk.busy {
            return None;
        }
        let Reverse(worm) = desk.ready.pop()?;
        desk.busy = serial;
        Some(worm)
    }

    /// A worm of this node has paid.
    pub fn paid(&mut self, node: NodeId) {
        self.at(node).busy = false;
    }

    /// Whether a worm gets an injection channel; if not, it lines up for one.
    pub fn take_injection(&mut self, node: NodeId, worm: WormIx) -> bool {
        let desk = self.at(node);
        match &mut desk.free {
            Some(0) => {
                desk.line.push_back(worm);
                false
            }
            Some(free) => {
                *free -= 1;
                true
            }
            None => true,
        }
    }

    /// An injection channel is free again; the worm that gets it, if one waits.
    pub fn release_injection(&mut self, node: NodeId) -> Option<WormIx> {
        let desk = self.at(node);
        let next = desk.line.pop_front();
        if next.is_none() {
            desk.free = desk.free.map(|free| free + 1);
        }
        next
    }
}
