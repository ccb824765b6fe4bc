//! What the policies of routers leave of the theorems about schemes, and what rings must fulfil.

use super::claims::Claims;
use super::{SchemeRefusal, SchemeStatement, require};
use std::collections::BTreeMap;
use wormcast_model::Parts;
use wormcast_plan::{Delivers, Splits, VcRule};
use wormcast_topology::ChannelId;

impl Claims<'_> {
    /// The theorems hold for these routers: where each request asks for one thing, numbers do for all of them.
    pub(super) fn routers_are_covered(&self) -> Result<(), SchemeRefusal> {
        let policies = self.statement.policies;
        if policies.bubble {
            self.takes_whole_messages()?;
            let splits = self.space.families.iter().any(|family| family.splits != Splits::Never);
            require(!splits, || "bubble flow control is proved for worms that never split".into())?;
        }
        require(!policies.is_whole(), || "worms that get all at once are proved without numbers".into())?;
        let granted = |in_order: bool| match policies.parts() {
            Parts::Together => true,
            Parts::InOrder => in_order && !policies.is_forked(),
            Parts::AnyOrder | Parts::Apart => false,
        };
        require(self.forests.count() == 0 || (granted(true) && !policies.bubble), || {
            "worms go down trees, and no theorem covers these routers".into()
        })?;
        for family in &self.space.families {
            let is_parted = family.delivers == Delivers::OnTheWay && self.pool(family.class).is_some();
            let covered = (policies.copies_apart() || granted(!policies.has_queues())) && !policies.bubble;
            require(!is_parted || covered, || "worms deliver on the way, and no theorem covers these routers".into())?;
        }
        self.rings_are_numbered()
    }

    /// Bubbles are of buffers that take two whole messages each.
    fn takes_whole_messages(&self) -> Result<(), SchemeRefusal> {
        let &SchemeStatement { policies, length, buffer, .. } = self.statement;
        require(policies.takes_whole_messages(), || {
            "bubble flow control is for buffers that take whole messages".into()
        })?;
        let (Some(length), Some(buffer)) = (length, buffer) else { return Ok(()) };
        require(u64::from(buffer.get()) >= 2 * u64::from(length.get()), || {
            format!("two messages of {length} flits do not fit into a buffer of {buffer} with bubbles")
        })
    }

    /// All channels of a ring have one number, and worms keep to one virtual channel.
    fn rings_are_numbered(&self) -> Result<(), SchemeRefusal> {
        if self.rings.is_empty() {
            return Ok(());
        }
        let keeps = self.statement.virtual_channels.get() == 1 || self.statement.vc_rule == VcRule::Fixed;
        require(keeps && self.numbers.parts == 1, || "worms in rings may change their virtual channel".into())?;
        let mut numbers = BTreeMap::new();
        for (channel, ring) in self.rings.iter().enumerate() {
            let Some(ring) = ring else { continue };
            let number = self.numbers.channel(ChannelId::new(channel), 0);
            let same = *numbers.entry(ring).or_insert(number) == number;
            require(same, || "the channels of a ring have several numbers".into())?;
        }
        Ok(())
    }

    /// Whether both channels are of one ring with bubbles.
    pub(super) fn is_one_ring(&self, held: ChannelId, wanted: ChannelId) -> bool {
        let ring = |channel: ChannelId| self.rings.get(channel.index()).copied().flatten();
        ring(held).is_some() && ring(held) == ring(wanted)
    }

    /// Whether a request takes its channel first, and the consumption channel behind it.
    pub(super) fn is_one_after_another(&self) -> bool {
        self.statement.policies.parts() == Parts::InOrder
    }
}
