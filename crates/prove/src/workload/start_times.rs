//! Times at which messages are sent, and channels held up, so that a snapshot comes about.

use super::differences::{Constraint, earliest, latest};
use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS, Sending, Stuck, placed};
use std::collections::BTreeMap;
use wormcast_model::{Delays, Lit, NONE, Owned, Parts, ResourceId, VisitIx, Workload};
use wormcast_sim::{Stall, Time};

/// A request of a message, and the literal that says what became of it.
type Request = (usize, VisitIx, Lit);

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
) -> Result<Attempt, Vec<Lit>> {
    let (begins, place) = placed(problem, reach, stuck, sending);
    let visits = (delays == Delays::Vary).then(|| numbered(problem.workload, stuck, begins.len()));
    let times = begins.len() + visits.as_ref().map_or(0, BTreeMap::len);
    let mut system = System::of(problem, reach, stuck, place, visits);
    system.ways();
    system.grants_before_requests();
    system.lines();
    system.releases();
    let mut times = earliest(times, &system.constraints)?;
    if delays == Delays::Vary {
        // A channel that is held up may be in the way of others: heads come as late as they may.
        times = latest(&times, &system.constraints);
    }
    let stalls = system.stalls(problem, &times);
    let begins = begins.into_iter().zip(&times).map(|(begin, &at_ns)| Begin { at_ns, ..begin }).collect();
    let mut attempt = Attempt { begins, stalls, ..Attempt::default() };
    system.orders(problem, &mut attempt);
    Ok(attempt)
}

