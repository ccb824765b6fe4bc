//! The engine for paths tells what the worm engine tells, call by call, on one core and on several.

use crate::open::Notes;
use crate::support;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use wormcast_plan::Worms;
use wormcast_sim::*;
use wormcast_topology::{ChannelId, NodeId, Topology, build};

const CLASSES: u8 = 3;
const ROUNDS: usize = 100;
const NETWORKS: [&str; 8] = [
    "mesh:4x3",
    "mesh:2x9",
    "torus:4x4",
    "ring:7",
    "hypercube:4",
    "complete:5",
    "one-way-torus:3x4",
    "mesh-of-trees:4",
];

/// Appends a random walk that takes no channel twice, and delivers at its end and at some nodes before, once at each.
fn random_path(topology: &dyn Topology, worms: &mut Worms, random: &mut Random) {
    let graph = topology.graph();
    let mut node = NodeId::new(random.random_range(0..graph.node_count()));
    let (mut used, mut delivered) = (Vec::<ChannelId>::new(), vec![node]);
    worms.start(node, None, 0);
    worms.set_consumption_class(random.random_range(0..worms.consumption_classes()));
    let longest = [14, 60][random.random_range(0..2)];
    let mut last = None;
    for _ in 0..random.random_range(1..=longest) {
        let port = random.random_range(0..graph.degree(node));
        let channel = graph.out_channels(node).nth(port).unwrap();
        if used.contains(&channel) {
            break;
        }
        used.push(channel);
        node = graph.target(channel);
        let hop = worms.hop(last, channel);
        last = Some(hop);
        if random.random_bool(0.3) && !delivered.contains(&node) {
            delivered.push(node);
            worms.deliver(hop, node);
        }
    }
    let is_new = !delivered.contains(&node);
    last.filter(|_| is_new).into_iter().for_each(|hop| worms.deliver(hop, node));
}

struct Message {
    worms: Worms,
    lengths: Vec<u32>,
    at: Time,
}

/// Messages of random paths in the order of their times, many at equal times.
fn random_messages(topology: &dyn Topology, timing: &Timing, random: &mut Random) -> Vec<Message> {
    let (mut now, gap) = (0, [3, 30, 600][random.random_range(0..3)]);
    let mixed = random.random_bool(0.3);
    let mut message = |number| {
        let mut worms = Worms::new();
        worms.set_consumption_classes(if number == 0 { CLASSES } else { random.random_range(1..=CLASSES) });
        for _ in 0..random.random_range(1..=3) {
            random_path(topology, &mut worms, random);
        }
        now += random.random_range(0..gap);
        let lengths = if mixed { 0..worms.len() } else { 0..0 };
        let lengths = lengths.map(|_| random.random_range(1..=timing.length)).collect();
        Message { worms, lengths, at: Time::from_ps(now) }
    };
    (0..40).map(&mut message).collect()
}

/// What is asked of an engine between batches of messages.
type Asked = (usize, Vec<u32>, u64, Option<Vec<Blocked>>);

/// Injects messages in batches; in one core's case, each at its time.
fn run(
    mut engine: impl OpenLoop<Observer = Notes>,
    messages: &[Message],
    batch: usize,
    nodes: usize,
) -> (Notes, Vec<Asked>) {
    let mut asked = Vec::new();
    for batch in messages.chunks(batch) {
        engine.run_before(batch[0].at);
        asked.push(look(&engine, nodes));
        for Message { worms, lengths, at } in batch {
            engine.inject_lengths(worms, lengths, *at).unwrap();
        }
    }
    engine.drain();
    asked.push(look(&engine, nodes));
    assert!(engine.messages_in_flight() == 0 || engine.deadlock().is_some());
    (std::mem::take(engine.observer_mut()), asked)
}

fn look(engine: &impl OpenLoop, nodes: usize) -> Asked {
    let backlog = (0..nodes).map(|node| engine.backlog(NodeId::new(node))).collect();
    (engine.messages_in_flight(), backlog, engine.grants(), engine.deadlock())
}

