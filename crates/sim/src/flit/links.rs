//! Links that several virtual channels share: their flits take turns.

use super::queue::Queue;
use crate::fleet::{Fleet, VisitIx};
use crate::{Time, Timing};
use std::collections::{HashMap, VecDeque};

/// The links that worms use. A flit that could leave stands in line for all the links that it needs, and crosses them
/// together when it is first everywhere and all are free. Each virtual channel has one flit in line at most; when it has gone, the next one
/// lines up behind those of the other virtual channels: so they take turns, a flit time each.
#[derive(Debug)]
pub(super) struct Links {
    /// The link that leads to each visit; the number of an origin means nothing.
    into: Vec<u32>,
    lines: Vec<VecDeque<VisitIx>>,
    free_at: Vec<Time>,
    /// Links that a flit is crossing.
    crossed: Queue<u32>,
    flit: Time,
}

impl Links {
    pub fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let mut numbers = HashMap::new();
        let mut number = |channel| {
            let next = numbers.len() as u32;
            *numbers.entry(channel).or_insert(next)
        };
        let into = fleet.visits.iter().map(|visit| visit.entry.map_or(0, |(_, channel)| number(channel))).collect();
        let lines = vec![VecDeque::new(); numbers.len()];
        let (free_at, crossed) = (vec![Time::ZERO; numbers.len()], Queue::after(timing.flit));
        Self { into, lines, free_at, crossed, flit: timing.flit }
    }

    pub fn next_time(&self) -> Time {
        self.crossed.next_time()
    }

    /// A flit that is free to leave a visit lines up.
    pub fn join(&mut self, children: &[VisitIx], visit: VisitIx) {
        children.iter().for_each(|&child| self.lines[self.into[child as usize] as usize].push_back(visit));
    }

    /// The flit that is first in line for a link which is free from now on, if any.
    pub fn next_at_free_link(&mut self, now: Time) -> Option<Option<VisitIx>> {
        let link = self.crossed.pop(now)?;
        Some(self.lines[link as usize].front().copied())
    }

    /// Lets the flit of a visit cross its links, if it is first in line at all of them and all are free.
    pub fn try_cross(&mut self, children: &[VisitIx], visit: VisitIx, now: Time) -> bool {
        let link = |&child: &VisitIx| self.into[child as usize] as usize;
        let may_go = |link: usize| self.free_at[link] <= now && self.lines[link].front() == Some(&visit);
        if !children.iter().map(link).all(may_go) {
            return false;
        }
        for &child in children {
            let link = self.into[child as usize];
            self.lines[link as usize].pop_front();
            self.free_at[link as usize] = now + self.flit;
            self.crossed.add(now, link);
        }
        true
    }
}
