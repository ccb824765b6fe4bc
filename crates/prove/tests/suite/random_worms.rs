//! Worms of no scheme at all.

use crate::plans_support::of_worms;
use wormcast_plan::{Plan, Worms};
use wormcast_topology::{NodeId, Topology};

/// A worm that takes at most five channels, each once, and never two by the same channel at a router. `below` draws a
/// number below another one.
pub(crate) fn random_worm(topology: &dyn Topology, below: &mut dyn FnMut(usize) -> usize) -> Plan {
    let graph = topology.graph();
    let origin = NodeId::new(below(graph.node_count()));
    let mut worms = Worms::new();
    worms.start(origin, None, 0);
    let mut ends: Vec<(Option<u32>, NodeId)> = vec![(None, origin)];
    let (mut taken, mut leaf) = (Vec::new(), vec![true]);
    for _ in 0..1 + below(5) {
        // Mostly on from the last one: long worms.
        let from = if below(3) > 0 { ends.len() - 1 } else { below(ends.len()) };
        let (parent, node) = ends[from];
        let out: Vec<_> = graph.out_channels(node).filter(|channel| !taken.contains(channel)).collect();
        if out.is_empty() {
            continue;
        }
        let channel = out[below(out.len())];
        taken.push(channel);
        leaf[from] = false;
        leaf.push(true);
        ends.push((Some(worms.hop(parent, channel)), graph.target(channel)));
    }
    let mut destinations: Vec<NodeId> = Vec::new();
    for (&(hop, node), &is_leaf) in ends.iter().zip(&leaf) {
        if let Some(hop) = hop.filter(|_| (is_leaf || below(2) == 0) && !destinations.contains(&node)) {
            worms.deliver(hop, node);
            destinations.push(node);
        }
    }
    of_worms(topology, origin, destinations, worms)
}
