//! How long many trees on a torus take to be changed where a node or a link is lost, and where a member comes or goes:
//!
//!     cargo run --release -p wormcast --example replan_times [PLANS [NETWORK]]
//!
//! For so many multicasts (1000) to 10 destinations, by scheme and change: how many plans change, how many table
//! entries, whether old and new routes close no cycle, and the milliseconds of the best of five runs. Files of such
//! plans are read apart from that: the time for all of them is told once for each scheme.

use std::error::Error;
use std::time::Instant;
use wormcast::schemes::{Options, scheme_named};
use wormcast::{Members, Network, Plan};

const SCHEMES: [(&str, &str); 5] =
    [("single-tree", ""), ("steiner", "up-down"), ("shortest-path-tree", ""), ("ner", ""), ("steiner", "")];
const DESTINATIONS: usize = 10;
const RUNS: usize = 5;

fn plans(network: &Network, (scheme, within): (&str, &str), count: usize) -> Result<Vec<Plan>, Box<dyn Error>> {
    let nodes: Vec<_> = network.nodes().collect();
    let mut options = Options::default();
    if !within.is_empty() {
        let declared = scheme_named(scheme)?.options().iter().find(|option| option.name == "within");
        options.set(declared.ok_or("no `--within`")?, Some(within))?;
    }
    let plan = |number: usize| {
        let source = &nodes[number * 97 % nodes.len()];
        let to = network.random_destinations(source, DESTINATIONS, number as u64)?;
        Ok(network.plan(scheme, source, &to, &options)?)
    };
    (0..count).map(plan).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(Ok(1000), |number| number.parse())?;
    let network = Network::build(&arguments.next().unwrap_or_else(|| "torus:64x64".into()))?;
    println!("| trees | change | plans changed | entries | free | ms |\n|---|---|---|---|---|---|");
    for scheme in SCHEMES {
        let plans = plans(&network, scheme, count)?;
        let name = [scheme.0, if scheme.1.is_empty() { "" } else { " --within " }, scheme.1].concat();
        // The node and the link in the middle of the first tree, and members of that.
        let first = &plans[0];
        let hops = first.by_number().worms.iter().next().map_or(Vec::new(), |worm| worm.hops.to_vec());
        let graph = network.topology().graph();
        let channel = hops[hops.len() / 2].channel;
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| network.topology().node_name(node));
        let member = first.destinations().next().ok_or("no destination")?;
        let stranger =
            network.nodes().find(|node| *node != first.source() && first.destinations().all(|to| to != *node));
        let stranger = stranger.ok_or("all nodes are destinations")?;
        let none = Members::default();
        let changes = [
            ("a node is lost", network.without_nodes([from.as_str()])?, none.clone()),
            ("a link is lost", network.without_links([format!("{from}-{to}").as_str()])?, none.clone()),
            ("a member joins", network.clone(), Members { join: vec![(0, stranger)], ..none.clone() }),
            ("a member leaves", network.clone(), Members { leave: vec![(0, member)], ..none }),
        ];
        for (what, now, members) in changes {
            let mut best = f64::INFINITY;
            let mut document = None;
            for _ in 0..RUNS {
                let begun = Instant::now();
                let replanned = network.replan(&plans, &now, &members)?;
                best = best.min(begun.elapsed().as_secs_f64() * 1e3);
                document = Some(replanned.document);
            }
            let document = document.ok_or("no run")?;
            let (changed, entries, free) = (document.changed.len(), document.entries, document.free_while_changing);
            println!("| `{name}` | {what} | {changed} | {entries} | {free} | {best:.0} |");
        }
        let texts: Vec<_> = plans.iter().map(Plan::to_json).collect();
        let begun = Instant::now();
        texts.iter().try_for_each(|text| Plan::parse(text.as_bytes()).map(drop))?;
        println!("| `{name}` | {count} plans are read | | | | {:.0} |", begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok(())
}
