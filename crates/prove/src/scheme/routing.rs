//! The routes of a network's own routing towards one node, all together.

use super::dateline::{Dateline, Taken};
use std::cmp::Reverse;
use wormcast_topology::{ChannelId, NodeId, OwnRouting, Topology};

/// The hop from each node towards one of them. 9 bytes a node.
pub(super) struct InTree<'t> {
    topology: &'t dyn Topology,
    /// The hop from each node; none at the goal.
    hops: Vec<Option<ChannelId>>,
    /// For each node, the parts of the virtual channels that its hop may take: a bit each.
    parts: Vec<u8>,
}

impl<'t> InTree<'t> {
    pub(super) fn new(topology: &'t dyn Topology) -> Self {
        let nodes = topology.graph().node_count();
        Self { topology, hops: vec![None; nodes], parts: vec![0; nodes] }
    }

    /// Finds the hops towards a node; none on networks without a routing. O(nodes) steps of the routing.
    pub(super) fn run(&mut self, to: NodeId) {
        let Some(routing) = self.topology.own_routing() else { return };
        let graph = self.topology.graph();
        for at in graph.nodes() {
            self.hops[at.index()] = if at == to { None } else { graph.channel(at, routing.next(at, to)) };
        }
    }

    /// Every hop, and every hop after the one before it.
    pub(super) fn hops(&self, mut found: impl FnMut(Option<ChannelId>, ChannelId)) {
        for &hop in self.hops.iter().flatten() {
            found(None, hop);
            if let Some(next) = self.next(hop) {
                found(Some(hop), next);
            }
        }
    }

    fn next(&self, hop: ChannelId) -> Option<ChannelId> {
        self.hops[self.topology.graph().target(hop).index()]
    }

    /// The same with the parts of their virtual channels. A chain may begin at any node. O(nodes log nodes).
    pub(super) fn hops_by_part(&mut self, dateline: &Dateline<'_>, mut found: impl FnMut(Option<Taken>, Taken)) {
        let Some(routing) = self.topology.own_routing() else { return };
        let graph = self.topology.graph();
        self.parts.fill(0);
        for at in self.farthest_first(routing) {
            let Some(hop) = self.hops[at.index()] else { continue };
            let begun = dateline.part(None, hop);
            self.parts[at.index()] |= 1 << begun;
            found(None, (hop, begun));
            let Some(next) = self.next(hop) else { continue };
            let parts = self.parts[at.index()];
            for part in (0..2).filter(|part| parts >> part & 1 == 1) {
                let after = dateline.part(Some((hop, part)), next);
                self.parts[graph.target(hop).index()] |= 1 << after;
                found(Some((hop, part)), (next, after));
            }
        }
    }

    /// The nodes, those with the longest way first.
    fn farthest_first(&self, routing: &dyn OwnRouting) -> Vec<NodeId> {
        let graph = self.topology.graph();
        let goal = graph.nodes().find(|node| self.hops[node.index()].is_none());
        let mut nodes: Vec<_> = graph.nodes().collect();
        nodes.sort_by_cached_key(|&node| Reverse(goal.map(|goal| routing.distance(node, goal))));
        nodes
    }
}
