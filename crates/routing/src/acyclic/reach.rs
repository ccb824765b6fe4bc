//! What every vertex leads to.

use super::AcyclicOrder;
use super::many::Rows;

/// Which vertices lead to which, as a graph was when it was looked at.
#[derive(Clone, Debug)]
pub struct Reach {
    /// By vertex: its place in the order, by which rows and bits are numbered.
    place: Vec<u32>,
    /// So many words are a row.
    words: usize,
    rows: Vec<u64>,
}

impl AcyclicOrder {
    /// Which vertices lead to which. O(vertices · edges / 64) time; a bit for each pair of vertices.
    ///
    /// ```
    /// use wormcast_routing::AcyclicOrder;
    /// let reach = AcyclicOrder::of_edges(3, [(2, 1), (1, 0)]).unwrap().reach();
    /// assert!(reach.leads(2, 0) && reach.leads(1, 1) && !reach.leads(0, 2));
    /// ```
    pub fn reach(&self) -> Reach {
        let (edges, vertices) = (Rows::of(self), self.rank.len());
        let words = vertices.div_ceil(64);
        let mut rows = vec![0; vertices * words];
        // Invariant: the rows of the places behind this one are known. What leads nowhere before it is not looked at.
        for place in (0..vertices).rev() {
            let (before, behind) = rows.split_at_mut((place + 1) * words);
            let row = &mut before[place * words..];
            row[place / 64] |= 1 << (place % 64);
            for &to in edges.behind(place) {
                let (to, first) = (to as usize, to as usize / 64);
                let other = &behind[(to - place - 1) * words..][first..words];
                row[first..].iter_mut().zip(other).for_each(|(word, other)| *word |= other);
            }
        }
        Reach { place: self.rank.clone(), words, rows }
    }
}

impl Reach {
    /// Whether a path leads from one vertex to the other, or they are the same.
    #[inline]
    pub fn leads(&self, from: u32, to: u32) -> bool {
        is_in(self.row(from), self.place(to))
    }

    /// A bit for each place: whether the vertex leads there.
    #[inline]
    pub fn row(&self, vertex: u32) -> &[u64] {
        &self.rows[self.place(vertex) as usize * self.words..][..self.words]
    }

    /// The number of a vertex in [`row`](Self::row).
    #[inline]
    pub fn place(&self, vertex: u32) -> u32 {
        self.place[vertex as usize]
    }
}

/// Whether a place has its bit in a row.
#[inline]
fn is_in(row: &[u64], place: u32) -> bool {
    row[place as usize / 64] >> (place % 64) & 1 == 1
}
