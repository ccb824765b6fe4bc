//! Links that several virtual channels share: their flits take turns.

use super::numbers::{BufferIx, NONE, Numbers};
use super::places::Place;
use super::queue::Queue;
use crate::fleet::Fleet;
use crate::{Time, Timing};
use std::collections::{HashMap, VecDeque};

/// The links that worms use. A flit that could leave stands in line for all the links that it needs, and crosses them
/// together when it is first everywhere and all are free. Each virtual channel has one flit in line at most; when it
/// has gone, the next one lines up behind those of the other virtual channels: so they take turns, a flit time each.
#[derive(Debug)]
pub(super) struct Links {
    /// The link of each virtual channel.
    links: Vec<u32>,
    lines: Vec<VecDeque<Place>>,
    free_at: Vec<Time>,
    /// Links that a flit is crossing.
    crossed: Queue<u32>,
    flit: Time,
}

impl Links {
    pub(super) fn new(fleet: &Fleet, numbers: &Numbers, timing: &Timing) -> Self {
        let mut found = HashMap::new();
        let mut links = vec![NONE; numbers.buffers()];
        for (visit, channel) in fleet.visits.iter().filter_map(|visit| Some((visit, visit.entry?.1))) {
            let next = found.len() as u32;
            links[numbers.buffer_into(visit) as usize] = *found.entry(channel).or_insert(next);
        }
        let lines = vec![VecDeque::new(); found.len()];
        let (free_at, crossed) = (vec![Time::ZERO; found.len()], Queue::after(timing.flit));
        Self { links, lines, free_at, crossed, flit: timing.flit }
    }

    pub(super) fn next_time(&self) -> Time {
        self.crossed.next_time()
    }

    /// A flit that is free to leave a visit lines up for the links of these virtual channels.
    pub(super) fn join(&mut self, ahead: impl Iterator<Item = BufferIx>, place: Place) {
        ahead.for_each(|buffer| self.lines[self.links[buffer as usize] as usize].push_back(place));
    }

    /// The flit that is first in line for a link which is free from now on, if any.
    pub(super) fn next_at_free_link(&mut self, now: Time) -> Option<Option<Place>> {
        let link = self.crossed.pop(now)?;
        Some(self.lines[link as usize].front().copied())
    }

    /// Lets the flit of a visit cross its links, if it is first in line at all of them and all are free. Returns when
    /// they are free again.
    pub(super) fn try_cross<I: Iterator<Item = BufferIx>>(
        &mut self,
        ahead: impl Fn() -> I,
        place: Place,
        now: Time,
    ) -> Option<Time> {
        let may_go = |link: usize| self.free_at[link] <= now && self.lines[link].front() == Some(&place);
        if !ahead().all(|buffer| may_go(self.links[buffer as usize] as usize)) {
            return None;
        }
        for buffer in ahead() {
            let link = self.links[buffer as usize];
            self.lines[link as usize].pop_front();
            self.free_at[link as usize] = now + self.flit;
            self.crossed.add(now, link);
        }
        Some(now + self.flit)
    }
}
