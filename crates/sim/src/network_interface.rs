//! Where worms start: a node's turns to pay the send overhead, and its injection channels.

use crate::slab::{NONE, Slab, WormAt};
use crate::{Ports, Startup, Time, Timing};
use std::ops::Range;
use wormcast_topology::NodeId;

/// What a network interface knows of a worm.
pub(crate) trait Starter {
    fn origin(&self) -> NodeId;

    /// Orders worms.
    fn rank(&self) -> u64;

    /// The next worm in its queue.
    fn next(&mut self) -> &mut WormAt;
}

/// A queue of worms: a chain through them.
#[derive(Clone, Copy, Debug)]
struct Queue {
    first: WormAt,
    last: WormAt,
}

#[derive(Clone, Copy, Debug)]
struct NetworkInterface {
    /// Worms that may start and have not begun to pay, in the order of their ranks.
    ready: Queue,
    /// Worms that have paid and wait for an injection channel.
    paid: Queue,
    /// Injection channels that are free.
    free: u32,
    busy: bool,
}

/// The starting worms of all nodes; 24 bytes a node.
#[derive(Debug)]
pub(crate) struct NetworkInterfaces {
    /// Whether worms pay one after another.
    pub serial: bool,
    /// Whether worms may have to wait for an injection channel.
    pub limited: bool,
    nodes: Vec<NetworkInterface>,
    first_node: usize,
    /// Nodes at which a worm may begin to pay.
    to_look_at: Vec<NodeId>,
}

impl NetworkInterfaces {
    pub(crate) fn new(nodes: Range<usize>, timing: &Timing) -> Self {
        let (limited, free) = match timing.injection {
            Ports::All => (false, 0),
            Ports::Limited(count) => (true, count.get()),
        };
        let serial = timing.startup == Startup::Serial && timing.send > Time::ZERO;
        let empty = Queue { first: NONE, last: NONE };
        let interface = NetworkInterface { ready: empty, paid: empty, free, busy: false };
        let first_node = nodes.start;
        let nodes = if serial || limited { vec![interface; nodes.len()] } else { Vec::new() };
        Self { serial, limited, nodes, first_node, to_look_at: Vec::new() }
    }

    /// A worm may start; it pays when its turn has come.
    pub(crate) fn line_up<W: Starter>(&mut self, worms: &mut Slab<W>, worm: WormAt) {
        let node = worms[worm].origin();
        self.nodes[node.index() - self.first_node].ready.insert(worms, worm);
        self.to_look_at.push(node);
    }

    /// A worm of this node has paid.
    pub(crate) fn paid(&mut self, node: NodeId) {
        self.nodes[node.index() - self.first_node].busy = false;
        self.to_look_at.push(node);
    }

    /// A worm that begins to pay now, if any; to be asked until there is none.
    pub(crate) fn next_payer<W: Starter>(&mut self, worms: &mut Slab<W>) -> Option<WormAt> {
        loop {
            let interface = &mut self.nodes[self.to_look_at.pop()?.index() - self.first_node];
            if !interface.busy && interface.ready.first != NONE {
                interface.busy = true;
                return interface.ready.pop(worms);
            }
        }
    }

    /// Whether a worm gets an injection channel; if not, it lines up for one.
    pub(crate) fn take_injection<W: Starter>(&mut self, worms: &mut Slab<W>, worm: WormAt) -> bool {
        let interface = &mut self.nodes[worms[worm].origin().index() - self.first_node];
        if interface.free > 0 {
            interface.free -= 1;
            return true;
        }
        interface.paid.push(worms, worm);
        false
    }

    /// An injection channel is free again; the worm that gets it, if one waits.
    pub(crate) fn free_injection<W: Starter>(&mut self, worms: &mut Slab<W>, node: NodeId) -> Option<WormAt> {
        let interface = &mut self.nodes[node.index() - self.first_node];
        let next = interface.paid.pop(worms);
        interface.free += u32::from(next.is_none());
        next
    }
}

impl Queue {
    fn pop<W: Starter>(&mut self, worms: &mut Slab<W>) -> Option<WormAt> {
        let first = self.first;
        (first != NONE).then(|| {
            self.first = *worms[first].next();
            first
        })
    }

    fn push<W: Starter>(&mut self, worms: &mut Slab<W>, worm: WormAt) {
        *worms[worm].next() = NONE;
        match self.first {
            NONE => self.first = worm,
            _ => *worms[self.last].next() = worm,
        }
        self.last = worm;
    }

    /// Inserts by rank: at the end in most cases, else after a search from the beginning.
    fn insert<W: Starter>(&mut self, worms: &mut Slab<W>, worm: WormAt) {
        let rank = worms[worm].rank();
        if self.first == NONE || worms[self.last].rank() < rank {
            return self.push(worms, worm);
        }
        let (mut before, mut after) = (NONE, self.first);
        while worms[after].rank() < rank {
            (before, after) = (after, *worms[after].next());
        }
        *worms[worm].next() = after;
        match before {
            NONE => self.first = worm,
            _ => *worms[before].next() = worm,
        }
    }
}
