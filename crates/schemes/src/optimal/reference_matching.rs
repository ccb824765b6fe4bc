//! The mesh paper's way to the fewest channels, kept as it stands: a matching. It checks the fast solvers.

use super::half_problem::{Before, FORBIDDEN, HalfProblem, MulticastStar};
use std::cell::Cell;

/// More than any matching costs, and small enough to be added up.
const NO_EDGE: i64 = 1 << 40;

/// An optimal channel multicast star (OCMS) by minimum-weight perfect matching: mesh paper, section 3, and section 5
/// for more than two ports. None if there is no destination.
///
/// On the left stand the ports and the destinations as what comes before; on the right the destinations as what comes
/// after, and as many ends of paths as there are ports. O((k + ports)³) time, O((k + ports)²) memory.
pub fn fewest_channels_by_matching(problem: &HalfProblem) -> Option<MulticastStar> {
    fewest_channels_by_matching_counted(problem).map(|(star, _)| star)
}

/// The same, with how often the weight of an edge was looked at: what the time is proportional to.
pub fn fewest_channels_by_matching_counted(problem: &HalfProblem) -> Option<(MulticastStar, u64)> {
    if problem.is_empty() {
        return None;
    }
    let ports = problem.ports();
    let weight = |left: usize, right: usize| match (left.checked_sub(ports), right) {
        (_, right) if right >= problem.len() => 0,
        (None, j) if problem.start(left, j) == FORBIDDEN => NO_EDGE,
        (None, j) => problem.start(left, j).into(),
        (Some(i), j) if i < j => problem.cost(i, j).into(),
        _ => NO_EDGE,
    };
    let looks = Cell::new(0);
    let left_of = lightest_matching(problem.len() + ports, |left, right| {
        looks.set(looks.get() + 1);
        weight(left, right)
    });
    let before = left_of[..problem.len()].iter().map(|&left| match left.checked_sub(ports) {
        Some(i) => Before::Stop(i),
        None => Before::Port(left),
    });
    Some((MulticastStar::from_links(&before.collect::<Vec<_>>()), looks.get()))
}

/// The left partner of each right vertex in a perfect matching of least weight: the Hungarian method with shortest
/// augmenting paths (Kuhn; Jonker and Volgenant). O(n³).
fn lightest_matching(n: usize, weight: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    // One more column on the right, number n, holds the left vertex that is being matched.
    let (mut left_price, mut right_price) = (vec![0; n], vec![0; n + 1]);
    let mut left_of = vec![usize::MAX; n + 1];
    let mut came_from = vec![n; n];
    // Invariant: the vertices before `new` are matched at least weight. The prices are feasible duals: no reduced
    // weight is negative, and those of matched edges are 0.
    for new in 0..n {
        left_of[n] = new;
        let mut slack = vec![i64::MAX; n];
        let mut done = vec![false; n + 1];
        let mut right = n;
        // Grow a tree of tight edges from the new vertex. `done` are the right vertices in it, `slack` the least
        // reduced weight from the tree to each other one. Raise the prices until an edge to a new right vertex is
        // tight; stop at a free one.
        while left_of[right] != usize::MAX {
            done[right] = true;
            let left = left_of[right];
            let (mut step, mut nearest) = (i64::MAX, n);
            for other in (0..n).filter(|&other| !done[other]) {
                let reduced = weight(left, other) - left_price[left] - right_price[other];
                if reduced < slack[other] {
                    (slack[other], came_from[other]) = (reduced, right);
                }
                if slack[other] < step {
                    (step, nearest) = (slack[other], other);
                }
            }
            for other in 0..=n {
                if done[other] {
                    left_price[left_of[other]] += step;
                    right_price[other] -= step;
                } else {
                    slack[other] -= step;
                }
            }
            right = nearest;
        }
        // Augment: along the way back to the new vertex, every right vertex takes the left one that it was reached
        // from.
        while right != n {
            left_of[right] = left_of[came_from[right]];
            right = came_from[right];
        }
    }
    left_of.truncate(n);
    left_of
}
