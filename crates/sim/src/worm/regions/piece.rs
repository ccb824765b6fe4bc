//! Pieces of worms: the visits of a path in a region, and those behind them that decide about its tails.

use super::letters::{Crossing, GrantBeyond, Letters, PathWorm, Route, Step, Upstream};
use super::region::Region;
use crate::Time;
use crate::open_loop::Observer;
use crate::slab::{NONE, WormAt};
use crate::worm::core::Core;
use crate::worm::event_queue::Event;
use crate::worm::visits::{Visit, VisitAt, Worm};
use wormcast_topology::ChannelId;

/// A piece has places for so many visits, those behind its end included, if its reach is not long.
const PLACES: u32 = 16;

/// The most visits of a piece behind its first one: as many places lie behind its end as its reach is long and one
/// more, and at least as many before that.
fn longest_piece(reach: u32) -> u32 {
    let behind = reach.saturating_add(1);
    behind.saturating_mul(2).checked_next_power_of_two().unwrap_or(u32::MAX).max(PLACES) - behind - 1
}

impl<O: Observer> Core<'_, Region<'_, O>> {
    /// When something happens next, as far as is known here.
    pub(super) fn next_time(&self) -> Option<Time> {
        [self.events.next_time(), self.site.arrivals.next_time()].into_iter().flatten().min()
    }

    /// Lets everything happen here that happens before a time.
    pub(super) fn work_off_window(&mut self, end: Time) {
        let mut arrivals = std::mem::take(&mut self.site.arrivals);
        while let Some((at, worm, steps)) = arrivals.pop_before(end) {
            let route = self.site.route(worm, steps);
            if let Some(place) = self.lay(route, 0, &[]) {
                self.events.add(at, worm.rank, Event::Start(place));
            }
        }
        self.site.arrivals = arrivals;
        self.work_off_before(end);
    }

    /// Takes in what another region has sent.
    pub(super) fn read(&mut self, letters: &mut Letters) {
        for &GrantBeyond { worm, visit, trigger } in &letters.grants {
            self.site.trigger = trigger;
            let visit = self.worms[worm].first_visit + visit;
            self.visits[visit].grant = trigger.at;
            self.settle(worm, visit);
        }
        for &Crossing { ready, entry, worm, ref steps, ref upstream } in &letters.crossings {
            let route = self.site.route(worm, &letters.steps[steps.clone()]);
            if let Some(worm) = self.lay(route, entry, &letters.upstream[upstream.clone()]) {
                self.events.add_head(ready, self.worms[worm].first_visit);
            }
        }
        letters.clear();
    }

    /// Lays the visits of a worm from one that is here up to the last before it leaves the region, or so many that the
    /// rest is laid when the head comes there, as if that were another region: so a worm takes as much memory as its
    /// reach is long, and 4 bytes for each hop ahead. After the next visit, by whose channel it leaves, the tail is
    /// known when `reach` more are granted: these are laid too. None if there is no place.
    fn lay(&mut self, route: Route, first: u32, upstream: &[Upstream]) -> Option<WormAt> {
        let end = route.worm.steps;
        let tails = self.tails_of(route.worm.length);
        let reach = self.tails[tails as usize].reach();
        let longest = end.min(first.saturating_add(longest_piece(reach)));
        let is_here = |visit: u32| self.nodes.contains(&self.graph.target(route.step_to(visit).channel()).index());
        let last_here = (first + 1..=longest).find(|&visit| !is_here(visit)).map_or(longest, |beyond| beyond - 1);
        let last = if last_here == end { end } else { end.min(last_here.saturating_add(1).saturating_add(reach)) };
        let visits = last - first + 1;
        let Some(place) = self.visits.take(visits) else {
            self.site.refused += 1;
            return None;
        };
        let worm = self.worms.add(self.piece_of(route.worm, first, place, visits, tails));
        self.lay_visits(&route, worm, first, last_here);
        if last_here < end || !upstream.is_empty() {
            self.worms[worm].abroad = self.site.keep(first, route, upstream);
        } else {
            self.site.forget(route);
        }
        Some(worm)
    }

    fn piece_of(&self, route: PathWorm, first: u32, place: VisitAt, visits: u32, tails: u32) -> Worm {
        let of_length = &self.tails[tails as usize];
        let depth = (visits - 1).saturating_mul(of_length.room(ChannelId::new(0)));
        Worm {
            rank: route.rank + u64::from(first),
            message: route.message,
            id: route.id,
            origin: route.origin,
            first_visit: place,
            visits,
            ungranted: visits,
            unfinished: visits,
            window: (0, 0),
            tails,
            tail_rule: of_length.rule(depth, true),
            next: NONE,
            next_follower: NONE,
            abroad: NONE,
            entered: first > 0,
        }
    }

    fn lay_visits(&mut self, route: &Route, at: WormAt, first: u32, last_here: u32) {
        let Worm { first_visit, visits, .. } = self.worms[at];
        for (place, visit) in (first_visit..first_visit + visits).zip(first..) {
            let step = (visit > 0).then(|| route.step_to(visit));
            self.visits[place] = Visit {
                channel: step.map_or(ChannelId::new(0), Step::channel),
                delivers: step.is_some_and(Step::delivers),
                pool: route.worm.pool,
                parent: if visit == first { NONE } else { place - 1 },
                first_child: if place + 1 < first_visit + visits { place + 1 } else { NONE },
                beyond: visit > last_here,
                ..Visit::at_origin(at)
            };
        }
    }
}
