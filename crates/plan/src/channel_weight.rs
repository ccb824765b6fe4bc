//! What a channel weighs.

use crate::{UnknownWord, refuse_word};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, VariantNames};
use wormcast_topology::{ChannelId, Topology, Weight};

/// What trees shall have little of.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, EnumString, VariantNames, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<ChannelWeight>)]
pub enum ChannelWeight {
    /// Channels: each weighs 1.
    #[default]
    Hops,
    /// The delays of channels, as the network's description tells them, in picoseconds.
    Delay,
    /// The weights of channels, as the network's description tells them: the third column of an edge list, or the
    /// attribute `weight`.
    Weight,
}

impl ChannelWeight {
    /// The weight of a channel in whole parts: hops, picoseconds, or millionths; none if the description tells none.
    pub fn of(self, topology: &dyn Topology, channel: ChannelId) -> Option<u64> {
        match self {
            Self::Hops => Some(1),
            Self::Delay => topology.channel_properties(channel).delay_ps,
            Self::Weight => topology.channel_properties(channel).weight.map(Weight::millionths),
        }
    }

    /// A sum of such parts as a number in the unit of the description: hops, ns, or weights.
    pub fn told(self, sum: u64) -> Value {
        let parts = match self {
            Self::Hops => 1,
            Self::Delay => 1000,
            Self::Weight => Weight::PARTS,
        };
        if sum.is_multiple_of(parts) { (sum / parts).into() } else { (sum as f64 / parts as f64).into() }
    }

    /// What such a sum counts.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Hops => "hops",
            Self::Delay => "ns",
            Self::Weight => "of weight",
        }
    }
}
