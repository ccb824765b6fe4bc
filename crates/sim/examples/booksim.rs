//! An 8 × 8 mesh or torus of routers like those of BookSim 2, under uniform traffic in which a node sends to itself
//! too: mean latency, and how many flits arrive. A cycle is a nanosecond. `scripts/booksim-curves` puts BookSim beside
//! it.
//!
//! Each router has an endpoint, whose link to the router, which takes two cycles, is its injection buffer. A head takes
//! a cycle for its virtual channel and one for the switch, then crosses switch and link: a router delay of 1 and a
//! latency of 3 on a mesh (its links take a cycle, those of a torus two), and of 3 to an endpoint, which takes it in as
//! it comes. A virtual channel is given to the next packet a cycle after the tail has left: a turnaround of 1.
//!
//! `cargo run --release -p wormcast-sim --example booksim mesh/1/8/16 MESSAGES LOAD...` (network, virtual channels,
//! flits of a buffer, flits of a packet; loads in flits per node and cycle; `@turnaround=0` or `@crossbar=full` behind
//! the case sets another turnaround or crossbar)

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::num::NonZeroU32;
use wormcast_plan::Worms;
use wormcast_sim::{
    Completed, Crossbar, FlitEngine, FlowControl, Handover, Observer, OpenLoop, Ports, Time, Timing, VcRule,
};
use wormcast_topology::{ChannelProperties, DescribedNetwork, Description, NodeId, Topology};

const SIDE: usize = 8;
const NODES: usize = SIDE * SIDE;

/// What is run.
struct Case {
    is_torus: bool,
    channels: u32,
    buffer: u32,
    flits: u32,
    turnaround: u64,
    crossbar: Crossbar,
}

impl Case {
    fn parse(text: &str) -> Self {
        let mut parts = text.split('@');
        let words: Vec<_> = parts.next().unwrap_or_default().split('/').collect();
        let number = |place: usize| words[place].parse().expect("a number");
        let mut case = Self {
            is_torus: words[0] == "torus",
            channels: number(1),
            buffer: number(2),
            flits: number(3),
            turnaround: 1,
            crossbar: Crossbar::Separable,
        };
        for part in parts {
            match part.split_once('=') {
                Some(("turnaround", cycles)) => case.turnaround = cycles.parse().expect("a number of cycles"),
                Some(("crossbar", word)) => case.crossbar = word.parse().expect("a crossbar"),
                _ => panic!("`{part}` is neither `turnaround=…` nor `crossbar=…`"),
            }
        }
        case
    }

    /// The cycles that a link takes.
    fn link(&self) -> u64 {
        1 + u64::from(self.is_torus)
    }

    fn timing(&self) -> Timing {
        let flow = FlowControl {
            virtual_channels: NonZeroU32::new(self.channels).expect("a virtual channel"),
            vc_rule: if self.is_torus { VcRule::FreeDateline } else { VcRule::Free },
            // BookSim's credit loop is 5 cycles on a mesh: 3 ahead, 2 back.
            credit: Time::from_ns(1 + self.link()),
            handover: Handover::Tail,
            turnaround: Time::from_ns(self.turnaround),
            crossbar: self.crossbar,
            ..FlowControl::default()
        };
        Timing {
            length: self.flits,
            router: Time::from_ns(1),
            flit: Time::from_ns(1),
            buffer: self.buffer,
            injection: Ports::Limited(NonZeroU32::MIN),
            flow,
            ..Timing::default()
        }
    }
}

/// Router number n has the coordinates n mod 8 and n / 8; its endpoint has the number 64 + n.
fn network(case: &Case) -> DescribedNetwork {
    let mut description = Description {
        names: (0..2 * NODES).map(|node| node.to_string().into()).collect(),
        endpoints: (NODES..2 * NODES).map(NodeId::new).collect(),
        ..Description::default()
    };
    let mut add = |from: usize, to: usize, delay: u64| {
        // What comes to an endpoint waits for no virtual channel.
        let router_ps = (to >= NODES).then_some(0);
        let own = ChannelProperties { delay_ps: Some(delay * 1000), router_ps, ..ChannelProperties::default() };
        description.properties.push((description.channels.len(), own));
        description.channels.push((NodeId::new(from), NodeId::new(to)));
    };
    for node in 0..NODES {
        add(NODES + node, node, 1);
        add(node, NODES + node, 2);
        for stride in [1, SIDE] {
            let at = node / stride % SIDE;
            for to in [(at + 1) % SIDE, (at + SIDE - 1) % SIDE] {
                if case.is_torus || at.abs_diff(to) == 1 {
                    add(node, node - at * stride + to * stride, 1 + case.link());
                }
            }
        }
    }
    DescribedNetwork::new("routers".into(), "example", description).expect("it makes sense")
}

