//! Sweeps: every scheme at every load with every seed, in parallel, one file a finished cell.

mod row;
mod store;

pub use row::{Row, write_csv, write_json, write_parquet};
pub use store::{Key, Store, write_whole};
