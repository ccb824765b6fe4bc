//! Plans that are done soon.

use super::plans::{heaviest, start};
use super::{Phase, Timing};
use crate::{Error, Network};
use wormcast_schemes::together::Multicast;
use wormcast_sim::{
    Conditions, Delivered, Engine, EngineChoice, FlitEngine, Observer, OpenLoop, SimError, Time, WormEngine,
};

/// When the last message was there.
#[derive(Default)]
struct Last(Time);

impl Observer for Last {
    const HOLDS: bool = false;

    fn delivered(&mut self, delivery: Delivered) {
        self.0 = self.0.max(delivery.at);
    }
}

impl Network {
    /// The plans of the other objectives, in the engine; the faster ones. Of few multicasts also those of schemes whose
    /// worms go on through nodes, if they are faster still and are proved free of deadlock.
    pub(super) fn by_makespan(&self, multicasts: &[Multicast], timing: &Timing) -> Result<Phase, Error> {
        let length = multicasts.iter().map(|multicast| multicast.flits).max().unwrap_or(1);
        let timing = Timing { length, ..timing.clone() };
        let mut best: Option<Phase> = None;
        let by_load = self.by_load(multicasts)?;
        let bound = self.least_time(multicasts, &timing, by_load.bound);
        for phase in [self.by_equal_rounds(multicasts)?, by_load] {
            let Some(last) = self.last_delivery(&phase, multicasts, &timing)? else { continue };
            let value = last.ns();
            if best.as_ref().is_none_or(|best| value < best.value) {
                best = Some(Phase { value, bound, ..phase });
            }
        }
        let best = best.expect("what is relayed is delivered");
        let mut through = Vec::new();
        for phase in self.through_nodes(multicasts) {
            // A set that stops in the engine, or does not fit its virtual channels, is none.
            if let Ok(Some(last)) = self.last_delivery(&phase, multicasts, &timing) {
                through.push(Phase { value: last.ns(), bound, ..phase });
            }
        }
        through.retain(|phase| phase.value < best.value);
        through.sort_by(|a, b| a.value.total_cmp(&b.value));
        for phase in through {
            if self.are_proved(&phase.plans)? {
                return Ok(phase);
            }
        }
        Ok(best)
    }

    /// The plans of rounds, as if all messages had one length. The worms of later rounds wait for those before only as
    /// their messages and channels make them.
    fn by_equal_rounds(&self, multicasts: &[Multicast]) -> Result<Phase, Error> {
        let alike: Vec<_> = multicasts.iter().map(|multicast| Multicast { flits: 1, ..multicast.clone() }).collect();
        let mut phase = self.by_rounds(&alike)?;
        phase.load = phase.schedule.take().map_or(0, |schedule| heaviest(self, multicasts, &schedule.hops));
        Ok(phase)
    }

    /// When the last destination has its message; none if some never do.
    fn last_delivery(&self, phase: &Phase, multicasts: &[Multicast], timing: &Timing) -> Result<Option<Time>, Error> {
        let (topology, last) = (self.topology(), Last::default());
        let refuse = |error: SimError| Error::from(error);
        match EngineChoice::Auto.of(topology, timing, &Conditions::default()) {
            Engine::Worm => run(WormEngine::new(topology, timing, last).map_err(refuse)?, phase, multicasts),
            Engine::Flit => run(FlitEngine::new(topology, timing, last).map_err(refuse)?, phase, multicasts),
        }
    }
}

fn run(
    mut engine: impl OpenLoop<Observer = Last>,
    phase: &Phase,
    multicasts: &[Multicast],
) -> Result<Option<Time>, Error> {
    for (plan, multicast) in phase.plans.iter().zip(multicasts) {
        let worms = &plan.by_number().worms;
        engine.inject_lengths(worms, &vec![multicast.flits; worms.len()], start(multicast))?;
    }
    engine.drain();
    Ok((engine.messages_in_flight() == 0).then_some(engine.observer().0))
}
