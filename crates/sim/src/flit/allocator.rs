//! The channel allocator: what is free, and the requests that wait in lines for it, first come, first served.

use super::numbers::ResourceIx;
use super::slots::{SEVERAL, Slot, SlotIx, Slots};
use crate::slab::NONE;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, VecDeque};
use wormcast_plan::Reservation;

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    /// The request of a visit has all that it asks for.
    All(SlotIx),
    /// The request of a visit has one of the things that it asks for, which it got by itself; with the last of them,
    /// all. `NONE` stands for a delivery that needs no ejection channel.
    Part(SlotIx, ResourceIx),
}

/// What is free, and the requests that wait, by the first slots of their visits.
#[derive(Debug)]
pub(super) struct ChannelAllocator {
    resources: Vec<Line>,
    reservation: Reservation,
    /// How many requests have joined lines.
    joins: u32,
    /// How many had before those that join now.
    before_batch: u32,
    /// Grants that are to be told.
    granted: VecDeque<Grant>,
    /// Requests that may have become grantable, and by which resource.
    candidates: Vec<(SlotIx, ResourceIx)>,
    /// Requests that get one thing by itself, and then another.
    partial: BTreeMap<SlotIx, Partial>,
    /// Those of them that are to ask for the next thing.
    asking: Vec<SlotIx>,
    /// Where heads ask in any order, or ask for each thing by itself, and a plan says in which order: a number for each
    /// thing that one needs.
    orders: BTreeMap<SlotIx, Vec<u32>>,
    /// Such numbers of the requests that are made now.
    of_batch: BTreeMap<(ResourceIx, SlotIx), u32>,
}

/// A request that gets one thing by itself, and then another.
#[derive(Debug)]
struct Partial {
    joined: u32,
    /// What it does not have yet; what it asks for next is last.
    missing: Vec<ResourceIx>,
}

/// Something that worms hold.
#[derive(Debug)]
struct Line {
    /// How many more worms can take it; far below 0 while it is held up.
    free: i64,
    /// The requests that wait for it, and when each joined.
    waiting: VecDeque<(SlotIx, u32)>,
    /// Whether requests of one time that are made by parts join it in the reverse order.
    highest_first: bool,
}

/// More than there is of anything.
pub(super) const HELD_UP: i64 = 1 << 40;

impl Line {
    fn first(&self) -> Option<SlotIx> {
        self.waiting.front().map(|&(at, _)| at)
    }

    /// A request joins; `before` had joined before those of this time, of which some stand behind it.
    fn join(&mut self, entry: (SlotIx, u32), before: u32, is_behind: impl Fn(SlotIx) -> bool) {
        let of_before = self.waiting.iter().rev().skip_while(|&&(at, joined)| joined > before && is_behind(at));
        let place = of_before.count();
        self.waiting.insert(place, entry);
    }

    fn is_free(&self) -> bool {
        self.free > 0 && self.waiting.is_empty()
    }

    fn is_open_for(&self, at: SlotIx) -> bool {
        self.free > 0 && self.first() == Some(at)
    }

    /// The first in line takes it. Who is first then.
    fn take(&mut self) -> Option<SlotIx> {
        self.free -= 1;
        self.waiting.pop_front();
        self.first()
    }
}

impl ChannelAllocator {
    pub(super) fn new(reservation: Reservation) -> Self {
        Self {
            resources: Vec::new(),
            reservation,
            joins: 0,
            before_batch: 0,
            granted: VecDeque::new(),
            candidates: Vec::new(),
            partial: BTreeMap::new(),
            asking: Vec::new(),
            orders: BTreeMap::new(),
            of_batch: BTreeMap::new(),
        }
    }

    /// Another resource, which so many worms can hold at a time. Of requests that get one thing by itself and are made
    /// at one time, its line may take the highest worm first.
    pub(super) fn add(&mut self, capacity: u32, highest_first: bool) {
        self.resources.push(Line { free: capacity.into(), highest_first, waiting: VecDeque::new() });
    }

    /// Requests that are made from now on are made at one time.
    pub(super) fn begin_batch(&mut self) {
        self.before_batch = self.joins;
        self.of_batch.clear();
    }

    /// A head will ask for what it needs in the order of these numbers; or, where it asks for each thing by itself,
    /// stand before requests of the same time that have higher numbers there.
    pub(super) fn order(&mut self, at: SlotIx, numbers: Vec<u32>) {
        self.orders.insert(at, numbers);
    }

