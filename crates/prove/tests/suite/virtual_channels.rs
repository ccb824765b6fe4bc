//! The prover against random search, where links have several virtual channels.

use crate::plans_support::{general, of_worms, path, prove, replayed};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::num::NonZeroU32;
use wormcast_check::proof::{SchemeStatement, Statement};
use wormcast_model::WorkloadStatement;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, VcRule, Worms, random_destinations};
use wormcast_prove::scheme::prove_scheme;
use wormcast_prove::{Proof, prove_workload, verify_proof};
use wormcast_schemes::{Options, SCHEMES, scheme_named};
use wormcast_sim::{Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast_topology::{ChannelProperties, DescribedNetwork, Description, NodeId, Topology, build};

const NETWORKS: [&str; 9] =
    ["tree:2", "mesh:3x2", "mesh:4x1", "torus:4", "torus:5", "torus:3x3", "hypercube:3", "star:3", "mesh-of-trees:1"];

/// Two or three multicasts of schemes that know the network.
fn random_plans(topology: &dyn Topology, random: &mut Xoshiro256PlusPlus) -> Vec<Plan> {
    let nodes = topology.graph().node_count();
    let mut plans = Vec::new();
    for _ in 0..100 {
        let scheme = SCHEMES[random.random_range(0..SCHEMES.len())];
        let Ok(mut planner) = scheme.prepare(topology, &Options::default()) else { continue };
        let source = NodeId::new(random.random_range(0..nodes));
        let destinations = random_destinations(topology, source, random.random_range(1..=3), random.random()).unwrap();
        let mut worms = Worms::new();
        if planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).is_ok() {
            plans.push(of_worms(topology, source, destinations, worms));
        }
        if plans.len() == 3 {
            break;
        }
    }
    plans
}

fn deadlocks(topology: &dyn Topology, starts: &[(&Plan, u64)], timing: &Timing) -> bool {
    let starts: Vec<_> = starts.iter().map(|&(plan, at)| Start { plan, at: Time::from_ns(at) }).collect();
    simulate(topology, &starts, timing, Engine::Flit).unwrap().outcome != Outcome::Delivered
}

/// Whether any of so many runs of up to seven messages, whose worms take turns as the engine has it, ends in a
/// deadlock.
fn search(topology: &dyn Topology, plans: &[Plan], timing: &Timing, runs: usize, seed: u64) -> bool {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..runs).any(|_| {
        let within = [20, 60, 200][random.random_range(0..3)];
        let starts: Vec<_> = (0..random.random_range(2..=7))
            .map(|_| (&plans[random.random_range(0..plans.len())], 10 * random.random_range(0..within)))
            .collect();
        deadlocks(topology, &starts, timing)
    })
}

/// The same network, some of whose channels have another number of virtual channels.
fn with_own_numbers(topology: &dyn Topology, random: &mut Xoshiro256PlusPlus) -> DescribedNetwork {
    let graph = topology.graph();
    let mut own = |_| ChannelProperties {
        virtual_channels: random.random_bool(0.4).then(|| random.random_range(1..=3)),
        ..ChannelProperties::default()
    };
    let description = Description {
        names: graph.nodes().map(|node| topology.node_name(node).into()).collect(),
        channels: graph.channels().map(|channel| (graph.source(channel), graph.target(channel))).collect(),
        properties: (0..graph.channel_count()).map(|place| (place, own(place))).collect(),
        ..Description::default()
    };
    DescribedNetwork::new("file:own".into(), "test", description).unwrap()
}

