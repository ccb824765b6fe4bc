//! How long proofs of many worms take.

use crate::plans_support::{general, of_worms};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};
use wormcast_check::proof::{Answer, SchemeStatement, Statement};
use wormcast_formats::build;
use wormcast_model::WorkloadStatement;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms, random_destinations};
use wormcast_prove::scheme::prove_scheme;
use wormcast_prove::{Proof, prove_workload, verify_proof};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

/// Which dimension comes first on the routes of a mesh.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// The first one, on all.
    X,
    /// The first one to nodes whose coordinates have an even sum, else the second one: together they make all turns.
    Mixed,
}

/// The routes from all nodes of a mesh to all others, a plan for each source.
fn all_routes(mesh: &dyn Topology, first: First) -> Vec<Plan> {
    mesh.graph().nodes().map(|from| routes_from(mesh, from, first)).collect()
}

fn routes_from(mesh: &dyn Topology, from: NodeId, first: First) -> Plan {
    let others: Vec<_> = mesh.graph().nodes().filter(|&to| to != from).collect();
    let mut worms = Worms::new();
    for &to in &others {
        worms.start(from, None, 0);
        let route = route(mesh, from, to, first);
        let channels = route.windows(2).map(|hop| mesh.graph().channel(hop[0], hop[1]).unwrap());
        let last = worms.chain(None, channels).unwrap();
        worms.deliver(last, to);
    }
    of_worms(mesh, from, others, worms)
}

fn route(mesh: &dyn Topology, from: NodeId, to: NodeId, first: First) -> Vec<NodeId> {
    let grid = mesh.grid().unwrap();
    let sum: u32 = (0..2).map(|dimension| grid.coordinate(to, dimension)).sum();
    let order = if first == First::Mixed && sum % 2 == 1 { [1, 0] } else { [0, 1] };
    let mut route = vec![from];
    for dimension in order {
        let stride = grid.stride(dimension) as usize;
        let [mut at, goal] = [from, to].map(|node| grid.coordinate(node, dimension));
        while at != goal {
            let node = route[route.len() - 1].index();
            let (next, along) = if at < goal { (node + stride, at + 1) } else { (node - stride, at - 1) };
            route.push(NodeId::new(next));
            at = along;
        }
    }
    route
}

/// Multicasts of a scheme from nodes all over a network to random destinations.
fn multicasts(topology: &dyn Topology, scheme: &str, count: usize, destinations: usize) -> Vec<Plan> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let plan = |number: usize| {
        let source = NodeId::new(number * 7 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, destinations, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
        of_worms(topology, source, destinations, worms)
    };
    (0..count).map(plan).collect()
}

/// Proves and verifies, prints how long both took, and holds the answer against the expected one.
fn measure(
    name: &str,
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    expected: Answer,
) -> Duration {
    let start = Instant::now();
    let proof = prove_workload(topology, plans, statement).unwrap();
    let proving = start.elapsed();
    let document = proof.document(NetworkSpec::whole(topology.spec()), Statement::Workload(statement.clone()));
    let start = Instant::now();
    verify_proof(topology, &document, plans).unwrap();
    let worms: usize = plans.iter().map(|plan| plan.worms.len()).sum();
    let hops: usize = plans.iter().map(|plan| plan.worms.hop_count()).sum();
    println!("| {name} | {worms} | {hops} | {:?} | {proving:.2?} | {:.2?} |", document.answer, start.elapsed());
    assert_eq!(document.answer, expected, "{name}: {:?}", document.reason);
    proving
}

#[test]
fn thousands_of_worms_are_proved_in_near_linear_time() {
    for (first, expected) in [(First::X, Answer::DeadlockFree), (First::Mixed, Answer::Deadlock)] {
        let mesh = &*build("mesh:8x8").unwrap();
        let took = measure("all routes on mesh:8x8", mesh, &all_routes(mesh, first), &general(), expected);
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}

#[test]
fn plans_that_are_added_leave_a_deadlock_a_deadlock() {
    let mesh = &*build("mesh:8x4").unwrap();
    let plans = all_routes(mesh, First::Mixed);
    let mut deadlocks = 0;
    for count in 1..=plans.len() {
        let answer = prove_workload(mesh, &plans[..count], &general()).unwrap().answer();
        assert_ne!(answer, Answer::Unknown, "{count} plans");
        assert!(deadlocks == 0 || answer == Answer::Deadlock, "{count} plans");
        deadlocks += usize::from(answer == Answer::Deadlock);
    }
    assert!(deadlocks > 20);
}

/// `cargo test --release -p wormcast-prove --test suite scale -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute, and measures"]
fn the_table_of_times() {
    println!("| workload | worms | hops | answer | proving | checking |");
    for spec in ["mesh:8x4", "mesh:8x8", "mesh:10x10", "mesh:16x10", "mesh:26x25"] {
        let mesh = &*build(spec).unwrap();
        for (first, name, expected) in
            [(First::X, "x first", Answer::DeadlockFree), (First::Mixed, "x or y first", Answer::Deadlock)]
        {
            measure(&format!("all routes on {spec}, {name}"), mesh, &all_routes(mesh, first), &general(), expected);
        }
    }
    let ring = &*build("torus:16").unwrap();
    let with_unicast = WorkloadStatement { with_unicast: true, ..general() };
    let one = multicasts(ring, "unicast", 1, 1);
    measure("torus:16 with all unicasts", ring, &one, &with_unicast, Answer::Deadlock);
    let torus = &*build("torus:16x16").unwrap();
    for (scheme, expected) in [("dstm-1", Answer::DeadlockFree), ("routed-tree", Answer::Deadlock)] {
        let plans = multicasts(torus, scheme, 100, 48);
        measure(&format!("100 multicasts by {scheme} on torus:16x16"), torus, &plans, &general(), expected);
        measure(&format!("100 by {scheme} with all unicasts"), torus, &plans, &with_unicast, Answer::Deadlock);
        let two = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..with_unicast.clone() };
        measure(
            &format!("100 by {scheme} with all unicasts, 2 virtual channels"),
            torus,
            &plans,
            &two,
            Answer::Deadlock,
        );
    }
    let mesh = &*build("mesh:128x128").unwrap();
    for scheme in ["dual-path", "single-tree"] {
        let plans = multicasts(mesh, scheme, 2, 128 * 128 - 1);
        measure(&format!("2 broadcasts by {scheme} on mesh:128x128"), mesh, &plans, &general(), Answer::DeadlockFree);
    }
    let start = Instant::now();
    let mesh = &*build("mesh:1024x1024").unwrap();
    let mut planner = scheme_named("unicast").unwrap().prepare(mesh, &Options::default()).unwrap();
    let proof = prove_scheme(mesh, &mut *planner, &SchemeStatement::about("unicast")).unwrap();
    assert!(matches!(proof, Proof::DeadlockFree(_)));
    println!("| scheme unicast on mesh:1024x1024 | | | DeadlockFree | {:.2?} | |", start.elapsed());
}
