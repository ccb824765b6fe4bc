//! `wormcast plan --pareto`.

use crate::failure::Failure;
use crate::network::Network;
use crate::plan::in_names;
use crate::progress;
use crate::table::{self, Kind, SHOWN};
use crate::words::count;
use serde::Serialize;
use std::fmt;
use wormcast::plan::{FirstHop, MulticastSet, NetworkSpec};
use wormcast::schemes::StarTradeOffs;

/// The undominated costs of the stars of a multicast set.
#[derive(Serialize)]
pub(crate) struct TradeOffs<'n> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    network: &'n NetworkSpec,
    source: String,
    destinations: Vec<String>,
    first_hop: FirstHop,
    trade_offs: Vec<TradeOff>,
}

#[derive(Serialize)]
struct TradeOff {
    channels: u64,
    longest_path: u64,
}

impl<'n> TradeOffs<'n> {
    pub(crate) fn find(network: &'n Network, set: MulticastSet<'_>, first_hop: FirstHop) -> Result<Self, Failure> {
        let topology = &*network.topology;
        let costs = progress::during("searching", || {
            let mut finder = StarTradeOffs::new(topology, first_hop)?;
            finder.of(set).map_err(|error| Failure::new(in_names(&error, topology)))
        })?;
        let trade_off = |cost: wormcast::schemes::optimal::StarCost| TradeOff {
            channels: cost.channels,
            longest_path: cost.longest,
        };
        Ok(Self {
            format: "wormcast-trade-offs",
            version: 1,
            network: &network.spec,
            source: topology.node_name(set.source),
            destinations: set.destinations.iter().map(|&node| topology.node_name(node)).collect(),
            first_hop,
            trade_offs: costs.into_iter().map(trade_off).collect(),
        })
    }
}

impl fmt::Display for TradeOffs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = [("channels", Kind::Number), ("longest path", Kind::Number), ("plan it with", Kind::Text)];
        let row = |pair: &TradeOff| {
            let how = format!("--scheme ocms --longest-within {}", pair.longest_path);
            vec![pair.channels.to_string(), pair.longest_path.to_string(), how]
        };
        let (source, number) = (&self.source, count(self.destinations.len(), "destination"));
        writeln!(f, "stars on {}: from {source} to {number}\n", self.network)?;
        write!(f, "{}", table::render(&columns, self.trade_offs.iter().take(SHOWN).map(row)))?;
        write!(f, "{}", table::rest(self.trade_offs.len(), "pair", "pairs"))
    }
}
