//! Channels that are held up, and ejection channels that are free again only when a node has sent something.

use super::FlitEngine;
use super::event_queue::NEVER;
use super::inject::Worm;
use super::numbers::{ResourceIx, UPPER_POOL};
use super::slots::SlotIx;
use crate::open_loop::{MessageId, Observer};
use crate::slab::{NONE, WormAt};
use crate::{Stall, Time};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use wormcast_topology::{ChannelId, NodeId};

/// What is held up: a channel, or one of its virtual channels; or only heads that have come over it.
type Held = (ChannelId, Option<u32>, bool);

/// The beginnings and ends of stalls, by time; a beginning comes before an end at the same time, so that nothing
/// slips through between two stalls.
#[derive(Debug, Default)]
pub(super) struct Stalls {
    events: BinaryHeap<Reverse<(Time, bool, Held, Time)>>,
    /// Until when each buffer is held up that ever was.
    until: BTreeMap<ResourceIx, Time>,
    /// Whether there was ever one: then a flit that was to leave may find that it cannot.
    pub any: bool,
}

impl Stalls {
    pub(super) fn next_time(&self) -> Time {
        self.events.peek().map_or(NEVER, |Reverse((time, ..))| *time)
    }

    /// When the channel before a buffer, if it is held up now, is free to be used again.
    pub(super) fn end(&self, buffer: ResourceIx, now: Time) -> Option<Time> {
        self.until.get(&buffer).copied().filter(|&until| until > now)
    }
}

/// A node takes in messages of one number only as it sends the worms of another.
#[derive(Debug)]
pub(super) struct Dependency {
    at: NodeId,
    takes_in: MessageId,
    only_after: MessageId,
    /// Whether the other message was injected, and how many of its worms have not left the node.
    injected: bool,
    unsent: u32,
    /// Deliveries that are done, whose ejection channels wait.
    waiting: Vec<SlotIx>,
}

impl Dependency {
    fn is_met(&self) -> bool {
        self.injected && self.unsent == 0
    }

