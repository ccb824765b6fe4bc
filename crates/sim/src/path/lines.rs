//! Channels and ejection channels, and the lines of worms in front of them: a path waits at one place at a time.

use super::worms::{DELIVERS, Ps, Worm};
use crate::Resource;
use crate::ejection::Pools;
use crate::slab::{NONE, Slab, WormAt};
use std::ops::Range;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A channel is held, and nobody can tell yet until when.
const HELD: Ps = Ps::MAX;

/// A channel: 16 bytes. Its line is a chain of worms.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// When it is free.
    free_at: Ps,
    first: WormAt,
    last: WormAt,
}

/// The ejection channels of a pool of a node. Their line is a chain of worms.
#[derive(Clone, Copy, Debug)]
struct Ejectors {
    free: u32,
    first: WormAt,
    last: WormAt,
}

/// All lines. A worm keeps count of the lines in which it is not first, or does not know when it will be served
/// (`unmet`), and of the latest time of those in which it does (`latest`).
#[derive(Debug)]
pub(super) struct Lines {
    channels: Vec<Channel>,
    first_channel: u32,
    /// A bit for each channel: whether it leads to none of the nodes. They are looked at for every hop, and lie close
    /// together, which what the network knows of a channel does not.
    exits: Vec<u64>,
    first_node: usize,
    /// By node, and by pool; empty when nobody ever waits for one.
    ejectors: Vec<Ejectors>,
    pools: Pools,
}

impl Lines {
    /// For these nodes and the channels that leave them.
    pub(super) fn new(graph: &Graph, nodes: Range<usize>, pools: Pools) -> Self {
        let channel = Channel { free_at: 0, first: NONE, last: NONE };
        let a_node = (0..pools.count()).filter_map(|pool| pools.channels(pool));
        let a_node: Vec<_> = a_node.map(|free| Ejectors { free, first: NONE, last: NONE }).collect();
        let ejectors = a_node.repeat(nodes.len());
        let leaving = channels_of(graph, nodes.clone());
        let mut exits = vec![0; leaving.len().div_ceil(64)];
        for (place, number) in leaving.clone().enumerate() {
            let target = graph.target(ChannelId::new(number)).index();
            exits[place / 64] |= u64::from(!nodes.contains(&target)) << (place % 64);
        }
        let (channels, first_channel) = (vec![channel; leaving.len()], leaving.start as u32);
        Self { channels, first_channel, exits, first_node: nodes.start, ejectors, pools }
    }

    pub(super) fn pools(&self) -> Pools {
        self.pools
    }

    /// Whether a worm may have to wait for an ejection channel.
    #[inline]
    pub(super) fn ejection_is_limited(&self) -> bool {
        !self.ejectors.is_empty()
    }

    #[inline]
    fn channel(&mut self, channel: u32) -> &mut Channel {
        &mut self.channels[(channel - self.first_channel) as usize]
    }

    fn ejectors(&mut self, node: NodeId, pool: u8) -> &mut Ejectors {
        &mut self.ejectors[(node.index() - self.first_node) * usize::from(self.pools.count()) + usize::from(pool)]
    }

    /// Whether a channel leaves one of these nodes.
    #[inline]
    pub(super) fn has(&self, channel: u32) -> bool {
        (channel.wrapping_sub(self.first_channel) as usize) < self.channels.len()
    }

    /// Whether a channel, which may have `DELIVERS`, leads from these nodes to another one.
    #[inline]
    pub(super) fn is_exit(&self, channel: u32) -> bool {
        let place = (channel & !DELIVERS) - self.first_channel;
        self.exits[(place / 64) as usize] >> (place % 64) & 1 != 0
    }

    /// Takes a channel that is free, if nobody is in line: the frequent case.
    #[inline]
    pub(super) fn take_at_once(&mut self, channel: u32, now: Ps) -> bool {
        let channel = self.channel(channel);
        let is_free = channel.free_at <= now && channel.first == NONE;
        if is_free {
            channel.free_at = HELD;
        }
        is_free
    }

