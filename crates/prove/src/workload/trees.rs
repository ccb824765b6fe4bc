//! Worms that go down trees once they split.

use super::numbering::certificate_of;
use super::problem::Problem;
use wormcast_check::proof::WormNumbers;
use wormcast_model::{DownTrees, ResourceId};
use wormcast_routing::CompactGraph;

impl Problem<'_> {
    /// Numbers for what worms take before they come to trees that share nothing; none if there are no such trees, or no
    /// such numbers. O(hops log hops).
    pub(super) fn trees(self) -> Option<WormNumbers> {
        if !self.workload.can_go_down_trees() {
            return None;
        }
        let trees = DownTrees::of(self.topology, self.workload)?;
        let mut waits: Vec<_> = trees.waits_before(self.workload).collect();
        waits.sort_unstable();
        waits.dedup();
        let resources = 0..self.workload.resources.count() as ResourceId;
        let graph = CompactGraph::new(resources.map(|from| {
            let start = waits.partition_point(|wait| wait.0 < from);
            waits[start..].iter().take_while(move |wait| wait.0 == from).map(|wait| wait.1)
        }));
        let numbers = graph.levels().ok()?;
        Some(certificate_of(self.topology, self.workload, &numbers, |resource| !trees.is_down(resource)))
    }
}
