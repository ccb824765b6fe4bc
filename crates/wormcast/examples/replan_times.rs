//! How long many trees take to be changed where a node or a link is lost, and where a member joins or leaves:
//!
//!     cargo run --release -p wormcast --example replan_times [PLANS [NETWORK [SCHEME]]]
//!
//! So many plans (1000) to 10 destinations each on a network (torus:64x64), by one scheme or by all. A row for each
//! kind of trees and change: how many plans change, how many table entries, whether old and new routes close no cycle,
//! and the milliseconds of `Network::replan`, the best of five runs: processor time on Linux, elsewhere that of the
//! clock. Below the table: the times where nodes from all over the network are lost, one each time.

use std::error::Error;
use std::fs;
use std::time::Instant;
use wormcast::schemes::Options;
use wormcast::schemes::option::WITHIN;
use wormcast::{Members, Network, Plan, Replanned};

const DESTINATIONS: usize = 10;
const RUNS: usize = 5;
/// So many nodes are lost, one each time.
const LOST: usize = 100;
const SCHEMES: [(&str, bool); 4] =
    [("steiner", true), ("shortest-path-tree", true), ("shortest-path-tree", false), ("ner", false)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(1000), |count| count.parse())?;
    let network = Network::build(&arguments.next().unwrap_or_else(|| "torus:64x64".into()))?;
    let only = arguments.next();
    let mut spread = Vec::new();
    println!(
        "| trees | change | plans changed | table entries | free while changing | ms |\n|---|---|---|---|---|---|"
    );
    for (scheme, is_safe) in
        SCHEMES.into_iter().filter(|(scheme, _)| only.as_deref().is_none_or(|only| only == *scheme))
    {
        let plans = plans(&network, scheme, is_safe, count)?;
        let name = if is_safe { format!("{scheme} --within up-down") } else { scheme.to_owned() };
        for (what, now, members) in changes(&network, &plans[0])? {
            let runs = (0..RUNS).map(|_| timed(|| network.replan(&plans, &now, &members)));
            let (told, spent) = runs.min_by(|one, other| one.1.total_cmp(&other.1)).expect("there are runs");
            let Replanned { document, .. } = told?;
            let free = if document.free_while_changing { "yes" } else { "no" };
            println!("| `{name}` | {what} | {} | {} | {free} | {spent:.0} |", document.changed.len(), document.entries);
        }
        spread.push((name, each_lost(&network, &plans)?));
    }
    for (name, times) in spread {
        let [median, most_of, all] = [times.len() / 2, 9 * times.len() / 10, times.len() - 1].map(|place| times[place]);
        let nodes = times.len();
        println!("`{name}`, one of {nodes} nodes: median {median:.0} ms, nine of ten {most_of:.0} ms, all {all:.0} ms");
    }
    Ok(())
}

/// The milliseconds of a run for each of some nodes that is lost, in ascending order.
fn each_lost(network: &Network, plans: &[Plan]) -> Result<Vec<f64>, Box<dyn Error>> {
    let nodes: Vec<_> = network.nodes().collect();
    let mut times = Vec::new();
    for node in nodes.iter().step_by((nodes.len() / LOST).max(1)) {
        let now = network.without_nodes([node])?;
        let (told, spent) = timed(|| network.replan(plans, &now, &Members::default()));
        told?;
        times.push(spent);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn plans(network: &Network, scheme: &str, is_safe: bool, count: usize) -> Result<Vec<Plan>, Box<dyn Error>> {
    let options = if is_safe { Options::default().with(&WITHIN, "up-down".parse()?) } else { Options::default() };
    let mut planner = network.planner(scheme, &options)?;
    let nodes: Vec<_> = network.nodes().collect();
    let plan = |number: usize| {
        let source = &nodes[97 * number % nodes.len()];
        Ok(planner.plan(source, &network.random_destinations(source, DESTINATIONS, number as u64)?)?)
    };
    (0..count).map(plan).collect()
}

/// What happens: its name, the network after it, and who comes and goes.
type Change = (&'static str, Network, Members);

/// A node and a link in the middle of a plan are lost; a member of it comes, and one goes.
fn changes(network: &Network, plan: &Plan) -> Result<Vec<Change>, Box<dyn Error>> {
    let (topology, hops) = (network.topology(), plan.by_number().worms.get(0).hops);
    let middle = hops[hops.len() / 2].channel;
    let [from, to] = [topology.graph().source(middle), topology.graph().target(middle)];
    let [from, to] = [from, to].map(|node| topology.node_name(node));
    let members: Vec<_> = plan.destinations().collect();
    let stranger = network.nodes().find(|node| !members.contains(node) && *node != plan.source());
    let joins = Members { join: stranger.into_iter().map(|node| (0, node)).collect(), leave: Vec::new() };
    let leaves = Members { join: Vec::new(), leave: vec![(0, members[0].clone())] };
    Ok(vec![
        ("a node is lost", network.without_nodes([&from])?, Members::default()),
        ("a link is lost", network.without_links([format!("{from}-{to}")])?, Members::default()),
        ("a member joins", network.clone(), joins),
        ("a member leaves", network.clone(), leaves),
    ])
}

/// What came of work, and the milliseconds that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (begun, on_clock) = (processor_ms(), Instant::now());
    let result = work();
    let spent = begun.zip(processor_ms()).map(|(begun, ended)| ended - begun);
    (result, spent.unwrap_or(1000.0 * on_clock.elapsed().as_secs_f64()))
}

/// What this thread has had of a processor, where the system tells it.
fn processor_ms() -> Option<f64> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split(' ').next()?.parse::<f64>().ok()? / 1e6)
}
