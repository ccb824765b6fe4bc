//! The model of deadlocks against a second one, written from `docs/prove.md` alone: all standstills of small workloads,
//! one by one. It shares neither the layout of worms nor the formula with `wormcast-model`, and is as plain as can be.

use crate::plans_support::general;
use crate::random_worms::random_worm;
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use wormcast_model::{
    Copies, Formula, Reaches, Reservation, Scope, VisitIx, WaitForGraph, Workload, WorkloadStatement,
};
use wormcast_plan::{Plan, virtual_channel_turns, virtual_channels};
use wormcast_topology::{ChannelId, NodeId, Topology, build};

/// The most messages of a worm and a turn that are looked at: "any number" is cut there, in both encodings.
const COPIES: u32 = 2;

/// Workloads with more ways to choose states of messages are left out.
const MAX_STATES: usize = 20_000;

/// Of a workload with many standstills, so many are held against the wait-for graph.
const MAX_STANDSTILLS: usize = 50;

/// Something to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Channel(ChannelId, u32),
    Consumption(NodeId),
}

/// A visit: the origin, or the end of a hop.
#[derive(Clone, Debug)]
struct Place {
    node: NodeId,
    before: Option<usize>,
    /// What the worm holds when it has come here.
    into: Option<Thing>,
    delivers: bool,
}

/// A worm with the virtual channels of one turn of its plan.
struct Worm {
    /// Its plan and its number there.
    name: (usize, u32),
    places: Vec<Place>,
    requests: Vec<Vec<Thing>>,
}

/// A message that stands still: how many parts of its request each place has. All: it is granted.
type Parts = Vec<Option<usize>>;

impl Worm {
    /// The places up to the origin, this one first.
    fn way(&self, place: usize) -> Vec<usize> {
        std::iter::successors(Some(place), |&at| self.places[at].before).collect()
    }

    /// a(g, v): hops from g up to the last router that both have in common.
    fn hops_to_common(&self, g: usize, v: usize) -> u32 {
        let of_v = self.way(v);
        self.way(g).iter().position(|at| of_v.contains(at)).unwrap() as u32
    }

    fn is_granted(&self, parts: &Parts, place: usize) -> bool {
        parts[place] == Some(self.requests[place].len())
    }

    /// Where a head has come to, and its request is not granted.
    fn blocked(&self, parts: &Parts) -> Vec<usize> {
        (0..self.places.len()).filter(|&place| parts[place].is_some() && !self.is_granted(parts, place)).collect()
    }

    /// All that a message holds.
    fn held(&self, parts: &Parts, reach: u32) -> Vec<Thing> {
        let blocked = self.blocked(parts);
        let mut held = Vec::new();
        for place in (0..self.places.len()).filter(|&place| parts[place].is_some()) {
            let keeps = blocked.iter().any(|&head| self.hops_to_common(head, place) <= reach);
            held.extend(self.places[place].into.filter(|_| keeps));
            if self.is_granted(parts, place) {
                let own = self.requests[place].iter().filter(|thing| matches!(thing, Thing::Consumption(_)));
                held.extend(own.filter(|_| keeps));
            } else {
                held.extend(&self.requests[place][..parts[place].unwrap()]);
            }
        }
        held
    }

    /// All states of a message with a blocked head.
    fn states(&self, incremental: bool) -> Vec<Parts> {
        let mut states: Vec<Parts> = vec![Vec::new()];
        for (place, request) in self.requests.iter().enumerate() {
            let mut longer = Vec::new();
            for state in states {
                let is_here = self.places[place].before.is_none_or(|before| self.is_granted(&state, before));
                let parts = (0..=request.len()).filter(|&has| has == 0 || has == request.len() || incremental);
                let parts: Vec<_> = if is_here { parts.map(Some).collect() } else { vec![None] };
                longer.extend(parts.into_iter().map(|has| [&state[..], &[has]].concat()));
            }
            states = longer;
        }
        states.retain(|state| !self.blocked(state).is_empty());
        states
    }
}

