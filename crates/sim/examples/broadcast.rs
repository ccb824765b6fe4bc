//! A broadcast to every node of a large network.
//!
//! `cargo run --release -p wormcast-sim --example broadcast [SPEC] [SCHEME]`

use std::time::Instant;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::build;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let spec = arguments.first().map_or("torus:1024x1024", String::as_str);
    let scheme = arguments.get(1).map_or("single-tree", String::as_str);
    let begin = Instant::now();
    let topology = build(spec)?;
    let mut nodes = topology.graph().nodes();
    let source = nodes.next().expect("a network has a node");
    let destinations: Vec<_> = nodes.collect();
    println!("built after {:?}", begin.elapsed());
    let mut worms = Worms::new();
    let mut planner = scheme_named(scheme)?.prepare(&*topology, &Options::default())?;
    planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms)?;
    println!("planned after {:?}", begin.elapsed());
    let (network, scheme) = (NetworkSpec::whole(spec), scheme.to_owned());
    let plan = Plan { network, scheme, source, destinations, worms, claims: vec![], extra: Default::default() };
    let run = simulate(&*topology, &[Start { plan: &plan, at: Time::ZERO }], &Timing::default(), Engine::Worm)?;
    let latency = run.plans[0].latency.map(|latency| latency.to_string());
    println!("simulated after {:?}: {} hops, latency {latency:?} ns", begin.elapsed(), plan.worms.hop_count());
    Ok(())
}
