//! How messages come into the engine.

use super::agenda::Event;
use super::slab::{Message, NONE, TailRule, UNKNOWN, Visit, Worm, WormAt};
use super::{MessageId, Observer, WormEngine};
use crate::fleet::HORIZON;
use crate::{SimError, Time};
use wormcast_plan::Worms;

impl<O: Observer> WormEngine<'_, O> {
    /// Injects the worms of one message, which is generated at this time: now or later. Ties between worms go to the
    /// message that was injected first, and then to the lower number. O(hops); nothing is allocated once the engine
    /// has seen its largest number of worms in flight. In errors, the plan is the number of the message.
    ///
    /// # Errors
    /// The time is past or beyond 2^62 ps, there are more hops in flight than can be numbered, the worms are of more
    /// consumption classes than the engine was made for, or cannot be run. Nothing is injected then.
    ///
    /// # Panics
    /// If the worms are for another network, and name channels that this one does not have.
    pub fn inject(&mut self, worms: &Worms, at: Time) -> Result<MessageId, SimError> {
        if at < self.now || at > HORIZON {
            return Err(SimError::Past { at, now: self.now });
        }
        let id = self.next_message;
        let (classes, known) = (worms.consumption_classes(), self.consumption_classes);
        if classes > known {
            return Err(SimError::ConsumptionClasses { plan: id as usize, classes, known });
        }
        self.relays.check(id as usize, worms)?;
        let message = self.messages.add(Message {
            id,
            generated: at,
            injected: UNKNOWN,
            last_delivery: at,
            deliveries: 0,
            worms: worms.len() as u32,
        });
        let mut built = std::mem::take(&mut self.built);
        let result = worms.iter().try_for_each(|worm| self.build(message, worm).map(|worm| built.push(worm)));
        match result {
            Ok(()) => self.launch(worms, &built, at),
            Err(_) => built.iter().for_each(|&worm| self.discard(worm)),
        }
        if result.is_err() || built.is_empty() {
            self.messages.remove(message);
        }
        built.clear();
        self.built = built;
        self.next_message += u64::from(result.is_ok());
        result.map(|()| id)
    }

    /// Takes places for a worm and its visits.
    fn build(&mut self, message: u32, route: wormcast_plan::Worm<'_>) -> Result<WormAt, SimError> {
        let visits = u32::try_from(route.hops.len()).ok().and_then(|hops| hops.checked_add(1));
        let place = visits.and_then(|visits| self.visits.take(visits));
        let Some((visits, first_visit)) = visits.zip(place) else {
            return Err(SimError::TooManyHops(route.hops.len() as u64));
        };
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

    /// Writes the visits of a worm.
    fn lay_route(&mut self, worm: WormAt, route: wormcast_plan::Worm<'_>) -> Result<(), SimError> {
        let first = self.worms[worm].first_visit;
        self.visits[first] = Visit::at_origin(worm);
        let (mut height, mut is_path) = (0, true);
        for (hop, at) in route.hops.iter().zip(first + 1..) {
            let parent = hop.parent().map_or(first, |parent| first + 1 + parent);
            let sibling = std::mem::replace(&mut self.visits[parent].first_child, at);
            // For the time being, `scratch` is the depth.
            let depth = self.visits[parent].scratch + 1;
            let visit = Visit::after(parent, hop.channel, worm);
            self.visits[at] = Visit { next_sibling: sibling, scratch: depth, ..visit };
            height = height.max(depth);
            is_path &= parent + 1 == at;
            self.check_siblings(worm, route.id, at)?;
        }
        let rule = self.tails.rule(height, is_path);
        self.worms[worm].tail_rule = rule;
        if rule == TailRule::Branches {
            (first..=first + route.hops.len() as u32).for_each(|at| self.visits[at].scratch = 1);
        }
        let message = self.worms[worm].message;
        let pool = self.lines.pools().of(route.consumption_class);
        for delivery in route.deliveries {
            let visit = &mut self.visits[first + 1 + delivery.hop];
            self.messages[message].deliveries += u32::from(!visit.delivers);
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
                return Err(SimError::RepeatedBranch { plan: self.next_message as usize, worm: id, first, second });
            }
            sibling = self.visits[sibling].next_sibling;
        }
        Ok(())
    }

    fn launch(&mut self, worms: &Worms, built: &[WormAt], at: Time) {
        for (worm, &place) in worms.iter().zip(built) {
            match worm.after {
                None => self.agenda.add(at, self.worms[place].rank, Event::Start(place)),
                Some(after) => {
                    let leader = self.worms[built[after as usize]].first_visit;
                    let visit = &mut self.visits[leader + 1 + self.relays.hop(after, worm.origin)];
                    self.worms[place].next_follower = std::mem::replace(&mut visit.first_follower, place);
                }
            }
        }
    }

    fn discard(&mut self, worm: WormAt) {
        let Worm { first_visit, visits, .. } = self.worms[worm];
        self.worms[worm].unfinished = 0;
        self.visits.give_back(first_visit, visits);
        self.worms.remove(worm);
    }
}
