//! What the tests of schemes share: small networks, random multicast sets, and the rules of a valid plan.

#![allow(dead_code, reason = "each test file uses a part of it")]

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_plan::{Claim, MulticastSet, Worm, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{ChannelId, KINDS, NodeId, Topology, build};

/// Small networks of every family, beside the example that each family gives of itself.
const SMALL: &[&str] =
    &["mesh:2x1", "mesh:9x1", "mesh:1x9", "mesh:4x4", "mesh:5x3", "mesh:3x5", "mesh:3x4x2", "mesh:2x2x3x2"];

/// Every small network.
pub fn networks() -> impl Iterator<Item = Box<dyn Topology>> {
    let examples = KINDS.iter().filter(|kind| kind.name != "file").map(|kind| kind.example);
    let known = |spec: &&&str| KINDS.iter().any(|kind| spec.starts_with(kind.name));
    examples.chain(SMALL.iter().filter(known).copied()).map(|spec| build(spec).unwrap())
}

/// The random generator of the project.
pub fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random source and some random destinations.
pub fn random_set(topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    nodes.shuffle(rng);
    let source = nodes.pop().unwrap();
    nodes.truncate(rng.random_range(1..=nodes.len().min(40)));
    (source, nodes)
}

/// The worms that a scheme plans, after they have been judged; none if the scheme does not serve the network.
pub fn planned(topology: &dyn Topology, scheme: &str, source: NodeId, destinations: &[NodeId]) -> Option<Worms> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).ok()?;
    let set = MulticastSet::checked(topology, source, destinations).unwrap();
    let mut worms = Worms::new();
    planner.plan(set, &mut worms).unwrap();
    judge(topology, set, planner.claims(), &worms)
        .unwrap_or_else(|fault| panic!("{} {scheme}: {fault}", topology.spec()));
    Some(worms)
}

/// The nodes of these names.
pub fn nodes<const N: usize>(topology: &dyn Topology, names: [&str; N]) -> [NodeId; N] {
    names.map(|name| topology.find_node(name).unwrap())
}

/// The first rule that the worms break, in words.
pub fn judge(topology: &dyn Topology, set: MulticastSet, claims: &[Claim], worms: &Worms) -> Result<(), String> {
    let graph = topology.graph();
    let mut has_message = vec![None; graph.node_count()];
    for worm in worms.iter() {
        judge_route(topology, worm)?;
        let starts = match worm.after {
            None => worm.origin == set.source,
            Some(after) => {
                has_message[worm.origin.index()].is_some_and(|(by, round)| by == after && round < worm.round)
            }
        };
        check(starts, || format!("worm {} starts at {:?} without the message", worm.id, worm.origin))?;
        check(!worm.hops.is_empty() && !worm.deliveries.is_empty(), || format!("worm {} is empty", worm.id))?;
        for delivery in worm.deliveries {
            check(worm.arrival(graph, delivery.hop) == delivery.node, || {
                format!("worm {} delivers elsewhere", worm.id)
            })?;
            let before = has_message[delivery.node.index()].replace((worm.id, worm.round));
            check(before.is_none() && delivery.node != set.source, || format!("{:?} gets it twice", delivery.node))?;
        }
    }
    let missed = set.destinations.iter().find(|node| has_message[node.index()].is_none());
    check(missed.is_none(), || format!("{missed:?} is not reached"))?;
    claims.iter().try_for_each(|claim| match claim {
        Claim::MonotoneLabels => worms.iter().try_for_each(|worm| judge_labels(topology, worm)),
        Claim::DisjointRounds => judge_rounds(worms, |channel| channel),
        Claim::HalfDuplexRounds => judge_rounds(worms, |channel| channel.min(graph.reverse(channel))),
    })
}

fn judge_route(topology: &dyn Topology, worm: Worm) -> Result<(), String> {
    let graph = topology.graph();
    let mut channels: Vec<_> = worm.hops.iter().map(|hop| hop.channel).collect();
    for (index, hop) in worm.hops.iter().enumerate() {
        check(hop.parent().is_none_or(|parent| (parent as usize) < index), || {
            format!("parent of hop {index} is late")
        })?;
        let at = hop.parent().map_or(worm.origin, |parent| worm.arrival(graph, parent));
        check(graph.source(hop.channel) == at, || format!("hop {index} of worm {} jumps", worm.id))?;
    }
    channels.sort_unstable();
    check(channels.windows(2).all(|pair| pair[0] != pair[1]), || format!("worm {} repeats a channel", worm.id))?;
    check(worm.deliveries.windows(2).all(|pair| pair[0].hop < pair[1].hop), || "deliveries out of order".into())
}

fn judge_labels(topology: &dyn Topology, worm: Worm) -> Result<(), String> {
    let labelling = topology.labelling().unwrap();
    let rises =
        |channel| labelling.label(topology.graph().source(channel)) < labelling.label(topology.graph().target(channel));
    let first = rises(worm.hops[0].channel);
    check(worm.hops.iter().all(|hop| rises(hop.channel) == first), || format!("labels of worm {} turn", worm.id))
}

fn judge_rounds(worms: &Worms, key: impl Fn(ChannelId) -> ChannelId) -> Result<(), String> {
    let mut taken = Vec::new();
    for worm in worms.iter() {
        taken.extend(worm.hops.iter().map(|hop| (worm.round, key(hop.channel))));
    }
    taken.sort_unstable();
    match taken.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("round {} takes {:?} twice", pair[0].0, pair[0].1)),
        None => Ok(()),
    }
}

fn check(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}
