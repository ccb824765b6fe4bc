//! Why channels that are handed over right behind the tail need flit by flit: what a channel hands on has no constant
//! size.

use crate::open::Notes;
use wormcast_plan::Worms;
use wormcast_sim::*;
use wormcast_topology::{NodeId, build};

/// When worms of one flit reach the router behind a channel whose buffer of B flits is full of others, each of which
/// waits for a channel of its own: these are free at 20, 40, … ns, or 5 ns later where `late` has a bit.
fn arrivals(buffer: u32, late: u32) -> Vec<Time> {
    let topology = build(&format!("complete:{}", buffer + 2)).unwrap();
    let flow = FlowControl { handover: Handover::Tail, ..FlowControl::default() };
    let [router, flit] = [0, 1].map(Time::from_ns);
    let timing = Timing { length: 1000, router, flit, buffer, flow, ..Timing::default() };
    let mut engine = FlitEngine::new(&*topology, &timing, Notes::default()).unwrap();
    let channel = |from, to| topology.graph().channel(NodeId::new(from), NodeId::new(to)).unwrap();
    let inject = |engine: &mut FlitEngine<'_, Notes>, route: &[usize], flits| {
        let mut worms = Worms::new();
        worms.start(NodeId::new(route[0]), None, 0);
        let last = worms.chain(None, route.windows(2).map(|hop| channel(hop[0], hop[1]))).unwrap();
        worms.deliver(last, NodeId::new(route[route.len() - 1]));
        engine.inject_lengths(&worms, &[flits], Time::ZERO).unwrap();
    };
    let beyond = |place: u32| 2 + place as usize;
    for place in 0..buffer {
        inject(&mut engine, &[1, beyond(place)], 20 * (place + 1) + 5 * (late >> place & 1));
    }
    for place in 0..buffer {
        inject(&mut engine, &[0, 1, beyond(place)], 1);
    }
    let before = 2 * u64::from(buffer) + 3 * u64::from(buffer);
    for _ in 0..buffer {
        inject(&mut engine, &[0, 1], 1);
    }
    engine.drain();
    let visits = &engine.observer().moments;
    (0..u64::from(buffer)).map(|next| visits[&(before + 2 * next + 1)].arrived.unwrap()).collect()
}

/// B bits tell 2^B futures of a channel apart: what is handed on with it takes B bits at least.
#[test]
fn a_full_buffer_has_as_many_futures_as_its_flits_have_times() {
    for buffer in 1..=5 {
        let mut futures: Vec<_> = (0..1 << buffer).map(|late| arrivals(buffer, late)).collect();
        for (late, times) in futures.iter().enumerate() {
            let delay = |place| if late >> place & 1 == 1 { 5 } else { 0 };
            // A flit time to cross the channel, once the one before has left.
            let expected = (0..buffer).map(|place| Time::from_ns(u64::from(20 * (place + 1) + delay(place)) + 1));
            assert!(times.iter().copied().eq(expected), "{buffer}, {late}: {times:?}");
        }
        futures.sort();
        futures.dedup();
        assert_eq!(futures.len(), 1 << buffer);
    }
}
