//! Deadlocks that are known, and plans that are known to be free of them.

use crate::plans_support;
use crate::plans_support::{answer, general, holds, path, plan, prove, replayed, with_consumption};
use std::num::NonZeroU32;
use std::path::PathBuf;
use wormcast_check::proof::{
    Answer, Certificate, HeadsCertificate, LaneNumber, NumbersError, WormNumbers, verify_heads, verify_numbers,
};
use wormcast_formats::build;
use wormcast_model::{Copies, Delays, Handover, Reservation, WorkloadStatement};
use wormcast_plan::{MulticastSet, Plan, Worms, random_destinations};
use wormcast_prove::Proof;
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Engine, FlowControl, Ports, Timing};
use wormcast_topology::{NodeId, Topology};

/// The counterexample, after the engines have stopped in it; the number of its worms.
fn deadlock(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> usize {
    let Proof::Deadlock(found) = prove(topology, plans, statement) else { panic!("no deadlock") };
    let WorkloadStatement { virtual_channels, reservation, handover, .. } = *statement;
    let flow = FlowControl { virtual_channels, reservation, handover, ..FlowControl::default() };
    let timing = Timing {
        length: found.length,
        buffer: found.buffer,
        consumption: statement.consumption.map_or(Ports::All, Ports::Limited),
        flow,
        ..Timing::default()
    };
    let is_plain = timing.flow == FlowControl::default() && found.stalls.is_empty();
    for &engine in if is_plain { &Engine::ALL[..] } else { &[Engine::Flit] } {
        let told: Vec<_> = found.worms.iter().map(|worm| (worm.plan, worm.worm)).collect();
        assert_eq!(replayed(topology, &found, &timing, engine), Some(told), "{engine}");
    }
    found.worms.len()
}

/// The certificate, after the judge has verified it.
fn certificate(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Certificate {
    let found = prove(topology, plans, statement);
    let Proof::DeadlockFree(certificate) = found else { panic!("{found:?}") };
    assert!(holds(topology, plans, statement, &certificate));
    certificate
}

/// A network from its links.
pub(crate) fn network(name: &str, links: &str) -> Box<dyn Topology> {
    let file: PathBuf = std::env::temp_dir().join(format!("wormcast-{}-{name}.txt", std::process::id()));
    std::fs::write(&file, links).unwrap();
    let network = build(&format!("file:{}", file.display())).unwrap();
    std::fs::remove_file(file).unwrap();
    network
}

#[test]
fn xy_path_multicast_deadlocks_on_a_mesh() {
    let mesh = &*build("mesh:2x2").unwrap();
    // Each goes by XY from destination to destination: four turns of a cycle.
    let turn = |nodes: [&str; 3]| path(mesh, &nodes, &nodes[1..]);
    let around = ["0,0", "1,0", "1,1", "0,1"];
    let plans: Vec<_> = (0..4).map(|at| turn([0, 1, 2].map(|next| around[(at + next) % 4]))).collect();
    assert_eq!(deadlock(mesh, &plans, &general()), 4);
    assert_eq!(answer(mesh, &plans[..3], &general()), Answer::DeadlockFree);
}

#[test]
fn figure_1a_of_the_torus_paper_deadlocks() {
    let network = &*network("1a", "1 2\n1 3\n5 2\n5 3\n2 4\n3 6\n1 7\n7 3\n5 8\n8 2\n");
    // Each comes to one of the routers 2 and 3 before the other one does.
    let first = [(None, "1", "2"), (None, "1", "7"), (Some(1), "7", "3"), (Some(0), "2", "4"), (Some(2), "3", "6")];
    let second = [(None, "5", "3"), (None, "5", "8"), (Some(1), "8", "2"), (Some(0), "3", "6"), (Some(2), "2", "4")];
    let plans = [first, second].map(|route| plan(network, &route, &[3, 4]));
    assert_eq!(deadlock(network, &plans, &general()), 2);
    certificate(network, &plans[..1], &general());
    // If both are as far from both, no start times do it while all routers are equally fast, as none ever are.
    let from = |source| {
        let route = [(None, source, "2"), (None, source, "3"), (Some(0), "2", "4"), (Some(1), "3", "6")];
        plan(network, &route, &[2, 3])
    };
    let equal = WorkloadStatement { delays: Delays::Equal, ..general() };
    assert_eq!(answer(network, &[from("1"), from("5")], &equal), Answer::Unknown);
    assert_eq!(deadlock(network, &[from("1"), from("5")], &general()), 2);
}

#[test]
fn figure_1b_of_the_torus_paper_deadlocks() {
    let network = &*network("1b", "1 2\n1 5\n7 2\n2 4\n4 5\n5 6\n");
    let route = [(None, "1", "2"), (None, "1", "5"), (Some(0), "2", "4"), (Some(1), "5", "6")];
    let multicast = plan(network, &route, &[2, 3]);
    let unicast = path(network, &["7", "2", "4", "5", "6"], &["6"]);
    assert_eq!(deadlock(network, &[multicast, unicast], &general()), 2);
}

#[test]
fn a_delivery_on_the_way_up_deadlocks_and_one_on_the_way_down_does_not() {
    let tree = &*network("up", "a v\nv s\na q\na p\n");
    let up = [(None, "s", "v"), (Some(0), "v", "a"), (Some(1), "a", "q")];
    let down = [(None, "s", "v"), (Some(0), "v", "a"), (Some(1), "a", "v"), (Some(1), "a", "q")];
    let other = [(None, "p", "a"), (Some(0), "a", "v"), (Some(0), "a", "q")];
    let [on_the_way_up, on_the_way_down] = [plan(tree, &up, &[0, 2]), plan(tree, &down, &[2, 3])];
    let other = plan(tree, &other, &[1, 2]);
    assert_eq!(deadlock(tree, &[on_the_way_up.clone(), other.clone()], &with_consumption(1)), 2);
    certificate(tree, &[on_the_way_down, other.clone()], &with_consumption(1));
    certificate(tree, &[on_the_way_up, other], &general());
}

#[test]
fn xy_tree_multicast_deadlocks_on_a_mesh() {
    let mesh = &*build("mesh:3x3").unwrap();
    let all = random_plans(mesh, "routed-tree", 12, 4);
    assert_eq!(answer(mesh, &all[..1], &general()), Answer::DeadlockFree);
    assert_eq!(deadlock(mesh, &all, &general()), 2);
}

fn random_plans(topology: &dyn Topology, scheme: &str, count: usize, destinations: usize) -> Vec<Plan> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let plan = |number: usize| {
        let source = NodeId::new(number * 7 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, destinations, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
        plans_support::of_worms(topology, source, destinations, worms)
    };
    (0..count).map(plan).collect()
}

#[test]
fn a_consumption_channel_that_two_multicasts_share_deadlocks() {
    let mesh = &*build("mesh:4x1").unwrap();
    let there = path(mesh, &["0,0", "1,0", "2,0"], &["1,0", "2,0"]);
    let back = path(mesh, &["3,0", "2,0", "1,0"], &["2,0", "1,0"]);
    let plans = [there, back];
    assert_eq!(deadlock(mesh, &plans, &with_consumption(1)), 2);
    // Of two channels, two messages each way take both.
    assert_eq!(deadlock(mesh, &plans, &WorkloadStatement { buffer: NonZeroU32::new(1), ..with_consumption(1) }), 2);
    let once = WorkloadStatement { copies: Copies::AtMost(NonZeroU32::MIN), ..with_consumption(2) };
    certificate(mesh, &plans, &once);
    certificate(mesh, &plans, &general());
}

#[test]
fn a_single_tree_is_free_of_deadlock() {
    for spec in ["mesh:4x4", "torus:4x4", "hypercube:4"] {
        let topology = &*build(spec).unwrap();
        let plans = random_plans(topology, "single-tree", 10, 5);
        for statement in [general(), with_consumption(1)] {
            certificate(topology, &plans, &statement);
        }
    }
}

#[test]
fn two_disjoint_trees_need_a_consumption_channel_each() {
    let torus = &*build("torus:4x4").unwrap();
    let plans = random_plans(torus, "dstm-1", 16, 6);
    certificate(torus, &plans, &with_consumption(2));
    assert_eq!(answer(torus, &plans, &with_consumption(1)), Answer::Deadlock);
}

#[test]
fn unicast_on_a_ring_needs_the_dateline() {
    let ring = &*build("torus:5").unwrap();
    let node = |at: usize| (at % 5).to_string();
    let unicast = |at: usize| {
        let way: Vec<_> = (at..=at + 2).map(node).collect();
        let way: Vec<_> = way.iter().map(String::as_str).collect();
        path(ring, &way, &way[2..])
    };
    let plans: Vec<_> = (0..5).map(unicast).collect();
    assert_eq!(deadlock(ring, &plans, &general()), 5);
    let two = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..general() };
    certificate(ring, &plans, &two);
    // One message each of four of the five does nothing.
    certificate(ring, &plans[..4], &general());
}

#[test]
fn unicasts_between_all_nodes_join_in() {
    let with_unicast = |consumption| WorkloadStatement { with_unicast: true, ..with_consumption(consumption) };
    let mesh = &*build("mesh:3x3").unwrap();
    let plans = random_plans(mesh, "unicast", 2, 3);
    certificate(mesh, &plans, &with_unicast(1));
    let ring = &*build("torus:5").unwrap();
    let one = [path(ring, &["0", "1", "2"], &["2"])];
    assert_eq!(deadlock(ring, &one, &with_unicast(1)), 5);
    let two = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..with_unicast(1) };
    certificate(ring, &one, &two);
}