/// The worms of all plans, in all turns.
fn worms(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Vec<Worm> {
    let count = statement.virtual_channels.get();
    let mut worms = Vec::new();
    for (number, plan) in plans.iter().enumerate() {
        for turn in 0..virtual_channel_turns(topology, plan, count) {
            let named = virtual_channels(topology, plan, turn, count).unwrap();
            for (worm, named) in plan.worms.iter().zip(named) {
                let mut places = vec![Place { node: worm.origin, before: None, into: None, delivers: false }];
                for (hop, name) in worm.hops.iter().zip(named) {
                    let before = Some(hop.parent().map_or(0, |parent| parent as usize + 1));
                    let (node, into) = (topology.graph().target(hop.channel), Some(Thing::Channel(hop.channel, name)));
                    places.push(Place { node, before, into, delivers: false });
                }
                worm.deliveries.iter().for_each(|delivery| places[delivery.hop as usize + 1].delivers = true);
                let requests = (0..places.len()).map(|place| request(&places, place, statement)).collect();
                worms.push(Worm { name: (number, worm.id), places, requests });
            }
        }
    }
    worms
}

/// The channels of the hops that follow, then the consumption channel.
fn request(places: &[Place], place: usize, statement: &WorkloadStatement) -> Vec<Thing> {
    let follows = places.iter().filter(|next| next.before == Some(place));
    let own = places[place].delivers && statement.consumption.is_some();
    follows.filter_map(|next| next.into).chain(own.then_some(Thing::Consumption(places[place].node))).collect()
}

/// Messages that stand still: the number of the worm, and the state.
type Standstill<'s> = Vec<(usize, &'s Parts)>;

struct Search<'a> {
    worms: &'a [Worm],
    statement: &'a WorkloadStatement,
    reach: u32,
    found: Vec<Standstill<'a>>,
    looked_at: usize,
}

impl<'a> Search<'a> {
    fn capacity(&self, thing: Thing) -> u32 {
        match thing {
            Thing::Channel(..) => 1,
            Thing::Consumption(_) => self.statement.consumption.unwrap().get(),
        }
    }

    fn held(&self, messages: &Standstill<'_>) -> BTreeMap<Thing, u32> {
        let mut held = BTreeMap::new();
        let all = messages.iter().flat_map(|&(worm, parts)| self.worms[worm].held(parts, self.reach));
        all.for_each(|thing| *held.entry(thing).or_default() += 1);
        held
    }

    /// Whether one more message of a worm may be there: a limit counts over all turns of its plan.
    fn may_be_more(&self, messages: &Standstill<'_>, worm: usize) -> bool {
        let in_turn = messages.iter().filter(|message| message.0 == worm).count();
        let in_all = messages.iter().filter(|message| self.worms[message.0].name == self.worms[worm].name).count();
        let most = if let Copies::AtMost(most) = self.statement.copies { most.get() as usize } else { usize::MAX };
        in_turn < COPIES as usize && in_all < most
    }

    /// All sets of messages; `from` says from which state of which worm on more may come, so that each set comes once.
    fn run(&mut self, states: &'a [Vec<Parts>], messages: &mut Standstill<'a>, from: (usize, usize)) {
        for worm in from.0..self.worms.len() {
            if !self.may_be_more(messages, worm) {
                continue;
            }
            let first = if worm == from.0 { from.1 } else { 0 };
            for (number, parts) in states[worm].iter().enumerate().skip(first) {
                self.looked_at += 1;
                if self.looked_at > MAX_STATES || self.found.len() >= MAX_STANDSTILLS {
                    return;
                }
                messages.push((worm, parts));
                let held = self.held(messages);
                if held.iter().all(|(&thing, &times)| times <= self.capacity(thing)) {
                    if self.stands_still(messages, &held) {
                        self.found.push(messages.clone());
                    }
                    self.run(states, messages, (worm, number));
                }
                messages.pop();
            }
        }
    }

    fn stands_still(&self, messages: &Standstill<'_>, held: &BTreeMap<Thing, u32>) -> bool {
        let full = |thing: &Thing| held.get(thing).is_some_and(|&times| times == self.capacity(*thing));
        let heads = messages.iter().flat_map(|&(number, parts)| {
            let worm = &self.worms[number];
            let head = move |place: usize| (worm.places[place].node, &worm.requests[place][..], parts[place].unwrap());
            worm.blocked(parts).into_iter().map(head)
        });
        let heads: Vec<_> = heads.collect();
        if self.statement.reservation == Reservation::Incremental {
            return heads.iter().all(|&(_, request, has)| full(&request[has]));
        }
        heads.iter().all(|&(node, request, _)| {
            // S₀, S₁, … at this router, until nothing is added.
            let here: Vec<_> = heads.iter().filter(|head| head.0 == node).map(|head| head.1).collect();
            let mut stuck: Vec<Thing> = here.iter().copied().flatten().copied().filter(full).collect();
            for _ in 0..here.len() {
                for request in &here {
                    if request.iter().any(|thing| stuck.contains(thing)) {
                        stuck.extend_from_slice(request);
                    }
                }
            }
            request.iter().any(|thing| stuck.contains(thing))
        })
    }
}

