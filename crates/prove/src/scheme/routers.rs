//! What the policies of routers leave of the theorems about schemes.

use super::argument::Question;
use super::trees::Trees;
use wormcast_model::{Parts, rings};
use wormcast_plan::{Delivers, RouteFamily, Splits, VcRule};
use wormcast_topology::NodeId;

impl Question<'_> {
    /// Whether the theorems hold for these routers. Where each request asks for one thing, numbers hold for all of
    /// them.
    ///
    /// # Errors
    /// Why they do not, in words.
    pub(super) fn fits_routers(self, trees: &Trees) -> Result<(), String> {
        let policies = self.statement.policies;
        let in_lock_step = !policies.is_forked();
        // A branch that is copied ahead in its ring takes the room that a bubble keeps.
        if policies.bubble && self.space.families.iter().any(|family| family.splits != Splits::Never) {
            return Err("bubble flow control is proved for worms that never split".into());
        }
        if trees.count() > 0 && !self.are_granted_safely(in_lock_step) {
            return Err(format!("no theorem covers trees whose branches are granted apart ({})", self.routers()));
        }
        let is_parted =
            |family: &&RouteFamily<NodeId>| family.delivers == Delivers::OnTheWay && self.pool(family.class).is_some();
        let are_numbered = !policies.bubble
            && (policies.copies_apart() || self.are_granted_safely(in_lock_step && !policies.has_queues()));
        if self.space.families.iter().any(|family| is_parted(&family)) && !are_numbered {
            return Err(format!(
                "no theorem covers worms that deliver on the way where that and the next channel are granted apart ({})",
                self.routers()
            ));
        }
        let keeps = self.statement.virtual_channels.get() == 1 || self.statement.vc_rule == VcRule::Fixed;
        if policies.bubble && !keeps {
            return Err("with bubbles no theorem covers worms that change their virtual channel".into());
        }
        Ok(())
    }

    /// Whether what one request asks for is granted together, or one after another in one order, if that will do.
    fn are_granted_safely(self, in_order: bool) -> bool {
        match self.statement.policies.parts() {
            Parts::Together => true,
            Parts::InOrder => in_order,
            Parts::AnyOrder | Parts::Apart => false,
        }
    }

    /// The ring of each channel, if messages enter rings only where there is room for two.
    pub(super) fn rings(self) -> Vec<Option<u32>> {
        if self.statement.policies.bubble { rings(self.topology) } else { Vec::new() }
    }

    fn routers(self) -> String {
        let policies = self.statement.policies;
        format!(
            "{} reservation, {} replication, {} switching",
            policies.reservation, policies.replication, policies.switching
        )
    }
}
