//! How worms come into the engine.

use super::core::Core;
use super::event_queue::Event;
use super::visits::{TailRule, Visit, Worm};
use crate::intake::{Intake, TakesIn};
use crate::open_loop::Observer;
use crate::slab::{MessageAt, NONE, WormAt};
use crate::{SimError, Time};

impl<O: Observer> TakesIn for Core<'_, O> {
    fn intake(&mut self) -> &mut Intake {
        &mut self.intake
    }

    fn build(&mut self, message: MessageAt, route: wormcast_plan::Worm<'_>) -> Result<WormAt, SimError> {
        let visits = u32::try_from(route.hops.len()).ok().and_then(|hops| hops.checked_add(1));
        let place = visits.and_then(|visits| self.visits.take(visits));
        let Some((visits, first_visit)) = visits.zip(place) else {
            return Err(SimError::TooManyHops(route.hops.len() as u64));
        };
        let tails = self.tails_of(self.intake.length_of(route));
        let worm = self.worms.add(Worm {
            rank: self.next_rank,
            message,
            id: route.id,
            origin: route.origin,
            first_visit,
            visits,
            ungranted: visits,
            unfinished: visits,
            window: (0, 0),
            tails,
            tail_rule: TailRule::AtOnce,
            next: NONE,
            next_follower: NONE,
        });
        self.next_rank += u64::from(visits);
        let built = self.lay_route(worm, route);
        if built.is_err() {
            self.discard(worm);
        }
        built.map(|()| worm)
    }

    fn discard(&mut self, worm: WormAt) {
        let Worm { first_visit, visits, .. } = self.worms[worm];
        self.worms[worm].unfinished = 0;
        self.visits.give_back(first_visit, visits);
        self.worms.remove(worm);
    }

    fn start_at(&mut self, worm: WormAt, at: Time) {
        self.events.add(at, self.worms[worm].rank, Event::Start(worm));
    }

    fn start_after(&mut self, worm: WormAt, leader: WormAt, hop: u32) {
        let visit = &mut self.visits[self.worms[leader].first_visit + 1 + hop];
        self.worms[worm].next_follower = std::mem::replace(&mut visit.first_follower, worm);
    }
}

impl<O: Observer> Core<'_, O> {
    /// Writes the visits of a worm.
    fn lay_route(&mut self, worm: WormAt, route: wormcast_plan::Worm<'_>) -> Result<(), SimError> {
        let Worm { first_visit: first, tails, .. } = self.worms[worm];
        let tails = &self.tails[tails as usize];
        self.visits[first] = Visit::at_origin(worm);
        let (mut deepest, mut is_path) = (0, true);
        for (hop, at) in route.hops.iter().zip(first + 1..) {
            let parent = hop.parent().map_or(first, |parent| first + 1 + parent);
            let sibling = std::mem::replace(&mut self.visits[parent].first_child, at);
            // For the time being, `scratch` is the depth, in flits of buffers.
            let depth = self.visits[parent].scratch.saturating_add(tails.room(hop.channel));
            let visit = Visit::after(parent, hop.channel, worm);
            self.visits[at] = Visit { next_sibling: sibling, scratch: depth, ..visit };
            deepest = deepest.max(depth);
            is_path &= parent + 1 == at;
            self.check_siblings(worm, route.id, at)?;
        }
        let rule = tails.rule(deepest, is_path);
        self.worms[worm].tail_rule = rule;
        if rule == TailRule::Branches {
            (first..=first + route.hops.len() as u32).for_each(|at| self.visits[at].scratch = 1);
        }
        let message = self.worms[worm].message;
        let pool = self.allocator.pools().of(route.consumption_class);
        for delivery in route.deliveries {
            let visit = &mut self.visits[first + 1 + delivery.hop];
            self.intake.messages[message].deliveries += u32::from(!visit.delivers);
            (visit.delivers, visit.pool) = (true, pool);
        }
        Ok(())
    }

    /// Refuses a channel that the worm already takes at the same router.
    fn check_siblings(&self, worm: WormAt, id: u32, at: u32) -> Result<(), SimError> {
        let mut sibling = self.visits[at].next_sibling;
        while sibling != NONE {
            if self.visits[sibling].channel == self.visits[at].channel {
                let [first, second] = [sibling, at].map(|at| at - self.worms[worm].first_visit - 1);
                return Err(SimError::RepeatedBranch { plan: self.intake.next_message(), worm: id, first, second });
            }
            sibling = self.visits[sibling].next_sibling;
        }
        Ok(())
    }
}
