//! `shortest-path-tree`: one worm on the cheapest routes to all destinations.

use crate::beside::{BESIDE, Form, LAYERS, WITHIN, safe_planner};
use crate::least_trees::{Limit, MAX_DELAY, MAX_DEPTH, Search, Terminals, Tree, WEIGHT, Weighted};
use crate::route_space::any_tree;
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The scheme `shortest-path-tree`: the cheapest route from the source to each destination, all in one worm that splits
/// where they part (Dijkstra's tree). No destination can be reached at less cost; the tree may weigh much more than the
/// lightest one. **It can deadlock.** Networks may be directed, with endpoints. With `--beside` and `--within` each
/// destination joins by a shortest route of those that close no cycle ([`beside`](crate::beside)).
///
/// O(channels · log nodes) a plan, and less where all destinations are near.
pub(crate) struct ShortestPathTree;

impl Scheme for ShortestPathTree {
    fn name(&self) -> &'static str {
        "shortest-path-tree"
    }

    fn summary(&self) -> &'static str {
        "one worm on the cheapest routes to all destinations; it can deadlock"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[
            WEIGHT.declaration,
            MAX_DEPTH.declaration,
            MAX_DELAY.declaration,
            BESIDE.declaration,
            LAYERS.declaration,
            WITHIN.declaration,
        ]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        if let Some(safe) = safe_planner(self.name(), topology, options, Form::Shortest) {
            return safe;
        }
        let network = Weighted::by(self.name(), topology, &options.get(&WEIGHT).unwrap_or_default())?;
        let limit = Limit::of(self.name(), topology, options)?;
        Ok(Box::new(ShortestPathPlanner { limit, ..ShortestPathPlanner::new(network) }))
    }
}

/// Plans the trees of cheapest routes.
pub(crate) struct ShortestPathPlanner<'t> {
    network: Weighted<'t>,
    limit: Option<Limit<'t>>,
    search: Search,
    terminals: Terminals,
    /// The tree that was found last.
    pub(crate) tree: Tree,
    route: Vec<ChannelId>,
}

impl Planner for ShortestPathPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.grow(set)?;
        if let Some(limit) = &self.limit {
            limit.keep(&self.network, set, &self.terminals, &mut self.tree)?;
        }
        let terminals = &self.terminals;
        self.tree.append(self.network.graph, |node| terminals.has(node), worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(any_tree())
    }
}

impl<'t> ShortestPathPlanner<'t> {
    /// Without a bound on how far destinations are.
    pub(crate) fn new(network: Weighted<'t>) -> Self {
        Self {
            network,
            limit: None,
            search: Search::default(),
            terminals: Terminals::default(),
            tree: Tree::default(),
            route: Vec::new(),
        }
    }

    /// Finds the tree.
    ///
    /// # Errors
    /// A destination that cannot be reached.
    pub(crate) fn grow(&mut self, set: MulticastSet<'_>) -> Result<(), PlanError> {
        let nodes = self.network.graph.node_count();
        self.terminals.mark(nodes, set.destinations);
        self.tree.start(nodes, set.source);
        self.search.clear(nodes);
        self.search.begin(set.source, 0);
        let mut left = set.destinations.len();
        while left > 0 {
            let Some((node, _)) = self.search.next() else {
                let to = set.destinations.iter().find(|&&node| self.search.cost(node).is_none());
                return Err(PlanError::Unreachable { from: set.source, to: *to.expect("some are left") });
            };
            if self.terminals.has(node) {
                left -= 1;
                self.join(node);
            }
            if self.network.forwards(node, set.source) {
                self.search.go_on(&self.network, node, |_| true);
            }
        }
        Ok(())
    }

    /// Lets the part of a node's route that is outside the tree join it.
    fn join(&mut self, node: NodeId) {
        let Self { network, search, tree, route, .. } = self;
        route.clear();
        route.extend(search.back(network, node).take_while(|&channel| !tree.has(network.graph.target(channel))));
        route.drain(..).rev().for_each(|channel| tree.join(network.graph, channel));
    }
}
