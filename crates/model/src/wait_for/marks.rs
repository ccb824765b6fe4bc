//! What the worm of a head holds for certain.

use crate::{NONE, ResourceId};

/// Distances by resource, forgotten all at once.
#[derive(Debug)]
pub(super) struct Marks {
    stamp: u32,
    marks: Vec<(u32, u32)>,
}

impl Marks {
    pub(super) fn new(resources: usize) -> Self {
        Self { stamp: 0, marks: vec![(0, 0); resources] }
    }

    pub(super) fn clear(&mut self) {
        self.stamp += 1;
    }

    pub(super) fn mark(&mut self, resource: ResourceId, distance: u32) {
        let stamp = self.stamp;
        let mark = &mut self.marks[resource as usize];
        *mark = if mark.0 == stamp { (stamp, mark.1.min(distance)) } else { (stamp, distance) };
    }

    /// Farther than anything if it is not held.
    #[inline]
    pub(super) fn get(&self, resource: ResourceId) -> u32 {
        if resource == NONE {
            return u32::MAX;
        }
        let (stamp, distance) = self.marks[resource as usize];
        if stamp == self.stamp { distance } else { u32::MAX }
    }
}