    /// The request of a visit takes at once what it needs, if it can, or joins all its lines at once.
    pub(super) fn join(&mut self, at: SlotIx, slots: &Slots) {
        match self.reservation {
            Reservation::Atomic | Reservation::Whole => self.join_all(at, slots),
            Reservation::Incremental | Reservation::AnyOrder => {
                let mut missing: Vec<_> = slots.needs(at).collect();
                match self.orders.remove(&at) {
                    _ if self.reservation == Reservation::Incremental => missing.reverse(),
                    Some(order) => missing = in_order(missing, &order),
                    None => {}
                }
                self.join_in_parts(at, slots, missing);
                self.asking.push(at);
            }
            Reservation::Independent => {
                let missing: Vec<_> = slots.needs(at).collect();
                let numbers = self.orders.remove(&at).into_iter().flatten();
                self.of_batch.extend(missing.iter().map(|&resource| (resource, at)).zip(numbers));
                missing.iter().for_each(|&resource| self.join_one(at, resource));
                self.join_in_parts(at, slots, missing);
            }
        }
    }

    /// A request joins the line for one of the things that it asks for, each by itself.
    fn join_one(&mut self, at: SlotIx, resource: ResourceIx) {
        let Self { of_batch, resources, joins, before_batch, candidates, .. } = self;
        let line = &mut resources[resource as usize];
        let number = |at| if of_batch.is_empty() { 0 } else { of_batch.get(&(resource, at)).copied().unwrap_or(0) };
        let (own, highest_first) = (number(at), line.highest_first);
        let is_behind = |other| match number(other).cmp(&own) {
            Ordering::Equal => highest_first,
            unequal => unequal == Ordering::Greater,
        };
        line.join((at, *joins + 1), *before_batch, is_behind);
        candidates.extend(line.first().map(|first| (first, resource)));
    }

    /// The request of a visit takes what it needs without joining a line, if it can do so at once.
    #[inline]
    pub(super) fn take_at_once(&mut self, at: SlotIx, slots: &Slots) -> bool {
        if !matches!(self.reservation, Reservation::Atomic | Reservation::Whole) {
            return false;
        }
        let Some(only) = only_need(at, slots) else { return slots.needs(at).next().is_none() };
        let line = &mut self.resources[only as usize];
        let is_free = line.is_free();
        line.free -= i64::from(is_free);
        is_free
    }

    /// The request of a simple worm takes a channel, or waits for it; whether it has it.
    #[inline]
    pub(super) fn take_or_wait(&mut self, channel: ResourceIx, at: SlotIx) -> bool {
        let line = &mut self.resources[channel as usize];
        let is_free = line.is_free();
        if is_free {
            line.free -= 1;
        } else {
            self.joins += 1;
            line.waiting.push_back((at, self.joins));
        }
        is_free
    }

    /// A channel is free: if a simple worm is first in line for it, that has it now, and is returned.
    #[inline]
    pub(super) fn hand_over(&mut self, channel: ResourceIx, slots: &Slots) -> Option<SlotIx> {
        let line = &mut self.resources[channel as usize];
        let Some(first) = line.first() else {
            line.free += 1;
            return None;
        };
        if !slots[first].simple {
            self.release(channel);
            return None;
        }
        line.waiting.pop_front();
        Some(first)
    }

    fn join_all(&mut self, at: SlotIx, slots: &Slots) {
        let only = only_need(at, slots);
        let Self { resources, .. } = self;
        if let Some(only) = only {
            let line = &mut resources[only as usize];
            if line.is_free() {
                line.free -= 1;
                return self.granted.push_back(Grant::All(at));
            }
        } else if slots.needs(at).all(|resource| resources[resource as usize].is_free()) {
            slots.needs(at).for_each(|resource| resources[resource as usize].free -= 1);
            return self.granted.push_back(Grant::All(at));
        }
        self.joins += 1;
        let entry = (at, self.joins);
        slots.needs(at).for_each(|resource| resources[resource as usize].waiting.push_back(entry));
    }

    fn join_in_parts(&mut self, at: SlotIx, slots: &Slots, missing: Vec<ResourceIx>) {
        self.joins += 1;
        if missing.is_empty() {
            return self.granted.push_back(Grant::All(at));
        }
        // A delivery that needs no ejection channel is one that waits for nothing.
        if slots[at].fork != NONE && slots.branches(at).any(|at| slots.wants(at).next().is_none()) {
            self.granted.push_back(Grant::Part(at, NONE));
        }
        self.partial.insert(at, Partial { joined: self.joins, missing });
    }

    /// The next grant; none if nothing can be granted. The order in which several are granted makes no difference: one
    /// never stands in another's way, and those in one line are granted one after another.
    pub(super) fn grant(&mut self, slots: &Slots) -> Option<Grant> {
        loop {
            if let Some(grant) = self.granted.pop_front() {
                return Some(grant);
            }
            while let Some((at, resource)) = self.candidates.pop() {
                let grant = match self.reservation {
                    Reservation::Atomic | Reservation::Whole => self.take_all(at, slots),
                    _ => self.take_one(at, resource),
                };
                if grant.is_some() {
                    return grant;
                }
            }
            if self.asking.is_empty() {
                return None;
            }
            self.ask_on(slots);
        }
    }

