//! Random directed multigraphs, with endpoints, and naive answers about them.

use proptest::prelude::*;
use wormcast_graph::{Graph, NodeId};

/// A random network beside the list that it was made from.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) nodes: usize,
    /// In the order of the description.
    pub(crate) channels: Vec<(usize, usize)>,
    pub(crate) endpoints: Vec<bool>,
    pub(crate) graph: Graph,
}

/// Of few nodes and up to three channels per node, so that parallel ones are common.
pub(crate) fn listed() -> impl Strategy<Value = Listed> {
    let parts = |nodes: usize| {
        let channels = prop::collection::vec((0..nodes, 0..nodes), 0..=3 * nodes);
        // Half of the networks have no endpoints.
        let endpoints = (any::<bool>(), prop::collection::vec(prop::bool::weighted(0.3), nodes));
        (Just(nodes), channels, endpoints, any::<bool>())
    };
    (1..10_usize).prop_flat_map(parts).prop_map(|(nodes, channels, (some, endpoints), both_ways)| {
        let mut channels: Vec<_> = channels.into_iter().filter(|(a, b)| a != b).collect();
        if both_ways {
            channels = channels.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        }
        let endpoints: Vec<_> = endpoints.into_iter().map(|endpoint| endpoint && some).collect();
        let ids: Vec<_> = channels.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
        let marked = (0..nodes).filter(|&node| endpoints[node]).map(NodeId::new);
        let graph = Graph::from_channels(nodes, &ids).unwrap().with_endpoints(marked);
        Listed { nodes, channels, endpoints, graph }
    })
}

/// All distances over ways whose inner nodes are routers: d(a, c) ≤ d(a, b) + d(b, c) for each router b (Floyd and
/// Warshall).
pub(crate) fn all_distances(listed: &Listed) -> Vec<Vec<Option<u32>>> {
    let mut distance = vec![vec![None; listed.nodes]; listed.nodes];
    for (node, row) in distance.iter_mut().enumerate() {
        row[node] = Some(0);
    }
    for &(a, b) in &listed.channels {
        distance[a][b] = Some(1);
    }
    for b in (0..listed.nodes).filter(|&node| !listed.endpoints[node]) {
        for a in 0..listed.nodes {
            for c in 0..listed.nodes {
                let through = distance[a][b].zip(distance[b][c]).map(|(one, other): (u32, u32)| one + other);
                distance[a][c] = [distance[a][c], through].into_iter().flatten().min();
            }
        }
    }
    distance
}
