//! The cells of a sweep one by one.

use crate::failure::Failure;
use crate::output::{self, Format};
use crate::table::{self, Align};
use crate::verdict::Verdict;
use serde::Serialize;
use std::path::Path;
use wormcast::eval::experiment::{Experiment, LoadUnit};
use wormcast::eval::sweep::{CellId, Kept, Searched, Store, cells, finished, kept, rows, run_cells, searched};

/// How many digits of a key are shown.
const SHOWN: usize = 16;

/// The cells of a sweep, as `--list --format json` prints them.
#[derive(Serialize)]
struct CellsDocument {
    format: &'static str,
    version: u32,
    loads_in: LoadUnit,
    /// Whether these are the runs of a search for saturation that is not over.
    is_search: bool,
    cells: Vec<CellDocument>,
}

#[derive(Serialize)]
struct CellDocument {
    scheme: String,
    load: f64,
    load_in_unit: f64,
    seed: u64,
    key: String,
    state: &'static str,
}

/// Prints the cells, a line each, with the beginnings of their keys and whether they are finished.
pub(super) fn list(mut experiment: Experiment, folder: &Path, format: Format) -> Result<Verdict, Failure> {
    // A folder that is not there has no cells, and is not made.
    let kept_in = folder.join("cells");
    let store = if kept_in.is_dir() { Some(Store::open(&kept_in)?) } else { None };
    let (cells, is_search) = known(&mut experiment, store.as_ref());
    let document = |cell: CellId| CellDocument {
        state: state(&experiment, store.as_ref(), &cell),
        scheme: cell.scheme.label,
        load: cell.load,
        load_in_unit: cell.load_in_unit,
        seed: cell.seed,
        key: cell.key.as_str().to_owned(),
    };
    let cells = cells.into_iter().map(document).collect();
    let document =
        CellsDocument { format: "wormcast-cells", version: 1, loads_in: experiment.load_unit, is_search, cells };
    match format {
        Format::Json => output::print_json(&document)?,
        Format::Table => output::print_text(&in_words(&document))?,
    }
    Ok(Verdict::Yes)
}

fn in_words(document: &CellsDocument) -> String {
    let line = |cell: &CellDocument| {
        let key = cell.key[..SHOWN].to_owned();
        vec![cell.scheme.clone(), cell.load_in_unit.to_string(), cell.seed.to_string(), key, cell.state.to_owned()]
    };
    let [text, number] = [Align::Left, Align::Right];
    let columns = [("scheme", text), ("load", number), ("seed", number), ("key", text), ("state", text)];
    let text = table::render(&columns, document.cells.iter().map(line));
    let note = match document.is_search {
        true => {
            "the cells are known when the search for saturation is over; these are its runs so far, and those that come next\n"
        }
        false => "",
    };
    format!("loads in {}\n\n{text}{note}", document.loads_in.in_words())
}

fn state(experiment: &Experiment, store: Option<&Store>, cell: &CellId) -> &'static str {
    match store.map(|store| kept(experiment, store, cell)) {
        Some(Kept::Whole(_)) => "done",
        Some(Kept::Damaged) => "damaged",
        Some(Kept::Missing) | None => "missing",
    }
}

/// The cells as far as they are known, and whether these are the runs of a search for saturation. If that is over, the
/// experiment has its loads from then on.
fn known(experiment: &mut Experiment, store: Option<&Store>) -> (Vec<CellId>, bool) {
    if experiment.loads.are_to_be_found() {
        match searched(experiment, store) {
            Searched { cells, loads: None } => return (cells, true),
            Searched { loads: Some(loads), .. } => experiment.loads = loads,
        }
    }
    (cells(experiment), false)
}

/// Runs the cell whose key begins so, if it is not finished.
pub(super) fn run(mut experiment: Experiment, store: &Store, key: &str, format: Format) -> Result<Verdict, Failure> {
    let (cells, _) = known(&mut experiment, Some(store));
    let mut meant = cells.into_iter().filter(|cell| cell.key.as_str().starts_with(key));
    let Some(cell) = meant.next().filter(|_| !key.is_empty()) else {
        return Err(Failure::new(format!("no cell has a key that begins with `{key}`; `--list` shows the keys")));
    };
    if meant.next().is_some() {
        return Err(Failure::new(format!("several cells have keys that begin with `{key}`; add to it")));
    }
    run_cells(&experiment, store, vec![cell.clone()], |_, _| {})?;
    match format {
        Format::Json => output::print_json(&rows(&finished(&experiment, store, vec![cell])))?,
        Format::Table => output::print_text(&format!("{cell} is done\n"))?,
    }
    Ok(Verdict::Yes)
}
