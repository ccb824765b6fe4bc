//! Many edges at once.

use super::AcyclicOrder;

/// So many bits are a set of vertices.
const WORDS: usize = 4;
const BITS: usize = 64 * WORDS;

impl AcyclicOrder {
    /// Which of some edges would close a cycle, each by itself. For 256 of their beginnings at once, what leads to them
    /// is found along the order: O(vertices + edges) for so many, where one by one each costs that at worst.
    ///
    /// ```
    /// use wormcast_routing::AcyclicOrder;
    /// let order = AcyclicOrder::of_edges(3, [(2, 1), (1, 0)]).unwrap();
    /// assert_eq!(order.closing(&[(0, 2), (2, 0), (1, 2), (1, 1)]), [true, false, true, true]);
    /// ```
    pub fn closing(&self, edges: &[(u32, u32)]) -> Vec<bool> {
        let mut closes = vec![false; edges.len()];
        // By the places of their ends; what leads forward closes none.
        let placed = edges.iter().map(|&(from, to)| [self.rank(from), self.rank(to)]);
        let mut open: Vec<_> = placed.enumerate().filter(|(_, [from, to])| from >= to).collect();
        open.sort_unstable_by_key(|(_, [from, _])| *from);
        let rows = Rows::of(self);
        // By place: those of the beginnings to which it leads.
        let mut sets = vec![[0_u64; WORDS]; self.rank.len()];
        let mut rest = &open[..];
        while let Some((_, [last, _])) = rest.first() {
            let mut starts = vec![*last];
            let mut bits = Vec::new();
            for (_, [from, _]) in rest {
                if starts.last() != Some(from) {
                    if starts.len() == BITS {
                        break;
                    }
                    starts.push(*from);
                }
                bits.push(starts.len() - 1);
            }
            let (now, later) = rest.split_at(bits.len());
            let lowest = now.iter().map(|(_, [_, to])| *to).min().unwrap_or_default();
            rows.lead_to(&starts, lowest, &mut sets);
            for ((edge, [_, to]), bit) in now.iter().zip(bits) {
                closes[*edge] = sets[*to as usize][bit / 64] >> (bit % 64) & 1 == 1;
            }
            rest = later;
        }
        closes
    }
}

/// The edges by the places of the vertices in the order.
pub(super) struct Rows {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Rows {
    pub(super) fn of(order: &AcyclicOrder) -> Self {
        let mut at = vec![0; order.rank.len()];
        (0..).zip(&order.rank).for_each(|(vertex, &place): (usize, _)| at[place as usize] = vertex);
        let mut rows = Self { first: vec![0], next: Vec::new() };
        for vertex in at {
            rows.next.extend(order.successors[vertex].iter().map(|&to| order.rank(to)));
            rows.first.push(rows.next.len() as u32);
        }
        rows
    }

    /// The places to which edges lead from one.
    pub(super) fn behind(&self, place: usize) -> &[u32] {
        &self.next[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// Finds for each place from the lowest one to the last start to which of the starts, in ascending order, it leads.
    fn lead_to(&self, starts: &[u32], lowest: u32, sets: &mut [[u64; WORDS]]) {
        let Some(&last) = starts.last() else { return };
        let mut left = starts.len();
        // Invariant: the sets of the places behind this one, up to the last start, are known.
        for place in (lowest..=last).rev() {
            let mut set = [0; WORDS];
            let row = self.first[place as usize] as usize..self.first[place as usize + 1] as usize;
            for &to in self.next[row].iter().filter(|&&to| to <= last) {
                set.iter_mut().zip(sets[to as usize]).for_each(|(word, other)| *word |= other);
            }
            if left > 0 && starts[left - 1] == place {
                left -= 1;
                set[left / 64] |= 1 << (left % 64);
            }
            sets[place as usize] = set;
        }
    }
}