#[test]
fn short_messages_deadlock_only_as_far_as_they_reach() {
    // Each holds three channels while it is long, and one while it is not longer than a buffer.
    let ring = &*build("torus:6").unwrap();
    let node = |at: usize| (at % 6).to_string();
    let unicast = |at: usize| {
        let way: Vec<_> = (at..=at + 4).map(node).collect();
        let way: Vec<_> = way.iter().map(String::as_str).collect();
        path(ring, &way, &way[4..])
    };
    let plans = [unicast(0), unicast(3)];
    let of_length = |length, copies| WorkloadStatement {
        length: NonZeroU32::new(length),
        buffer: NonZeroU32::new(1),
        copies,
        ..general()
    };
    let once = Copies::AtMost(NonZeroU32::MIN);
    assert_eq!(deadlock(ring, &plans, &of_length(16, once)), 2);
    certificate(ring, &plans, &of_length(1, once));
    // Many short ones fill the ring as well.
    assert_eq!(answer(ring, &plans, &of_length(1, Copies::Any)), Answer::Deadlock);
}

#[test]
fn forged_certificates_are_refused() {
    let torus = &*build("torus:4x4").unwrap();
    // Beside the worms of a tree, one that leaves it by a channel that nobody else takes.
    let statement = general();
    let tree = random_plans(torus, "single-tree", 6, 5);
    let beside = |last: &str| [&tree[..], &[path(torus, &["1,1", "2,1", last], &[last])]].concat();
    let found =
        ["3,1", "2,2", "2,0"].into_iter().map(beside).find_map(|plans| match certificate(torus, &plans, &statement) {
            Certificate::Ranks(heads) => Some((plans, heads)),
            _ => None,
        });
    let (plans, heads) = found.expect("one of them is no link of the tree");
    let refused = |change: &dyn Fn(&mut HeadsCertificate)| {
        let mut forged = heads.clone();
        change(&mut forged);
        verify_heads(torus, &plans, &statement, &forged).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|forged| {
        forged.ranks.pop();
    }));
    assert!(refused(&|forged| {
        forged.ranks[0].pop();
    }));
    assert!(refused(&|forged| forged.ranks.iter_mut().flatten().for_each(|rank| *rank = None)));
    assert!(refused(&|forged| forged.ranks.iter_mut().flatten().flatten().for_each(|rank| *rank = 0)));
    assert!(refused(&|forged| forged.ranks.iter_mut().flatten().flatten().for_each(|rank| *rank = u32::MAX - *rank)));
    // The ranks of plans that do not deadlock say nothing about plans that do.
    let ring = &*build("torus:4").unwrap();
    let unicast = |at: usize| {
        let way = [0, 1, 2].map(|next| ((at + next) % 4).to_string());
        path(ring, &[&way[0], &way[1], &way[2]], &[&way[2]])
    };
    let plans: Vec<_> = (0..4).map(unicast).collect();
    let two = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..general() };
    let numbers = certificate(ring, &plans, &two);
    assert!(!holds(ring, &plans, &general(), &numbers));
}

