//! Whether worms wait for each other for ever.

use super::slab::{NONE, UNKNOWN, Visit, Worm};
use super::{Observer, WormEngine};
use crate::Blocked;
use crate::cycle::Scene;
use crate::fleet::{Fleet, FleetWorm, Visit as FleetVisit};
use crate::timeline::VisitTimes;

impl<O: Observer> WormEngine<'_, O> {
    /// The circle of a deadlock, if there is one already, while other worms may still move; `plan` in the answer is
    /// the number of the message. What is in no cycle now may get into one later. O(channels + w²) at worst, for w
    /// requests that wait: not to be asked after every step.
    pub fn deadlock(&self) -> Option<Vec<Blocked>> {
        let (fleet, times, places) = self.under_way();
        let mut scene = Scene::new(&fleet, &self.timing, &times);
        self.lines.for_each(&self.visits, |resource, request| {
            if self.visits[request].unmet > 0 {
                scene.line_up(resource, places[request as usize]);
            }
        });
        scene.circle()
    }

    /// The worms in flight, the times of their visits as far as they matter, and where each visit of the slab is.
    fn under_way(&self) -> (Fleet, Vec<VisitTimes>, Vec<u32>) {
        let mut live: Vec<&Worm> = self.worms.iter().map(|(_, worm)| worm).filter(|worm| worm.unfinished > 0).collect();
        live.sort_unstable_by_key(|worm| worm.rank);
        let (mut worms, mut visits, mut times) = (Vec::new(), Vec::new(), Vec::new());
        let mut places = vec![NONE; self.visits.places()];
        for worm in live {
            let first = visits.len() as u32;
            for at in worm.first_visit..worm.first_visit + worm.visits {
                let Visit { parent, channel, delivers, .. } = self.visits[at];
                places[at as usize] = visits.len() as u32;
                let entry = (parent != NONE).then(|| (first + (parent - worm.first_visit), channel));
                let node = entry.map_or(worm.origin, |(_, channel)| self.graph.target(channel));
                visits.push(FleetVisit { worm: worms.len() as u32, node, entry, virtual_channel: 0, delivers });
                times.push(self.times(at));
            }
            let (plan, origin) = (self.messages[worm.message].id as usize, worm.origin);
            // Only visits that deliver have their pool.
            let pool = (worm.first_visit..worm.first_visit + worm.visits).map(|at| self.visits[at].pool).max();
            worms.push(FleetWorm {
                plan,
                id: worm.id,
                origin,
                visits: first..visits.len() as u32,
                pool: pool.unwrap_or(0),
            });
        }
        (Fleet::under_way(worms, visits, self.lines.pools()), times, places)
    }

    fn times(&self, at: u32) -> VisitTimes {
        let visit = &self.visits[at];
        let granted = (visit.grant != UNKNOWN).then_some(visit.grant);
        let requested = granted.or((visit.unmet > 0).then_some(self.now));
        VisitTimes { arrived: requested, requested, granted, released: visit.gone.then_some(self.now) }
    }
}