    fn take_all(&mut self, at: SlotIx, slots: &Slots) -> Option<Grant> {
        if let Some(only) = only_need(at, slots) {
            let line = &mut self.resources[only as usize];
            let is_open = line.is_open_for(at);
            self.candidates.extend(is_open.then(|| line.take()).flatten().map(|next| (next, only)));
            return is_open.then_some(Grant::All(at));
        }
        if !slots.needs(at).all(|resource| self.resources[resource as usize].is_open_for(at)) {
            return None;
        }
        for resource in slots.needs(at) {
            let next = self.resources[resource as usize].take();
            self.candidates.extend(next.map(|next| (next, resource)));
        }
        Some(Grant::All(at))
    }

    fn take_one(&mut self, at: SlotIx, resource: ResourceIx) -> Option<Grant> {
        let line = &mut self.resources[resource as usize];
        if !line.is_open_for(at) {
            return None;
        }
        self.candidates.extend(line.take().map(|next| (next, resource)));
        let missing = &mut self.partial.get_mut(&at)?.missing;
        missing.retain(|&other| other != resource);
        if missing.is_empty() {
            self.partial.remove(&at);
        } else if self.reservation != Reservation::Independent {
            self.asking.push(at);
        }
        Some(Grant::Part(at, resource))
    }

    /// Those that got something line up for what they need next, in the order of worms and of their visits.
    fn ask_on(&mut self, slots: &Slots) {
        self.asking.sort_unstable_by_key(|&at| slots[at].rank);
        for at in self.asking.drain(..) {
            let next = self.partial.get(&at).and_then(|partial| Some((*partial.missing.last()?, partial.joined)));
            let Some((next, joined)) = next else { continue };
            self.resources[next as usize].waiting.push_back((at, joined));
            self.candidates.push((at, next));
        }
    }

    /// Whether a request has all that it asked for, of those that get one thing by itself and then another.
    pub(super) fn is_complete(&self, at: SlotIx) -> bool {
        !self.partial.contains_key(&at)
    }

    /// One more worm can take a resource. Whether somebody waits for it.
    #[inline]
    pub(super) fn release(&mut self, resource: ResourceIx) -> bool {
        let line = &mut self.resources[resource as usize];
        line.free += 1;
        let first = line.first();
        if let Some(first) = first {
            self.candidates.push((first, resource));
        }
        first.is_some()
    }

    /// Nobody can take a resource from now on, or everybody again.
    pub(super) fn hold_up(&mut self, resource: ResourceIx, begins: bool) {
        let line = &mut self.resources[resource as usize];
        line.free += if begins { -HELD_UP } else { HELD_UP };
        self.candidates.extend(line.first().map(|first| (first, resource)));
    }

    /// Whether something may be granted that could not be before.
    #[inline]
    pub(super) fn is_stirred(&self) -> bool {
        !(self.candidates.is_empty() && self.granted.is_empty() && self.asking.is_empty())
    }

    /// What a request that was made and not granted waits for now, in the order in which it asks.
    pub(super) fn waits_for(&self, at: SlotIx, slots: &Slots) -> Vec<ResourceIx> {
        match self.partial.get(&at) {
            None => slots.needs(at).collect(),
            Some(partial) if self.reservation == Reservation::Independent => partial.missing.clone(),
            Some(partial) => partial.missing.last().copied().into_iter().collect(),
        }
    }

    /// The requests in the line for each resource, the first one first.
    pub(super) fn lines(&self) -> impl Iterator<Item = (ResourceIx, impl Iterator<Item = SlotIx>)> {
        (0..).zip(&self.resources).map(|(number, line)| (number, line.waiting.iter().map(|&(at, _)| at)))
    }
}

/// The same with what has the least number last: that is asked for first.
fn in_order(missing: Vec<ResourceIx>, numbers: &[u32]) -> Vec<ResourceIx> {
    let mut numbered: Vec<_> = numbers.iter().copied().zip(missing).collect();
    numbered.sort_by_key(|&(number, _)| Reverse(number));
    numbered.into_iter().map(|(_, resource)| resource).collect()
}

/// The channel that a request is for, in the frequent case that it is for one and nothing else.
#[inline]
fn only_need(at: SlotIx, slots: &Slots) -> Option<ResourceIx> {
    let Slot { ahead, ejection, .. } = slots[at];
    (ahead < SEVERAL && ejection == NONE && slots.route(at).asks == 1).then_some(ahead)
}
