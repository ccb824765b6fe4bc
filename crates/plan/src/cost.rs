//! What a plan costs.

use crate::Worms;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The cost of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Hops, summed over the worms: how often a channel is taken.
    pub channels: u64,
    /// The greatest depth of a delivery in each round, in channels, summed over the rounds.
    pub longest_path: u64,
    /// How many rounds there are.
    pub rounds: u32,
    /// How many worms there are.
    pub worms: u32,
}

impl Cost {
    /// The cost of these worms. O(hops + deliveries).
    pub fn of(worms: &Worms) -> Self {
        // By round, and not an array: a file may state any round.
        let mut longest: BTreeMap<u32, u64> = BTreeMap::new();
        let mut depths = Vec::new();
        for worm in worms.iter() {
            depths.clear();
            for hop in worm.hops {
                let above = hop.parent().map_or(0, |parent| depths[parent as usize]);
                depths.push(above + 1);
            }
            let deepest = worm.deliveries.iter().map(|delivery| depths[delivery.hop as usize]).max().unwrap_or(0);
            let so_far = longest.entry(worm.round).or_default();
            *so_far = deepest.max(*so_far);
        }
        Self {
            channels: worms.hop_count() as u64,
            longest_path: longest.values().sum(),
            rounds: longest.last_key_value().map_or(0, |(&last, _)| last.saturating_add(1)),
            worms: worms.len() as u32,
        }
    }
}
