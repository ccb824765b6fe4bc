//! Draws a plan: `cargo run -p wormcast-draw --example draw_plan -- TOPOLOGY SCHEME SOURCE DESTINATIONS OUT.svg`,
//! where the destinations are a number (chosen at random) or names with blanks between them, and TOPOLOGY may be
//! followed by nodes to take away (`mesh:4x4 without 1,1 2,2`).

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use wormcast_draw::{DrawOptions, network_svg, plan_svg};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{Faulty, NodeId, Topology, build, find_link};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [topology, out] => std::fs::write(out, network_svg(&*network(topology)?, &DrawOptions::default())?)?,
        [topology, scheme, source, destinations, out] => {
            let topology = network(topology)?;
            let plan = plan(&*topology, scheme, source, destinations)?;
            std::fs::write(out, plan_svg(&*topology, &plan, &DrawOptions::default())?)?;
        }
        _ => return Err("usage: draw_plan TOPOLOGY [SCHEME SOURCE DESTINATIONS] OUT.svg".into()),
    }
    Ok(())
}

fn network(words: &str) -> Result<Box<dyn Topology>, Box<dyn Error>> {
    let Some((spec, lost)) = words.split_once(" without ") else { return Ok(build(words)?) };
    let whole = build(spec)?;
    let (links, nodes): (Vec<&str>, Vec<&str>) = lost.split(' ').partition(|name| name.contains('-'));
    let nodes = nodes.iter().map(|name| whole.find_node(name)).collect::<Result<Vec<_>, _>>()?;
    let links = links.iter().map(|name| find_link(&*whole, name)).collect::<Result<Vec<_>, _>>()?;
    Ok(Box::new(Faulty::new(whole, &nodes, &links)?))
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