fn has_model(formula: &Formula) -> bool {
    let mut solver = BasicSolver::default();
    let variables: Vec<_> = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
    for clause in formula.clauses() {
        let literal = |&literal: &i32| Lit::new(variables[literal.unsigned_abs() as usize - 1], literal > 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

fn random_workload(seed: u64) -> (Box<dyn Topology>, Vec<Plan>, WorkloadStatement) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
    let specs = ["torus:3", "torus:4", "torus:5", "mesh:2x2", "mesh:3x2", "mesh:4x1", "tree:2", "star:3"];
    let topology = build(specs[below(specs.len())]).unwrap();
    let plans = (0..1 + below(3)).map(|_| random_worm(&*topology, &mut below)).collect();
    let number = |number: usize| NonZeroU32::new(number as u32);
    let statement = WorkloadStatement {
        copies: number(below(3)).map_or(Copies::Any, Copies::AtMost),
        length: number(1 + below(7)),
        buffer: number(1 + below(3)),
        consumption: number(below(3)),
        virtual_channels: number(1 + below(4) / 3).unwrap(),
        reservation: [Reservation::Atomic, Reservation::Incremental][below(2)],
        ..general()
    };
    (topology, plans, statement)
}

/// Whether a workload has a standstill, after both encodings have said so; none if it is too large.
fn compared(seed: u64) -> Option<bool> {
    let (topology, plans, statement) = random_workload(seed);
    let reach = (statement.length.unwrap().get() - 1) / statement.buffer.unwrap();
    let worms = worms(&*topology, &plans, &statement);
    let states: Vec<_> =
        worms.iter().map(|worm| worm.states(statement.reservation == Reservation::Incremental)).collect();
    let mut search = Search { worms: &worms, statement: &statement, reach, found: Vec::new(), looked_at: 0 };
    search.run(&states, &mut Vec::new(), (0, 0));
    if search.looked_at > MAX_STATES && search.found.is_empty() {
        return None;
    }
    let workload = Workload::new(&*topology, &plans, &statement).unwrap();
    let [reach] = Reaches::of(&statement, workload.height()).values[..] else { panic!("one reach") };
    let live: Vec<_> = (0..workload.visits.len() as VisitIx).filter(|&at| !workload.request(at).is_empty()).collect();
    let scope = Scope { workload: &workload, statement: &statement, reach, live: &live };
    let snapshot = scope.snapshot(COPIES).unwrap();
    assert_eq!(has_model(&snapshot.formula), !search.found.is_empty(), "seed {seed}");
    // In a standstill every blocked head is related to a blocked one.
    let mut graph = WaitForGraph::new(&workload, &statement, reach, reach);
    for standstill in &search.found {
        let heads = standstill.iter().flat_map(|&(worm, parts)| {
            let first = workload.worms[worm].visits.start;
            worms[worm].blocked(parts).into_iter().map(move |place| first + place as VisitIx)
        });
        let heads: Vec<_> = heads.collect();
        for &head in &heads {
            assert!(graph.find(head, &|other| heads.contains(&other)).is_some(), "seed {seed}: {head} of {heads:?}");
        }
    }
    Some(!search.found.is_empty())
}

/// How many workloads have a standstill, how many have none, and how many are too large.
fn compare(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let mut counts = [0; 3];
    seeds.for_each(|seed| counts[compared(seed).map_or(2, |stands| usize::from(!stands))] += 1);
    counts
}

#[test]
fn all_standstills_one_by_one_are_what_the_model_has() {
    let [standstills, none, large] = compare(0..1500);
    println!("{standstills} with a standstill, {none} without, {large} too large");
    assert!(standstills >= 150 && none >= 300 && large <= 100, "{standstills} {none} {large}");
}

/// `cargo test --release -p wormcast-prove --test suite second_encoding -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn all_standstills_one_by_one_are_what_the_model_has_in_many_workloads() {
    let [standstills, none, large] = compare(1500..51_500);
    println!("{standstills} with a standstill, {none} without, {large} too large");
}
