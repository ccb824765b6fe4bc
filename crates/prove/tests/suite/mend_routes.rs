//! Other routes and other orders of branches, against brute force.

use crate::mend::{is_free, mended, verified};
use crate::plans_support::{general, of_worms};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use wormcast_check::proof::Answer;
use wormcast_model::{Copies, Reservation, WorkloadStatement};
use wormcast_plan::{Plan, Worms};
use wormcast_prove::mend::{Change, Mending};
use wormcast_prove::prove_workload;
use wormcast_topology::{ChannelId, NodeId, Topology, build};

fn fewest(mending: &Mending, is_kind: fn(&Change) -> bool) -> Option<usize> {
    mending.proposals.iter().find(|proposal| is_kind(&proposal.changes[0].1)).map(|it| it.changes.len())
}

/// Whether one of the plans is free with one of these others in its place.
fn one_is_enough(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    others: &dyn Fn(&Plan) -> Vec<Plan>,
) -> bool {
    (0..plans.len()).any(|at| {
        others(&plans[at]).into_iter().any(|other| {
            let mut changed = plans.to_vec();
            changed[at] = other;
            is_free(topology, &changed, statement)
        })
    })
}

/// All simple paths between two nodes.
fn simple_paths(
    topology: &dyn Topology,
    at: NodeId,
    to: NodeId,
    path: &mut Vec<ChannelId>,
    all: &mut Vec<Vec<ChannelId>>,
) {
    let graph = topology.graph();
    if at == to {
        return all.push(path.clone());
    }
    for channel in graph.out_channels(at) {
        let next = graph.target(channel);
        if path.iter().all(|&taken| graph.source(taken) != next && graph.target(taken) != next) {
            path.push(channel);
            simple_paths(topology, next, to, path, all);
            path.pop();
        }
    }
}

fn along(topology: &dyn Topology, from: NodeId, to: NodeId, path: &[ChannelId]) -> Plan {
    let mut worms = Worms::new();
    worms.start(from, None, 0);
    let last = worms.chain(None, path.iter().copied()).expect("a path has channels");
    worms.deliver(last, to);
    of_worms(topology, from, vec![to], worms)
}

fn paths(topology: &dyn Topology, from: NodeId, to: NodeId) -> Vec<Plan> {
    let mut all = Vec::new();
    simple_paths(topology, from, to, &mut Vec::new(), &mut all);
    all.iter().map(|path| along(topology, from, to, path)).collect()
}

#[test]
fn as_few_routes_are_changed_as_can_be() {
    let mut counts = [0; 2];
    for seed in 0..150 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let topology = &*build(["torus:4", "torus:3", "mesh:2x2", "torus:5"][below(4)]).unwrap();
        let nodes = topology.graph().node_count();
        let plans: Vec<Plan> = (0..3 + below(2))
            .map(|_| {
                let from = below(nodes);
                let to = (from + 1 + below(nodes - 1)) % nodes;
                let mut all = paths(topology, NodeId::new(from), NodeId::new(to));
                all.swap_remove(below(all.len()))
            })
            .collect();
        let statement = WorkloadStatement { copies: Copies::AtMost(1.try_into().unwrap()), ..general() };
        if prove_workload(topology, &plans, &statement).unwrap().answer() != Answer::Deadlock {
            continue;
        }
        let mending = mended(topology, &plans, &statement);
        mending.proposals.iter().for_each(|proposal| verified(topology, proposal));
        let found = fewest(&mending, |change| matches!(change, Change::Reroute(_)));
        let others = |plan: &Plan| paths(topology, plan.source, plan.destinations[0]);
        let enough = one_is_enough(topology, &plans, &statement, &others);
        assert_eq!(found == Some(1), enough, "seed {seed}: {found:?}");
        counts[usize::from(enough)] += 1;
    }
    assert!(counts[1] >= 3, "{counts:?}");
}

/// A plan with its hops in other orders: parents first.
fn reordered(topology: &dyn Topology, plan: &Plan) -> Vec<Plan> {
    let worm = plan.worms.get(0);
    let mut orders: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in worm.hops {
        let longer = |order: &Vec<u32>| {
            let order = order.clone();
            let is_next = |hop: &u32| {
                let parent = worm.hops[*hop as usize].parent();
                !order.contains(hop) && parent.is_none_or(|parent| order.contains(&parent))
            };
            (0..worm.hops.len() as u32).filter(is_next).map(|hop| [&order[..], &[hop]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let of_order = |order: &Vec<u32>| {
        let place = |hop: u32| order.iter().position(|&other| other == hop).unwrap() as u32;
        let mut worms = Worms::new();
        worms.start(worm.origin, None, 0);
        for &hop in order {
            let hop = worm.hops[hop as usize];
            worms.hop(hop.parent().map(place), hop.channel);
        }
        let mut deliveries: Vec<_> = worm.deliveries.iter().map(|it| (place(it.hop), it.node)).collect();
        deliveries.sort_unstable();
        deliveries.into_iter().for_each(|(hop, node)| worms.deliver(hop, node));
        of_worms(topology, plan.source, plan.destinations.clone(), worms)
    };
    orders.iter().map(of_order).collect()
}

#[test]
fn as_few_orders_are_changed_as_can_be() {
    let star = &*build("star:3").unwrap();
    let mesh = &*build("mesh:3x3").unwrap();
    let mut counts = [0; 2];
    for seed in 0..600 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let topology = [star, mesh][below(2)];
        let plans: Vec<_> = (0..2 + below(2)).map(|_| forked(topology, &mut below)).collect();
        let statement = WorkloadStatement {
            copies: Copies::AtMost(1.try_into().unwrap()),
            reservation: Reservation::Incremental,
            ..general()
        };
        if prove_workload(topology, &plans, &statement).unwrap().answer() != Answer::Deadlock {
            continue;
        }
        let mending = mended(topology, &plans, &statement);
        mending.proposals.iter().for_each(|proposal| verified(topology, proposal));
        let found = fewest(&mending, |change| matches!(change, Change::BranchOrder));
        let enough = one_is_enough(topology, &plans, &statement, &|plan| reordered(topology, plan));
        assert_eq!(found == Some(1), enough, "seed {seed}: {found:?}");
        counts[usize::from(enough)] += 1;
        if counts[1] >= 3 {
            return;
        }
    }
    assert!(counts[1] >= 3, "{counts:?}");
}

/// A worm that goes one hop, and from there to all neighbours in some order.
fn forked(topology: &dyn Topology, below: &mut dyn FnMut(usize) -> usize) -> Plan {
    let graph = topology.graph();
    let origin = NodeId::new(below(graph.node_count()));
    let first: Vec<_> = graph.out_channels(origin).collect();
    let first = first[below(first.len())];
    let mut worms = Worms::new();
    worms.start(origin, None, 0);
    let stem = worms.hop(None, first);
    let at = graph.target(first);
    let mut rest: Vec<_> = graph.out_channels(at).filter(|&channel| graph.target(channel) != origin).collect();
    let mut destinations = Vec::new();
    while !rest.is_empty() {
        let channel = rest.swap_remove(below(rest.len()));
        let hop = worms.hop(Some(stem), channel);
        worms.deliver(hop, graph.target(channel));
        destinations.push(graph.target(channel));
    }
    if destinations.is_empty() {
        worms.deliver(stem, at);
        destinations.push(at);
    }
    of_worms(topology, origin, destinations, worms)
}