/// Where heads may ask in any order, lets what is sent say in which they do in a snapshot; `place` tells with what each
/// message is sent.
pub(super) fn name_orders(
    problem: Problem<'_>,
    reach: u32,
    stuck: &[Stuck],
    place: &[(usize, i64)],
    attempt: &mut Attempt,
) {
    System::of(problem, reach, stuck, place.to_vec(), None).orders(problem, attempt);
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
        let sharing = if visits.is_some() { i64::from(workload.resources.virtual_channels()) } else { 1 };
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

    /// Holds up what leads to each visit whose time is later than its head would come, until that time; and what leads
    /// to visits that the snapshot says nothing about, until all requests of the snapshot are made.
    fn stalls(&self, problem: Problem<'_>, times: &[i64]) -> Vec<Stall> {
        if self.visits.is_none() {
            return Vec::new();
        }
        let at = |moment: Moment| times[moment.0] + moment.1;
        let last = times.iter().copied().max().unwrap_or(0) + HOP_NS;
        let is_one_of_several = self.sharing > 1;
        let mut stalls = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            let granted = stuck.granted.iter().map(|&(visit, _)| visit);
            for (parent, &visit) in
                granted.flat_map(|parent| self.workload.children(parent).iter().map(move |it| (parent, it)))
            {
                let came = at(self.request_at(message, parent)) + HOP_NS;
                let until =
                    if stuck.visits().any(|known| known == visit) { at(self.request_at(message, visit)) } else { last };
                let Owned::Channel(channel, number) = problem.workload.resources.what(self.workload.visit(visit).into)
                else {
                    continue;
                };
                if until > came {
                    let [from, span] = [came, until - came].map(|ns| Time::from_ns(ns as u64));
                    // Others may pass on the virtual channels beside it.
                    let virtual_channel = is_one_of_several.then_some(number);
                    stalls.push(Stall { channel, virtual_channel, from, span });
                }
            }
        }
        stalls
    }

    /// By what is asked for: who got it, and who waits for it.
    fn by_resource(&self) -> BTreeMap<ResourceId, [Vec<Request>; 2]> {
        let mut by_resource: BTreeMap<_, [Vec<_>; 2]> = BTreeMap::new();
        let mut add = |resource, kind: usize, request| by_resource.entry(resource).or_default()[kind].push(request);
        for (message, stuck) in self.stuck.iter().enumerate() {
            for &(visit, literal) in &stuck.granted {
                self.workload.request(visit).iter().for_each(|&resource| add(resource, 0, (message, visit, literal)));
            }
            for &(visit, literal) in &stuck.blocked {
                let request = self.workload.request(visit);
                let has = &stuck.reserved[&visit];
                has.iter().for_each(|&(part, has)| add(request[part], 0, (message, visit, has)));
                let waits = self.asked_parts(message, visit).into_iter().map(|part| request[part]);
                waits.for_each(|resource| add(resource, 1, (message, visit, literal)));
            }
        }
        by_resource
    }

    /// The parts of a blocked head's request that it asks for: where one after another, in any order, one that is full.
    fn asked_parts(&self, message: usize, visit: VisitIx) -> Vec<usize> {
        let (request, has) = (self.workload.request(visit), &self.stuck[message].reserved[&visit]);
        let missing = (0..request.len()).filter(|&part| has.iter().all(|&(other, _)| other != part));
        match self.parts {
            Parts::InOrder => vec![has.len()],
            Parts::AnyOrder => {
                let is_full =
                    |&part: &usize| self.held.get(&request[part]) >= Some(&self.workload.capacity(request[part]));
                missing.clone().find(is_full).or_else(|| missing.clone().next()).into_iter().collect()
            }
            Parts::Together | Parts::Apart => missing.collect(),
        }
    }

    /// Where heads may ask in any order: first for what they have, then for what is full.
    fn orders(&self, problem: Problem<'_>, attempt: &mut Attempt) {
        for (message, stuck) in self.stuck.iter().enumerate().filter(|_| self.parts == Parts::AnyOrder) {
            let begin = self.place[message].0;
            let of_plan = &self.workload.worms[stuck.worm as usize];
            let worm = problem.plans[of_plan.plan].worms.get(of_plan.id);
            for (&visit, has) in stuck.reserved.iter().filter(|&(&visit, _)| self.workload.is_parted(visit)) {
                let asked = self.asked_parts(message, visit);
                let rank = |part: usize| match () {
                    () if has.iter().any(|&(other, _)| other == part) => 0,
                    () if asked.contains(&part) => 1,
                    () => 2,
                };
                let numbers: Vec<_> = (0..self.workload.request(visit).len()).map(rank).collect();
                let number = attempt.begins[begin].number_of(of_plan.id);
                attempt.order_of(begin, number, worm).set(self.workload, visit, &numbers, worm);
            }
        }
    }

    /// How much later the second of two requests must come: those that ask for something in the second place, after
    /// they got something else, may come at the same time.
    fn gap(&self, message: usize, visit: VisitIx) -> i64 {
        i64::from(self.stuck[message].reserved.get(&visit).is_none_or(Vec::is_empty))
    }

    /// Lines are first come, first served: who waits for ever came after all who got it.
    fn grants_before_requests(&mut self) {
        for [granted, blocked] in self.by_resource().into_values() {
            for &(first, got, because) in &granted {
                // What a message does to itself is known where all its heads are as fast.
                let matters = |other: &&Request| other.0 != first || (self.visits.is_some() && other.1 != got);
                let blocked: Vec<_> = blocked.iter().filter(matters).collect();
                for &(second, waits, waits_because) in blocked {
                    let times = (self.request_at(first, got), self.request_at(second, waits));
                    let gap = self.gap(second, waits);
                    self.before(times.0, times.1, gap, vec![because, waits_because]);
                }
            }
        }
    }

    /// A head that asks for nothing that is held came after one in a line that does.
    fn lines(&mut self) {
        if self.parts != Parts::Together {
            return;
        }
        let mut heads: Vec<_> = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            heads.extend(stuck.blocked.iter().map(|&(visit, literal)| (message, visit, literal)));
        }
        let is_direct = |visit: VisitIx| {
            let full = |resource: &ResourceId| self.held.get(resource) >= Some(&self.workload.capacity(*resource));
            self.workload.request(visit).iter().any(full)
        };
        let (mut ready, mut waiting): (Vec<_>, Vec<_>) = heads.into_iter().partition(|head| is_direct(head.1));
        loop {
            let shares = |a: VisitIx, b: VisitIx| {
                self.workload.request(a).iter().any(|resource| self.workload.request(b).contains(resource))
            };
            let behind = |head: &(usize, VisitIx, Lit)| ready.iter().find(|other| shares(other.1, head.1)).copied();
            let next = waiting.iter().enumerate().find_map(|(at, head)| Some((at, behind(head)?)));
            let Some((at, front)) = next else { return };
            let head = waiting.swap_remove(at);
            ready.push(head);
            if front.0 != head.0 {
                let times = (self.request_at(front.0, front.1), self.request_at(head.0, head.1));
                self.before(times.0, times.1, 1, vec![front.2, head.2]);
            }
        }
    }

    /// Whether a message goes on holding what it took at a visit that was granted, or that a granted one leads to.
    fn keeps(&self, message: usize, visit: VisitIx, is_way: bool) -> bool {
        let blocked = &self.stuck[message].blocked;
        blocked.iter().any(|&(head, _)| self.workload.distance(head, visit, is_way) <= self.reach)
    }

    /// How many hold each thing.
    fn all_held(&self) -> BTreeMap<ResourceId, u32> {
        let mut held = BTreeMap::new();
        for (_, resource, holder, _) in self.taken() {
            *held.entry(resource).or_default() += u32::from(holder);
        }
        for (&visit, has) in self.stuck.iter().flat_map(|stuck| &stuck.reserved) {
            has.iter().for_each(|&(part, _)| *held.entry(self.workload.request(visit)[part]).or_default() += 1);
        }
        held
    }

    /// All that was taken: by which message, whether it has it still, and the visit that took it.
    fn taken(&self) -> Vec<(usize, ResourceId, bool, VisitIx)> {
        let mut taken = Vec::new();
        for (message, stuck) in self.stuck.iter().enumerate() {
            for &(visit, _) in &stuck.granted {
                let what = self.workload.visit(visit);
                if what.consumption != NONE {
                    taken.push((message, what.consumption, self.keeps(message, visit, false), visit));
                }
                for &child in self.workload.children(visit) {
                    let resource = self.workload.visit(child).into;
                    taken.push((message, resource, self.keeps(message, child, true), child));
                }
            }
        }
        taken
    }

    /// Who has something still took it after those who have let it go.
    fn releases(&mut self) {
        let mut by_resource: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (message, resource, has, visit) in self.taken() {
            by_resource.entry(resource).or_default().push((message, has, visit));
        }
        for (resource, takers) in by_resource {
            let Some(&(last, _, visit)) = takers.iter().find(|taker| taker.1) else { continue };
            let took =
                if self.workload.visit(visit).into == resource { self.workload.visit(visit).parent } else { visit };
            for &(first, _, left) in takers.iter().filter(|taker| taker.0 != last && !taker.1) {
                let because = [first, last].map(|message| self.stuck[message].blocked[0].1);
                for released in self.released_at(first, left) {
                    self.before(released, self.request_at(last, took), 0, because.to_vec());
                }
            }
        }
    }

    /// When the tail of a message has left a visit, by the closed form of the rules of time: after each of these, as
    /// all heads that could keep it there have gone on. The buffer behind a channel that is held up is of no use to it
    /// meanwhile.
    fn released_at(&self, message: usize, visit: VisitIx) -> Vec<Moment> {
        let (length, buffer) = (i64::from(self.length), i64::from(self.buffer));
        let unused = i64::from(self.visits.is_some());
        let gone = self.stuck[message].granted.iter().filter_map(|&(other, _)| {
            let [down, up] = [(other, visit), (visit, other)].map(|(a, b)| self.workload.hops_to_common(a, b) as i64);
            let flits = length - 1 - (down - unused).max(0) * buffer;
            let (time, later) = self.request_at(message, other);
            (flits >= 0).then_some((time, later + (flits + up + 1) * FLIT_NS * self.sharing))
        });
        gone.collect()
    }
}
