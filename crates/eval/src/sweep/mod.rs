//! Sweeps: every scheme at every load with every seed, in parallel, one file a finished cell.

mod cells;
mod heat;
mod row;
mod shard;
mod store;
mod table;

pub use cells::{CellId, SweepError, cells, collect, run_missing};
pub use heat::{HeatMap, heat_maps};
pub use row::{Row, write_csv, write_json, write_parquet};
pub use shard::{Shard, ShardError};
pub use store::{Key, Store};
pub use table::{latency_chart, rows, write_channels};
