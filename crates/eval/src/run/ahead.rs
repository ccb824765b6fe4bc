//! Runs in batches: an engine on several cores is worth it if much happens between one look at the run and the next.
//!
//! One core looks after each message whether the run is over. A batch is so short that none of its messages can end it:
//! fewer are completed than at the next checkpoint, the backlog's window does not end, and no limit is reached. So it
//! can be injected at once, and the figures are those of one core.

use super::RunError;
use super::cell::{MAX_HOPS, Run};
use super::probe::Probe;
use crate::traffic::MessageClass;
use wormcast_sim::{FlitEngine, OpenLoop, PathEngine, RegionalEngine, Time, WormEngine};

/// The most messages of a batch.
const MOST: usize = 4000;
/// Batches of fewer are not worth it.
const FEWEST: usize = 100;

/// An engine that a run is made on.
pub(super) trait Driven: OpenLoop<Observer = Probe> {
    /// Whether messages are injected in batches.
    const IN_BATCHES: bool;

    /// As [`run_before`](OpenLoop::run_before), while something else is done, part after part, until there is nothing
    /// left of it.
    fn run_meanwhile(&mut self, end: Time, _meanwhile: &mut dyn FnMut() -> bool) {
        self.run_before(end);
    }
}

impl Driven for WormEngine<'_, Probe> {
    const IN_BATCHES: bool = false;
}

impl Driven for PathEngine<'_, Probe> {
    const IN_BATCHES: bool = false;
}

impl Driven for FlitEngine<'_, Probe> {
    const IN_BATCHES: bool = false;
}

impl Driven for RegionalEngine<'_, Probe> {
    const IN_BATCHES: bool = true;

    fn run_meanwhile(&mut self, end: Time, meanwhile: &mut dyn FnMut() -> bool) {
        RegionalEngine::run_meanwhile(self, end, |_| meanwhile());
    }
}

impl<E: Driven> Run<'_, E> {
    /// Injects the next messages and lets time go on to the last of them, if so many cannot end the run.
    pub(super) fn batch(&mut self) -> Result<bool, RunError> {
        let most = self.cannot_end_it();
        if most < FEWEST || self.cell.traffic.trace.is_some() {
            return Ok(false);
        }
        (self.source.ahead().count()..most).for_each(|_| self.source.look_ahead());
        let windows = self.backlogs.iter().map(|(_, backlog)| backlog.window_end());
        let limit = windows.fold(self.cell.stop.max_time_ns.unwrap_or(f64::INFINITY), f64::min);
        let in_time = self.source.ahead().take(most).take_while(|message| message.generated.time_ns < limit);
        let (count, hops) = in_time.fold((0, 0), |(count, hops), message| (count + 1, hops + message.hop_count()));
        let under_way = (self.engine.messages_in_flight() + count) as u64;
        if count < FEWEST || (self.hops + hops as u64) / self.messages.max(1) * under_way > MAX_HOPS {
            return Ok(false);
        }
        self.run_batch(count)?;
        Ok(true)
    }

    /// So many messages cannot end the run, if they are in time.
    fn cannot_end_it(&self) -> usize {
        let under_way = self.engine.messages_in_flight() as u64;
        let completed = self.engine.observer().recorder.records().len() as u64;
        let until_checkpoint = self.checkpoint.saturating_sub(completed + under_way + 1);
        let until_full = self.most_under_way().saturating_sub(under_way);
        let until_silent = self.most_silent().saturating_sub(self.silent);
        until_checkpoint.min(until_full).min(until_silent).min(MOST as u64) as usize
    }

    fn run_batch(&mut self, count: usize) -> Result<(), RunError> {
        let under_way = self.engine.messages_in_flight();
        let of_class = MessageClass::ALL.map(|class| self.engine.observer().under_way(class));
        let completed = self.engine.observer().recorder.records().len();
        let (mut times, mut end) = (Vec::with_capacity(count), self.engine.now());
        for _ in 0..count {
            let Some(message) = self.source.next()? else { break };
            self.now = message.generated.time_ns;
            self.silent += 1;
            if !message.is_silent() {
                message.inject(&mut self.engine)?;
                (end, self.silent) = (message.at, 0);
                times.push((self.now, end, message.generated.class));
                self.messages += 1;
                self.hops += message.hop_count() as u64;
            }
            self.source.done(message);
        }
        self.engine.observer_mut().gone.clear();
        let (source, mut planned) = (&mut self.source, 0);
        self.engine.run_meanwhile(end, &mut || {
            // What is planned too much now is for the batch after the next.
            let goes_on = planned < count;
            if goes_on {
                planned += 1;
                source.look_ahead();
            }
            goes_on
        });
        self.look_back(under_way, &times);
        MessageClass::ALL.into_iter().zip(of_class).for_each(|(class, before)| {
            self.look_back_on(class, before, completed, &times);
        });
        Ok(())
    }

    /// What the backlog would have seen when each of these messages came, in nanoseconds and in the engine's time.
    fn look_back(&mut self, under_way: usize, times: &[(f64, Time, MessageClass)]) {
        let gone = &self.engine.observer().gone;
        let mut left = 0;
        for (before, &(time, at, _)) in times.iter().enumerate() {
            left += gone[left..].iter().take_while(|&&gone| gone < at).count();
            self.backlogs[0].1.observe(time, (under_way + before - left) as u64);
        }
    }

    /// The same for a class that is watched, of which so many were under way when so many messages were completed.
    fn look_back_on(
        &mut self,
        class: MessageClass,
        mut under_way: u64,
        completed: usize,
        times: &[(f64, Time, MessageClass)],
    ) {
        let Some((_, backlog)) = self.backlogs.iter_mut().find(|(watched, _)| *watched == Some(class)) else { return };
        let mut records = self.engine.observer().recorder.records()[completed..].iter().peekable();
        for &(time, at, _) in times.iter().filter(|(.., other)| *other == class) {
            while let Some(record) = records.next_if(|record| record.completed < at.ns()) {
                under_way -= u64::from(record.class == class);
            }
            backlog.observe(time, under_way);
            under_way += 1;
        }
    }
}
