//! Sections 2 and 3.2: what deadlocks (figure 1), and that two edge-disjoint trees do not.

use super::super::theorems::{Theorem, prove};
use crate::{Context, FigureReport, PaperClaim, Table};
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, Topology, build};

const ID: &str = "dstm-deadlock";

const THEOREMS: [Theorem; 6] = [
    Theorem::of(
        "3.2.1",
        "DSTM-1 is free of deadlock with two consumption channels, one a tree",
        "torus:16x16",
        "dstm-1",
    )
    .with_consumption(2),
    Theorem::of(
        "3.2.1",
        "DSTM-2 is free of deadlock with two consumption channels, one a tree",
        "torus:16x16",
        "dstm-2",
    )
    .with_consumption(2),
    Theorem::of(
        "3",
        "multicast in one tree is free of deadlock with one consumption channel",
        "torus:8x8",
        "single-tree",
    )
    .with_consumption(1),
    Theorem::of("2", "SPAM is free of deadlock", "torus:8x8", "spam").with_consumption(1),
    Theorem::of("3.2.1", "trees of Roskind and Tarjan are as safe", "torus:8x8", "disjoint-trees").with_consumption(2),
    Theorem::of(
        "3.1.2",
        "one tree stays free of deadlock where a router consumes a flit for itself whichever way it is going",
        "torus:4x4",
        "single-tree",
    )
    .with_consumption(1)
    .on_the_way_up(),
];

/// Plans by hand on a mesh.
struct ByHand<'a> {
    mesh: &'a dyn Topology,
}

impl ByHand<'_> {
    fn node(&self, name: &str) -> NodeId {
        self.mesh.find_node(name).expect("it is a node of the mesh")
    }

    /// A worm of some branches, each with the nodes that it visits; it delivers at their ends.
    fn worm(&self, source: &str, branches: &[&[&str]]) -> Plan {
        let mut worms = Worms::new();
        let mut destinations = Vec::new();
        worms.start(self.node(source), None, 0);
        for branch in branches {
            let nodes: Vec<NodeId> =
                std::iter::once(source).chain(branch.iter().copied()).map(|n| self.node(n)).collect();
            let channel = |pair: &[NodeId]| self.mesh.graph().channel(pair[0], pair[1]).expect("they are neighbours");
            let last = worms.chain(None, nodes.windows(2).map(channel)).expect("a branch has a hop");
            let end = nodes[nodes.len() - 1];
            worms.deliver(last, end);
            destinations.push(end);
        }
        let (network, claims, extra) = (NetworkSpec::whole(self.mesh.spec()), Vec::new(), Default::default());
        Plan { network, scheme: "by-hand".to_owned(), source: self.node(source), destinations, worms, claims, extra }
    }
}

/// Whether plans, started at these times in nanoseconds, block each other for ever.
fn block(mesh: &dyn Topology, plans: &[(Plan, u64)]) -> bool {
    let starts: Vec<_> = plans.iter().map(|(plan, at)| Start { plan, at: Time::from_ns(*at) }).collect();
    let run = simulate(mesh, &starts, &Timing::default(), Engine::Worm).expect("plans by hand can be run");
    run.plans.iter().all(|plan| plan.latency.is_none())
}

/// Figure 1 (a): both multicasts are for 0,2 and 1,2. The first one holds 0,1>0,2 and waits for 1,1>1,2, the second one
/// the other way round.
fn two_multicasts() -> bool {
    let mesh = build("mesh:2x3").expect("figures have networks that exist");
    let hand = ByHand { mesh: &*mesh };
    let first = hand.worm("0,1", &[&["0,2"], &["1,1", "1,2"]]);
    let second = hand.worm("1,1", &[&["1,2"], &["0,1", "0,2"]]);
    block(&*mesh, &[(first, 0), (second, 0)])
}

/// Figure 1 (b): the multicast holds 2,0>3,0 and waits for 0,0>1,0, which the unicast holds that waits for 2,0>3,0.
fn multicast_and_unicast() -> bool {
    let mesh = build("mesh:4x2").expect("figures have networks that exist");
    let hand = ByHand { mesh: &*mesh };
    let multicast = hand.worm("1,1", &[&["0,1", "0,0", "1,0"], &["2,1", "2,0", "3,0"]]);
    let unicast = hand.worm("0,0", &[&["1,0", "2,0", "3,0"]]);
    block(&*mesh, &[(multicast, 0), (unicast, 20)])
}

fn figure_1() -> [PaperClaim; 2] {
    let cases = [
        ("two multicasts can deadlock where routers have several predecessors", two_multicasts()),
        ("a multicast and a unicast can deadlock where routers have several predecessors", multicast_and_unicast()),
    ];
    cases.map(|(claim, blocks)| {
        let measured = if blocks { "the worms of the figure never move again" } else { "they arrive" };
        PaperClaim::new(ID, claim, "deadlock", measured, blocks)
            .said_in("2, figure 1")
            .by("exact: run by the engine, reservation at a router as a whole")
    })
}

pub(super) fn deadlock(_: &Context<'_>) -> FigureReport {
    let mut table = Table::new(ID, &["network", "scheme", "answer", "proof"]);
    let mut claims: Vec<PaperClaim> = figure_1().into();
    claims.extend(THEOREMS.iter().map(|theorem| prove(ID, theorem, &mut table)));
    FigureReport::plain(claims, table)
}
