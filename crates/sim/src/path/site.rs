//! Who is told what happens in an engine, and what lies around its nodes.

use super::routes::Run;
use super::worms::{Held, Ps, Worm};
use crate::Time;
use crate::intake::Intake;
use crate::open_loop::{Moment, Observer};
use crate::slab::MessageAt;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// What an engine tells, and to whom: to an observer if all nodes are its own, to a log if it has a region of them.
pub(super) trait Site {
    /// Whether all nodes are its own.
    const ALONE: bool;
    /// Whether [`moment`](Self::moment) is to be called.
    const MOMENTS: bool;

    /// A request of this rank is granted, as soon as its head is ready or after a wait. All that is told from now on
    /// follows from it.
    fn granted(&mut self, _now: Ps, _waited: bool, _rank: u64) {}

    /// The head of a worm leaves its origin.
    fn head_leaves(&mut self, message: MessageAt, now: Ps);

    /// The visit of this rank brings a message to a node.
    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Ps, rank: u64);

    /// All tails of a worm are known now.
    fn finish(&mut self, message: MessageAt, now: Ps);

    /// The worm held the channel that leads to the visit of this rank; `home` is the node that it leaves, if that is
    /// not its own.
    fn held(&mut self, channel: ChannelId, home: Option<NodeId>, from: Ps, until: Ps, rank: u64);

    fn moment(&mut self, rank: u64, moment: Moment, at: Ps);

    /// Something at a node that is not its own is free from this time on.
    fn free_beyond(&mut self, _node: NodeId, _free: Free, _at: Ps) {}

    /// The head of a worm goes on to a node that is not its own, and is ready there at this time.
    fn cross(&mut self, _node: NodeId, _ready: Ps, _worm: Worm, _runs: &[Run], _ring: &[Held]) {}
}

/// Something that worms let go of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Free {
    Channel(u32),
    Injection,
    Ejection(u8),
}

/// All nodes of a network.
#[derive(Debug)]
pub(super) struct Whole<O> {
    pub intake: Intake,
    pub observer: O,
    /// The number of the next visit.
    pub next_rank: u64,
    /// The route of the worm that is being injected.
    pub route: Vec<Run>,
}

impl<O: Observer> Site for Whole<O> {
    const ALONE: bool = true;
    const MOMENTS: bool = O::MOMENTS;

    #[inline]
    fn head_leaves(&mut self, message: MessageAt, now: Ps) {
        self.intake.head_leaves(message, Time::from_ps(now));
    }

    #[inline]
    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Ps, _rank: u64) {
        self.intake.deliver(message, worm, node, Time::from_ps(at), &mut self.observer);
    }

    #[inline]
    fn finish(&mut self, message: MessageAt, now: Ps) {
        self.intake.finish(message, Time::from_ps(now), &mut self.observer);
    }

    #[inline]
    fn held(&mut self, channel: ChannelId, _home: Option<NodeId>, from: Ps, until: Ps, _rank: u64) {
        self.observer.held(channel, Time::from_ps(from), Time::from_ps(until));
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Ps) {
        self.observer.moment(rank, moment, Time::from_ps(at));
    }
}