#[test]
fn forged_numbers_are_refused() {
    let ring = &*build("torus:5").unwrap();
    let plans = [path(ring, &["0", "1", "2"], &["2"]), path(ring, &["1", "2", "3"], &["2", "3"])];
    let statement = with_consumption(1);
    let Certificate::WormNumbers(numbers) = certificate(ring, &plans, &statement) else { panic!() };
    let refused = |change: &dyn Fn(&mut WormNumbers)| {
        let mut forged = numbers.clone();
        change(&mut forged);
        verify_numbers(ring, &plans, &statement, &forged).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|forged| forged.lanes.iter_mut().for_each(|lane| lane.2 = 7)));
    assert!(refused(&|forged| forged.lanes.iter_mut().for_each(|lane| lane.2 = 100 - lane.2)));
    assert!(refused(&|forged| forged.ejection.iter_mut().for_each(|channel| channel.2 += 100)));
    assert!(refused(&|forged| forged.lanes.push(forged.lanes[0].clone())));
    for lane in 0..numbers.lanes.len() {
        assert!(refused(&|forged| {
            forged.lanes.remove(lane);
        }));
    }
    // A tree that goes on on both sides of a split has no numbers, whatever they are.
    let tree = &*build("tree:2").unwrap();
    let route = [(None, "r", "r0"), (None, "r", "r1"), (Some(0), "r0", "r00"), (Some(1), "r1", "r10")];
    let split = [plan(tree, &route, &[2, 3])];
    let lanes = [("r>r0", 0), ("r>r1", 0), ("r0>r00", 1), ("r1>r10", 1)];
    let lanes = lanes.map(|(channel, number)| LaneNumber(channel.into(), 0, number)).to_vec();
    let forged = WormNumbers { lanes, ejection: Vec::new() };
    assert!(verify_numbers(tree, &split, &general(), &forged).is_err());
}

