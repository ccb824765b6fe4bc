//! `single-tree` where channels lead one way: down a tree whose channels lead away from its root.

use crate::tree_worm::{TreeWorms, unreachable_in};
use crate::{PlanError, Planner, SchemeError, SpanningTree};
use wormcast_plan::{Chain, Delivers, MulticastSet, RouteFamily, RouteSpace, Worms};
use wormcast_topology::{ChannelId, Graph, Labelling, NodeId, Topology};

/// How many nodes are tried as the root where none is named.
const ROOTS_TRIED: usize = 64;

/// An out-arborescence, and a way to its root from everywhere that takes none of its channels, if there is one.
///
/// A worm goes towards the root until it is above all destinations, and then down the tree. The ways to the root make a
/// tree towards it, whose channels can be numbered; so theorem 2 of the page on proofs holds. Without such ways, only
/// multicasts from above their destinations are planned: then worms start in the tree.
///
/// Trees are tried by breadth first search, depth first search, and along a Hamiltonian path if one begins at the root,
/// which leaves the most channels to the other nodes; the first that leaves ways to the root is taken.
pub(crate) struct OutTreePlanner<'t> {
    topology: &'t dyn Topology,
    tree: SpanningTree<'t>,
    root: NodeId,
    /// The channel towards the root from each node; none where no way is known.
    towards: Vec<Option<ChannelId>>,
    worms: TreeWorms,
    prefix: Vec<ChannelId>,
}

impl<'t> OutTreePlanner<'t> {
    /// O(nodes + channels) for each root that is tried.
    ///
    /// # Errors
    /// No root, or not this one, reaches all nodes.
    pub(crate) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        root: Option<NodeId>,
    ) -> Result<Self, SchemeError> {
        let graph = topology.graph();
        let path = topology.one_way_labelling();
        let first = path.as_ref().map(|path| path.node(0));
        let routers = graph.nodes().filter(|&node| !graph.is_endpoint(node)).take(ROOTS_TRIED);
        let roots: Vec<NodeId> = root.map_or_else(|| first.into_iter().chain(routers).collect(), |root| vec![root]);
        let reaches_all = |&root: &NodeId| spans(&search(graph, root, Search::BreadthFirst), root);
        let root = roots.iter().copied().find(reaches_all).ok_or_else(|| SchemeError::Unserved {
            scheme,
            topology: topology.spec(),
            serves: "networks in which channels lead from the root to all nodes",
        })?;
        let mut trees = Vec::from([Search::BreadthFirst, Search::DepthFirst].map(|order| search(graph, root, order)));
        trees.extend(path.filter(|_| first == Some(root)).map(|path| along(graph, &path)));
        let ways = trees.iter().map(|into| ways_beside(graph, root, into));
        let found = trees.iter().zip(ways).find(|(_, towards)| spans(towards, root));
        let (into, towards) = found.unwrap_or_else(|| (&trees[0], vec![None; graph.node_count()]));
        let tree = SpanningTree::from_channels(graph, into);
        Ok(Self { topology, tree, root, towards, worms: TreeWorms::default(), prefix: Vec::new() })
    }

    /// Goes towards the root until all destinations are below.
    fn climb(&mut self, source: NodeId, lowest: NodeId) -> Result<NodeId, PlanError> {
        let mut at = source;
        self.prefix.clear();
        while !self.tree.is_below(lowest, at) {
            let channel = self.towards[at.index()].ok_or_else(|| PlanError::NotAbove {
                from: self.topology.node_name(source),
                root: self.topology.node_name(self.root),
            })?;
            self.prefix.push(channel);
            at = self.topology.graph().target(channel);
        }
        Ok(at)
    }
}

impl Planner for OutTreePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let lowest = self.worms.lowest_common_ancestor(&self.tree, set.destinations);
        let lowest = lowest.ok_or_else(|| unreachable_in(&self.tree, set))?;
        let turn = self.climb(set.source, lowest)?;
        PlanError::check_size(worms, &self.prefix)?;
        worms.start(set.source, None, 0);
        let hop = worms.chain(None, self.prefix.iter().copied());
        self.worms.spread(&self.tree, turn, hop, worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let graph = self.topology.graph();
        let follow = |node: NodeId| {
            let first = self.towards[node.index()]?;
            let middle = graph.target(first);
            Some([node, middle, graph.target(self.towards[middle.index()]?)])
        };
        let triples: Vec<_> = graph.nodes().filter_map(follow).collect();
        let chain = if triples.is_empty() { Chain::Nothing } else { Chain::Triples(triples) };
        let splits = self.tree.splits();
        Some(RouteSpace::of([RouteFamily { class: 0, chain, delivers: Delivers::AtEnd, splits }]))
    }
}

#[derive(Clone, Copy)]
enum Search {
    BreadthFirst,
    DepthFirst,
}

/// The channel into each node that a search from the root finds; endpoints are leaves. Breadth first, a node hangs from
/// the first that reaches it; depth first, from the last.
fn search(graph: &Graph, root: NodeId, order: Search) -> Vec<Option<ChannelId>> {
    let mut into = vec![None; graph.node_count()];
    let mut reached = vec![false; graph.node_count()];
    // Depth first, a node is reached when it is taken from the list, and breadth first when it is put there.
    let mut waiting = std::collections::VecDeque::from([(root, None)]);
    let next = |waiting: &mut std::collections::VecDeque<_>| match order {
        Search::BreadthFirst => waiting.pop_front(),
        Search::DepthFirst => waiting.pop_back(),
    };
    while let Some((node, by)) = next(&mut waiting) {
        if std::mem::replace(&mut reached[node.index()], true) {
            continue;
        }
        into[node.index()] = by;
        if !graph.is_endpoint(node) || node == root {
            let steps = graph.out_channels(node).filter(|&channel| !reached[graph.target(channel).index()]);
            let first = steps.filter(|&channel| graph.tree_channel(node, graph.target(channel)) == Some(channel));
            waiting.extend(first.map(|channel| (graph.target(channel), Some(channel))));
        }
    }
    into
}

/// The tree that is a Hamiltonian path.
fn along(graph: &Graph, path: &Labelling) -> Vec<Option<ChannelId>> {
    let mut into = vec![None; graph.node_count()];
    for step in path.path().windows(2) {
        into[step[1].index()] = graph.tree_channel(step[0], step[1]);
    }
    into
}

/// The channel towards the root from each node, on a shortest way that takes no channel of the tree; of parallel
/// channels the first one only.
fn ways_beside(graph: &Graph, root: NodeId, into: &[Option<ChannelId>]) -> Vec<Option<ChannelId>> {
    let mut towards = vec![None; graph.node_count()];
    let mut queue = std::collections::VecDeque::from([root]);
    while let Some(node) = queue.pop_front() {
        for channel in graph.in_channels(node) {
            let from = graph.source(channel);
            let is_first = graph.channel(from, node) == Some(channel);
            let is_free = is_first && into[node.index()] != Some(channel);
            if from != root && is_free && towards[from.index()].is_none() {
                towards[from.index()] = Some(channel);
                if !graph.is_endpoint(from) {
                    queue.push_back(from);
                }
            }
        }
    }
    towards
}

/// Whether every node but the root has a channel.
fn spans(channels: &[Option<ChannelId>], root: NodeId) -> bool {
    channels.iter().enumerate().all(|(node, channel)| channel.is_some() || node == root.index())
}
