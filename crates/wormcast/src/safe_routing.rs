//! Which routings are safe on a network.

use crate::{MOST_PROVED_CHANNELS, Network};
use serde::Serialize;
use std::num::NonZeroU32;
use wormcast_routing::{Routed, Summary, build};

/// The routings that are tried; of those that are equally good, the one that stands first comes first.
const TRIED: [&str; 7] = [
    "dimension-order",
    "layered",
    "up-down",
    "turn-model:west-first",
    "turn-model:north-last",
    "turn-model:negative-first",
    "turn-model:odd-even",
];

/// A routing whose unicasts cannot deadlock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SafeRouting {
    /// Its description.
    pub routing: &'static str,
    /// The virtual channels that it takes.
    pub virtual_channels: NonZeroU32,
    /// How many routes the busiest channel has, with one route for each pair.
    pub busiest: u64,
}

impl Network {
    /// The best routing that has a route for every pair of nodes, and whose unicasts cannot deadlock with at most so
    /// many virtual channels: the first of [`safe_routings`](Self::safe_routings).
    ///
    /// ```
    /// let chip = wormcast::Network::build("mesh:4x4")?.without_nodes(["1,1", "2,2"])?;
    /// let safe = chip.safe_routing(1.try_into()?).unwrap();
    /// assert_eq!((safe.routing, safe.virtual_channels.get()), ("up-down", 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn safe_routing(&self, virtual_channels: NonZeroU32) -> Option<SafeRouting> {
        self.safe_routings(virtual_channels).into_iter().next()
    }

    /// The routings that have a route for every pair of nodes, and whose unicasts cannot deadlock with at most so many
    /// virtual channels, among `dimension-order`, `layered`, `up-down` and turn models: those with the fewest virtual
    /// channels first, and of these the one with the least busy channel. None on networks of more than
    /// [`MOST_PROVED_CHANNELS`] channels.
    pub fn safe_routings(&self, virtual_channels: NonZeroU32) -> Vec<SafeRouting> {
        if self.channel_count() > MOST_PROVED_CHANNELS {
            return Vec::new();
        }
        let mut all: Vec<_> = TRIED.into_iter().filter_map(|name| self.if_safe(name, virtual_channels)).collect();
        all.sort_by_key(|safe| (safe.virtual_channels, safe.busiest));
        all
    }

    /// A routing by its description, if it is safe.
    fn if_safe(&self, routing: &'static str, most: NonZeroU32) -> Option<SafeRouting> {
        let mut built = build(self.topology(), routing, most.get()).ok()?;
        let virtual_channels = NonZeroU32::new(built.virtual_channels()).filter(|&taken| taken <= most)?;
        let routed = Routed::of(self.topology(), &mut *built);
        if !routed.unrouted.is_empty() || routed.dependencies.numbering().is_err() {
            return None;
        }
        let busiest = Summary::of(self.topology(), &mut *built).busiest.map_or(0, |(_, routes)| routes);
        Some(SafeRouting { routing, virtual_channels, busiest })
    }
}