    /// A worm joins the line for a channel, and for an ejection channel of a node, as far as it wants them. When all is
    /// free, if that is known.
    pub(super) fn join(&mut self, worms: &mut Slab<Worm>, at: WormAt, ejects: Option<NodeId>, now: Ps) -> Option<Ps> {
        let (mut unmet, mut latest) = (0, now);
        if let Some(channel) = worms[at].wants() {
            match self.join_channel(worms, channel, at) {
                HELD => unmet += 1,
                time => latest = latest.max(time),
            }
        }
        if let Some(node) = ejects {
            unmet += u8::from(!self.join_ejectors(worms, node, at));
        }
        let worm = &mut worms[at];
        (worm.unmet, worm.latest) = (unmet, latest);
        (unmet == 0).then_some(latest)
    }

    /// When the channel will be free, if the worm is first in line.
    fn join_channel(&mut self, worms: &mut Slab<Worm>, channel: u32, at: WormAt) -> Ps {
        let channel = self.channel(channel);
        worms[at].next = NONE;
        let last = std::mem::replace(&mut channel.last, at);
        if channel.first == NONE {
            channel.first = at;
            return channel.free_at;
        }
        worms[last].next = at;
        HELD
    }

    /// Whether this is first in line and something is free.
    fn join_ejectors(&mut self, worms: &mut Slab<Worm>, node: NodeId, at: WormAt) -> bool {
        let ejectors = self.ejectors(node, worms[at].pool);
        worms[at].next_ejecting = NONE;
        let last = std::mem::replace(&mut ejectors.last, at);
        if ejectors.first == NONE {
            ejectors.first = at;
            return ejectors.free > 0;
        }
        worms[last].next_ejecting = at;
        false
    }

    /// A worm that is first in all its lines takes what it asked for. If another one is first now at an ejection
    /// channel that is free, that one is returned.
    pub(super) fn take(&mut self, worms: &mut Slab<Worm>, at: WormAt, ejects: Option<NodeId>) -> Option<WormAt> {
        let worm = &worms[at];
        if let Some(channel) = worm.wants() {
            let channel = self.channel(channel);
            (channel.free_at, channel.first) = (HELD, worm.next);
        }
        let ejectors = self.ejectors(ejects?, worm.pool);
        ejectors.free -= 1;
        ejectors.first = worm.next_ejecting;
        (ejectors.first != NONE && ejectors.free > 0).then_some(ejectors.first)
    }

    /// It is known when a channel is free. The worm that is first in its line, if any.
    #[inline]
    pub(super) fn free_channel(&mut self, channel: u32, free_at: Ps) -> Option<WormAt> {
        let channel = self.channel(channel);
        channel.free_at = free_at;
        (channel.first != NONE).then_some(channel.first)
    }

    /// An ejection channel is free. The worm that gets it, if one waits.
    pub(super) fn free_ejection(&mut self, node: NodeId, pool: u8) -> Option<WormAt> {
        let ejectors = self.ejectors(node, pool);
        ejectors.free += 1;
        (ejectors.free == 1 && ejectors.first != NONE).then_some(ejectors.first)
    }

    /// Every place in every line: what it is for, and the worm; the first in each line first.
    pub(super) fn for_each(&self, worms: &Slab<Worm>, mut told: impl FnMut(Resource, WormAt)) {
        for (channel, line) in (self.first_channel as usize..).map(ChannelId::new).zip(&self.channels) {
            let mut at = line.first;
            while at != NONE {
                told(Resource::Channel(channel), at);
                at = worms[at].next;
            }
        }
        let pools = self.pools;
        let names = (self.first_node..)
            .map(NodeId::new)
            .flat_map(|node| (0..pools.count()).map(move |pool| pools.resource(node, pool)));
        for (resource, line) in names.zip(&self.ejectors) {
            let mut at = line.first;
            while at != NONE {
                told(resource, at);
                at = worms[at].next_ejecting;
            }
        }
    }
}

/// The numbers of the channels that leave nodes: these have consecutive ones, in the order of the nodes.
pub(super) fn channels_of(graph: &Graph, nodes: Range<usize>) -> Range<usize> {
    let degrees = |nodes: Range<usize>| nodes.map(|node| graph.degree(NodeId::new(node))).sum::<usize>();
    let first = degrees(0..nodes.start);
    first..first + degrees(nodes)
}

/// One of the things that a worm waits for is, or will be, free at this time. When all of them are, if that is known.
#[inline]
pub(super) fn meet(worm: &mut Worm, free_at: Ps) -> Option<Ps> {
    worm.unmet -= 1;
    worm.latest = worm.latest.max(free_at);
    (worm.unmet == 0).then_some(worm.latest)
}