/// The worm of a packet, by dimension order.
fn route(case: &Case, network: &DescribedNetwork, from: usize, to: usize, random: &mut Random, worms: &mut Worms) {
    worms.clear();
    worms.start(NodeId::new(NODES + from), None, 0);
    let mut last = None;
    let mut go = |a: usize, b: usize, lane: u32| {
        let channel = network.graph().channel(NodeId::new(a), NodeId::new(b)).expect("it is there");
        last = Some(if case.is_torus { worms.hop_on(last, channel, lane) } else { worms.hop(last, channel) });
    };
    go(NODES + from, from, 0);
    let mut node = from;
    for stride in [1, SIDE] {
        let [at, target] = [node, to].map(|node| node / stride % SIDE);
        let ahead = (target + SIDE - at) % SIDE;
        let up =
            if case.is_torus { 2 * ahead < SIDE || 2 * ahead == SIDE && random.random_bool(0.5) } else { target > at };
        // BookSim parts the virtual channels of a ring by where a packet enters and leaves it.
        let lane = if target < at { case.channels / 2 } else { 0 };
        while node / stride % SIDE != target {
            let at = node / stride % SIDE;
            let next = if up { (at + 1) % SIDE } else { (at + SIDE - 1) % SIDE };
            let next = node - at * stride + next * stride;
            go(node, next, lane);
            node = next;
        }
    }
    go(node, NODES + node, 0);
    worms.deliver(last.expect("there are hops"), NodeId::new(NODES + to));
}

/// Latencies of packets that were generated from a time on, and how many packets came from then until another time.
#[derive(Default)]
struct Figures {
    from: Time,
    until: Time,
    count: u64,
    sum: f64,
    arrived: u64,
}

impl Observer for Figures {
    fn completed(&mut self, message: Completed) {
        if message.generated >= self.from && message.generated < self.until {
            self.count += 1;
            self.sum += (message.at - message.generated).ns();
        }
        self.arrived += u64::from(message.at >= self.from && message.at < self.until);
    }
}

/// The mean latency in cycles, and the flits that arrive and that are sent a node and cycle. The first fifth of the
/// time is left out.
fn measure(case: &Case, load: f64, messages: u64) -> [f64; 3] {
    let (network, timing) = (network(case), case.timing());
    let chance = load / f64::from(case.flits);
    let cycles = (messages as f64 / (chance * NODES as f64)).ceil() as u64;
    let [from, until] = [cycles / 5, cycles].map(Time::from_ns);
    let figures = Figures { from, until, ..Figures::default() };
    let mut engine = FlitEngine::new(&network, &timing, figures).expect("the timing makes sense");
    let (mut random, mut worms) = (Random::seed_from_u64(1), Worms::new());
    for cycle in 0..cycles {
        for node in 0..NODES {
            if random.random_bool(chance) {
                engine.run_before(Time::from_ns(cycle));
                let to = random.random_range(0..NODES);
                route(case, &network, node, to, &mut random, &mut worms);
                engine.inject(&worms, Time::from_ns(cycle)).expect("it fits");
            }
        }
    }
    engine.drain();
    let Figures { count, sum, arrived, .. } = engine.observer();
    let rate = |packets: u64| packets as f64 * f64::from(case.flits) / ((until - from).ns() * NODES as f64);
    [sum / *count as f64, rate(*arrived), rate(*count)]
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let case = Case::parse(words.first().map_or("mesh/1/8/16", String::as_str));
    let messages = words.get(1).map_or(20_000, |text| text.parse().expect("a number of messages"));
    println!("load mean-latency accepted offered");
    for load in words.iter().skip(2) {
        let load = load.parse().expect("a load");
        let [latency, accepted, offered] = measure(&case, load, messages);
        println!("{load} {latency:.2} {accepted:.4} {offered:.4}");
    }
}
