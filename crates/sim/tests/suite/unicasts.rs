//! Messages by the lines of their routes are the same messages as those by hops, call by call, in every engine.

use crate::open::Notes;
use crate::support;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::num::{NonZeroU32, NonZeroUsize};
use wormcast_plan::Worms;
use wormcast_sim::*;
use wormcast_topology::{Line, NodeId, ShortestRoutes, Topology, build};

const NETWORKS: [&str; 6] = ["mesh:5x4", "mesh:1x7", "mesh:3x2x4", "torus:4x4", "hypercube:4", "mesh-of-trees:4"];

/// A message to one node.
struct Message {
    origin: NodeId,
    destination: NodeId,
    lines: Vec<Line>,
    length: Option<u32>,
    at: Time,
}

impl Message {
    fn unicast(&self) -> Unicast<'_> {
        Unicast { origin: self.origin, destination: self.destination, lines: &self.lines, length: self.length }
    }
}

fn random_messages(topology: &dyn Topology, timing: &Timing, random: &mut Random) -> Vec<Message> {
    let (nodes, mut routes) = (topology.graph().node_count(), ShortestRoutes::new(topology));
    let (mut now, gap) = (0, [3, 30, 600][random.random_range(0..3)]);
    let mut message = |_| {
        let [origin, destination] = [0; 2].map(|_| NodeId::new(random.random_range(0..nodes)));
        let mut lines = Vec::new();
        routes.append_lines(origin, destination, &mut lines).unwrap();
        now += random.random_range(0..gap);
        let length = random.random_bool(0.3).then(|| random.random_range(1..=timing.length));
        Message { origin, destination, lines, length, at: Time::from_ps(now) }
    };
    (0..60).map(&mut message).collect()
}

/// What an engine tells of messages that are injected so.
fn run<E: OpenLoop<Observer = Notes>>(
    mut engine: E,
    messages: &[Message],
    inject: impl Fn(&mut E, &Message) -> Result<MessageId, SimError>,
) -> (Notes, u64, usize) {
    for (number, message) in messages.iter().enumerate() {
        engine.run_before(message.at);
        assert_eq!(inject(&mut engine, message), Ok(number as MessageId));
    }
    engine.drain();
    let left = (engine.grants(), engine.messages_in_flight());
    (std::mem::take(engine.observer_mut()), left.0, left.1)
}

fn by_hops<E: OpenLoop>(engine: &mut E, message: &Message) -> Result<MessageId, SimError> {
    let mut worms = Worms::new();
    message.unicast().append_to(&mut worms);
    engine.inject_lengths(&worms, message.length.as_slice(), message.at)
}

fn by_lines<E: OpenLoop>(engine: &mut E, message: &Message) -> Result<MessageId, SimError> {
    engine.inject_unicast(message.unicast(), message.at)
}

#[test]
fn messages_by_lines_are_those_by_hops() {
    let mut random = Random::seed_from_u64(17);
    for round in 0..60 {
        let topology = build(NETWORKS[round % NETWORKS.len()]).unwrap();
        let timing = Timing { header_flits: round % 4 == 0, ..support::random_timing(&mut random) };
        let messages = random_messages(&*topology, &timing, &mut random);
        let worm = || WormEngine::with_consumption_classes(&*topology, &timing, 1, Notes::default()).unwrap();
        let (expected, grants, left) = run(worm(), &messages, by_hops);
        let same = |(told, its_grants, its_left): (Notes, u64, usize), how: &str| {
            let case = format!("round {round}, {}, {how}, {timing:?}", topology.spec());
            assert_eq!(told.completed, expected.completed, "{case}");
            assert_eq!(told.delivered, expected.delivered, "{case}");
            assert_eq!(told.held, expected.held, "{case}");
            assert_eq!(told.moments, expected.moments, "{case}");
            assert_eq!((its_grants, its_left), (grants, left), "{case}");
        };
        same(run(worm(), &messages, by_lines), "worm engine");
        let paths = || PathEngine::new(&*topology, &timing, 1, Notes::default()).unwrap();
        same(run(paths(), &messages, by_hops), "paths, by hops");
        same(run(paths(), &messages, by_lines), "paths");
        for threads in [1, 3] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let several = RegionalEngine::new(&*topology, &timing, 1, threads, Notes::default()).unwrap();
            same(run(several, &messages, by_lines), "regions");
        }
    }
}

#[test]
fn the_flit_engine_takes_lines_on_virtual_channels() {
    let mut random = Random::seed_from_u64(18);
    for round in 0..120 {
        let topology = build(["mesh:5x4", "torus:4x4", "hypercube:4", "mesh:7x1"][round % 4]).unwrap();
        let virtual_channels = NonZeroU32::new(1 + round as u32 % 3).unwrap();
        let vc_rule = [VcRule::Dateline, VcRule::Fixed, VcRule::PerHop, VcRule::Class, VcRule::Free][round % 5];
        let flow = FlowControl { virtual_channels, vc_rule, ..FlowControl::default() };
        let timing = Timing { flow, ..support::random_timing(&mut random) };
        let messages = random_messages(&*topology, &timing, &mut random);
        let engine = || FlitEngine::new(&*topology, &timing, Notes::default()).unwrap();
        let [hops, lines] = [run(engine(), &messages, by_hops), run(engine(), &messages, by_lines)];
        assert_eq!(format!("{lines:?}"), format!("{hops:?}"), "round {round}, {}, {timing:?}", topology.spec());
    }
}

#[test]
fn what_does_not_fit_is_refused_and_leaves_nothing() {
    let mesh = build("mesh:4x4").unwrap();
    let [origin, destination] = ["0,0", "3,2"].map(|name| mesh.find_node(name).unwrap());
    let mut lines = Vec::new();
    ShortestRoutes::new(&*mesh).append_lines(origin, destination, &mut lines).unwrap();
    let timing = Timing::default();
    let mut engine = PathEngine::new(&*mesh, &timing, 1, ()).unwrap();
    let mut inject = |lines: &[Line], length, at| {
        let unicast = Unicast { origin, destination, lines, length };
        engine.inject_unicast(unicast, Time::from_ns(at)).map(|_| engine.messages_in_flight())
    };
    for length in [0, timing.length + 1] {
        assert!(matches!(inject(&lines, Some(length), 5), Err(SimError::Lengths { message: 0, worms: 1, .. })));
    }
    let long = [Line { steps: 1 << 31, ..lines[0] }];
    assert_eq!(inject(&long, None, 5), Err(SimError::TooManyHops(1 << 31)));
    assert!(matches!(inject(&lines, None, u64::MAX / 1000), Err(SimError::Past { .. })));
    assert_eq!(inject(&lines, Some(timing.length), 5), Ok(1));
}
