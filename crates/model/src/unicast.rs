//! The unicast messages of a network.

use thiserror::Error;
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_topology::{ShortestRoutes, Topology};

/// The most hops that unicast messages between all nodes may have together.
const MAX_UNICAST_HOPS: usize = 1 << 21;

/// Too many nodes.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "unicast messages between all {0} nodes have more than {MAX_UNICAST_HOPS} hops together; take a smaller network"
)]
pub struct UnicastError(usize);

/// A worm from every node to every other one that it can reach, by the routing of the network. O(nodes² · diameter).
///
/// # Errors
/// That is too much.
pub fn unicast_plan(topology: &dyn Topology) -> Result<Plan, UnicastError> {
    let graph = topology.graph();
    let mut routes = ShortestRoutes::new(topology);
    let (mut worms, mut route) = (Worms::new(), Vec::new());
    let mut nodes = graph.nodes();
    let source = nodes.next().ok_or(UnicastError(0))?;
    for from in graph.nodes() {
        for to in graph.nodes().filter(|&to| to != from) {
            route.clear();
            if routes.append(from, to, &mut route).is_err() {
                continue;
            }
            worms.start(from, None, 0);
            if let Some(last) = worms.chain(None, route.iter().copied()) {
                worms.deliver(last, to);
            }
            if worms.hop_count() > MAX_UNICAST_HOPS {
                return Err(UnicastError(graph.node_count()));
            }
        }
    }
    let (network, scheme) = (NetworkSpec::whole(topology.spec()), "unicast".to_owned());
    Ok(Plan {
        network,
        scheme,
        source,
        destinations: nodes.collect(),
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    })
}
