//! What the planners of trees without a certificate share.

use super::bounded::Limit;
use super::grow::Terminals;
use super::tree::Tree;
use super::weighted::Weighted;
use crate::route_space::any_tree;
use crate::{PlanError, Planner};
use serde_json::{Map, Value};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::NodeId;

/// How a tree grows from its source to all destinations.
pub(crate) trait Grow: Send {
    /// Grows a tree that has only its source so far.
    ///
    /// # Errors
    /// A destination that cannot be reached.
    fn grow(
        &mut self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        terminals: &Terminals,
        tree: &mut Tree,
    ) -> Result<(), PlanError>;
}

/// Plans one worm on a tree that grows by a rule.
pub(crate) struct TreePlanner<'t, G> {
    network: Weighted<'t>,
    limit: Option<Limit<'t>>,
    rule: G,
    terminals: Terminals,
    /// The tree that was found last.
    pub(crate) tree: Tree,
}

impl<'t, G: Grow> TreePlanner<'t, G> {
    /// Without a bound on how far destinations are.
    pub(crate) fn new(network: Weighted<'t>, rule: G) -> Self {
        Self { network, limit: None, rule, terminals: Terminals::default(), tree: Tree::default() }
    }

    /// With this bound, if any.
    pub(crate) fn within(self, limit: Option<Limit<'t>>) -> Self {
        Self { limit, ..self }
    }

    /// Finds the tree.
    ///
    /// # Errors
    /// A destination that cannot be reached, or not within the bound.
    pub(crate) fn grow(&mut self, set: MulticastSet<'_>) -> Result<(), PlanError> {
        let nodes = self.network.graph.node_count();
        self.terminals.mark(nodes, set.destinations);
        self.tree.start(nodes, set.source);
        self.rule.grow(&self.network, set, &self.terminals, &mut self.tree)?;
        if let Some(limit) = &self.limit {
            limit.keep(&self.network, set, &self.terminals, &mut self.tree)?;
        }
        Ok(())
    }
}

impl<G: Grow> Planner for TreePlanner<'_, G> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.grow(set)?;
        let terminals = &self.terminals;
        self.tree.append(self.network.graph, |node| terminals.has(node), worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(any_tree())
    }

    fn extra(&self) -> Map<String, Value> {
        self.limit.iter().map(Limit::told).collect()
    }
}
