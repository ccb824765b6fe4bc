//! Least values by distance on a line: the range minima of the fast solvers on grids.

/// Keys on the integer points of a line; answers which gives the least key + slope · distance to a query point.
///
/// Two Fenwick trees of minima: O(log n) an insertion and a query on n points, 32 bytes a point.
#[derive(Clone, Debug)]
pub(crate) struct Nearest {
    /// Minima of key − slope · x over the points up to x.
    left: Vec<Entry>,
    /// Minima of key + slope · x over the points from x on, mirrored.
    right: Vec<Entry>,
    slope: i64,
}

/// A key and who brought it. Of equal keys the first to come stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub key: i64,
    pub by: u32,
}

const NOBODY: Entry = Entry { key: i64::MAX / 4, by: u32::MAX };

impl Nearest {
    /// No key yet, on the points 0 to `points` − 1.
    pub(super) fn new(points: usize, slope: i64) -> Self {
        Self { left: vec![NOBODY; points], right: vec![NOBODY; points], slope }
    }

    /// Adds a key at a point.
    #[inline]
    pub(super) fn insert(&mut self, x: u32, key: i64, by: u32) {
        let mirrored = self.right.len() - 1 - x as usize;
        lower(&mut self.left, x as usize, Entry { key: key - self.slope * i64::from(x), by });
        lower(&mut self.right, mirrored, Entry { key: key + self.slope * i64::from(x), by });
    }

    /// The least of key + slope · |x − point| over the keys so far; none if there is no key.
    #[inline]
    pub(super) fn query(&self, x: u32) -> Option<Entry> {
        let mirrored = self.right.len() - 1 - x as usize;
        let mut from_left = least(&self.left, x as usize);
        let mut from_right = least(&self.right, mirrored);
        from_left.key += self.slope * i64::from(x);
        from_right.key -= self.slope * i64::from(x);
        let best = if from_right.key < from_left.key { from_right } else { from_left };
        (best.by != NOBODY.by).then_some(best)
    }
}

#[inline]
fn lower(tree: &mut [Entry], mut at: usize, entry: Entry) {
    // Entry `at` covers the places from `at & (at + 1)` to `at`; the next greater one that covers the place is
    // `at | at + 1`.
    while at < tree.len() {
        if entry.key < tree[at].key {
            tree[at] = entry;
        }
        at |= at + 1;
    }
}

/// The least entry up to `at`.
#[inline]
fn least(tree: &[Entry], mut at: usize) -> Entry {
    let mut best = tree[at];
    // Invariant: `best` is least from the place that entry `at` covers first, up to where the search began.
    while at & (at + 1) > 0 {
        at = (at & (at + 1)) - 1;
        if tree[at].key < best.key {
            best = tree[at];
        }
    }
    best
}
