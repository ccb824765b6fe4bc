//! The cells of a sweep one by one.

use crate::failure::Failure;
use crate::output;
use crate::table::{self, Align};
use crate::verdict::Verdict;
use std::path::Path;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::sweep::{CellId, Kept, Store, cells, kept, run_cells};

/// How many digits of a key are shown.
const SHOWN: usize = 16;

/// Prints the cells, a line each, with the beginnings of their keys and whether they are finished.
pub(super) fn list(experiment: &Experiment, folder: &Path) -> Result<Verdict, Failure> {
    // A folder that is not there has no cells, and is not made.
    let kept_in = folder.join("cells");
    let store = if kept_in.is_dir() { Some(Store::open(&kept_in)?) } else { None };
    let state = |cell: &CellId| match store.as_ref().map(|store| kept(experiment, store, cell)) {
        Some(Kept::Whole(_)) => "done",
        Some(Kept::Damaged) => "damaged",
        Some(Kept::Missing) | None => "missing",
    };
    let line = |cell: CellId| {
        let key = cell.key.as_str()[..SHOWN].to_owned();
        let state = state(&cell).to_owned();
        vec![cell.scheme.label, cell.load_in_unit.to_string(), cell.seed.to_string(), key, state]
    };
    let [text, number] = [Align::Left, Align::Right];
    let columns = [("scheme", text), ("load", number), ("seed", number), ("key", text), ("state", text)];
    let text = table::render(&columns, cells(experiment).into_iter().map(line));
    output::print_text(&format!("loads in {}\n\n{text}", experiment.load_unit.in_words()))?;
    Ok(Verdict::Yes)
}

/// Runs the cell whose key begins so, if it is not finished.
pub(super) fn run(experiment: &Experiment, store: &Store, key: &str) -> Result<Verdict, Failure> {
    let mut meant = cells(experiment).into_iter().filter(|cell| cell.key.as_str().starts_with(key));
    let Some(cell) = meant.next().filter(|_| !key.is_empty()) else {
        return Err(Failure::new(format!("no cell has a key that begins with `{key}`; `--list` shows the keys")));
    };
    if meant.next().is_some() {
        return Err(Failure::new(format!("several cells have keys that begin with `{key}`; add to it")));
    }
    let name = cell.to_string();
    run_cells(experiment, store, vec![cell], |_, _| {})?;
    output::print_text(&format!("{name} is done\n"))?;
    Ok(Verdict::Yes)
}
