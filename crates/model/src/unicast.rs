//! The unicast messages of a network.

use thiserror::Error;
use wormcast_formats::named_routing;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, NetworkSpec, Plan, Worms};
use wormcast_routing::{Lane, Routing, Shortest, pairs};
use wormcast_topology::Topology;

/// The most hops that unicast messages between all nodes may have together.
const MAX_UNICAST_HOPS: usize = 1 << 21;

/// Why unicast messages between all nodes are not looked at.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnicastError {
    /// There are too many nodes.
    #[error(
        "unicast messages between all {0} nodes have more than {MAX_UNICAST_HOPS} hops together; take a smaller network"
    )]
    TooMany(usize),
    /// There is no such routing.
    #[error("{0}")]
    Routing(String),
}

/// A worm from every node to every other one that it can reach: on the network's own shortest routes, or by a routing
/// ([`named_routing`]), which names the virtual channels. O(nodes² · diameter).
///
/// # Errors
/// That is too much, or there is no such routing.
pub fn unicast_plan(topology: &dyn Topology, routing: Option<&str>) -> Result<Plan, UnicastError> {
    let graph = topology.graph();
    let mut routes: Box<dyn Routing> = match routing {
        None => Box::new(Shortest::new(topology)),
        Some(name) => named_routing(topology, name, MAX_VIRTUAL_CHANNELS)
            .map_err(|error| UnicastError::Routing(error.to_string()))?,
    };
    let (mut worms, mut route) = (Worms::new(), Vec::new());
    let mut nodes = graph.nodes();
    let source = nodes.next().ok_or(UnicastError::TooMany(0))?;
    let all: Vec<_> = graph.nodes().collect();
    for (from, to) in pairs(&all, routes.goes_by_source()) {
        route.clear();
        if routes.append_route(from, to, &mut route).is_ok() {
            worms.start(from, None, 0);
            let hop = |last, lane: &Lane| {
                Some(match routing {
                    None => worms.hop(last, lane.channel),
                    Some(_) => worms.hop_on(last, lane.channel, lane.virtual_channel),
                })
            };
            let last = route.iter().fold(None, hop);
            last.into_iter().for_each(|last| worms.deliver(last, to));
        }
        if worms.hop_count() > MAX_UNICAST_HOPS {
            return Err(UnicastError::TooMany(graph.node_count()));
        }
    }
    let (network, scheme) = (NetworkSpec::whole(topology.spec()), "unicast".to_owned());
    Ok(Plan {
        network,
        scheme,
        source,
        destinations: nodes.collect(),
        extra: worms.carried(),
        worms,
        claims: Vec::new(),
    })
}
