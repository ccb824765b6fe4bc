//! Plans by hand and at random, and questions about them.
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, Counterexample, verify_heads, verify_numbers, verify_tree_worms};
use wormcast_model::WorkloadStatement;
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_prove::{Proof, prove_workload};
use wormcast_sim::{Conditions, Engine, Outcome, Stall, Start, Time, Timing, simulate_under};
use wormcast_topology::{NodeId, Topology, find_channel};

/// A hop: its parent, and the names of its ends.
pub(crate) type Step<'a> = (Option<u32>, &'a str, &'a str);

/// A plan of one worm; it delivers at the ends of these hops.
pub(crate) fn plan(topology: &dyn Topology, route: &[Step<'_>], deliver: &[u32]) -> Plan {
    let node = |name: &str| topology.find_node(name).unwrap();
    let mut worms = Worms::new();
    worms.start(node(route[0].1), None, 0);
    for &(parent, from, to) in route {
        worms.hop(parent, topology.graph().channel(node(from), node(to)).unwrap());
    }
    deliver.iter().for_each(|&hop| worms.deliver(hop, node(route[hop as usize].2)));
    let destinations = deliver.iter().map(|&hop| node(route[hop as usize].2)).collect();
    of_worms(topology, node(route[0].1), destinations, worms)
}

/// A plan of one worm along these nodes; it delivers at the named ones.
pub(crate) fn path(topology: &dyn Topology, nodes: &[&str], deliver: &[&str]) -> Plan {
    let hops = nodes.windows(2).enumerate();
    let route: Vec<Step<'_>> =
        hops.map(|(at, pair)| (at.checked_sub(1).map(|parent| parent as u32), pair[0], pair[1])).collect();
    let at = |name: &&str| nodes.iter().rposition(|node| node == name).unwrap() as u32 - 1;
    plan(topology, &route, &deliver.iter().map(at).collect::<Vec<_>>())
}

pub(crate) fn of_worms(topology: &dyn Topology, source: NodeId, destinations: Vec<NodeId>, worms: Worms) -> Plan {
    Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: "by hand".into(),
        source,
        destinations,
        worms,
        claims: vec![],
        extra: Default::default(),
    }
}

/// Whether the judge accepts a certificate.
pub(crate) fn holds(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &Certificate,
) -> bool {
    match certificate {
        Certificate::Ranks(heads) | Certificate::Refutation(heads) => {
            verify_heads(topology, plans, statement, heads).is_ok()
        }
        Certificate::WormNumbers(numbers) => verify_numbers(topology, plans, statement, numbers).is_ok(),
        Certificate::TreeWorms(numbers) => verify_tree_worms(topology, plans, statement, numbers).is_ok(),
        _ => false,
    }
}

/// What comes of a counterexample under these conditions: the worms that wait for each other, if it is a deadlock.
pub(crate) fn replayed(
    topology: &dyn Topology,
    found: &Counterexample,
    timing: &Timing,
    engine: Engine,
) -> Option<Vec<(usize, u32)>> {
    let sent: Vec<_> = found.plans.iter().map(|plan| plan.resolve(topology).unwrap()).collect();
    let starts = sent.iter().zip(&found.starts_ns);
    let starts: Vec<_> = starts.map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect();
    let stall = |stall: &wormcast_check::proof::StallTold| Stall {
        channel: find_channel(topology, &stall.channel).unwrap(),
        virtual_channel: stall.virtual_channel,
        only_heads: stall.only_heads,
        from: Time::from_ns(stall.from_ns),
        span: Time::from_ns(stall.for_ns),
    };
    let conditions = Conditions { stalls: found.stalls.iter().map(stall).collect(), ..Conditions::default() };
    match simulate_under(topology, &starts, timing, &conditions, engine).unwrap().outcome {
        Outcome::Deadlock(cycle) => Some(cycle.iter().map(|blocked| (blocked.plan, blocked.worm)).collect()),
        Outcome::Delivered => None,
    }
}

/// Everything: all lengths, all buffers, any number of messages, consumption channels for all.
pub(crate) fn general() -> WorkloadStatement {
    WorkloadStatement::default()
}

pub(crate) fn with_consumption(ports: u32) -> WorkloadStatement {
    WorkloadStatement { consumption: NonZeroU32::new(ports), ..general() }
}

pub(crate) fn prove(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Proof {
    prove_workload(topology, plans, statement).unwrap()
}

pub(crate) fn answer(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Answer {
    prove(topology, plans, statement).answer()
}
