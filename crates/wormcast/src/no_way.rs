//! Why no way leads from one node to another.

use std::fmt;
use wormcast_topology::{Graph, NodeId};

/// Why no way leads from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoWay {
    /// No links lead there at all.
    Pieces,
    /// Links lead there, and some of them one way only, which is not this one.
    OneWay,
    /// All links there lead through endpoints.
    Endpoints,
}

impl NoWay {
    /// Between two nodes without a way. O(nodes + channels).
    pub(crate) fn between(graph: &Graph, from: NodeId, to: NodeId) -> Self {
        match to {
            _ if is_linked(graph, from, to, |node| node == from || !graph.is_endpoint(node)) => Self::OneWay,
            _ if is_linked(graph, from, to, |_| true) => Self::Endpoints,
            _ => Self::Pieces,
        }
    }
}

/// Whether channels, whichever way they lead, join two nodes through nodes that messages may pass.
fn is_linked(graph: &Graph, from: NodeId, to: NodeId, passes: impl Fn(NodeId) -> bool) -> bool {
    let mut seen = vec![false; graph.node_count()];
    seen[from.index()] = true;
    let mut open = vec![from];
    while let Some(node) = open.pop().filter(|_| !seen[to.index()]) {
        if !passes(node) {
            continue;
        }
        let into = graph.in_channels(node).map(|channel| graph.source(channel));
        for next in graph.neighbours(node).iter().copied().chain(into) {
            if !std::mem::replace(&mut seen[next.index()], true) {
                open.push(next);
            }
        }
    }
    seen[to.index()]
}

impl fmt::Display for NoWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => "the network is in pieces",
            Self::OneWay => "some channels on the way lead in the other direction only",
            Self::Endpoints => "only endpoints are between them, which forward nothing",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NoWay;
    use wormcast_topology::{Graph, NodeId};

    #[test]
    fn the_reason_is_told_apart() {
        let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
        let one_way = Graph::from_channels(4, &[(a, b), (c, b), (c, d), (d, c)]).unwrap();
        assert_eq!(NoWay::between(&one_way, b, a), NoWay::OneWay);
        // To no end of a channel that leads the other way alone: there is none out of `b`.
        assert_eq!(NoWay::between(&one_way, a, d), NoWay::OneWay);
        let apart = Graph::from_links(4, &[(a, b), (c, d)]).unwrap();
        assert_eq!(NoWay::between(&apart, a, c), NoWay::Pieces);
        let through = Graph::from_links(3, &[(a, b), (b, c)]).unwrap().with_endpoints([b]);
        assert_eq!(NoWay::between(&through, a, c), NoWay::Endpoints);
    }
}