    fn is_for(&self, message: MessageId, at: NodeId) -> bool {
        self.takes_in == message && self.at == at
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// A channel is held up from a time that is not past: nobody gets it, no flit starts to cross it, and no head that
    /// has crossed it makes its request. To be said before anything is injected.
    pub(crate) fn stall(&mut self, stall: Stall) {
        let Stall { channel, virtual_channel, only_heads, from, span } = stall;
        let (held, until) = ((channel, virtual_channel, only_heads), from + span);
        self.stalls.events.extend([Reverse((from, false, held, until)), Reverse((until, true, held, until))]);
        self.stalls.any = true;
        // A channel may be held up while a flit is told to cross it.
        (self.rules.tells_ahead, self.rules.tells_while_alone) = (false, false);
        (self.rules.is_plain, self.rules.is_simple) = (false, false);
        self.other = self.other.min(from);
    }

    /// The ejection channel that takes a message in at a node is free again only when the worms of another message that
    /// start there have left it. To be said before either is injected.
    pub(crate) fn depend(&mut self, at: NodeId, takes_in: MessageId, only_after: MessageId) {
        self.dependencies.push(Dependency {
            at,
            takes_in,
            only_after,
            injected: false,
            unsent: 0,
            waiting: Vec::new(),
        });
    }

    pub(super) fn begin_and_end_stalls(&mut self) {
        while self.stalls.next_time() == self.now {
            let Some(Reverse((_, ends, (channel, only, only_heads), until))) = self.stalls.events.pop() else { return };
            let begins = !ends;
            let buffers = self.buffers_of(channel);
            let held: Vec<_> =
                (0..).zip(buffers).filter(|&(number, _)| only.is_none_or(|only| only == number)).collect();
            for &(_, buffer) in held.iter().filter(|_| begins) {
                let last = self.stalls.until.entry(buffer).or_insert(until);
                *last = until.max(*last);
            }
            if only_heads {
                continue;
            }
            let lines = if only.is_some() { held.iter().map(|held| held.1).collect() } else { self.lines_of(channel) };
            lines.into_iter().for_each(|line| self.allocator.hold_up(line, begins));
            for (_, buffer) in held.into_iter().filter(|_| only.is_none()) {
                self.hold_up_flits(buffer, begins, until);
            }
        }
    }

    /// Flits do not cross the link, where several virtual channels share it; else they have no room.
    fn hold_up_flits(&mut self, buffer: ResourceIx, begins: bool, until: Time) {
        if let Some(links) = &mut self.links {
            if begins {
                links.hold_up(buffer, self.now, until);
            } else if let Some(crossbars) = &mut self.crossbars {
                let router = self.topology.graph().source(links.channel(buffer));
                crossbars.wake(router.index(), self.now, self.now);
            }
            return;
        }
        let feeder = self.buffers.hold_up(buffer, begins);
        feeder.into_iter().for_each(|feeder| self.settle(feeder));
        self.release_if_room(buffer);
    }

    /// The heads of a batch that are on channels which are held up come again when that ends.
    pub(super) fn put_off_held_up(&mut self, batch: &mut Vec<SlotIx>) {
        batch.retain(|&at| {
            let buffer = self.slots[at].buffer;
            let end = if buffer == NONE { None } else { self.stalls.end(buffer, self.now) };
            if let Some(end) = end {
                self.heads.add(self.now, end, at);
                self.other = self.other.min(end);
            }
            end.is_none()
        });
    }

    /// What heads stand in line for when they want a channel.
    fn lines_of(&mut self, channel: ChannelId) -> Vec<ResourceIx> {
        if self.worms_choose() {
            return self.pools_of(channel);
        }
        self.buffers_of(channel)
    }

    fn buffers_of(&mut self, channel: ChannelId) -> Vec<ResourceIx> {
        if self.worms_choose() {
            self.pools_of(channel);
        }
        let count = self.virtual_channels_at(channel).min(u32::from(UPPER_POOL)) as u8;
        (0..count).map(|virtual_channel| self.number_of(channel, virtual_channel)).collect()
    }

    /// Whether a flit that was to leave now still can: a channel may be held up since.
    pub(super) fn can_leave(&self, at: SlotIx) -> bool {
        let slot = &self.slots[at];
        let is_spaced = slot.left == 0 || self.now >= slot.last + self.spacing(at);
        is_spaced && self.next_is_there(at).is_some() && self.slots.ahead(at).all(|it| self.buffers.has_room(it))
    }

    /// A worm of the message that is being injected starts at a node.
    pub(super) fn will_send(&mut self, origin: NodeId) {
        let message = self.intake.next_message() as MessageId;
        for dependency in self.dependencies.iter_mut().filter(|dependency| dependency.only_after == message) {
            dependency.injected = true;
            dependency.unsent += u32::from(dependency.at == origin);
        }
    }

    /// A worm has left its origin whole.
    pub(super) fn has_sent(&mut self, worm: WormAt) {
        let Worm { message, origin, .. } = self.worms[worm];
        let message = self.intake.messages[message].id;
        let mut done = Vec::new();
        for dependency in &mut self.dependencies {
            if dependency.only_after == message && dependency.at == origin {
                dependency.unsent -= 1;
                if dependency.is_met() {
                    done.append(&mut dependency.waiting);
                }
            }
        }
        done.into_iter().for_each(|at| self.delivery_ends(at));
    }

    /// The tail of a delivery has crossed: its ejection channel is free, or waits until the node has sent something.
    pub(super) fn delivery_ends(&mut self, at: SlotIx) {
        let message = self.intake.messages[self.worms[self.slots[at].worm].message].id;
        let node = self.topology.graph().target(self.slots.route(at).channel);
        let unmet = self.dependencies.iter_mut().find(|other| other.is_for(message, node) && !other.is_met());
        if let Some(dependency) = unmet {
            return dependency.waiting.push(at);
        }
        self.slots.route_mut(at).ejects = false;
        self.allocator.release(self.slots[at].ejection);
        self.slot_is_done(at);
    }

    /// The worm that a delivery waits for, if it does: one that starts at the node and has not left it whole.
    pub(super) fn waits_for_sending(&self, at: SlotIx) -> Option<SlotIx> {
        let waits = |dependency: &&Dependency| dependency.waiting.contains(&at);
        let Dependency { at: node, only_after, .. } = self.dependencies.iter().find(waits)?;
        let unsent = self.worms.iter().filter(|(_, worm)| worm.unfinished > 0 && worm.origin == *node);
        let of_message = unsent.filter(|(_, worm)| self.intake.messages[worm.message].id == *only_after);
        let first = of_message.map(|(_, worm)| worm.first_slot);
        first.filter(|&first| !self.slots.is_gone(first)).min_by_key(|&first| self.slots[first].rank)
    }

    /// By worm that has not started, by its first slot: the delivery that it waits for. Only asked for where messages
    /// depend on messages.
    pub(super) fn leaders(&self) -> BTreeMap<SlotIx, SlotIx> {
        let mut leaders = BTreeMap::new();
        let live = self.worms.iter().filter(|(_, worm)| worm.unfinished > 0);
        for at in live.flat_map(|(_, worm)| worm.first_slot..worm.first_slot + worm.slots) {
            let mut follower = self.slots.route(at).first_follower;
            while follower != NONE && self.slots[at].left < self.slots[at].length {
                leaders.insert(self.worms[follower].first_slot, at);
                follower = self.worms[follower].next_follower;
            }
        }
        leaders
    }

    pub(super) fn has_dependencies(&self) -> bool {
        !self.dependencies.is_empty()
    }
}
