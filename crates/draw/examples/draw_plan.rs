//! Draws a plan: `cargo run -p wormcast-draw --example draw_plan -- TOPOLOGY SCHEME SOURCE DESTINATIONS OUT.svg`,
//! where the destinations are a number (chosen at random) or names with blanks between them.

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use wormcast_draw::{DrawOptions, network_svg, plan_svg};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [topology, out] => std::fs::write(out, network_svg(&*build(topology)?, &DrawOptions::default())?)?,
        [topology, scheme, source, destinations, out] => {
            let topology = build(topology)?;
            let plan = plan(&*topology, scheme, source, destinations)?;
            std::fs::write(out, plan_svg(&*topology, &plan, &DrawOptions::default())?)?;
        }
        _ => return Err("usage: draw_plan TOPOLOGY [SCHEME SOURCE DESTINATIONS] OUT.svg".into()),
    }
    Ok(())
}

fn plan(topology: &dyn Topology, scheme: &str, source: &str, destinations: &str) -> Result<Plan, Box<dyn Error>> {
    let source = topology.find_node(source)?;
    let destinations = match destinations.parse::<usize>() {
        Ok(count) => at_random(topology, source, count),
        Err(_) => destinations.split(' ').map(|name| topology.find_node(name)).collect::<Result<Vec<_>, _>>()?,
    };
    let mut planner = scheme_named(scheme)?.prepare(topology, &Options::default())?;
    let mut worms = Worms::new();
    planner.plan(MulticastSet::checked(topology, source, &destinations)?, &mut worms)?;
    let (claims, extra) = (planner.claims().to_vec(), planner.extra());
    let network = NetworkSpec::whole(topology.spec());
    Ok(Plan { network, scheme: scheme.to_owned(), source, destinations, worms, claims, extra })
}

fn at_random(topology: &dyn Topology, source: NodeId, count: usize) -> Vec<NodeId> {
    let nodes = topology.graph().node_count();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let chosen = sample(&mut random, nodes, nodes.min(count + 1));
    chosen.iter().map(NodeId::new).filter(|&node| node != source).take(count).collect()
}
