//! Which schemes make the same worms of all multicasts.

use std::hash::{DefaultHasher, Hash, Hasher};
use wormcast_plan::Worms;

/// What tells the worms of several plans apart: those with the same digest are taken for the same.
#[derive(Debug, Default)]
pub(super) struct Digest(DefaultHasher);

impl Digest {
    /// The worms of one more plan.
    pub(super) fn add(&mut self, worms: &Worms) {
        let hasher = &mut self.0;
        worms.len().hash(hasher);
        for worm in worms.iter() {
            (worm.origin.index(), worm.after, worm.round, worm.consumption_class).hash(hasher);
            worm.hops.len().hash(hasher);
            worm.hops.iter().for_each(|hop| (hop.parent(), hop.channel.index()).hash(hasher));
            worm.deliveries.len().hash(hasher);
            worm.deliveries.iter().for_each(|delivery| (delivery.hop, delivery.node.index()).hash(hasher));
            worm.virtual_channels.hash(hasher);
        }
    }

    /// Of all that were added.
    pub(super) fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// The names whose digests are the same, in groups of several, in the order in which they come.
pub(super) fn groups<'n>(digests: impl Iterator<Item = (&'n str, u64)>) -> Vec<Vec<String>> {
    let mut groups: Vec<(u64, Vec<String>)> = Vec::new();
    for (name, digest) in digests {
        match groups.iter_mut().find(|(known, _)| *known == digest) {
            Some((_, names)) => names.push(name.to_owned()),
            None => groups.push((digest, vec![name.to_owned()])),
        }
    }
    groups.into_iter().map(|(_, names)| names).filter(|names| names.len() > 1).collect()
}
