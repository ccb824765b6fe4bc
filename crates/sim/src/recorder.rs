//! Plans run by an engine, with every time written down.

use crate::open_loop::{Delivered, Moment, Observer, OpenLoop};
use crate::size::HORIZON;
use crate::timeline::VisitTimes;
use crate::{SimError, Start, Time};

/// Runs plans until nothing happens any more. A plan is injected when all that were given before it are, and the
/// earliest start of those that are left has come: so plans that are given by their starts take memory while they are
/// under way. Returns whether all has happened: not if `goes_on`, asked now and then, said no.
pub(crate) fn run(
    engine: &mut impl OpenLoop<Observer = Recorder>,
    starts: &[Start<'_>],
    goes_on: Option<Looks<'_>>,
) -> Result<bool, SimError> {
    let mut earliest: Vec<Time> = starts.iter().map(|start| start.at).collect();
    for place in (1..earliest.len()).rev() {
        earliest[place - 1] = earliest[place - 1].min(earliest[place]);
    }
    for (start, &until) in starts.iter().zip(&earliest) {
        if !goes_on.is_none_or(|looks| looks.run_before(engine, until)) {
            return Ok(false);
        }
        if until > engine.now() {
            engine.run_before(until);
        }
        engine.inject_plan(start.plan, start.at)?;
    }
    if !goes_on.is_none_or(|looks| looks.run_before(engine, HORIZON)) {
        return Ok(false);
    }
    engine.drain();
    Ok(true)
}

/// How often it is asked whether a run goes on.
#[derive(Clone, Copy)]
pub(crate) struct Looks<'a> {
    /// Says whether it does.
    pub goes_on: &'a dyn Fn() -> bool,
    /// So much time of the run comes in between.
    pub span: Time,
}

impl Looks<'_> {
    /// Lets everything happen that happens before a time, as long as the run goes on; whether it does.
    fn run_before(self, engine: &mut impl OpenLoop, end: Time) -> bool {
        while (self.goes_on)() {
            let next = engine.now() + self.span;
            if next >= end || !engine.run_before(next) {
                return true;
            }
        }
        false
    }
}

/// Writes down all moments and deliveries.
#[derive(Debug)]
pub(crate) struct Recorder {
    times: Vec<VisitTimes>,
    delivered: Vec<Delivered>,
}

impl Recorder {
    /// For plans with so many visits.
    pub(crate) fn new(visits: usize) -> Self {
        Self { times: vec![VisitTimes::default(); visits], delivered: Vec::new() }
    }

    /// The times of all visits, in the order of plans, worms and hops; and the deliveries, in that of plans, worms,
    /// nodes and times.
    pub(crate) fn take(&mut self) -> (Vec<VisitTimes>, Vec<Delivered>) {
        self.delivered.sort_unstable_by_key(|d| (d.message, d.worm, d.node, d.at));
        (std::mem::take(&mut self.times), std::mem::take(&mut self.delivered))
    }
}

impl Observer for Recorder {
    const MOMENTS: bool = true;

    fn delivered(&mut self, delivery: Delivered) {
        self.delivered.push(delivery);
    }

    fn moment(&mut self, visit: u64, moment: Moment, at: Time) {
        let times = &mut self.times[visit as usize];
        let time = match moment {
            Moment::Arrived => &mut times.arrived,
            Moment::Requested => &mut times.requested,
            Moment::Granted => &mut times.granted,
            Moment::Released => &mut times.released,
        };
        *time = Some(at);
    }
}
