//! The loads of a sweep to saturation: found by bisection, for each scheme by itself.

use super::cells::{run_or_load, threads_each};
use super::{CellId, Store, SweepError, cell_at, kept};
use crate::experiment::{Experiment, Loads};
use crate::run::{Figures, RunOutcome};
use rayon::prelude::*;

/// The loads of each curve, as shares of the highest load that the network carries.
const SHARES: [f64; 8] = [0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0];
/// The saturation load is found up to this share of it.
const PRECISION: f64 = 0.02;
/// The load at which the search begins is doubled at most so often.
const DOUBLINGS: usize = 12;

/// The loads of each scheme of an experiment that goes to saturation: some shares of the highest load found at which
/// the runs with the first seed carry the traffic, and at last the lowest one found at which they do not, at most 2 %
/// above. If no load is too high, or none low enough, the search ends there; where the first load or a lower one ends
/// in a deadlock it ends at once, for lower ones may do so, too. Runs take place on the threads of the current rayon
/// pool, and are kept in the store. Some fifteen runs a scheme.
///
/// # Errors
/// A run cannot be made or kept.
pub fn find_loads(experiment: &Experiment, store: &Store) -> Result<Loads, SweepError> {
    let of_scheme = |scheme: usize| {
        bracket(experiment, |load| {
            let cell = cell_searched(experiment, scheme, load);
            let figures = run_or_load(experiment, store, &cell, threads_each(experiment, experiment.schemes.len()))?;
            Ok::<_, SweepError>(end_of(&figures))
        })
    };
    let brackets: Result<Vec<[f64; 2]>, SweepError> =
        (0..experiment.schemes.len()).into_par_iter().map(of_scheme).collect();
    Ok(Loads::found(brackets?.into_iter().map(loads_below).collect()))
}

/// How far a search for saturation is.
#[derive(Clone, Debug)]
pub struct Searched {
    /// Of each scheme the cells of the search in the order in which it comes to them, the last one of which is not
    /// finished, unless the search is over.
    pub cells: Vec<CellId>,
    /// What it found; none if it is not over.
    pub loads: Option<Loads>,
}

/// How far a search for saturation is, by the cells in the store. Nothing is run.
pub fn searched(experiment: &Experiment, store: Option<&Store>) -> Searched {
    let mut cells = Vec::new();
    let mut of_scheme = |scheme: usize| {
        bracket(experiment, |load| {
            let cell = cell_searched(experiment, scheme, load);
            let figures = store.and_then(|store| kept(experiment, store, &cell).whole());
            cells.push(cell);
            figures.as_ref().map(end_of).ok_or(())
        })
        .ok()
    };
    // All schemes are looked at, also behind one whose search is not over.
    let brackets: Vec<_> = (0..experiment.schemes.len()).map(&mut of_scheme).collect();
    let loads = brackets.into_iter().map(|bracket| bracket.map(loads_below)).collect::<Option<Vec<_>>>();
    Searched { cells, loads: loads.map(Loads::found) }
}

/// The loads of a curve, and the one at which the network fails.
fn loads_below([carried, fails]: [f64; 2]) -> Vec<f64> {
    SHARES.map(|share| rounded(share * carried)).into_iter().chain([fails]).collect()
}

fn cell_searched(experiment: &Experiment, scheme: usize, load: f64) -> CellId {
    cell_at(experiment, scheme, load, experiment.seeds.first().copied().unwrap_or(1))
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Carried,
    Saturated,
    Deadlock,
}

fn end_of(figures: &Figures) -> End {
    match figures.outcome {
        RunOutcome::Saturated => End::Saturated,
        RunOutcome::Deadlock => End::Deadlock,
        _ => End::Carried,
    }
}

/// The highest load found that is carried, and the lowest that is not.
fn bracket<E>(experiment: &Experiment, mut ends: impl FnMut(f64) -> Result<End, E>) -> Result<[f64; 2], E> {
    // A tenth of a flit per node and flit time is a load that most networks carry.
    let start = 100.0 / (experiment.traffic.mean_flits(experiment.timing.length) * experiment.timing.flit.ns());
    let mut low = rounded(start);
    let mut end = ends(low)?;
    let mut high = rounded(2.0 * low);
    if end == End::Carried {
        for _ in 0..DOUBLINGS {
            if ends(high)? != End::Carried {
                break;
            }
            (low, high) = (high, rounded(2.0 * high));
        }
    } else {
        for _ in 0..DOUBLINGS {
            (low, high) = (rounded(low / 2.0), low);
            if end == End::Deadlock {
                // There is no load that such traffic is sure to be carried at.
                return Ok([low, high]);
            }
            end = ends(low)?;
            if end == End::Carried {
                break;
            }
        }
    }
    while high - low > PRECISION * low {
        let middle = rounded(f64::midpoint(low, high));
        if middle <= low || middle >= high {
            break;
        }
        if ends(middle)? == End::Carried { low = middle } else { high = middle }
    }
    Ok([low, high])
}

/// To four digits: loads stand in tables.
fn rounded(load: f64) -> f64 {
    format!("{load:.3e}").parse().unwrap_or(load)
}

#[cfg(test)]
mod tests {
    #[test]
    fn loads_are_rounded_to_four_digits() {
        assert_eq!([0.012_345_678, 1234.4, 2.0].map(super::rounded), [0.01235, 1234.0, 2.0]);
    }
}
