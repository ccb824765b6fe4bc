//! Sweeps: every scheme at every load with every seed, in parallel, one file a finished cell.

mod apart;
pub(crate) mod at_work;
mod cells;
mod differences;
mod document;
mod failed;
mod find;
mod folder;
mod heat;
mod identity;
mod points;
#[cfg(all(feature = "charts", feature = "parquet"))]
mod results;
mod row;
mod shard;
mod store;
mod summary;
mod table;
mod throughput;

pub use apart::{Apart, apart};
pub use at_work::AtWork;
pub use cells::{
    CellId, SweepError, cell_at, cells, cells_at, collect, finished, kept, run_cell, run_cells, run_missing,
};
pub use differences::{Difference, differences};
pub use document::SweepDocument;
pub use find::{Searched, find_loads, searched};
pub use folder::{has_pdf, heat_map_name, remove_results};
pub use heat::{HeatMap, channel_shares, heat_maps};
#[cfg(all(feature = "charts", feature = "parquet"))]
pub use results::write_results;
#[cfg(feature = "parquet")]
pub use row::write_parquet;
pub use row::{Row, write_csv, write_json};
pub use shard::{Shard, ShardError};
pub use store::{Kept, Key, Store};
pub use summary::{SchemeSummary, summaries, summaries_so_far};
pub use table::{latency_charts, rows, write_channels};
pub use throughput::{FEW_MESSAGES, Known, Throughput};
