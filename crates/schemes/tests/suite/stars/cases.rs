//! Random sides, and the answer by trying all stars.

use rand::{Rng, RngExt};
use wormcast_schemes::optimal::{FORBIDDEN, GridPlace, HalfProblem, MulticastStar, StarCost, StarPath};

/// A side with random lengths that obey nothing: no triangle inequality, any port for any destination.
pub(crate) fn random_table(rng: &mut impl Rng, count: usize, ports: usize) -> HalfProblem {
    let greatest = rng.random_range(1..=12);
    let starts = random_starts(rng, count, ports, greatest);
    let table = (0..count * (count.max(1) - 1) / 2).map(|_| rng.random_range(1..=greatest)).collect();
    HalfProblem::from_rows(table, starts)
}

/// Each start is forbidden every third time, but the first destination can be reached.
fn random_starts(rng: &mut impl Rng, count: usize, ports: usize, greatest: u32) -> Vec<Vec<u32>> {
    let start = |rng: &mut _| if Rng::next_u32(rng) % 3 == 0 { FORBIDDEN } else { 1 + Rng::next_u32(rng) % greatest };
    let mut starts: Vec<Vec<u32>> = (0..ports).map(|_| (0..count).map(|_| start(rng)).collect()).collect();
    if starts.iter().all(|starts| starts[0] == FORBIDDEN) {
        starts[ports - 1][0] = greatest;
    }
    starts
}

/// A side of a grid: rows that rise, any columns, and random starts.
pub(crate) fn random_grid(rng: &mut impl Rng, count: usize, ports: usize) -> HalfProblem {
    let (columns, rise) = (rng.random_range(1..=12), rng.random_range(1..=4));
    let mut y = 0;
    let points = (0..count).map(|_| {
        y += rng.random_range(0..rise);
        GridPlace { x: rng.random_range(0..columns), y }
    });
    let points = points.collect();
    HalfProblem::on_grid(points, random_starts(rng, count, ports, 12))
}

/// The same lengths in a table.
pub(crate) fn tabled(problem: &HalfProblem) -> HalfProblem {
    let starts = (0..problem.ports()).map(|port| (0..problem.len()).map(|j| problem.start(port, j)).collect());
    HalfProblem::from_table(starts.collect(), |i, j| problem.cost(i, j))
}

/// The costs of all stars: every way to hand each destination to a port.
pub(crate) fn all_stars(problem: &HalfProblem) -> Vec<StarCost> {
    let (count, ports) = (problem.len(), problem.ports());
    let stars = (0..ports.pow(count as u32)).map(|code| {
        let mut paths: Vec<_> = (0..ports).map(|port| StarPath { port, stops: Vec::new() }).collect();
        (0..count).for_each(|j| paths[code / ports.pow(j as u32) % ports].stops.push(j as u32));
        paths.retain(|path| !path.stops.is_empty());
        MulticastStar { paths }
    });
    let allowed = |star: &MulticastStar| {
        star.paths.iter().all(|path| problem.start(path.port, path.stops[0] as usize) != FORBIDDEN)
    };
    stars.filter(allowed).map(|star| problem.measure(&star)).collect()
}

/// Fails unless every destination is on one path, ascending, and every path has its own port, which leads there.
pub(crate) fn assert_is_star(problem: &HalfProblem, star: &MulticastStar) {
    let mut stops: Vec<_> = star.paths.iter().flat_map(|path| path.stops.iter().copied()).collect();
    stops.sort_unstable();
    assert!(stops.into_iter().eq(0..problem.len() as u32), "every destination once");
    for (index, path) in star.paths.iter().enumerate() {
        assert!(path.stops.is_sorted() && problem.start(path.port, path.stops[0] as usize) != FORBIDDEN);
        assert!(star.paths[..index].iter().all(|other| other.port != path.port), "a port a path");
    }
}
