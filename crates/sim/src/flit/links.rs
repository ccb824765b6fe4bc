//! Links that several virtual channels share: their flits take turns.

use super::event_queue::{EventQueue, NEVER};
use super::numbers::ResourceIx;
use super::slots::SlotIx;
use crate::Time;
use crate::slab::NONE;
use std::collections::{HashMap, VecDeque};
use wormcast_topology::ChannelId;

/// A link, and the flits in line for it.
#[derive(Debug)]
struct Link {
    line: VecDeque<SlotIx>,
    free_at: Time,
    channel: ChannelId,
    /// The time that a flit takes.
    flit: Time,
    /// The slots that send flits over it; only kept where they are told ahead while one is alone.
    users: Vec<SlotIx>,
    /// Whether its line is to be looked at when it is free.
    is_awaited: bool,
}

/// The links that worms use. A flit that could leave stands in line for all the links that it needs, and crosses them
/// together when it is first everywhere and all are free. Each virtual channel has one flit in line at most; when it
/// has gone, the next one lines up behind those of the other virtual channels: so they take turns, a flit time each.
#[derive(Debug)]
pub(super) struct Links {
    numbers: HashMap<ChannelId, u32>,
    /// The link of each virtual channel; `NONE` for what is no virtual channel.
    links: Vec<u32>,
    items: Vec<Link>,
    /// Links that a flit is crossing while others are in line.
    crossed: EventQueue<u32>,
}

impl Links {
    pub(super) fn new(flit: Time) -> Self {
        let (numbers, links, items) = (HashMap::new(), Vec::new(), Vec::new());
        Self { numbers, links, items, crossed: EventQueue::after(flit) }
    }

    /// A virtual channel of a link has this number.
    pub(super) fn add(&mut self, number: ResourceIx, channel: ChannelId, flit: Time) {
        let next = self.items.len() as u32;
        let link = *self.numbers.entry(channel).or_insert(next);
        if link == next {
            self.items.push(Link {
                line: VecDeque::new(),
                free_at: Time::ZERO,
                channel,
                flit,
                users: Vec::new(),
                is_awaited: false,
            });
        }
        self.links.resize(self.links.len().max(number as usize + 1), NONE);
        self.links[number as usize] = link;
    }

    pub(super) fn next_time(&self) -> Time {
        self.crossed.next_time()
    }

    #[inline]
    fn of(&mut self, buffer: ResourceIx) -> &mut Link {
        &mut self.items[self.links[buffer as usize] as usize]
    }

    /// A flit that is free to leave a slot crosses the link of a virtual channel, if that is free and nobody is in line
    /// for it.
    #[inline]
    pub(super) fn cross_at_once(&mut self, buffer: ResourceIx, now: Time) -> bool {
        let link = self.of(buffer);
        let crosses = link.free_at <= now && link.line.is_empty();
        if crosses {
            link.free_at = now + link.flit;
        }
        crosses
    }

    /// A flit that is free to leave a slot lines up for the link of a virtual channel. When that is to be looked at, if
    /// nobody waited for it.
    pub(super) fn join(&mut self, buffer: ResourceIx, at: SlotIx, now: Time) -> Time {
        self.of(buffer).line.push_back(at);
        self.await_link(buffer, now)
    }

    /// The line for a link is looked at when it is free, if there is one; when that is, if it was not known before.
    fn await_link(&mut self, buffer: ResourceIx, now: Time) -> Time {
        let number = self.links[buffer as usize];
        let Self { items, crossed, .. } = self;
        let link = &mut items[number as usize];
        if link.free_at <= now || link.is_awaited || link.line.is_empty() {
            return NEVER;
        }
        link.is_awaited = true;
        crossed.add(now, link.free_at, number);
        link.free_at
    }

    /// The flit that is first in line for a link which is free from now on, if any.
    pub(super) fn next_at_free_link(&mut self, now: Time) -> Option<Option<SlotIx>> {
        loop {
            let number = self.crossed.pop(now)?;
            let link = &mut self.items[number as usize];
            link.is_awaited = link.free_at > now;
            if link.is_awaited {
                // Meanwhile somebody else began to cross it.
                self.crossed.add(now, link.free_at, number);
            } else {
                return Some(link.line.front().copied());
            }
        }
    }

    /// Whether a flit is first in line for the link of a virtual channel, and it is free.
    pub(super) fn may_cross(&mut self, buffer: ResourceIx, at: SlotIx, now: Time) -> bool {
        let link = self.of(buffer);
        link.free_at <= now && link.line.front() == Some(&at)
    }

    /// The flit that is first in line for the link of a virtual channel crosses it. When the link is to be looked at
    /// again, if others are in line.
    pub(super) fn cross(&mut self, buffer: ResourceIx, now: Time) -> Time {
        let link = self.of(buffer);
        link.line.pop_front();
        link.free_at = now + link.flit;
        self.await_link(buffer, now)
    }

    /// Nothing crosses the link of a virtual channel until this time.
    pub(super) fn hold_up(&mut self, buffer: ResourceIx, now: Time, until: Time) {
        let link = self.of(buffer);
        link.free_at = link.free_at.max(until);
        self.await_link(buffer, now);
    }

    /// The slots that send flits over the link of a virtual channel.
    #[inline]
    pub(super) fn users(&mut self, buffer: ResourceIx) -> &mut Vec<SlotIx> {
        &mut self.of(buffer).users
    }

    /// A slot sends all its flits over the link of a virtual channel, until this time, if nobody else wants that: it is
    /// free then, and nobody is in line. Whether it is so.
    #[inline]
    pub(super) fn use_alone(&mut self, buffer: ResourceIx, at: SlotIx, until: Time) -> bool {
        let link = self.of(buffer);
        let is_alone = link.users.is_empty();
        if is_alone {
            link.users.push(at);
            link.free_at = until;
        }
        is_alone
    }

    /// A slot sends no more flits over the link of a virtual channel.
    #[inline]
    pub(super) fn unuse(&mut self, buffer: ResourceIx, at: SlotIx) {
        let users = self.users(buffer);
        match users[..] {
            [only] if only == at => users.clear(),
            _ => users.retain(|&other| other != at),
        }
    }

    /// The last flit that is told to cross the link of a virtual channel has crossed it then.
    #[inline]
    pub(super) fn is_told(&mut self, buffer: ResourceIx, free_at: Time) {
        self.of(buffer).free_at = free_at;
    }

    /// How many links there are.
    pub(super) fn count(&self) -> usize {
        self.items.len()
    }

    /// The number of the link of a virtual channel; `NONE` for what is no virtual channel.
    #[inline]
    pub(super) fn number(&self, buffer: ResourceIx) -> u32 {
        self.links.get(buffer as usize).copied().unwrap_or(NONE)
    }

    /// What a link goes by where links take turns: that of its channel; what is no link goes last.
    #[inline]
    pub(super) fn key(&self, link: u32) -> u32 {
        self.items.get(link as usize).map_or(NONE, |link| link.channel.index() as u32)
    }

    #[inline]
    pub(super) fn is_free(&self, link: u32, now: Time) -> bool {
        self.items[link as usize].free_at <= now
    }

    /// The channel of a virtual channel.
    pub(super) fn channel(&self, buffer: ResourceIx) -> ChannelId {
        self.items[self.links[buffer as usize] as usize].channel
    }

    /// A flit crosses the link of a virtual channel, without a line; until when.
    pub(super) fn occupy(&mut self, buffer: ResourceIx, now: Time) -> Time {
        let link = self.of(buffer);
        link.free_at = now + link.flit;
        link.free_at
    }
}
