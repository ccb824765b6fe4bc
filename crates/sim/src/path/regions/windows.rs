//! Windows of time: all regions work them off side by side, each by itself, and read what the others have sent.
//!
//! A window begins with the earliest event anywhere and is as long as the lookahead: no grant in it has a consequence
//! in another region before its end. What happens in a round of windows is told together.

use super::Desk;
use super::clocks::Clocks;
use super::exchange::Exchange;
use super::log::Teller;
use super::region::Region;
use crate::Time;
use crate::open_loop::Observer;
use crate::path::core::Core;
use crate::path::events::NEVER;
use crate::path::worms::Ps;
use std::thread;

/// Shorter spans than so many windows are worked off on one core: starting threads would take longer.
const FEW: u64 = 20;
/// The windows of a round, whose logs go from core to core together.
const ROUND: u64 = 64;

/// What a thread does besides its region.
trait Beside {
    /// Tells what happened in a round, which all regions have worked off.
    fn tell(&mut self, _exchange: &Exchange, _round: u64) {}

    /// Does a part of something else; whether it did anything.
    fn meanwhile(&mut self) -> bool {
        false
    }
}

/// Nothing besides.
impl Beside for () {}

/// The calling thread, which has the first region, tells what happens, and does something else after each window and
/// while it waits for others.
pub(super) struct Front<'d, O, M> {
    pub desk: &'d mut Desk,
    pub observer: &'d mut O,
    pub teller: &'d mut Teller,
    pub meanwhile: M,
}

impl<O: Observer, M: FnMut(&mut Desk) -> bool> Beside for Front<'_, O, M> {
    fn tell(&mut self, exchange: &Exchange, round: u64) {
        exchange.tell(round, self.teller, &mut self.desk.intake, self.observer);
    }

    fn meanwhile(&mut self) -> bool {
        (self.meanwhile)(self.desk)
    }
}

/// Lets everything happen that happens before a time; whether anything is left.
pub(super) fn work_off_before<O: Observer, M: FnMut(&mut Desk) -> bool>(
    cores: &mut [Core<'_, Region<O>>],
    exchange: &Exchange,
    (end, lookahead): (Ps, Ps),
    mut front: Front<'_, O, M>,
) -> bool {
    let start = cores.iter().map(Core::next_time).min().unwrap_or(NEVER);
    if start >= end {
        return start < NEVER;
    }
    let clocks = Clocks::new(cores.len());
    cores.iter().enumerate().for_each(|(number, core)| clocks.advance(number, 0, core.next_time()));
    let windows = Windows { exchange, clocks, end, lookahead };
    let is_long = (end - start) / lookahead >= FEW;
    exchange.sum_up_until(if is_long && O::HOLDS { front.observer.sums_holds_until() } else { Time::ZERO });
    let worker = |(number, core)| Worker { windows: &windows, core, number, worked: 0 };
    let mut workers = cores.iter_mut().enumerate().map(worker);
    if workers.len() == 1 || !is_long {
        windows.on_one_core(&mut workers.collect::<Vec<_>>(), &mut front);
    } else {
        let first = workers.next();
        thread::scope(|scope| {
            workers.for_each(|mut worker| drop(scope.spawn(move || worker.work_off(&mut ()))));
            first.into_iter().for_each(|mut worker| worker.work_off(&mut front));
        });
    }
    for core in &mut *cores {
        core.site.sum_up(false);
        front.teller.take_in(&mut core.site.log, front.observer);
    }
    front.teller.tell(&mut front.desk.intake, front.observer);
    cores.iter().any(|core| core.next_time() < NEVER)
}

/// The windows up to a time.
struct Windows<'e> {
    exchange: &'e Exchange,
    clocks: Clocks,
    end: Ps,
    lookahead: Ps,
}

impl Windows<'_> {
    /// The end of the window after so many; none if it would begin at the end of all or later.
    fn next_end(&self, worked: u64) -> Option<Ps> {
        let start = self.clocks.next_time(worked);
        (start < self.end).then(|| self.end.min(start + self.lookahead))
    }

    fn on_one_core<O: Observer>(&self, workers: &mut [Worker<'_, '_, '_, O>], beside: &mut impl Beside) {
        loop {
            workers.iter_mut().for_each(|worker| worker.catch_up(beside));
            let Some(end) = self.next_end(workers[0].worked) else { return };
            workers.iter_mut().for_each(|worker| worker.work_off_window(end, beside));
        }
    }
}

/// A region on its way through the windows.
struct Worker<'w, 'c, 't, O> {
    windows: &'w Windows<'w>,
    core: &'c mut Core<'t, Region<O>>,
    number: usize,
    /// How many windows it has worked off.
    worked: u64,
}

impl<O: Observer> Worker<'_, '_, '_, O> {
    fn work_off(&mut self, beside: &mut impl Beside) {
        loop {
            self.catch_up(beside);
            let Some(end) = self.windows.next_end(self.worked) else { return };
            self.work_off_window(end, beside);
        }
    }

    fn work_off_window(&mut self, end: Ps, beside: &mut impl Beside) {
        let Windows { exchange, clocks, .. } = self.windows;
        self.core.site.sum_up(exchange.sums_are_enough(end));
        self.core.admit_before(end);
        self.core.work_off_before(end);
        exchange.send(self.core, self.number, self.worked);
        self.worked += 1;
        if self.worked.is_multiple_of(ROUND) {
            exchange.hand_over(&mut self.core.site.log, self.number, self.worked / ROUND);
        }
        let sent = std::mem::replace(&mut self.core.site.earliest, NEVER);
        clocks.advance(self.number, self.worked, self.core.next_time().min(sent));
        beside.meanwhile();
    }

    /// Waits until all have worked off as many windows, and reads what was sent in the last one.
    fn catch_up(&mut self, beside: &mut impl Beside) {
        let Windows { exchange, clocks, .. } = self.windows;
        clocks.wait(self.worked, || beside.meanwhile());
        let Some(last) = self.worked.checked_sub(1) else { return };
        exchange.read(self.core, self.number, last);
        if self.worked.is_multiple_of(ROUND) {
            beside.tell(exchange, self.worked / ROUND);
        }
    }
}
