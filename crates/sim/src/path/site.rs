//! Who is told what happens in an engine, and what lies around its nodes.

use super::core::Comer;
use super::routes::Run;
use super::worms::{Held, Ps};
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

    /// A request that waited is granted.
    fn granted_late(&mut self, _grant: Grant) {}

    /// The head of a worm leaves its origin.
    fn head_leaves(&mut self, grant: Grant, message: MessageAt);

    /// The visit of this rank brings a message to a node.
    fn deliver(&mut self, grant: Grant, rank: u64, of: (MessageAt, WormId), node: NodeId, at: Ps);

    /// All tails of a worm are known now.
    fn finish(&mut self, grant: Grant, message: MessageAt);

    /// The worm held the channel that leads to the visit of this rank.
    fn held(&mut self, grant: Grant, rank: u64, channel: ChannelId, from: Ps, until: Ps);

    fn moment(&mut self, rank: u64, moment: Moment, at: Ps);

    /// Something at a node that is not its own is free from this time on.
    fn free_beyond(&mut self, _node: NodeId, _free: Free, _at: Ps) {}

    /// The head of a worm goes on to a node that is not its own, and is ready there at this time.
    fn cross(&mut self, _node: NodeId, _ready: Ps, _worm: Comer, _runs: &[Run], _ring: &[Held]) {}
}

/// A grant, from which something follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grant {
    pub at: Ps,
    /// That of the visit which has requested it.
    pub rank: u64,
    /// Whether the request waited, and was not granted as soon as its head was ready.
    pub waited: bool,
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
    fn head_leaves(&mut self, grant: Grant, message: MessageAt) {
        self.intake.head_leaves(message, Time::from_ps(grant.at));
    }

    #[inline]
    fn deliver(&mut self, _grant: Grant, _rank: u64, (message, worm): (MessageAt, WormId), node: NodeId, at: Ps) {
        self.intake.deliver(message, worm, node, Time::from_ps(at), &mut self.observer);
    }

    #[inline]
    fn finish(&mut self, grant: Grant, message: MessageAt) {
        self.intake.finish(message, Time::from_ps(grant.at), &mut self.observer);
    }

    #[inline]
    fn held(&mut self, _grant: Grant, _rank: u64, channel: ChannelId, from: Ps, until: Ps) {
        self.observer.held(channel, Time::from_ps(from), Time::from_ps(until));
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Ps) {
        self.observer.moment(rank, moment, Time::from_ps(at));
    }
}
