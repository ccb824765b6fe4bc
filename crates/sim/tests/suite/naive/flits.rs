//! How flits move.

use super::{Naive, Release};
use wormcast_sim::*;
use wormcast_topology::ChannelId;

/// What leaves together: all branches of a visit, or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unit {
    pub(super) visit: usize,
    /// None: all.
    branch: Option<usize>,
}

impl Naive<'_> {
    fn copies(&self) -> bool {
        self.timing.flow.switching != Switching::Wormhole
    }

    pub(super) fn by_branch(&self) -> bool {
        self.copies() || self.timing.flow.replication == Replication::Forked
    }

    fn units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        for (visit, what) in self.visits.iter().enumerate() {
            match self.by_branch() && !what.branches.is_empty() {
                true => units.extend((0..what.branches.len()).map(|branch| Unit { visit, branch: Some(branch) })),
                false => units.push(Unit { visit, branch: None }),
            }
        }
        units
    }

    fn branches(&self, unit: Unit) -> std::ops::Range<usize> {
        match unit.branch {
            Some(branch) => branch..branch + 1,
            None => 0..self.visits[unit.visit].branches.len(),
        }
    }

    /// The channels that a unit's flits cross.
    pub(super) fn channels(&self, unit: Unit) -> Vec<ChannelId> {
        let visit = &self.visits[unit.visit];
        let to = self.branches(unit).filter_map(|branch| visit.branches[branch].to);
        to.map(|to| self.visits[to].entry.unwrap().2).collect()
    }

    /// How many flits have left on all branches of a visit; one without branches counts them itself.
    pub(super) fn left_on_all(&self, visit: usize) -> usize {
        self.visits[visit].branches.iter().map(|branch| branch.left.len()).min().unwrap_or(0)
    }

    /// When a flit had left on all branches.
    fn left_at(&self, visit: usize, flit: usize) -> Option<u64> {
        let times = self.visits[visit].branches.iter().map(|branch| branch.left.get(flit).copied());
        times.collect::<Option<Vec<_>>>().map(|times| times.into_iter().max().unwrap_or(0))
    }

    /// How many flits the router before a visit takes to be in its buffer, or on the way there.
    pub(super) fn filled(&self, visit: usize) -> usize {
        let Visited { channel, number } = self.visited(visit);
        let there = self
            .visits
            .iter()
            .enumerate()
            .filter(|(_, other)| other.entry.is_some_and(|(.., c)| c == channel) && other.number == number);
        let flits = there.map(|(other, what)| {
            let (parent, branch, _) = what.entry.unwrap();
            let sent = self.visits[parent].branches[branch].left.len();
            let known = |&flit: &usize| {
                self.left_at(other, flit).is_some_and(|at| at + self.timing.flow.credit.ps() <= self.now)
            };
            sent - (0..sent).filter(known).count()
        });
        flits.sum()
    }

    fn visited(&self, visit: usize) -> Visited {
        Visited { channel: self.visits[visit].entry.unwrap().2, number: self.visits[visit].number }
    }

    /// Whether the next flit of a unit can leave now, but for the turn on its links.
    fn can_leave(&self, unit: Unit) -> bool {
        let visit = &self.visits[unit.visit];
        let mut branches = self.branches(unit).map(|branch| &visit.branches[branch]);
        let next = branches.clone().map(|branch| branch.left.len()).max().unwrap_or(0);
        if next == self.length(unit.visit) || !branches.all(|branch| branch.has) {
            return false;
        }
        let branches = self.branches(unit).map(|branch| &visit.branches[branch]);
        let spaced = branches.clone().all(|b| b.left.last().is_none_or(|&last| last + self.branch_flit(b) <= self.now));
        let there = match visit.entry {
            None => true,
            Some((parent, branch, channel)) => {
                let sent = self.visits[parent].branches[branch].left.get(next);
                sent.is_some_and(|&at| at + self.latency(channel) <= self.now)
            }
        };
        // No branch is more than a flit ahead of another, unless each copies from the buffer.
        let in_step = self.copies() || self.left_on_all(unit.visit) == next;
        let room = |to: usize| self.filled(to) < self.buffer(self.visited(to).channel);
        // Where virtual channels share a link that is held up, flits line up for it all the same.
        let shared = self.shares_links();
        let open = |to: usize| shared || !self.is_stalled(self.visited(to).channel);
        let open = branches.filter_map(|branch| branch.to).all(|to| room(to) && open(to));
        spaced && there && in_step && open
    }

    pub(super) fn leave(&mut self, unit: Unit) {
        let branches = &self.visits[unit.visit].branches[self.branches(unit)];
        let crossed = self.now + branches.iter().map(|branch| self.branch_flit(branch)).max().unwrap_or(0);
        let length = self.length(unit.visit);
        for branch in self.branches(unit) {
            let to = self.visits[unit.visit].branches[branch].to;
            let left = &mut self.visits[unit.visit].branches[branch].left;
            left.push(self.now);
            let (is_head, is_tail) = (left.len() == 1, left.len() == length);
            match to {
                Some(to) => self.flit_is_sent(to, is_head, is_tail),
                None if is_tail => self.releases.push((crossed, Release::Ejection(unit.visit))),
                None => {}
            }
        }
        if self.left_on_all(unit.visit) == length {
            let last = |branch: &super::Branch| branch.left.last() == Some(&self.now);
            if self.visits[unit.visit].branches.iter().any(last) {
                self.tail_has_left(unit.visit);
            }
        }
    }

    fn flit_is_sent(&mut self, to: usize, is_head: bool, is_tail: bool) {
        let Visited { channel, number } = self.visited(to);
        if is_head {
            self.visits[to].arrived = Some(self.now + self.latency(channel));
            let buffer = self.buffers.entry((channel, number)).or_default();
            buffer.push(to);
            if buffer.len() == 1 {
                self.visits[to].front = Some(0);
            }
        }
        if is_tail && self.timing.flow.handover == Handover::Tail {
            let turnaround = self.timing.flow.turnaround.ps();
            self.releases.push((self.now + self.flit(channel) + turnaround, Release::Channel(to)));
        }
    }

    /// The tail has left a visit on all branches.
    pub(super) fn tail_has_left(&mut self, visit: usize) {
        let crossed = |branch: &super::Branch| branch.left.last().map(|last| last + self.branch_flit(branch));
        let over = self.visits[visit].branches.iter().filter_map(crossed).max().unwrap();
        self.releases.push((over, Release::Visit(visit)));
        if self.visits[visit].entry.is_none() {
            return self.releases.push((over, Release::Injection(self.visits[visit].worm)));
        }
        let Visited { channel, number } = self.visited(visit);
        let buffer = self.buffers.get_mut(&(channel, number)).unwrap();
        self.crossed.insert((channel, number), over);
        self.turned.insert((channel, number), self.now + self.timing.flow.turnaround.ps());
        assert_eq!(buffer.remove(0), visit, "flits leave a buffer in the order in which they came");
        if let Some(&next) = buffer.first() {
            self.visits[next].front = Some(self.now);
        }
        if self.timing.flow.handover == Handover::Empty {
            let credits = self.now + self.timing.flow.credit.ps();
            let turnaround = self.timing.flow.turnaround.ps();
            self.releases.push((over.max(credits) + turnaround, Release::Channel(visit)));
        }
    }

    /// Links that are free from now on are crossed by those first in line.
    pub(super) fn free_links(&mut self) -> bool {
        let ends = |stall: &Stall, channel| {
            let is_meant = stall.channel == channel && stall.virtual_channel.is_none() && !stall.only_heads;
            is_meant && (stall.from + stall.span).ps() == self.now
        };
        let is_free = |channel: &ChannelId| {
            let crossed = self.link_free.get(channel) == Some(&self.now);
            crossed || self.conditions.stalls.iter().any(|stall| ends(stall, *channel))
        };
        let free = self.link_lines.keys().copied().filter(is_free);
        let units: Vec<_> = free.filter_map(|channel| self.link_lines[&channel].first().copied()).collect();
        // All of them try, also behind the first one that can.
        let mut any = false;
        for unit in units {
            any |= self.try_cross(unit);
        }
        any
    }

    fn try_cross(&mut self, unit: Unit) -> bool {
        let channels = self.channels(unit);
        let may = |channel: &ChannelId| {
            let free = self.link_free.get(channel).is_none_or(|&at| at <= self.now);
            free && !self.is_stalled(*channel) && self.link_lines[channel].first() == Some(&unit)
        };
        if !channels.iter().all(may) {
            return false;
        }
        for channel in channels {
            self.link_lines.get_mut(&channel).unwrap().remove(0);
            self.link_free.insert(channel, self.now + self.flit(channel));
        }
        self.leave(unit);
        true
    }

    /// Flits that can leave now do, and those that can because of them.
    pub(super) fn move_flits(&mut self) -> bool {
        let mut any = false;
        loop {
            let shared = self.shares_links();
            let in_line = |unit: &Unit| self.link_lines.values().any(|line| line.contains(unit));
            let waits = |unit: &Unit| in_line(unit) || self.waits_at_a_router(unit);
            let able: Vec<_> = self.units().into_iter().filter(|unit| !waits(unit) && self.can_leave(*unit)).collect();
            if able.is_empty() {
                return any;
            }
            any = true;
            for unit in able {
                if self.has_crossbars() {
                    self.line_up(unit);
                } else if shared {
                    let channels = self.channels(unit);
                    channels.iter().for_each(|&c| self.link_lines.entry(c).or_default().push(unit));
                    self.try_cross(unit);
                } else if self.can_leave(unit) {
                    self.leave(unit);
                }
            }
        }
    }
}

struct Visited {
    channel: ChannelId,
    number: u32,
}
