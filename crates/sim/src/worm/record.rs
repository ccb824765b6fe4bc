//! Plans run by the fast engine, with every time written down.

use super::{Moment, Observer, WormEngine};
use crate::fleet::{Fleet, VisitIx, consumption_classes};
use crate::simulation::Log;
use crate::timeline::VisitTimes;
use crate::{SimError, Start, Time, Timing};
use wormcast_topology::Graph;

/// Runs the worms until nothing happens any more.
pub(crate) fn run(graph: &Graph, fleet: &Fleet, starts: &[Start<'_>], timing: &Timing) -> Result<Log, SimError> {
    let visits = fleet.visits.len();
    let recorder = Recorder { times: vec![VisitTimes::default(); visits], joined: Vec::with_capacity(visits) };
    let mut engine = WormEngine::with_consumption_classes(graph, timing, consumption_classes(starts), recorder)?;
    for start in starts {
        engine.inject(&start.plan.worms, start.at)?;
    }
    engine.drain();
    let Recorder { times, mut joined } = engine.observer;
    joined.retain(|&visit| times[visit as usize].granted.is_none());
    Ok(Log { visits: times, blocked: joined, reserved: Default::default() })
}

/// Writes down all moments. The engine numbers visits as a [`Fleet`] does.
#[derive(Debug)]
struct Recorder {
    times: Vec<VisitTimes>,
    /// The requests in the order in which they joined their lines.
    joined: Vec<VisitIx>,
}

impl Observer for Recorder {
    const MOMENTS: bool = true;

    fn moment(&mut self, visit: u64, moment: Moment, at: Time) {
        let times = &mut self.times[visit as usize];
        let time = match moment {
            Moment::Arrived => &mut times.arrived,
            Moment::Requested => {
                self.joined.push(visit as VisitIx);
                &mut times.requested
            }
            Moment::Granted => &mut times.granted,
            Moment::Released => &mut times.released,
        };
        *time = Some(at);
    }
}
