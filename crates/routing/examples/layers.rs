//! How long a routing takes on a network, and how many virtual channels it comes to:
//! `cargo run --release -p wormcast-routing --example layers torus:32x32 layered`.

use std::time::Instant;
use wormcast_routing::{Routed, Summary, build};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [network, routing] = &words[..] else { return Err("expected a network and a routing".into()) };
    let topology = wormcast_topology::build(network)?;
    let start = Instant::now();
    let mut routing = build(&*topology, routing, 64)?;
    println!("made in {:.2?}", start.elapsed());
    let start = Instant::now();
    let summary = Summary::of(&*topology, &mut *routing);
    println!(
        "summed up in {:.2?}: {} virtual channels, mean {:.3?}, longest {}",
        start.elapsed(),
        summary.virtual_channels,
        summary.mean(),
        summary.longest
    );
    let start = Instant::now();
    let routed = Routed::of(&*topology, &mut *routing);
    let verdict = routed.dependencies.numbering().map(|_| "free").unwrap_or("a cycle");
    println!("{verdict} in {:.2?}", start.elapsed());
    Ok(())
}
