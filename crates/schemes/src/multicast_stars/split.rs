//! From a multicast set to the half problems above and below its source.

use crate::label_paths::{labels_for, sort_labels};
use crate::optimal::{Half, Halves};
use crate::{LabelRouting, PlanError, SchemeError};
use wormcast_plan::{FirstHop, MulticastSet};
use wormcast_topology::Topology;

/// How many destinations on a side are accepted on networks other than two-dimensional meshes: the lengths between
/// them then take 128 MiB.
const MAX_TABLE: usize = 1 << 13;

/// Parts multicast sets on one network into the half problems of their sources.
pub(super) struct Split<'t> {
    topology: &'t dyn Topology,
    pub halves: Halves<'t>,
    labels: Vec<u32>,
}

impl<'t> Split<'t> {
    pub(super) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        first_hop: FirstHop,
    ) -> Result<Self, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(scheme, topology)?);
        Ok(Self { topology, halves: Halves::new(topology, routing, first_hop), labels: Vec::new() })
    }

    /// The half problems above and below the source.
    pub(super) fn split(&mut self, set: MulticastSet<'_>) -> Result<[Half; 2], PlanError> {
        sort_labels(self.topology, self.halves.routing(), set, &mut self.labels)?;
        let source = self.halves.routing().label(set.source);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < source));
        let count = above.len().max(below.len());
        if !self.halves.is_grid() && count > MAX_TABLE {
            return Err(PlanError::TooManyDestinations { count, accepted: MAX_TABLE });
        }
        let sides = [above.to_vec(), below.iter().rev().copied().collect()];
        Ok(sides.map(|labels| self.halves.half(source, labels)))
    }
}
