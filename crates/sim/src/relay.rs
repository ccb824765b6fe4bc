//! Which worm starts where: worms that wait for the delivery of another worm of the same plan.

use crate::SimError;
use wormcast_plan::{WormId, Worms};
use wormcast_topology::NodeId;

/// Verifies that worms start, and finds the deliveries that start them. Keeps its buffers.
#[derive(Debug, Default)]
pub(crate) struct Relays {
    /// The deliveries of the worms, in ascending order; the hop that arrives is the last part.
    deliveries: Vec<(WormId, NodeId, u32)>,
    /// The worms that are known to start.
    starts: Vec<bool>,
    /// The worms on the way to the one that is looked at.
    way: Vec<WormId>,
}

impl Relays {
    /// Verifies that every worm will start: each that waits does so for a worm that delivers once at its origin, and
    /// there is no cycle. O(d log d) for d deliveries, if any worm waits.
    pub(crate) fn check(&mut self, plan: usize, worms: &Worms) -> Result<(), SimError> {
        self.deliveries.clear();
        if !worms.have_relays() {
            return Ok(());
        }
        let deliveries = worms.iter().flat_map(|worm| worm.deliveries.iter().map(move |d| (worm.id, d.node, d.hop)));
        self.deliveries.extend(deliveries);
        self.deliveries.sort_unstable();
        self.starts.clear();
        self.starts.resize(worms.len(), false);
        (0..worms.len() as WormId).try_for_each(|worm| self.follow(plan, worms, worm))
    }

    /// Goes back from a worm to one that is known to start.
    fn follow(&mut self, plan: usize, worms: &Worms, from: WormId) -> Result<(), SimError> {
        let mut at = worms.get(from);
        while let (Some(after), false) = (at.after, self.starts[at.id as usize]) {
            if self.way.len() == worms.len() {
                self.way.clear();
                return Err(SimError::AfterCycle { plan, worm: at.id, after });
            }
            let count = self.at(after, at.origin).len();
            if count != 1 {
                self.way.clear();
                return Err(SimError::AfterDeliveries { plan, worm: at.id, after, count });
            }
            self.way.push(at.id);
            at = worms.get(after);
        }
        self.starts[at.id as usize] = true;
        self.way.drain(..).for_each(|id| self.starts[id as usize] = true);
        Ok(())
    }

    /// The deliveries of a worm at a node.
    fn at(&self, worm: WormId, node: NodeId) -> &[(WormId, NodeId, u32)] {
        let from = self.deliveries.partition_point(|&(w, n, _)| (w, n) < (worm, node));
        let count = self.deliveries[from..].iter().take_while(|&&(w, n, _)| (w, n) == (worm, node)).count();
        &self.deliveries[from..from + count]
    }

    /// The hop whose arrival starts a worm at this node that waits for this one; the plan was found to be sound.
    pub(crate) fn hop(&self, after: WormId, origin: NodeId) -> u32 {
        self.at(after, origin)[0].2
    }
}
