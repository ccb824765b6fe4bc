//! Every answer about a scheme holds on networks that no family makes: with parallel links, with channels that lead one
//! way, with single channels lost, and with virtual channels of their own.

use crate::support::Asked;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::time::Duration;
use wormcast_check::proof::{Answer, Statement};
use wormcast_plan::{NetworkSpec, VcRule};
use wormcast_prove::scheme::prove_scheme_within;
use wormcast_prove::{Effort, verify_proof};
use wormcast_schemes::{SCHEMES, scheme_named};
use wormcast_topology::{
    ChannelId, ChannelProperties, DescribedNetwork, Description, Faulty, Losses, NodeId, Topology, build,
};

type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Draws numbers below others.
fn drawing(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |count| (random.next_u64() % count as u64) as usize
}

/// What schemes were asked about, and how many answers of each kind held.
#[derive(Debug, Default)]
struct Held {
    free: usize,
    deadlocks: usize,
    unknown: usize,
}

impl Held {
    /// Proves something of each scheme that serves the network, and holds the proof against the judge.
    fn ask(&mut self, topology: &dyn Topology, rule: VcRule, below: Below<'_>) {
        let spec = topology.spec();
        let network = topology.faults().map_or_else(|| NetworkSpec::whole(&spec), NetworkSpec::of);
        for scheme in SCHEMES.iter().map(|scheme| scheme.name()) {
            let (consumption, virtual_channels) = (below(3) as u32, 1 + below(2) as u32);
            let with_unicast = below(4) == 0;
            let asked = Asked { consumption, virtual_channels, with_unicast, ..Asked::about(scheme) };
            let statement = wormcast_check::proof::SchemeStatement { vc_rule: rule, ..asked.statement() };
            let Ok(mut planner) = scheme_named(scheme).unwrap().prepare(topology, &asked.options) else { continue };
            let effort = Effort::within(Duration::from_millis(100));
            let Ok(proof) = prove_scheme_within(topology, &mut *planner, &statement, &effort) else { continue };
            *match proof.answer() {
                Answer::DeadlockFree => &mut self.free,
                Answer::Deadlock => &mut self.deadlocks,
                Answer::Unknown => &mut self.unknown,
            } += 1;
            let document = proof.document(network.clone(), Statement::Scheme(statement));
            let verified = verify_proof(topology, &document, &[]);
            let graph = topology.graph();
            let ends = |channel| (graph.source(channel), graph.target(channel));
            let channels: Vec<_> = graph.channels().map(ends).collect();
            assert!(verified.is_ok(), "{asked:?} by {rule} on {spec} {channels:?}: {verified:?}");
        }
    }
}

/// A network in one piece: a tree of links, more links, many of them several times, and perhaps some ways back missing.
fn multigraph(one_way: bool, below: Below<'_>) -> Description<'static> {
    let nodes = 2 + below(5);
    let names = (0..nodes).map(|node| format!("n{node}").into()).collect();
    let mut description = Description { names, ..Description::default() };
    let mut ends: Vec<_> = (1..nodes).map(|node| [below(node), node]).collect();
    for _ in 0..below(4) {
        let a = below(nodes);
        ends.push([a, (a + 1 + below(nodes - 1)) % nodes]);
    }
    for [a, b] in ends.into_iter().map(|ends| ends.map(NodeId::new)) {
        (0..1 + below(3)).for_each(|_| description.add_link(a, b));
        if one_way && below(2) == 0 {
            description.channels.push((b, a));
        }
    }
    description
}

fn described(description: Description<'_>) -> DescribedNetwork {
    DescribedNetwork::new("file:odd".into(), "test", description).unwrap()
}

#[test]
fn answers_hold_on_multigraphs() {
    let mut held = Held::default();
    for seed in 0..12 {
        let mut below = drawing(seed);
        let network = described(multigraph(seed % 3 == 0, &mut below));
        held.ask(&network, VcRule::Dateline, &mut below);
    }
    assert!(held.free > 0 && held.deadlocks > 0, "{held:?}");
}

#[test]
fn answers_hold_without_single_channels() {
    let mut held = Held::default();
    for (seed, spec) in (0..).zip(["torus:4x4", "mesh:3x3", "hypercube:3", "torus:5", "mesh:4x2", "torus:3x3"]) {
        let mut below = drawing(seed);
        let whole = build(spec).unwrap();
        let mut lost = || ChannelId::new(below(whole.graph().channel_count()));
        let losses = Losses { channels: vec![lost(), lost()], ..Losses::default() };
        let faulty = Faulty::losing(whole, &losses).unwrap();
        (0..2).for_each(|_| held.ask(&faulty, VcRule::Dateline, &mut below));
    }
    assert!(held.free > 0 && held.deadlocks > 0, "{held:?}");
}

#[test]
fn answers_hold_where_channels_have_virtual_channels_of_their_own() {
    let mut held = Held::default();
    let rules = [VcRule::Dateline, VcRule::PerHop, VcRule::Fixed, VcRule::Free];
    for seed in 0..8 {
        let mut below = drawing(seed);
        let mut description = multigraph(false, &mut below);
        for channel in 0..description.channels.len() {
            if below(3) == 0 {
                let virtual_channels = Some(1 + below(3) as u32);
                description.properties.push((channel, ChannelProperties { virtual_channels, ..Default::default() }));
            }
        }
        held.ask(&described(description), rules[seed as usize % 4], &mut below);
    }
    assert!(held.free + held.deadlocks > 0, "{held:?}");
}
