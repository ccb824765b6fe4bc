//! Where worms start: a node's turns to pay the send overhead, and its injection channels.

use super::slab::{NONE, Slab, Worm, WormAt};
use crate::{Ports, Startup, Timing};
use wormcast_topology::NodeId;

/// A line of worms.
#[derive(Clone, Copy, Debug)]
struct Line {
    first: WormAt,
    last: WormAt,
}

#[derive(Clone, Copy, Debug)]
struct NodeDesk {
    /// Worms that may start and have not begun to pay, in the order of their ranks.
    ready: Line,
    /// Worms that have paid and wait for an injection channel.
    line: Line,
    /// Injection channels that are free.
    free: u32,
    busy: bool,
}

/// The starting worms of all nodes; 24 bytes a node.
#[derive(Debug)]
pub(super) struct Desks {
    /// Whether worms pay one after another.
    pub serial: bool,
    /// Whether worms may have to wait for an injection channel.
    pub limited: bool,
    nodes: Vec<NodeDesk>,
    /// Nodes at which a worm may begin to pay.
    to_look_at: Vec<NodeId>,
}

impl Desks {
    pub(super) fn new(nodes: usize, timing: &Timing) -> Self {
        let (limited, free) = match timing.injection {
            Ports::All => (false, 0),
            Ports::Limited(count) => (true, count.get()),
        };
        let serial = timing.startup == Startup::Serial && timing.send > crate::Time::ZERO;
        let empty = Line { first: NONE, last: NONE };
        let desk = NodeDesk { ready: empty, line: empty, free, busy: false };
        let nodes = if serial || limited { vec![desk; nodes] } else { Vec::new() };
        Self { serial, limited, nodes, to_look_at: Vec::new() }
    }

    /// A worm may start; it pays when its turn has come.
    pub(super) fn line_up(&mut self, worms: &mut Slab<Worm>, worm: WormAt) {
        let node = worms[worm].origin;
        self.nodes[node.index()].ready.insert(worms, worm);
        self.to_look_at.push(node);
    }

    /// A worm of this node has paid.
    pub(super) fn paid(&mut self, node: NodeId) {
        self.nodes[node.index()].busy = false;
        self.to_look_at.push(node);
    }

    /// A worm that begins to pay now, if any; to be asked until there is none.
    pub(super) fn next_payer(&mut self, worms: &Slab<Worm>) -> Option<WormAt> {
        loop {
            let desk = &mut self.nodes[self.to_look_at.pop()?.index()];
            if !desk.busy && desk.ready.first != NONE {
                desk.busy = true;
                return desk.ready.pop(worms);
            }
        }
    }

    /// Whether a worm gets an injection channel; if not, it lines up for one.
    pub(super) fn take_injection(&mut self, worms: &mut Slab<Worm>, worm: WormAt) -> bool {
        let desk = &mut self.nodes[worms[worm].origin.index()];
        if desk.free > 0 {
            desk.free -= 1;
            return true;
        }
        desk.line.push(worms, worm);
        false
    }

    /// An injection channel is free again; the worm that gets it, if one waits.
    pub(super) fn free_injection(&mut self, worms: &Slab<Worm>, node: NodeId) -> Option<WormAt> {
        let desk = &mut self.nodes[node.index()];
        let next = desk.line.pop(worms);
        desk.free += u32::from(next.is_none());
        next
    }
}

impl Line {
    fn pop(&mut self, worms: &Slab<Worm>) -> Option<WormAt> {
        let first = self.first;
        (first != NONE).then(|| {
            self.first = worms[first].next;
            first
        })
    }

    fn push(&mut self, worms: &mut Slab<Worm>, worm: WormAt) {
        worms[worm].next = NONE;
        match self.first {
            NONE => self.first = worm,
            _ => worms[self.last].next = worm,
        }
        self.last = worm;
    }

    /// Inserts by rank: at the end in most cases, else after a search from the beginning.
    fn insert(&mut self, worms: &mut Slab<Worm>, worm: WormAt) {
        let rank = worms[worm].rank;
        if self.first == NONE || worms[self.last].rank < rank {
            return self.push(worms, worm);
        }
        let (mut before, mut after) = (NONE, self.first);
        while worms[after].rank < rank {
            (before, after) = (after, worms[after].next);
        }
        worms[worm].next = after;
        match before {
            NONE => self.first = worm,
            _ => worms[before].next = worm,
        }
    }
}
