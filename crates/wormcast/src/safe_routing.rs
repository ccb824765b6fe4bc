//! Which routing is safe on a network.

use crate::{MOST_PROVED_CHANNELS, Network};
use serde::Serialize;
use std::num::NonZeroU32;
use wormcast_routing::{Routed, build};

/// The routings that are tried, those with the shorter routes first.
const TRIED: [&str; 3] = ["dimension-order", "layered", "up-down"];

/// A routing whose unicasts cannot deadlock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SafeRouting {
    /// Its description.
    pub routing: &'static str,
    /// The virtual channels that it takes.
    pub virtual_channels: NonZeroU32,
}

impl Network {
    /// A routing that has a route for every pair of nodes, and whose unicasts cannot deadlock with at most so many
    /// virtual channels: the first of `dimension-order`, `layered` and `up-down`. None if there is none, or on networks
    /// of more than [`MOST_PROVED_CHANNELS`] channels.
    ///
    /// ```
    /// let chip = wormcast::Network::build("mesh:4x4")?.without_nodes(["1,1", "2,2"])?;
    /// let safe = chip.safe_routing(1.try_into()?).unwrap();
    /// assert_eq!((safe.routing, safe.virtual_channels.get()), ("dimension-order", 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn safe_routing(&self, virtual_channels: NonZeroU32) -> Option<SafeRouting> {
        if self.channel_count() > MOST_PROVED_CHANNELS {
            return None;
        }
        TRIED.into_iter().find_map(|name| {
            let mut routing = build(self.topology(), name, virtual_channels.get()).ok()?;
            let taken = NonZeroU32::new(routing.virtual_channels()).filter(|&taken| taken <= virtual_channels)?;
            let routed = Routed::of(self.topology(), &mut *routing);
            let is_safe = routed.unrouted.is_empty() && routed.dependencies.numbering().is_ok();
            is_safe.then_some(SafeRouting { routing: name, virtual_channels: taken })
        })
    }
}
