//! `wormcast plan --pareto`.

use crate::table::{self, Align, SHOWN};
use crate::words::count;
use wormcast::{TradeOff, TradeOffs};

/// A line a pair of costs, and the command that plans it.
pub(crate) fn in_words(document: &TradeOffs) -> String {
    let columns = [("channels", Align::Right), ("longest path", Align::Right), ("plan it with", Align::Left)];
    let row = |pair: &TradeOff| {
        let how = format!("--scheme ocms --longest-within {}", pair.longest_path);
        vec![pair.channels.to_string(), pair.longest_path.to_string(), how]
    };
    let TradeOffs { network, source, destinations, trade_offs, .. } = document;
    format!(
        "stars on {network}: from {source} to {}\n\n{}{}",
        count(destinations.len(), "destination"),
        table::render(&columns, trade_offs.iter().take(SHOWN).map(row)),
        table::rest(trade_offs.len(), "pair", "pairs"),
    )
}
