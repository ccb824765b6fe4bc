//! Chains that leave a tree, and end before they come to one again.

use super::argument::{OUT_OF_TIME, Question};
use super::trees::Trees;
use super::waits::{Parts, Waits};
use std::collections::{BTreeMap, BTreeSet};
use wormcast_plan::Splits;
use wormcast_topology::ChannelId;

impl Question<'_> {
    /// Whether whoever takes these channels, by which chains leave trees, takes no channel of a tree behind them, and
    /// waits for no consumption channel: then nobody waits there for ever (`docs/prove-schemes.md`). O(pairs).
    ///
    /// # Errors
    /// It does, or the time is used up.
    pub(super) fn ends_after_trees(
        self,
        trees: &Trees,
        parts: Parts<'_>,
        leaving: BTreeSet<ChannelId>,
    ) -> Result<(), String> {
        if leaving.is_empty() {
            return Ok(());
        }
        let graph = self.topology.graph();
        let (mut next, mut before_trees) = (BTreeMap::<ChannelId, Vec<ChannelId>>::new(), BTreeSet::new());
        for family in &self.space.families {
            let waits = Waits::of(self.topology, family, parts, self.effort).ok_or(OUT_OF_TIME)?;
            waits.pairs.iter().for_each(|&(held, wanted)| next.entry(held.0).or_default().push(wanted.0));
            if matches!(family.splits, Splits::Down { .. }) {
                before_trees.extend(waits.taken.iter().map(|taken| taken.0));
            }
        }
        let goes_down = |channel: ChannelId| {
            let mut behind = graph.out_channels(graph.target(channel));
            before_trees.contains(&channel) && behind.any(|behind| trees.down(behind).is_some())
        };
        let (mut after, mut open) = (leaving.clone(), Vec::from_iter(leaving));
        while let Some(channel) = open.pop() {
            if trees.down(channel).is_some() || goes_down(channel) || self.statement.consumption.is_some() {
                return Err("its worms leave a tree that others go down".into());
            }
            let behind = next.get(&channel).map_or(&[][..], Vec::as_slice);
            open.extend(behind.iter().filter(|&&channel| after.insert(channel)));
        }
        Ok(())
    }
}
