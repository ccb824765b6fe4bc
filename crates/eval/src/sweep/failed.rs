//! Schemes that cannot be run in a sweep.

use super::cells::{CellId, SweepError};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first cell of each scheme that could not be run, by the label of the scheme: its place among the cells, and why.
#[derive(Default)]
pub(super) struct Failed(Mutex<BTreeMap<String, (usize, SweepError)>>);

impl Failed {
    /// Whether a cell before this one showed that its scheme cannot be run. The first such cell itself never is, so
    /// that any number of threads tell of the same one.
    pub(super) fn is_behind(&self, place: usize, cell: &CellId) -> bool {
        self.known().get(&cell.scheme.label).is_some_and(|&(first, _)| first < place)
    }

    /// Notes that a cell could not be run.
    pub(super) fn note(&self, place: usize, cell: &CellId, error: SweepError) {
        let mut known = self.known();
        if known.get(&cell.scheme.label).is_none_or(|&(first, _)| place < first) {
            known.insert(cell.scheme.label.clone(), (place, error));
        }
    }

    /// Why the first of all could not be run.
    pub(super) fn first(self) -> Option<SweepError> {
        let known = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        known.into_values().min_by_key(|&(place, _)| place).map(|(_, error)| error)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, (usize, SweepError)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
