//! Sweeps: every scheme at every load with every seed, in parallel, one file a finished cell.

mod cells;
mod heat;
mod identity;
mod points;
mod row;
mod shard;
mod store;
mod table;

pub use cells::{CellId, SweepError, cells, collect, kept, run_cell, run_missing};
pub use heat::{HeatMap, heat_maps};
#[cfg(feature = "parquet")]
pub use row::write_parquet;
pub use row::{Row, write_csv, write_json};
pub use shard::{Shard, ShardError};
pub use store::{Kept, Key, Store};
pub use table::{latency_chart, rows, write_channels};
