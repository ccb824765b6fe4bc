//! `shortest-path-tree`: one worm on the cheapest routes to all destinations.

use crate::beside::{BESIDE, Form, LAYERS, WITHIN, safe_planner};
use crate::least_trees::{Grow, Limit, MAX_DELAY, MAX_DEPTH, Search, Terminals, Tree, TreePlanner, WEIGHT, Weighted};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::MulticastSet;
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
        Ok(Box::new(TreePlanner::new(network, CheapestRoutes::default()).within(limit)))
    }
}

/// Grows along the cheapest routes, the nearest destination first.
#[derive(Default)]
pub(crate) struct CheapestRoutes {
    search: Search,
    route: Vec<ChannelId>,
}

impl Grow for CheapestRoutes {
    fn grow(
        &mut self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        terminals: &Terminals,
        tree: &mut Tree,
    ) -> Result<(), PlanError> {
        self.search.clear(network.graph.node_count());
        self.search.begin(set.source, 0);
        let mut left = set.destinations.len();
        while left > 0 {
            let Some((node, _)) = self.search.next() else {
                let to = set.destinations.iter().find(|&&node| self.search.cost(node).is_none());
                return Err(PlanError::Unreachable { from: set.source, to: *to.expect("some are left") });
            };
            if terminals.has(node) {
                left -= 1;
                self.join(network, tree, node);
            }
            if network.forwards(node, set.source) {
                self.search.go_on(network, node, |_| true);
            }
        }
        Ok(())
    }
}

impl CheapestRoutes {
    /// Lets the part of a node's route that is outside the tree join it.
    fn join(&mut self, network: &Weighted<'_>, tree: &mut Tree, node: NodeId) {
        let Self { search, route } = self;
        route.clear();
        route.extend(search.back(network, node).take_while(|&channel| !tree.has(network.graph.target(channel))));
        route.drain(..).rev().for_each(|channel| tree.join(network.graph, channel));
    }
}
