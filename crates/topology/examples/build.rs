//! Builds the networks that are named on the command line, and prints how many nodes and channels they have.
//!
//! `/usr/bin/time -v cargo run --release --example build -- torus:1024x1024` shows the memory that it takes.

fn main() -> Result<(), wormcast_topology::TopologyError> {
    for spec in std::env::args().skip(1) {
        let network = wormcast_topology::build(&spec)?;
        let graph = network.graph();
        println!("{spec}: {} nodes, {} channels", graph.node_count(), graph.channel_count());
    }
    Ok(())
}
