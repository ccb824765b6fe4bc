//! Bubble flow control: the rings that worms are in, and who wants to leave them.

use super::{ModelWorm, NONE, VisitIx, Workload, WorkloadError, rings};
use crate::lists::Lists;
use crate::{Owned, ResourceId};
use wormcast_topology::Topology;

impl Workload {
    /// The same with the rings of bubble flow control.
    pub(super) fn with_bubbles(self, topology: &dyn Topology) -> Result<Self, WorkloadError> {
        let splits = |&visit: &VisitIx| self.children(visit).len() > 1;
        if let Some(visit) = (0..self.visits.len() as VisitIx).find(splits) {
            let &ModelWorm { plan, id: worm, .. } = &self.worms[self.visit(visit).worm as usize];
            return Err(WorkloadError::BubbleOfTree { plan, worm });
        }
        let of_channel = rings(topology);
        let count = self.resources.virtual_channels();
        let ring = |resource: ResourceId| match self.resources.what(resource) {
            Owned::Channel(channel, number) => of_channel[channel.index()].map_or(NONE, |ring| ring * count + number),
            _ => NONE,
        };
        let rings: Vec<_> = (0..self.resources.count() as ResourceId).map(ring).collect();
        let ring_of = |resource: ResourceId| if resource == NONE { NONE } else { rings[resource as usize] };
        let leaves = |&(ring, at): &(u32, VisitIx)| {
            ring != NONE && self.request(at).iter().any(|&resource| ring_of(resource) != ring)
        };
        let in_rings = (0..).zip(&self.visits).map(|(at, visit)| (ring_of(visit.into), at));
        let leavers: Vec<_> = in_rings.filter(leaves).collect();
        let most = rings.iter().filter(|&&ring| ring != NONE).max().map_or(0, |ring| *ring as usize + 1);
        Ok(Self { leavers: Lists::group(most, &leavers), rings, ..self })
    }

    /// With bubble flow control, the visits of worms in a ring that ask for something outside; none if a resource is in
    /// no ring.
    pub(crate) fn leavers(&self, resource: ResourceId) -> Option<&[VisitIx]> {
        let ring = *self.rings.get(resource as usize)?;
        (ring != NONE).then(|| self.leavers.get(ring))
    }
}
