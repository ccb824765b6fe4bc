//! A tree that grows by the nearest destination, time and again.

use super::search::Search;
use super::tree::Tree;
use super::weighted::Weighted;
use crate::PlanError;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId};

/// The destinations of a set, marked among all nodes.
#[derive(Default)]
pub(crate) struct Terminals {
    is_terminal: Vec<bool>,
    marked: Vec<NodeId>,
}

impl Terminals {
    /// Marks these and no others. O(those of before and now), and O(nodes) at first.
    pub(crate) fn mark(&mut self, nodes: usize, destinations: &[NodeId]) {
        for node in self.marked.drain(..) {
            self.is_terminal[node.index()] = false;
        }
        self.is_terminal.resize(nodes, false);
        self.marked.extend_from_slice(destinations);
        for node in destinations {
            self.is_terminal[node.index()] = true;
        }
    }

    /// Whether a node is a destination.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.is_terminal[node.index()]
    }
}

/// Grows trees, and keeps its buffers.
#[derive(Default)]
pub(crate) struct Grower {
    search: Search,
    route: Vec<ChannelId>,
}

impl Grower {
    /// From the source alone: the cheapest route from the tree to the destination that is nearest to it joins the tree,
    /// until all have (Takahashi and Matsuyama, *An approximate solution for the Steiner problem in graphs*, 1980). On
    /// a network with equal weights both ways the tree weighs at most 2 − 2/(d + 1) times as much as the lightest one,
    /// for d destinations. Only channels that are allowed are taken.
    ///
    /// One search goes on all the time: the nodes of a new route begin anew at cost 0, so costs only fall, and what
    /// comes out first is the nearest still. O(d · channels · log nodes) at worst, much less where destinations are
    /// near each other.
    ///
    /// # Errors
    /// A destination to which no allowed route leads.
    pub(crate) fn grow(
        &mut self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        terminals: &Terminals,
        allowed: impl Fn(ChannelId) -> bool,
        tree: &mut Tree,
    ) -> Result<(), PlanError> {
        let nodes = network.graph.node_count();
        tree.start(nodes, set.source);
        self.search.clear(nodes);
        self.search.begin(set.source, 0);
        let mut left = set.destinations.len();
        while left > 0 {
            let Some((node, _)) = self.search.next() else {
                let to = set.destinations.iter().find(|&&node| !tree.has(node)).expect("some are left");
                return Err(PlanError::Unreachable { from: set.source, to: *to });
            };
            if terminals.has(node) && !tree.has(node) {
                left -= self.join(network, node, terminals, tree);
            }
            if network.forwards(node, set.source) {
                self.search.go_on(network, node, &allowed);
            }
        }
        Ok(())
    }

    /// Joins the route to a node; returns how many destinations are on it.
    fn join(&mut self, network: &Weighted<'_>, node: NodeId, terminals: &Terminals, tree: &mut Tree) -> usize {
        self.route.clear();
        let outside = self.search.back(network, node).take_while(|&channel| !tree.has(network.graph.target(channel)));
        self.route.extend(outside);
        for &channel in self.route.iter().rev() {
            tree.join(network.graph, channel);
            self.search.begin(network.graph.target(channel), 0);
        }
        self.route.iter().filter(|&&channel| terminals.has(network.graph.target(channel))).count()
    }
}
