//! Crossbars whose inputs send one flit at a time, by hand; against the naive simulator they are with all other
//! policies.

use crate::support::{path, plan};
use std::num::NonZeroU32;
use wormcast_plan::Worms;
use wormcast_sim::*;
use wormcast_topology::build;

/// Two worms of two flits that have come over one link, on two virtual channels, and go on to two outputs from 100 ns
/// on.
fn two_from_one_input(crossbar: Crossbar) -> Vec<u64> {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
    path(&*mesh, &mut worms, &["0,0", "1,0", "1,1"]);
    let plan = plan(&*mesh, worms);
    let virtual_channels = NonZeroU32::new(2).unwrap();
    let flow = FlowControl { virtual_channels, vc_rule: VcRule::Fixed, crossbar, ..FlowControl::default() };
    let timing = Timing { length: 2, buffer: 2, router: Time::ZERO, flit: Time::from_ns(1), flow, ..Timing::default() };
    let channel = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|node| mesh.find_node(node).unwrap());
        mesh.graph().channel(from, to).unwrap()
    };
    let [from, span] = [Time::ZERO, Time::from_ns(100)];
    let stall = |channel| Stall { channel, virtual_channel: None, only_heads: false, from, span };
    let stalls = vec![stall(channel("1,0", "2,0")), stall(channel("1,0", "1,1"))];
    let conditions = Conditions { stalls, ..Conditions::default() };
    let start = Start { plan: &plan, at: Time::ZERO };
    let run = simulate_under(&*mesh, &[start], &timing, &conditions, Engine::Flit).unwrap();
    run.plans[0].deliveries.iter().map(|arrival| arrival.latency.ps() / 1000).collect()
}

#[test]
fn an_input_sends_one_flit_at_a_time_if_its_crossbar_is_not_full() {
    // Both tails start to cross at 101 and are there at 102.
    assert_eq!(two_from_one_input(Crossbar::Full), [102, 102]);
    // Heads at 100 and 101, tails at 102 and 103; the worms take turns.
    assert_eq!(two_from_one_input(Crossbar::Input), [103, 104]);
    let mut separable = two_from_one_input(Crossbar::Separable);
    separable.sort_unstable();
    assert_eq!(separable, [103, 104]);
}
