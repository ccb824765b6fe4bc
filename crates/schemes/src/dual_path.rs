//! `dual-path`: one worm towards the higher labels, one towards the lower ones.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{Launch, append_dual_paths, labels_for, sort_labels};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Graph, Labelling, NodeId, Topology};

/// The scheme `dual-path`: star paper, section 2.2.2; Lin, McKinley and Ni 1994 for meshes.
///
/// From one destination to the next, in the order of the labels, a worm walks by the routing function R. A plan takes
/// O(d log d + hops · log degree) time for d destinations.
///
/// Where there is a Hamiltonian path only of channels that lead one way, worms go up its labels, and multicasts to
/// destinations behind their source are refused. So it is with all schemes that go by labels.
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
        Ok(Box::new(DualPathPlanner::new(topology, LabelRouting::along, labels_for(self.name(), topology)?)))
    }
}

pub(crate) struct DualPathPlanner<'t> {
    topology: &'t dyn Topology,
    routing: LabelRouting<'t>,
    labels: Vec<u32>,
}

impl<'t> DualPathPlanner<'t> {
    pub(crate) fn new(
        topology: &'t dyn Topology,
        follow: impl FnOnce(&'t Graph, Labelling) -> LabelRouting<'t>,
        labelling: Labelling,
    ) -> Self {
        Self { topology, routing: follow(topology.graph(), labelling), labels: Vec::new() }
    }
}

impl Planner for DualPathPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.routing, set, &mut self.labels)?;
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
