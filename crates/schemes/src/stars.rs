//! What `ocms` and `otms` share: from a multicast set to two sides, and from two stars to worms.

use crate::dual_path::labels_for;
use crate::label_paths::{Launch, append_path, sort_labels};
use crate::optimal::{FirstHop, Half, Halves, Side, Star};
use crate::{LabelRouting, PlanError, Planner, SchemeError};
use wormcast_plan::{Claim, MulticastSet, Worms};
use wormcast_topology::Topology;

/// The sides of sources on a network.
pub(crate) struct Stars<'t> {
    halves: Halves<'t>,
    labels: Vec<u32>,
}

impl<'t> Stars<'t> {
    pub fn new(scheme: &'static str, topology: &'t dyn Topology) -> Result<Self, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(scheme, topology)?);
        Ok(Self { halves: Halves::new(topology, routing, FirstHop::Routing), labels: Vec::new() })
    }

    /// The sides above and below the source.
    fn halves(&mut self, set: MulticastSet<'_>) -> [Half; 2] {
        sort_labels(self.halves.routing(), set, &mut self.labels);
        let source = self.halves.routing().label(set.source);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < source));
        let sides = [above.to_vec(), below.iter().rev().copied().collect()];
        sides.map(|labels| self.halves.half(source, labels))
    }
}

/// Plans both sides of a source by one solver.
pub(crate) struct StarPlanner<'t> {
    pub stars: Stars<'t>,
    pub solve: fn(&Side) -> Option<Star>,
}

impl Planner for StarPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        for half in self.stars.halves(set) {
            let routing = self.stars.halves.routing();
            for path in (self.solve)(&half.side).iter().flat_map(|star| &star.paths) {
                let labels = path.stops.iter().map(|&stop| half.labels[stop as usize]);
                append_path(routing, Launch::at_source(routing, set), Some(half.steps[path.port]), labels, worms);
            }
        }
        Ok(())
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}