#[test]
fn incremental_reservation_deadlocks_where_atomic_reservation_does_not() {
    // Both need both channels behind router m, each in another order.
    let star = &*network("inc", "a m\nb m\nm x\nm y\n");
    let first = plan(star, &[(None, "a", "m"), (Some(0), "m", "x"), (Some(0), "m", "y")], &[1, 2]);
    let second = plan(star, &[(None, "b", "m"), (Some(0), "m", "y"), (Some(0), "m", "x")], &[1, 2]);
    let plans = [first, second];
    certificate(star, &plans, &general());
    let incremental = WorkloadStatement { reservation: Reservation::Incremental, ..general() };
    assert_eq!(deadlock(star, &plans, &incremental), 2);
    certificate(star, &plans[..1], &incremental);
}

#[test]
fn numbers_do_not_hold_for_forks_behind_other_worms() {
    let complete = &*build("complete:4").unwrap();
    let around = path(complete, &["3", "0", "1", "2"], &["2"]);
    // One branch ends at 0, where it may stand behind the other worm; the other branch keeps 1>2 meanwhile.
    let fork = plan(complete, &[(None, "3", "0"), (None, "3", "1"), (Some(1), "1", "2")], &[0, 2]);
    let plans = [around, fork];
    let Certificate::WormNumbers(numbers) = certificate(complete, &plans, &general()) else { panic!("no numbers") };
    let tail = WorkloadStatement { handover: Handover::Tail, ..general() };
    assert!(matches!(verify_numbers(complete, &plans, &tail, &numbers), Err(NumbersError::Branches { .. })));
    assert_eq!(deadlock(complete, &plans, &tail), 2);
}