/// Deadlocks, answers of freedom, open questions, and those of them in which a run finds a deadlock; on networks whose
/// channels may have numbers of virtual channels of their own.
fn compare(seeds: std::ops::Range<u64>, runs: usize, own: bool) -> [usize; 4] {
    let mut counts = [0; 4];
    for seed in seeds {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let topology = &*build(NETWORKS[random.random_range(0..NETWORKS.len())]).unwrap();
        let plans = random_plans(topology, &mut random);
        let virtual_channels = NonZeroU32::new(random.random_range(if own { 1..=2 } else { 2..=3 })).unwrap();
        let described = with_own_numbers(topology, &mut random);
        let topology = if own { &described } else { topology };
        let consumption = [None, NonZeroU32::new(1), NonZeroU32::new(2)][random.random_range(0..3)];
        let flow = FlowControl { virtual_channels, ..FlowControl::default() };
        let ports = consumption.map_or(Ports::All, Ports::Limited);
        let timing = Timing { length: 24, buffer: 1, consumption: ports, flow, ..Timing::default() };
        let [length, buffer] = [24, 1].map(NonZeroU32::new);
        let statement = WorkloadStatement { virtual_channels, consumption, length, buffer, ..general() };
        match prove(topology, &plans, &statement) {
            Proof::DeadlockFree(_) => {
                counts[1] += 1;
                assert!(!search(topology, &plans, &timing, runs, seed), "seed {seed}: free, but it deadlocks");
            }
            Proof::Deadlock(found) => {
                counts[0] += 1;
                let run = replayed(topology, &found, &timing, Engine::Flit);
                assert!(run.is_some(), "seed {seed}: it does not deadlock");
            }
            Proof::Unknown(_) => {
                counts[2] += 1;
                if search(topology, &plans, &timing, runs, seed) {
                    println!("seed {seed}: unknown on {}, but it deadlocks", topology.spec());
                    counts[3] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn runs_find_no_deadlock_that_the_prover_does_not() {
    let [deadlocks, free, unknown, missed] = compare(0..120, 30, false);
    println!("{deadlocks} deadlocks, {free} free, {unknown} unknown, {missed} of them deadlocks");
    assert!(deadlocks > 0 && free > 0 && missed == 0);
}

#[test]
fn nor_where_channels_have_numbers_of_their_own() {
    let [deadlocks, free, unknown, missed] = compare(2000..2120, 30, true);
    println!("{deadlocks} deadlocks, {free} free, {unknown} unknown, {missed} of them deadlocks");
    assert!(deadlocks > 0 && free > 0 && missed == 0);
}

/// A ring of four, with these properties of its channels.
fn ring(own: ChannelProperties) -> DescribedNetwork {
    let nodes = [0, 1, 2, 3].map(NodeId::new);
    let mut description = Description { names: ["a", "b", "c", "d"].map(Into::into).into(), ..Description::default() };
    description.channels = (0..4).map(|at| (nodes[at], nodes[(at + 1) % 4])).collect();
    description.properties = (0..4).map(|place| (place, own)).collect();
    DescribedNetwork::new("file:ring".into(), "test", description).unwrap()
}

#[test]
fn buffers_of_their_own_are_refused_by_the_name_of_the_channel_unless_all_are_stated() {
    let ring = ring(ChannelProperties { buffer_flits: Some(2), ..ChannelProperties::default() });
    let plans = [path(&ring, &["a", "b", "c"], &["c"])];
    let refusal = prove_workload(&ring, &plans, &general()).unwrap_err().to_string();
    assert!(refusal.starts_with("channel a>b has a buffer of 2 flits of its own"), "{refusal}");
    let stated = WorkloadStatement { buffer: NonZeroU32::new(2), ..general() };
    assert!(matches!(prove(&ring, &plans, &stated), Proof::DeadlockFree(_)));
}

#[test]
fn schemes_are_not_proved_where_channels_have_other_numbers_of_virtual_channels() {
    let ring = ring(ChannelProperties { virtual_channels: Some(2), ..ChannelProperties::default() });
    let mut planner = scheme_named("unicast").unwrap().prepare(&ring, &Options::default()).unwrap();
    match prove_scheme(&ring, &mut *planner, &SchemeStatement::about("unicast")).unwrap() {
        Proof::Unknown(reason) => assert!(reason.contains("channel a>b has 2 virtual channels"), "{reason}"),
        other => assert!(matches!(other, Proof::Deadlock(_)), "{other:?}"),
    }
}

/// `cargo test --release -p wormcast-prove --test suite virtual_channels -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn runs_find_no_deadlock_that_the_prover_does_not_in_hundreds_of_cases() {
    let [deadlocks, free, unknown, missed] = compare(1000..1600, 400, false);
    println!("{deadlocks} deadlocks, {free} free, {unknown} unknown, {missed} of them deadlocks");
    assert!(missed * 100 <= deadlocks + free + unknown);
}

#[test]
fn proofs_of_worms_that_name_virtual_channels_hold_under_every_rule() {
    for (spec, routing) in [("torus:4x4", "dimension-order"), ("torus:5", "layered")] {
        let topology = &*build(spec).unwrap();
        let options = Options::of_words(["--routing", routing], scheme_named("unicast").unwrap().options()).unwrap();
        for vc_rule in [VcRule::Dateline, VcRule::Fixed, VcRule::PerHop, VcRule::Free] {
            let statement = SchemeStatement {
                options: vec!["--routing".into(), routing.into()],
                virtual_channels: NonZeroU32::new(2).unwrap(),
                vc_rule,
                ..SchemeStatement::about("unicast")
            };
            let mut planner = scheme_named("unicast").unwrap().prepare(topology, &options).unwrap();
            let proof = prove_scheme(topology, &mut *planner, &statement).unwrap();
            assert!(matches!(proof, Proof::DeadlockFree(_)), "{spec} {vc_rule}");
            let document = proof.document(NetworkSpec::whole(topology.spec()), Statement::Scheme(statement));
            verify_proof(topology, &document, &[]).unwrap_or_else(|refusal| panic!("{spec} {vc_rule}: {refusal}"));
        }
    }
}

#[test]
fn unicasts_beside_plans_have_the_share_of_unicasts() {
    let mesh = &*build("mesh:3x3").unwrap();
    let planner = |source: &str, destinations: &[&str]| {
        let node = |name: &str| mesh.find_node(name).unwrap();
        let (source, destinations) = (node(source), destinations.iter().map(|name| node(name)).collect::<Vec<_>>());
        let mut worms = Worms::new();
        let mut planner = scheme_named("dual-path").unwrap().prepare(mesh, &Options::default()).unwrap();
        planner.plan(MulticastSet::checked(mesh, source, &destinations).unwrap(), &mut worms).unwrap();
        of_worms(mesh, source, destinations, worms)
    };
    let plans = [planner("1,1", &["0,0", "2,2"]), planner("0,2", &["2,1", "1,0"]), planner("0,0", &["0,1", "0,2"])];
    let two = NonZeroU32::new(2).unwrap();
    let shared = WorkloadStatement { with_unicast: true, ..general() };
    assert!(matches!(prove(mesh, &plans, &shared), Proof::Deadlock(_)));
    let apart = WorkloadStatement { virtual_channels: two, vc_rule: VcRule::Class, ..shared };
    assert!(matches!(prove(mesh, &plans, &apart), Proof::DeadlockFree(_)));
}
