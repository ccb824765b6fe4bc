//! How worms come into the engine.

use super::core::{Core, NewWorm};
use super::routes::{Run, runs_of};
use super::site::Whole;
use super::worms::DELIVERS;
use crate::ejection::Pools;
use crate::intake::{Intake, TakesIn, TakesInLines};
use crate::open_loop::Observer;
use crate::slab::{MessageAt, WormAt};
use crate::{SimError, Time, Unicast};
use wormcast_plan::Worm;

impl<O: Observer> TakesIn for Core<'_, Whole<O>> {
    fn intake(&mut self) -> &mut Intake {
        &mut self.site.intake
    }

    fn build(&mut self, message: MessageAt, worm: Worm<'_>) -> Result<WormAt, SimError> {
        let Whole { intake, next_rank, route, .. } = &mut self.site;
        let new = check_in(intake, self.lines.pools(), *next_rank, message, worm, route)?;
        self.build_next(new)
    }

    fn discard(&mut self, worm: WormAt) {
        Core::discard(self, worm);
    }

    fn start_at(&mut self, worm: WormAt, at: Time) {
        self.events.add_start(at.ps(), self.worms[worm].rank, worm);
    }

    /// Such worms are refused before.
    fn start_after(&mut self, _worm: WormAt, _leader: WormAt, _hop: u32) {}
}

impl<O: Observer> TakesInLines for Core<'_, Whole<O>> {
    fn build_unicast(&mut self, message: MessageAt, unicast: Unicast<'_>, length: u32) -> Result<WormAt, SimError> {
        let Whole { next_rank, route, .. } = &mut self.site;
        let new = check_in_lines(*next_rank, message, unicast, length, route)?;
        self.build_next(new)
    }
}

impl<O: Observer> Core<'_, Whole<O>> {
    /// Builds the next worm, whose route is written down.
    fn build_next(&mut self, new: NewWorm) -> Result<WormAt, SimError> {
        let route = std::mem::take(&mut self.site.route);
        let built = Core::build(self, new, &route);
        self.site.route = route;
        self.site.next_rank += u64::from(new.steps) + 1;
        built
    }
}

/// The worm of a message to one node that comes in, and its route.
///
/// # Errors
/// It has too many hops.
pub(super) fn check_in_lines(
    rank: u64,
    message: MessageAt,
    unicast: Unicast<'_>,
    length: u32,
    route: &mut Vec<Run>,
) -> Result<NewWorm, SimError> {
    let Unicast { origin, lines, .. } = unicast;
    route.clear();
    route.extend(lines.iter().map(|line| Run {
        channel: line.first.index() as u32,
        stride: line.apart,
        steps: line.steps,
    }));
    let steps = lines.iter().map(|line| u64::from(line.steps)).sum();
    if steps >= u64::from(DELIVERS) {
        return Err(SimError::TooManyHops(steps));
    }
    if let Some(last) = route.last_mut() {
        last.steps |= DELIVERS;
    }
    route.push(Run::END);
    // A plan that says nothing else has one class.
    Ok(NewWorm { rank, message, id: 0, origin, steps: steps as u32, length, pool: 0 })
}

/// A worm of a message that comes in, and its route; its deliveries are counted.
///
/// # Errors
/// It starts after another one, is a tree, or has too many hops.
pub(super) fn check_in(
    intake: &mut Intake,
    pools: Pools,
    rank: u64,
    message: MessageAt,
    worm: Worm<'_>,
    route: &mut Vec<Run>,
) -> Result<NewWorm, SimError> {
    let refuse = |problem| Err(SimError::NotAPath { plan: intake.next_message(), worm: worm.id, problem });
    if worm.after.is_some() {
        return refuse("starts after another one");
    }
    if worm.hops.len() >= DELIVERS as usize {
        return Err(SimError::TooManyHops(worm.hops.len() as u64));
    }
    route.clear();
    let Some(deliveries) = runs_of(worm.hops, worm.deliveries, route) else {
        return refuse("is a tree");
    };
    route.push(Run::END);
    intake.messages[message].deliveries += deliveries;
    Ok(NewWorm {
        rank,
        message,
        id: worm.id,
        origin: worm.origin,
        steps: worm.hops.len() as u32,
        length: intake.length_of(worm),
        pool: pools.of(worm.consumption_class),
    })
}
