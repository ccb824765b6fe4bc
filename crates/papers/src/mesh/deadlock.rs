//! Section 2.2: XY-routing is no longer free of deadlock when worms deliver on their way; labels are.

use super::super::theorems::{Theorem, prove};
use crate::{Context, FigureReport, PaperClaim, Table};
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, Topology, build};

const ID: &str = "mesh-deadlock";

const THEOREMS: [Theorem; 5] = [
    Theorem::of("2.2", "path-based multicast along labels is free of deadlock", "mesh:16x16", "dual-path"),
    Theorem::of("abstract, 3", "OCMS is free of deadlock", "mesh:16x16", "ocms"),
    Theorem::of("abstract, 4", "OTMS is free of deadlock", "mesh:16x16", "otms"),
    Theorem::of("5", "OCMS is free of deadlock on other Hamiltonian graphs", "hypercube:6", "ocms"),
    Theorem::of("2.2", "unicast by XY-routing is free of deadlock", "mesh:16x16", "unicast"),
];

/// A worm that goes from corner to corner of mesh:2x2, with deliveries at the second and the third one: by XY-routing
/// from each to the next.
fn round_the_corner(mesh: &dyn Topology, corners: [NodeId; 3]) -> Plan {
    let [first, second, third] = corners;
    let channel = |a: NodeId, b: NodeId| mesh.graph().channel(a, b).expect("corners are neighbours");
    let mut worms = Worms::new();
    worms.start(first, None, 0);
    let one = worms.hop(None, channel(first, second));
    let two = worms.hop(Some(one), channel(second, third));
    worms.deliver(one, second);
    worms.deliver(two, third);
    let (network, claims, extra) = (NetworkSpec::whole(mesh.spec()), Vec::new(), Default::default());
    Plan { network, scheme: "xy".to_owned(), source: first, destinations: vec![second, third], worms, claims, extra }
}

/// Whether four such worms, one from each corner, block each other for ever.
fn xy_stars_deadlock() -> bool {
    let mesh = build("mesh:2x2").expect("figures have networks that exist");
    let corners = ["0,0", "1,0", "1,1", "0,1"].map(|name| mesh.find_node(name).expect("it is a corner"));
    let plans: Vec<Plan> =
        (0..4).map(|at| round_the_corner(&*mesh, [0, 1, 2].map(|step| corners[(at + step) % 4]))).collect();
    let starts: Vec<_> = plans.iter().map(|plan| Start { plan, at: Time::ZERO }).collect();
    let run = simulate(&*mesh, &starts, &Timing::default(), Engine::Worm).expect("plans by hand can be run");
    run.plans.iter().all(|plan| plan.latency.is_none())
}

pub(super) fn deadlock(_: &Context<'_>) -> FigureReport {
    let mut table = Table::new(ID, &["network", "scheme", "answer", "proof"]);
    let deadlock = xy_stars_deadlock();
    let measured = if deadlock { "four worms round mesh:2x2, two hops each, never move again" } else { "they arrive" };
    let claim = "XY-routing is not free of deadlock any more when worms deliver on their way";
    let mut claims =
        vec![PaperClaim::new(ID, claim, "deadlock", measured, deadlock).said_in("2.2").by("exact: run by the engine")];
    claims.extend(THEOREMS.iter().map(|theorem| prove(ID, theorem, &mut table)));
    FigureReport::plain(claims, table)
}
