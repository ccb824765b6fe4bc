//! Who is told what happens in an engine, and what lies around its nodes.

use super::visits::Worm;
use crate::Time;
use crate::intake::Intake;
use crate::open_loop::{Moment, Observer};
use crate::slab::{MessageAt, WormAt};
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
    fn granted(&mut self, _now: Time, _waited: bool, _rank: u64) {}

    /// The head of a worm leaves its origin.
    fn head_leaves(&mut self, message: MessageAt, now: Time);

    /// The visit of this rank brings a message to a node.
    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Time, rank: u64);

    /// All tails of a worm are known now.
    fn finish(&mut self, message: MessageAt, now: Time);

    /// The worm held the channel that leads to the visit of this rank.
    fn held(&mut self, channel: ChannelId, from: Time, until: Time, rank: u64);

    fn moment(&mut self, rank: u64, moment: Moment, at: Time);

    /// The grant of a visit of a worm that comes from, or goes to, other nodes. If its head goes on to a node that is
    /// not its own: by which channel, and when it is ready there.
    fn tell_beyond(&mut self, _at: WormAt, _worm: &mut Worm, _visit: u32, _leaves: Option<(ChannelId, Time)>) {}
}

/// All nodes of a network.
#[derive(Debug)]
pub(super) struct Whole<O> {
    pub intake: Intake,
    pub observer: O,
    /// The number of the next visit.
    pub next_rank: u64,
}

impl<O: Observer> Site for Whole<O> {
    const ALONE: bool = true;
    const MOMENTS: bool = O::MOMENTS;

    fn head_leaves(&mut self, message: MessageAt, now: Time) {
        self.intake.head_leaves(message, now);
    }

    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Time, _rank: u64) {
        self.intake.deliver(message, worm, node, at, &mut self.observer);
    }

    fn finish(&mut self, message: MessageAt, now: Time) {
        self.intake.finish(message, now, &mut self.observer);
    }

    #[inline]
    fn held(&mut self, channel: ChannelId, from: Time, until: Time, _rank: u64) {
        self.observer.held(channel, from, until);
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Time) {
        self.observer.moment(rank, moment, at);
    }
}
