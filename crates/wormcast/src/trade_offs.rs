//! What can be had against what: the undominated costs of the stars of a multicast set.

use crate::{Error, Network};
use serde::Serialize;
use wormcast_plan::{FirstHop, MulticastSet, NetworkSpec};
use wormcast_schemes::StarTradeOffs;

/// The undominated costs of the stars of a multicast set. It is written as `plan --pareto` writes it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TradeOffs {
    /// `wormcast-trade-offs`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The network.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The source.
    pub source: String,
    /// The destinations.
    pub destinations: Vec<String>,
    /// By which port paths may leave the source.
    pub first_hop: FirstHop,
    /// The costs, the fewest channels first.
    pub trade_offs: Vec<TradeOff>,
}

/// The costs of a star that no other star undercuts in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TradeOff {
    /// Channels.
    pub channels: u64,
    /// The longest path, in channels.
    pub longest_path: u64,
}

impl Network {
    /// The undominated pairs of channels and longest path that stars of a multicast set have.
    ///
    /// ```
    /// use wormcast::{Network, TradeOff, plan::FirstHop};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let costs = mesh.trade_offs("0,0", &["3,0", "3,3"], FirstHop::Free)?.trade_offs;
    /// assert!(costs.is_sorted_by(|a, b| a.channels < b.channels && a.longest_path > b.longest_path));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// No multicast set, or the network has no labels.
    pub fn trade_offs<D: AsRef<str>>(
        &self,
        source: &str,
        destinations: &[D],
        first_hop: FirstHop,
    ) -> Result<TradeOffs, Error> {
        self.with_set(source, destinations, |set| self.trade_offs_of(set, first_hop))
    }

    /// The same between nodes by number.
    ///
    /// # Errors
    /// As [`trade_offs`](Self::trade_offs).
    pub fn trade_offs_of(&self, set: MulticastSet<'_>, first_hop: FirstHop) -> Result<TradeOffs, Error> {
        let topology = self.topology();
        let costs = StarTradeOffs::new(topology, first_hop)?.of(set);
        let costs = costs.map_err(|error| Error::of_plan(error, topology))?;
        let costs = costs.into_iter().map(|cost| TradeOff { channels: cost.channels, longest_path: cost.longest });
        Ok(TradeOffs {
            format: "wormcast-trade-offs",
            version: 1,
            network: self.spec().clone(),
            source: topology.node_name(set.source),
            destinations: set.destinations.iter().map(|&node| topology.node_name(node)).collect(),
            first_hop,
            trade_offs: costs.collect(),
        })
    }
}
