//! Bubble flow control against an exhaustive search that moves whole messages from buffer to buffer.

use crate::plans_support::{of_worms, prove};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use wormcast_check::proof::Answer;
use wormcast_model::{Copies, Handover, Switching, WorkloadStatement};
use wormcast_plan::{Plan, Worms};
use wormcast_topology::{ChannelId, NodeId, Topology, build};

/// Messages in the buffers behind channels, each in the order in which they came; and how far each message has come: 0
/// before it is sent, and behind the last channel when it is gone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    buffers: BTreeMap<ChannelId, Vec<usize>>,
    came: Vec<usize>,
}

struct Rules<'a> {
    topology: &'a dyn Topology,
    routes: Vec<Vec<ChannelId>>,
    /// Messages that a buffer takes.
    capacity: usize,
    bubble: bool,
}

impl Rules<'_> {
    /// The dimension, the direction and the line of a channel of a torus.
    fn ring(&self, channel: ChannelId) -> (usize, bool, Vec<u32>) {
        let (grid, graph) = (self.topology.grid().unwrap(), self.topology.graph());
        let [from, to] = [graph.source(channel), graph.target(channel)];
        let at = |node, dimension| grid.coordinate(node, dimension);
        let dimension = (0..grid.sides().len()).find(|&d| at(from, d) != at(to, d)).unwrap();
        let rises = (at(from, dimension) + 1) % grid.sides()[dimension] == at(to, dimension);
        let line = (0..grid.sides().len()).filter(|&d| d != dimension).map(|d| at(from, d)).collect();
        (dimension, rises, line)
    }

    /// The state after a message has gone one step, if it can.
    fn step(&self, state: &State, message: usize) -> Option<State> {
        let (route, came) = (&self.routes[message], state.came[message]);
        let held = came.checked_sub(1).map(|at| route.get(at).copied());
        if held == Some(None) {
            return None;
        }
        let held = held.flatten();
        if held.is_some_and(|held| state.buffers[&held].first() != Some(&message)) {
            return None;
        }
        let mut next = state.clone();
        if let Some(held) = held {
            next.buffers.get_mut(&held).unwrap().remove(0);
        }
        next.came[message] += 1;
        let Some(&wanted) = route.get(came) else { return Some(next) };
        let enters = held.is_none_or(|held| self.ring(held) != self.ring(wanted));
        let needed = if self.bubble && enters { 2 } else { 1 };
        let taken = state.buffers.get(&wanted).map_or(0, Vec::len);
        next.buffers.entry(wanted).or_default().push(message);
        (taken + needed <= self.capacity).then_some(next)
    }

    fn is_stuck(&self, state: &State) -> bool {
        let under_way = |&message: &usize| (1..=self.routes[message].len()).contains(&state.came[message]);
        let mut stuck = (0..self.routes.len()).filter(under_way).peekable();
        stuck.peek().is_some() && stuck.all(|message| self.step(state, message).is_none())
    }

    /// Whether some order of steps ends with messages under way, none of which can go on.
    fn deadlocks(&self) -> bool {
        let start = State { buffers: BTreeMap::new(), came: vec![0; self.routes.len()] };
        let (mut open, mut seen) = (vec![start.clone()], BTreeSet::from([start]));
        while let Some(state) = open.pop() {
            if self.is_stuck(&state) {
                return true;
            }
            for next in (0..self.routes.len()).filter_map(|message| self.step(&state, message)) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// A message straight along a ring, or from one ring into another and perhaps back.
fn random_chain(topology: &dyn Topology, below: &mut dyn FnMut(usize) -> usize) -> Option<(Vec<ChannelId>, Plan)> {
    let graph = topology.graph();
    let origin = NodeId::new(below(graph.node_count()));
    let (mut at, mut route): (_, Vec<ChannelId>) = (origin, Vec::new());
    for _ in 0..1 + below(4) {
        let is_back = |next: &ChannelId| route.last().is_some_and(|&last| graph.source(last) == graph.target(*next));
        let out: Vec<_> = graph.out_channels(at).filter(|next| !is_back(next) && !route.contains(next)).collect();
        // Mostly around the ring: there a message waits for the next one.
        let straight = out.iter().copied().find(|next| {
            let rules = Rules { topology, routes: vec![], capacity: 0, bubble: false };
            route.last().is_some_and(|&last| rules.ring(last) == rules.ring(*next))
        });
        let next = straight.filter(|_| below(4) > 0).or_else(|| out.get(below(out.len().max(1))).copied())?;
        route.push(next);
        at = graph.target(next);
    }
    let mut worms = Worms::new();
    worms.start(origin, None, 0);
    let last = worms.chain(None, route.iter().copied())?;
    worms.deliver(last, at);
    (at != origin).then(|| (route, of_worms(topology, origin, vec![at], worms)))
}

/// Messages of three flits in buffers that take so many of them.
fn statement(capacity: u32, bubble: bool) -> WorkloadStatement {
    WorkloadStatement {
        copies: Copies::AtMost(NonZeroU32::MIN),
        length: NonZeroU32::new(3),
        buffer: NonZeroU32::new(3 * capacity),
        switching: Switching::CutThrough,
        handover: Handover::Tail,
        bubble,
        ..WorkloadStatement::default()
    }
}

/// What is proved free with bubbles never stops; and what stops without them does not always with them.
fn compare(seeds: std::ops::Range<u64>, more: usize) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for seed in seeds {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let topology = &*build(["torus:3", "torus:4", "torus:3x3", "torus:4x3"][below(4)]).unwrap();
        let drawn: Vec<_> = (0..3 + below(more)).filter_map(|_| random_chain(topology, &mut below)).collect();
        let (routes, plans): (Vec<_>, Vec<_>) = drawn.into_iter().unzip();
        let capacity = 2 + below(2);
        let answer = prove(topology, &plans, &statement(capacity as u32, true)).answer();
        let rules = |bubble| Rules { topology, routes: routes.clone(), capacity, bubble };
        let stops = rules(true).deadlocks();
        assert!(!(stops && answer == Answer::DeadlockFree), "seed {seed}: free, but it stops");
        let place = match answer {
            Answer::DeadlockFree if rules(false).deadlocks() => "free by bubbles alone",
            Answer::DeadlockFree => "free",
            _ if stops => "stops",
            _ => "unknown, and never stops",
        };
        *counts.entry(place).or_default() += 1;
    }
    counts
}

#[test]
fn what_is_free_with_bubbles_never_stops() {
    let counts = compare(0..120, 3);
    println!("{counts:?}");
    assert!(counts.get("free").is_some_and(|&count| count >= 20), "{counts:?}");
}

/// Two messages from each node of a ring, two hops on: without bubbles they fill all buffers.
#[test]
fn a_ring_stops_without_bubbles_alone() {
    let ring = &*build("torus:3").unwrap();
    let graph = ring.graph();
    let hop = |from: usize| graph.channel(NodeId::new(from % 3), NodeId::new((from + 1) % 3)).unwrap();
    let routes: Vec<_> = (0..6).map(|at| vec![hop(at), hop(at + 1)]).collect();
    let plan = |route: &Vec<ChannelId>| {
        let [from, to] = [graph.source(route[0]), graph.target(route[1])];
        let mut worms = Worms::new();
        worms.start(from, None, 0);
        let last = worms.chain(None, route.iter().copied()).unwrap();
        worms.deliver(last, to);
        of_worms(ring, from, vec![to], worms)
    };
    let plans: Vec<_> = routes.iter().map(plan).collect();
    for bubble in [false, true] {
        let rules = Rules { topology: ring, routes: routes.clone(), capacity: 2, bubble };
        assert_eq!(rules.deadlocks(), !bubble);
        let answer = prove(ring, &plans, &statement(2, bubble)).answer();
        assert_eq!(answer, if bubble { Answer::DeadlockFree } else { Answer::Deadlock });
    }
}

/// `cargo test --release -p wormcast-prove --test suite bubbles -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn what_is_free_with_bubbles_never_stops_in_thousands_of_workloads() {
    println!("{:?}", compare(1000..11_000, 5));
}