#[test]
fn paths_on_one_core_and_on_several_tell_what_the_worm_engine_tells() {
    let mut random = Random::seed_from_u64(64);
    let mut stuck = 0;
    for round in 0..ROUNDS {
        let topology = build(NETWORKS[round % NETWORKS.len()]).unwrap();
        let nodes = topology.graph().node_count();
        let timing = support::random_timing(&mut random);
        let messages = random_messages(&*topology, &timing, &mut random);
        let batch = random.random_range(1..=40);
        let one = WormEngine::with_consumption_classes(&*topology, &timing, CLASSES, Notes::default()).unwrap();
        let (expected, asked) = run(one, &messages, batch, nodes);
        stuck += usize::from(asked.last().is_some_and(|(.., deadlock)| deadlock.is_some()));
        let same = |(told, answers): (Notes, Vec<Asked>), how: &str| {
            let case = format!("round {round}, {}, {how}, {timing:?}", topology.spec());
            assert_eq!(told.completed, expected.completed, "{case}");
            assert_eq!(told.delivered, expected.delivered, "{case}");
            assert_eq!(told.held, expected.held, "{case}");
            assert_eq!(told.moments, expected.moments, "{case}");
            assert_eq!(answers, asked, "{case}");
        };
        let paths = PathEngine::new(&*topology, &timing, CLASSES, Notes::default()).unwrap();
        same(run(paths, &messages, batch, nodes), "paths");
        for threads in [1, 2, 3, 7] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let several = RegionalEngine::new(&*topology, &timing, CLASSES, threads, Notes::default()).unwrap();
            same(run(several, &messages, batch, nodes), &format!("{threads} threads"));
        }
    }
    assert!((1..ROUNDS).contains(&stuck), "{stuck} runs of {ROUNDS} end in a deadlock");
}

/// When the first hold that begins at a time or later is told: how long channels were held before, and all holds from
/// then on. Then the same for a later time.
#[derive(Debug, PartialEq)]
struct Sums {
    marks: Vec<Time>,
    sums: BTreeMap<ChannelId, Time>,
    before: Vec<BTreeMap<ChannelId, Time>>,
}

impl Sums {
    fn until(marks: &[u64]) -> Self {
        let marks = marks.iter().rev().map(|&ps| Time::from_ps(ps)).collect();
        Self { marks, sums: BTreeMap::new(), before: Vec::new() }
    }
}

impl Observer for Sums {
    fn sums_holds_until(&self) -> Time {
        self.marks.last().copied().unwrap_or(Time::from_ps(u64::MAX))
    }

    fn held(&mut self, channel: ChannelId, from: Time, until: Time) {
        while self.marks.pop_if(|mark| *mark <= from).is_some() {
            self.before.push(self.sums.clone());
        }
        self.held_in_all(channel, until - from);
    }

    fn held_in_all(&mut self, channel: ChannelId, sum: Time) {
        let so_far = self.sums.entry(channel).or_default();
        *so_far = *so_far + sum;
    }
}

#[test]
fn sums_of_holds_are_told_before_the_holds_that_they_come_before() {
    let mut random = Random::seed_from_u64(66);
    for round in 0..60 {
        let topology = build(NETWORKS[round % NETWORKS.len()]).unwrap();
        let timing = support::random_timing(&mut random);
        let messages = random_messages(&*topology, &timing, &mut random);
        let threads = NonZeroUsize::new(random.random_range(1..=5)).unwrap();
        let last = messages.last().unwrap().at.ps();
        let mut marks: Vec<u64> = (0..4).map(|_| random.random_range(0..=2 * last)).collect();
        marks.sort_unstable();
        let (nodes, batch) = (topology.graph().node_count(), random.random_range(1..=40));
        let mut one = PathEngine::new(&*topology, &timing, CLASSES, Sums::until(&marks)).unwrap();
        let mut several = RegionalEngine::new(&*topology, &timing, CLASSES, threads, Sums::until(&marks)).unwrap();
        for batch in messages.chunks(batch) {
            one.run_before(batch[0].at);
            several.run_before(batch[0].at);
            assert_eq!(several.observer(), one.observer(), "{}, {threads} threads, {timing:?}", topology.spec());
            for Message { worms, lengths, at } in batch {
                one.inject_lengths(worms, lengths, *at).unwrap();
                several.inject_lengths(worms, lengths, *at).unwrap();
            }
        }
        one.drain();
        several.drain();
        assert_eq!(several.observer(), one.observer(), "{}, {threads} threads, {timing:?}", topology.spec());
        assert_eq!(look(&several, nodes), look(&one, nodes));
    }
}

