//! `dual-path`: one worm towards the higher labels, one towards the lower ones.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{Launch, append_dual_paths, sort_labels};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Chain, Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Graph, Labelling, NodeId, Topology};

/// The scheme `dual-path`: star paper, section 2.2.2; Lin, McKinley and Ni 1994 for meshes.
///
/// From one destination to the next, in the order of the labels, a worm walks by the routing function R. A plan takes
/// O(d log d + hops · log degree) time for d destinations.
///
/// Where there is a Hamiltonian path only of channels that lead one way, worms go up its labels, and multicasts to
/// destinations behind their source are refused.
pub(crate) struct DualPath;

impl Scheme for DualPath {
    fn name(&self) -> &'static str {
        "dual-path"
    }

    fn summary(&self) -> &'static str {
        "a worm up the labels and a worm down them, taking shortcuts"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(DualPathPlanner::new(topology, LabelRouting::along, any_labels_for(self.name(), topology)?)))
    }
}

/// The labels of a network, for the scheme of this name.
pub(crate) fn labels_for(scheme: &'static str, topology: &dyn Topology) -> Result<Labelling, SchemeError> {
    topology.labelling().map_err(|source| SchemeError::NoLabelling { scheme, source })
}

/// The same, or labels along a Hamiltonian path of channels that lead one way.
pub(crate) fn any_labels_for(scheme: &'static str, topology: &dyn Topology) -> Result<Labelling, SchemeError> {
    labels_for(scheme, topology).or_else(|error| topology.one_way_labelling().ok_or(error))
}

pub(crate) struct DualPathPlanner<'t> {
    topology: &'t dyn Topology,
    routing: LabelRouting<'t>,
    /// Whether worms go up the labels only, as the Hamiltonian path leads one way.
    only_up: bool,
    labels: Vec<u32>,
}

impl<'t> DualPathPlanner<'t> {
    pub(crate) fn new(
        topology: &'t dyn Topology,
        follow: impl FnOnce(&'t Graph, Labelling) -> LabelRouting<'t>,
        labelling: Labelling,
    ) -> Self {
        let only_up = !labelling.leads_both_ways(topology.graph());
        Self { topology, routing: follow(topology.graph(), labelling), only_up, labels: Vec::new() }
    }

    /// Refuses a destination that no worm up the labels comes to.
    fn check_ahead(&self, source: NodeId) -> Result<(), PlanError> {
        match self.labels.first() {
            Some(&lowest) if self.only_up && lowest < self.routing.label(source) => {
                let [from, to, first] =
                    [source, self.routing.node(lowest), self.routing.node(0)].map(|node| self.topology.node_name(node));
                Err(PlanError::NotAhead { from, to, first })
            }
            _ => Ok(()),
        }
    }
}

impl Planner for DualPathPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(&self.routing, set, &mut self.labels);
        self.check_ahead(set.source)?;
        append_dual_paths(&self.routing, Launch::at_source(&self.routing, set), &self.labels, worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let mut space = label_paths(&self.routing);
        space.families.retain(|family| !self.only_up || matches!(family.chain, Chain::Labels { rising: true, .. }));
        Some(space)
    }

    /// The judge knows the labels of links that go both ways.
    fn claims(&self) -> &'static [Claim] {
        if self.only_up { &[] } else { &[Claim::MonotoneLabels] }
    }
}
