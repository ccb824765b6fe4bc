//! The case that BookSim 2 is often run with, on our rules: an 8×8 mesh, dimension order, one virtual channel, buffers
//! of 8 flits, uniform traffic (a node sends to itself too). A cycle is a nanosecond.
//!
//! BookSim's packet of L flits over R routers takes 4R + 2 + (L − 1) cycles here. Over R − 1 channels that is a router
//! delay of 3, a flit time of 1, and 6 cycles of overhead; its credit loop of 5 cycles is a credit delay of 4.
//!
//! `cargo run --release -p wormcast-sim --example booksim [MESSAGES]`

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::num::NonZeroU32;
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_sim::{Engine, FlowControl, Handover, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, ShortestRoutes, Topology, build};

const OVERHEAD: Time = Time::from_ns(6);

fn timing(length: u32, handover: Handover) -> Timing {
    Timing {
        length,
        receive: OVERHEAD,
        router: Time::from_ns(3),
        flit: Time::from_ns(1),
        buffer: 8,
        injection: Ports::Limited(NonZeroU32::MIN),
        consumption: Ports::Limited(NonZeroU32::MIN),
        flow: FlowControl { credit: Time::from_ns(4), handover, ..FlowControl::default() },
        ..Timing::default()
    }
}

/// Every node tosses a coin in every cycle.
fn messages(topology: &dyn Topology, chance: f64, count: usize) -> (Vec<(Plan, Time)>, u64) {
    let nodes = topology.graph().node_count();
    let (mut random, mut routes) = (Random::seed_from_u64(1), ShortestRoutes::new(topology));
    let (mut plans, mut to_itself) = (Vec::new(), 0);
    for cycle in 0.. {
        for source in (0..nodes).map(NodeId::new).filter(|_| random.random_bool(chance)).collect::<Vec<_>>() {
            let to = NodeId::new(random.random_range(0..nodes));
            if to == source {
                to_itself += 1;
                continue;
            }
            let (mut worms, mut route) = (Worms::new(), Vec::new());
            routes.append(source, to, &mut route).expect("a mesh is connected");
            worms.start(source, None, 0);
            let last = worms.chain(None, route).expect("the nodes differ");
            worms.deliver(last, to);
            let (network, destinations) = (NetworkSpec::default(), vec![to]);
            let (scheme, claims, extra) = (String::new(), Vec::new(), Default::default());
            let plan = Plan { network, scheme, source, destinations, worms, claims, extra };
            plans.push((plan, Time::from_ns(cycle)));
            if plans.len() >= count {
                return (plans, to_itself);
            }
        }
    }
    unreachable!("cycles do not end")
}

/// Mean latency in cycles. Messages from a node to itself take no channel of the network: they count with what they
/// would take alone. The first fifth is left out.
fn latency(topology: &dyn Topology, timing: &Timing, load: f64, count: usize, engine: Engine) -> f64 {
    let (plans, to_itself) = messages(topology, load / f64::from(timing.length), count);
    let starts: Vec<_> = plans.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
    let run = simulate(topology, &starts, timing, engine).expect("the timing makes sense");
    assert_eq!(run.outcome, Outcome::Delivered);
    let measured = &run.plans[count / 5..];
    let sum: f64 = measured.iter().map(|plan| plan.latency.expect("it was delivered").ns()).sum();
    let alone = OVERHEAD.ns() + f64::from(timing.length - 1);
    let share = to_itself as f64 / (to_itself as usize + count) as f64;
    (1.0 - share) * sum / measured.len() as f64 + share * alone
}

fn main() {
    let count = std::env::args().nth(1).map_or(20_000, |text| text.parse().expect("a number of messages"));
    let mesh = build("mesh:8x8").expect("a mesh");
    println!("flits   load   empty    tail   (mean latency in cycles, by when a channel is handed over)");
    for (length, loads) in [
        (4, &[0.02, 0.05, 0.10, 0.15, 0.20, 0.22, 0.24][..]),
        (16, &[0.02, 0.05, 0.10, 0.15, 0.20, 0.22, 0.24]),
        (128, &[0.02, 0.05, 0.10, 0.15, 0.20, 0.22]),
    ] {
        for &load in loads {
            let [empty, tail] = [Handover::Empty, Handover::Tail]
                .map(|handover| latency(&*mesh, &timing(length, handover), load, count, Engine::Flit));
            println!("{length:>5} {load:>6.3} {empty:>7.1} {tail:>7.1}");
        }
    }
}
