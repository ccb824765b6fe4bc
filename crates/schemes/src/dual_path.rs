//! `dual-path`: one worm towards the higher labels, one towards the lower ones.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{Launch, append_dual_paths, sort_labels};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Labelling, NodeId, Topology};

/// The scheme `dual-path`: star paper, section 2.2.2; Lin, McKinley and Ni 1994 for meshes.
///
/// From one destination to the next, in the order of the labels, a worm walks by the routing function R. A plan takes
/// O(d log d + hops · log degree) time for d destinations.
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
        let routing = LabelRouting::along(topology.graph(), labels_for(self.name(), topology)?);
        Ok(Box::new(DualPathPlanner::new(routing)))
    }
}

/// The labels of a network, for the scheme of this name.
pub(crate) fn labels_for(scheme: &'static str, topology: &dyn Topology) -> Result<Labelling, SchemeError> {
    topology.labelling().map_err(|source| SchemeError::NoLabelling { scheme, source })
}

pub(crate) struct DualPathPlanner<'t> {
    routing: LabelRouting<'t>,
    labels: Vec<u32>,
}

impl<'t> DualPathPlanner<'t> {
    pub(crate) fn new(routing: LabelRouting<'t>) -> Self {
        Self { routing, labels: Vec::new() }
    }
}

impl Planner for DualPathPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(&self.routing, set, &mut self.labels);
        append_dual_paths(&self.routing, Launch::at_source(&self.routing, set), &self.labels, worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}
