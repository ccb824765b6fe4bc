//! The stars that weighted prices do not rule out, looked at one by one.

use super::duals::{Duals, Weights};
use super::side::Side;
use super::{Refusal, Verdict, require};
use std::collections::BTreeMap;

/// How many partial stars may be looked at.
const MAX_STATES: usize = 1 << 20;

/// Where the paths of a partial star end, and by which ports none has left.
type Ends = (Vec<usize>, Vec<usize>);

/// Verifies that no star has its longest path below `bound`, by taking stop after stop into all partial stars.
///
/// The prices say what is to come at least: every stop that is left costs its v and, at most once each, the u of an
/// end, of an unused port or of a stop that is left. A star with all paths below the bound has at most
/// (bound − 1) · Σ weights weighted channels.
pub(crate) fn refute(side: &Side<'_>, duals: &Duals<'_>, weights: &Weights, bound: u64) -> Verdict {
    let longest = bound.saturating_sub(1);
    let room = i128::from(longest) * i128::from(weights.sum());
    let mut rest: i128 = duals.before.iter().chain(duals.after).map(|&price| i128::from(price)).sum();
    let mut partial: BTreeMap<Ends, Vec<Partial>> = BTreeMap::new();
    partial.insert((Vec::new(), (0..side.port_count()).collect()), vec![Partial::default()]);
    let mut looked_at = 0;
    side.each_row(|j, row| {
        rest -= i128::from(duals.before[j]) + i128::from(duals.after[j]);
        let mut next: BTreeMap<Ends, Vec<Partial>> = BTreeMap::new();
        for ((ends, unused), stars) in std::mem::take(&mut partial) {
            for (grown, path, length) in ways(&ends, &unused, j, row.stops, row.ports) {
                let prices = prices(duals, &grown);
                looked_at += stars.len();
                for star in &stars {
                    let star = star.with(path, length, weights.stops[j]);
                    let short = star.lengths.iter().all(|&length| length <= longest);
                    if short && star.weighted + rest + prices <= room {
                        next.entry(grown.clone()).or_default().push(star);
                    }
                }
            }
        }
        next.values_mut().for_each(unbeaten);
        partial = next;
        if looked_at > MAX_STATES { Err(Refusal::TooLarge) } else { Ok(()) }
    })?;
    let found = partial.values().flatten().next();
    require(found.is_none(), || {
        format!("there is a star whose paths have {:?} channels", found.map(|star| &star.lengths))
    })
}

/// The ways to take stop `j` into a partial star: the new ends, the place of the path (none for a new one), and the
/// length that is added.
fn ways(
    ends: &[usize],
    unused: &[usize],
    j: usize,
    stops: &[u64],
    ports: &[Option<u64>],
) -> Vec<(Ends, Option<usize>, u64)> {
    let without = |list: &[usize], place: usize| -> Vec<usize> {
        list.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, &entry)| entry).collect()
    };
    let with_stop = |mut ends: Vec<usize>| {
        ends.push(j);
        ends
    };
    let jumps = (0..ends.len()).map(|place| {
        let grown = (with_stop(without(ends, place)), unused.to_vec());
        (grown, Some(place), stops[ends[place]])
    });
    let starts = (0..unused.len()).filter_map(|place| {
        let grown = (with_stop(ends.to_vec()), without(unused, place));
        Some((grown, None, ports[unused[place]]?))
    });
    jumps.chain(starts).collect()
}

fn prices(duals: &Duals<'_>, (ends, unused): &Ends) -> i128 {
    let ends = ends.iter().map(|&end| duals.before[end]);
    ends.chain(unused.iter().map(|&port| duals.ports[port])).map(i128::from).sum()
}

/// The lengths of the paths of a partial star, in the order of their ends.
#[derive(Clone, Default)]
struct Partial {
    lengths: Vec<u64>,
    weighted: i128,
}

impl Partial {
    fn with(&self, path: Option<usize>, length: u64, weight: u32) -> Self {
        let mut lengths = self.lengths.clone();
        let so_far = path.map_or(0, |path| lengths.remove(path));
        lengths.push(so_far + length);
        Self { lengths, weighted: self.weighted + i128::from(weight) * i128::from(length) }
    }
}

/// Takes out the stars that another one with the same ends beats in every length. As a star without long paths never
/// breaks the weighted limit, whatever grows out of the beaten one grows out of the other one too.
fn unbeaten(stars: &mut Vec<Partial>) {
    stars.sort_by(|a, b| a.lengths.cmp(&b.lengths));
    let mut kept: Vec<Partial> = Vec::new();
    for star in stars.drain(..) {
        let beats = |other: &Partial| other.lengths.iter().zip(&star.lengths).all(|(a, b)| a <= b);
        if !kept.iter().any(beats) {
            kept.push(star);
        }
    }
    *stars = kept;
}