#[test]
fn what_is_done_meanwhile_can_inject_what_comes_next() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(67);
    let timing = support::random_timing(&mut random);
    let messages = random_messages(&*mesh, &timing, &mut random);
    let one = PathEngine::new(&*mesh, &timing, CLASSES, Notes::default()).unwrap();
    let (expected, asked) = run(one, &messages, 40, 12);
    let (first, second) = messages.split_at(20);
    for threads in [1, 3] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let mut engine = RegionalEngine::new(&*mesh, &timing, CLASSES, threads, Notes::default()).unwrap();
        for Message { worms, lengths, at } in first {
            engine.inject_lengths(worms, lengths, *at).unwrap();
        }
        let mut next = second.iter();
        engine.run_meanwhile(second[0].at, |desk| {
            next.next().is_some_and(|Message { worms, lengths, at }| desk.inject_lengths(worms, lengths, *at).is_ok())
        });
        assert!(next.len() < second.len());
        for Message { worms, lengths, at } in next {
            engine.inject_lengths(worms, lengths, *at).unwrap();
        }
        engine.drain();
        assert_eq!(look(&engine, 12), asked[1]);
        assert_eq!(std::mem::take(engine.observer_mut()), expected);
    }
}

#[test]
fn shares_decide_how_much_a_region_has_and_not_what_is_told() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(65);
    let timing = support::random_timing(&mut random);
    let messages = random_messages(&*mesh, &timing, &mut random);
    let run_with = |shares: &[f64]| {
        let engine = RegionalEngine::with_shares(&*mesh, &timing, CLASSES, shares, Notes::default()).unwrap();
        run(engine, &messages, 40, 12)
    };
    let expected = run_with(&[1.0]);
    for shares in [&[0.0, 1.0][..], &[0.3, 0.7], &[1.0, 0.0, 5.0], &[1.0; 30]] {
        assert_eq!(run_with(shares), expected, "{shares:?}");
    }
}

#[test]
fn trees_and_worms_that_start_after_others_are_refused() {
    let mesh = build("mesh:3x3").unwrap();
    let two = NonZeroUsize::new(2).unwrap();
    let mut engine = RegionalEngine::new(&*mesh, &Timing::default(), 1, two, ()).unwrap();
    let [a, b, c, d] = ["0,0", "1,0", "2,0", "1,1"].map(|name| mesh.find_node(name).unwrap());
    let channel = |from, to| mesh.graph().channel(from, to).unwrap();
    let mut worms = Worms::new();
    worms.start(a, None, 0);
    let hop = worms.hop(None, channel(a, b));
    worms.deliver(hop, b);
    worms.start(b, Some(0), 1);
    let hop = worms.hop(None, channel(b, c));
    worms.deliver(hop, c);
    let problem = |problem| SimError::NotAPath { plan: 0, worm: 1, problem };
    assert_eq!(engine.inject(&worms, Time::ZERO), Err(problem("starts after another one")));
    worms.clear();
    worms.start(a, None, 0);
    worms.hop(None, channel(a, b));
    worms.start(a, None, 0);
    let first = worms.hop(None, channel(a, b));
    worms.hop(Some(first), channel(b, c));
    worms.hop(Some(first), channel(b, d));
    assert_eq!(engine.inject(&worms, Time::ZERO), Err(problem("is a tree")));
    assert_eq!(engine.messages_in_flight(), 0);
}
