//! Times at which messages are sent, and channels held up, so that a snapshot comes about.

mod orders;
mod releases;
mod requests;
mod stalls;

pub(super) use orders::name_orders;

use super::differences::{Constraint, NoTimes, earliest, latest};
use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS, Sending, Stuck, placed};
use std::collections::BTreeMap;
use wormcast_model::{Delays, Lit, NONE, Parts, ResourceId, VisitIx, Workload};

/// A moment: one of the times that are sought, and how long after it.
type Moment = (usize, i64);

/// What is asked of the times.
struct System<'a> {
    workload: &'a Workload,
    stuck: &'a [Stuck],
    reach: u32,
    length: u32,
    buffer: u32,
    /// For each message what it is sent with, and how long after that.
    place: Vec<Moment>,
    /// If routers may lag: the times of the visits behind the origins, by message.
    visits: Option<BTreeMap<(usize, VisitIx), usize>>,
    parts: Parts,
    /// How many virtual channels share a link: so many flit times a flit may take to cross it.
    sharing: i64,
    /// How many hold each thing.
    held: BTreeMap<ResourceId, u32>,
    constraints: Vec<Constraint>,
}

/// Times at which every request that is granted in the snapshot comes before those that wait for what it takes; if
/// there are none, a clause that is false in the snapshot and in all others for the same reason. With delays that vary
/// each visit has a time of its own, and what leads to it is held up until then.
pub(crate) fn start_times(
    problem: Problem<'_>,
    reach: u32,
    stuck: &[Stuck],
    sending: Sending,
    delays: Delays,
) -> Result<Attempt, NoTimes> {
    let (begins, place) = placed(problem, reach, stuck, sending);
    let visits = (delays == Delays::Vary).then(|| numbered(problem.workload, stuck, begins.len()));
    let times = begins.len() + visits.as_ref().map_or(0, BTreeMap::len);
    let mut system = System::of(problem, reach, stuck, place, visits);
    system.ways();
    system.grants_before_requests();
    system.lines();
    system.releases();
    let mut times = earliest(times, &system.constraints, problem.effort)?;
    if delays == Delays::Vary {
        // A channel that is held up may be in the way of others: heads come as late as they may.
        times = latest(&times, &system.constraints, problem.effort)?;
    }
    let stalls = system.stalls(problem, &times);
    let begins = begins.into_iter().zip(&times).map(|(begin, &at_ns)| Begin { at_ns, ..begin }).collect();
    let mut attempt = Attempt { begins, stalls, ..Attempt::default() };
    system.orders(problem, &mut attempt);
    Ok(attempt)
}

/// A number for the time of each visit behind an origin, from `first` on.
fn numbered(workload: &Workload, stuck: &[Stuck], first: usize) -> BTreeMap<(usize, VisitIx), usize> {
    let visits =
        stuck.iter().enumerate().flat_map(|(message, stuck)| stuck.visits().map(move |visit| (message, visit)));
    visits.filter(|&(_, visit)| workload.visit(visit).parent != NONE).zip(first..).collect()
}

impl<'a> System<'a> {
    fn of(
        problem: Problem<'a>,
        reach: u32,
        stuck: &'a [Stuck],
        place: Vec<Moment>,
        visits: Option<BTreeMap<(usize, VisitIx), usize>>,
    ) -> Self {
        let workload = problem.workload;
        let parts = problem.statement.policies().parts();
        let (length, buffer) = problem.length_and_buffer(reach);
        // With equal delays it is tried as if nobody shared a link.
        let sharing = if visits.is_some() { problem.sharing() } else { 1 };
        let (constraints, held) = (Vec::new(), BTreeMap::new());
        let system = Self { workload, stuck, reach, length, buffer, place, visits, parts, sharing, held, constraints };
        Self { held: system.all_held(), ..system }
    }

    fn request_at(&self, message: usize, visit: VisitIx) -> Moment {
        let (sent, later) = self.place[message];
        let own = self.visits.as_ref().and_then(|visits| visits.get(&(message, visit)));
        match own {
            Some(&own) => (own, 0),
            // A visit that the snapshot says nothing about has no time of its own.
            None => (sent, later + i64::from(self.workload.visit(visit).depth) * HOP_NS),
        }
    }

    fn before(&mut self, first: Moment, second: Moment, gap: i64, because: Vec<Lit>) {
        self.constraints.push(Constraint { first: first.0, second: second.0, gap: first.1 - second.1 + gap, because });
    }

    /// No head is faster than it is where all virtual channels of its links are in use: it is held up until then.
    fn ways(&mut self) {
        let Some(visits) = &self.visits else { return };
        let keys: Vec<_> = visits.keys().copied().collect();
        for (message, visit) in keys {
            let parent = self.workload.visit(visit).parent;
            let hops = self.workload.visit(visit).depth - self.workload.visit(parent).depth;
            let (from, to) = (self.request_at(message, parent), self.request_at(message, visit));
            let hop = HOP_NS + (self.sharing - 1) * FLIT_NS;
            self.before(from, to, i64::from(hops) * hop, Vec::new());
        }
    }
}
