//! How light the trees of the schemes are on hexagonal tori with dead nodes and links:
//!
//!     cargo run --release -p wormcast-schemes --example light_trees [NETWORKS [FOLDER]]
//!
//! For 5, 20 and 50 destinations and so many networks (100), the mean number of channels, the mean depth, and the
//! microseconds for a plan, of which the best of three runs counts. With a folder, each network and set is written
//! there, for other programs: `N.json` in node-link form, and `N.set` with the source and the destinations.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;
use wormcast_formats::{FORMATS, build};
use wormcast_plan::{Cost, MulticastSet, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{Faulty, NodeId, Topology, disconnected_pair};

/// So often is a plan made: other programs at work do not count.
const RUNS: usize = 3;
const NETWORK: &str = "hex-torus:12x12";
const SCHEMES: [&str; 5] = ["steiner", "ner", "shortest-path-tree", "single-tree", "unicast"];

/// The network without some of its nodes and links, still in one piece.
fn faulty(random: &mut Xoshiro256PlusPlus) -> Result<Box<dyn Topology>, Box<dyn Error>> {
    loop {
        let whole = build(NETWORK)?;
        let graph = whole.graph();
        let nodes: Vec<_> = graph.nodes().filter(|_| random.random_bool(0.03)).collect();
        let links: Vec<_> = graph.channels().filter(|&channel| graph.link(channel) == channel).collect();
        let links = links.into_iter().filter(|_| random.random_bool(0.03));
        let links: Vec<_> = links.map(|link| (graph.source(link), graph.target(link))).collect();
        let faulty = Faulty::new(whole, &nodes, &links)?;
        if disconnected_pair(faulty.graph()).is_none() {
            return Ok(Box::new(faulty));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let networks: usize = arguments.next().map_or(Ok(100), |number| number.parse())?;
    let folder = arguments.next();
    println!("{:>12}  {:<20}{:>9}{:>7}{:>9}", "destinations", "scheme", "channels", "depth", "µs");
    for count in [5, 20, 50] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(count as u64);
        let mut sums = [[0.0; 3]; SCHEMES.len()];
        for number in 0..networks {
            let network = faulty(&mut random)?;
            let mut nodes: Vec<_> = network.graph().nodes().collect();
            let (set, _) = nodes.partial_shuffle(&mut random, count + 1);
            if let Some(folder) = &folder {
                write(Path::new(folder), &format!("{count}-{number}"), &*network, set)?;
            }
            for (scheme, sums) in SCHEMES.iter().zip(&mut sums) {
                let mut planner = scheme_named(scheme)?.prepare(&*network, &Options::default())?;
                let (mut worms, mut least) = (Worms::new(), f64::INFINITY);
                for _ in 0..RUNS {
                    worms = Worms::new();
                    let start = Instant::now();
                    planner.plan(MulticastSet::checked(&*network, set[0], &set[1..])?, &mut worms)?;
                    least = least.min(start.elapsed().as_secs_f64() * 1e6);
                }
                let cost = Cost::of(&worms);
                let measured = [cost.channels as f64, cost.longest_path as f64, least];
                sums.iter_mut().zip(measured).for_each(|(sum, value)| *sum += value / networks as f64);
            }
        }
        for (scheme, [channels, depth, time]) in SCHEMES.iter().zip(sums) {
            println!("{count:>12}  {scheme:<20}{channels:>9.2}{depth:>7.2}{time:>9.1}");
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, network: &dyn Topology, set: &[NodeId]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let json = FORMATS.iter().find(|format| format.word() == "node-link").ok_or("networks are written as node-link")?;
    json.write(network, &mut fs::File::create(folder.join(format!("{name}.json")))?)?;
    let names: Vec<_> = set.iter().map(|&node| network.node_name(node)).collect();
    fs::write(folder.join(format!("{name}.set")), names.join("\n"))?;
    Ok(())
}
