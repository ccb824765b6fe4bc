//! The mesh paper's way to the shortest longest path, kept as it stands: a table. It checks the fast solvers.

use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar};

/// An optimal time multicast star (OTMS) of at most two ports by the table T(i, j, l1, l2): mesh paper, section 4,
/// Algorithm 2 (with its loop bounds mended). None if there is no destination.
///
/// T(i, j, l1, l2) tells whether some star of the first i destinations has a path of length l1 that ends at the last
/// of them, and another of length l2 that ends at destination j − 1 (j = 0: it has not started). `longest` bounds the
/// lengths: the number of nodes less one, as labels only rise. O(k² · longest²) time and bits of memory.
///
/// # Panics
/// If there are more than two ports.
pub fn shortest_longest_by_table(problem: &HalfProblem, longest: usize) -> Option<MulticastStar> {
    shortest_longest_by_table_counted(problem, longest).map(|(star, _)| star)
}

/// The same, with how many entries of tables were looked at: what the time is proportional to.
///
/// # Panics
/// If there are more than two ports.
pub fn shortest_longest_by_table_counted(problem: &HalfProblem, longest: usize) -> Option<(MulticastStar, u64)> {
    assert!(problem.ports() <= 2, "the table is for two ports");
    // The ports of the path that serves the first destination, and of the other one.
    let openings = (0..problem.ports()).filter(|&port| !problem.is_empty() && problem.start(port, 0) != FORBIDDEN);
    let (mut looks, mut best) = (0, None);
    for port in openings {
        let table = Table::filled(problem, port, longest);
        looks += table.looks;
        best = best.into_iter().chain([table.best()]).min_by_key(|(value, _)| *value);
    }
    best.map(|(_, star)| (star, looks))
}

struct Table<'s> {
    problem: &'s HalfProblem,
    /// The port of the path that serves the first destination.
    port: usize,
    /// One more than the greatest length.
    lengths: usize,
    /// A bit for every (i, j < i, l1, l2).
    bits: Vec<u64>,
    /// How many entries were looked at to fill it.
    looks: u64,
}

impl<'s> Table<'s> {
    fn filled(problem: &'s HalfProblem, port: usize, longest: usize) -> Self {
        let lengths = longest + 1;
        let cells = problem.len() * (problem.len() + 1) / 2 * lengths * lengths;
        let mut table = Self { problem, port, lengths, bits: vec![0; cells.div_ceil(64)], looks: 0 };
        table.set(1, 0, problem.start(port, 0) as usize, 0);
        // Invariant: all entries for i destinations are set. Destination i + 1 goes on with the path that ends at i, or
        // with the other one, which then changes places with it.
        for i in 1..problem.len() {
            for j in 0..i {
                for l1 in 0..lengths {
                    table.looks += lengths as u64;
                    for l2 in 0..lengths {
                        if table.get(i, j, l1, l2) {
                            table.set(i + 1, j, l1 + table.cost(i, i + 1), l2);
                            table.set(i + 1, i, l2 + table.cost(j, i + 1), l1);
                        }
                    }
                }
            }
        }
        table
    }

    /// c'(q_i, q_j) of the paper: from destination i − 1 to destination j − 1; from the other port where i is 0.
    fn cost(&self, i: usize, j: usize) -> usize {
        let cost = match i {
            0 if self.problem.ports() < 2 => FORBIDDEN,
            0 => self.problem.start(1 - self.port, j - 1),
            _ => self.problem.cost(i - 1, j - 1),
        };
        cost as usize
    }

    fn cell(&self, i: usize, j: usize, l1: usize, l2: usize) -> usize {
        ((i * (i - 1) / 2 + j) * self.lengths + l1) * self.lengths + l2
    }

    fn get(&self, i: usize, j: usize, l1: usize, l2: usize) -> bool {
        let cell = self.cell(i, j, l1, l2);
        self.bits[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn set(&mut self, i: usize, j: usize, l1: usize, l2: usize) {
        if l1 < self.lengths {
            let cell = self.cell(i, j, l1, l2);
            self.bits[cell / 64] |= 1 << (cell % 64);
        }
    }

    /// The least longest path among all stars of all destinations, and such a star.
    fn best(&self) -> (usize, MulticastStar) {
        let i = self.problem.len();
        let lengths = 0..self.lengths;
        let ends =
            (0..i).flat_map(|j| lengths.clone().flat_map(move |l1| (0..self.lengths).map(move |l2| (j, l1, l2))));
        let true_ends = ends.filter(|&(j, l1, l2)| self.get(i, j, l1, l2));
        let end = true_ends.min_by_key(|&(_, l1, l2)| l1.max(l2)).expect("one path can serve all destinations");
        (end.1.max(end.2), self.trace(end))
    }

    /// The star that ends like this, read backwards from true entry to true entry.
    fn trace(&self, (mut j, mut l1, mut l2): (usize, usize, usize)) -> MulticastStar {
        let mut switches = Vec::new();
        // Invariant: T(i, j, l1, l2) is true. Where the other path is not right behind, the same path served
        // destination i − 1.
        for i in (2..=self.problem.len()).rev() {
            if j < i - 1 {
                l1 -= self.cost(i - 1, i);
                continue;
            }
            // The path that ends at destination i − 1 came from an earlier end, and the other one was ahead.
            let from = |&j: &usize| self.cost(j, i) <= l1 && self.get(i - 1, j, l2, l1 - self.cost(j, i));
            let before = (0..i - 1).find(from).expect("a true entry has a true entry before it");
            switches.push(i as u32 - 1);
            (j, l1, l2) = (before, l2, l1 - self.cost(before, i));
        }
        switches.reverse();
        let other = if self.problem.ports() < 2 { self.port } else { 1 - self.port };
        MulticastStar::switching([self.port, other], &switches, self.problem.len())
    }
}