#[test]
fn copies_of_a_plan_take_any_virtual_channel() {
    let tree = &*build("tree:2").unwrap();
    let [a, b, c] = [
        tree_plan(tree, "routed-tree", "r1", &["r11", "r00"]),
        tree_plan(tree, "unicast", "r", &["r0"]),
        tree_plan(tree, "unicast", "r", &["r11"]),
    ];
    let two = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..with_consumption(1) };
    // The answer does not depend on the order of the files.
    for plans in [[&a, &b, &c], [&a, &c, &b], [&b, &a, &c], [&b, &c, &a], [&c, &a, &b], [&c, &b, &a]] {
        // One of two copies of `a` overtakes the other, which waits for `b`; and `b` is gone in the end.
        deadlock(tree, &plans.map(Plan::clone), &two);
    }
    // One message of each worm: two of `a` may not be told.
    let once = WorkloadStatement { copies: Copies::AtMost(NonZeroU32::MIN), ..two };
    let plans = [a, b, c];
    if let Proof::Deadlock(found) = prove(tree, &plans, &once) {
        let mut parts: Vec<_> = found.parts.iter().map(|part| (part.plan, part.worm)).collect();
        parts.sort_unstable();
        assert!(parts.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

fn tree_plan(tree: &dyn Topology, scheme: &str, source: &str, destinations: &[&str]) -> Plan {
    let node = |name: &str| tree.find_node(name).unwrap();
    let (source, destinations): (_, Vec<_>) = (node(source), destinations.iter().map(|name| node(name)).collect());
    let mut worms = Worms::new();
    let mut planner = scheme_named(scheme).unwrap().prepare(tree, &Options::default()).unwrap();
    planner.plan(MulticastSet::checked(tree, source, &destinations).unwrap(), &mut worms).unwrap();
    plans_support::of_worms(tree, source, destinations, worms)
}

#[test]
fn the_answer_does_not_depend_on_the_order_of_plans() {
    for (spec, seed) in [("torus:3x3", 1), ("mesh:3x3", 2), ("tree:2", 3), ("torus:5", 4)] {
        let network = &*build(spec).unwrap();
        let plans = random_plans(network, "unicast", 3, seed);
        let mut turned = plans.clone();
        for virtual_channels in [2, 3] {
            let several = WorkloadStatement {
                virtual_channels: NonZeroU32::new(virtual_channels).unwrap(),
                ..with_consumption(1)
            };
            let expected = answer(network, &plans, &several);
            for _ in 1..plans.len() {
                turned.rotate_left(1);
                assert_eq!(answer(network, &turned, &several), expected, "{spec}");
            }
        }
    }
}

#[test]
fn too_many_virtual_channels_are_refused() {
    let ring = &*build("torus:5").unwrap();
    let plans = [path(ring, &["0", "1"], &["1"])];
    for virtual_channels in [65, u32::MAX] {
        let many = WorkloadStatement { virtual_channels: NonZeroU32::new(virtual_channels).unwrap(), ..general() };
        assert!(wormcast_prove::prove_workload(ring, &plans, &many).is_err());
        let heads = HeadsCertificate::default();
        assert!(matches!(
            verify_heads(ring, &plans, &many, &heads),
            Err(wormcast_check::proof::HeadsError::Workload(_))
        ));
    }
}
