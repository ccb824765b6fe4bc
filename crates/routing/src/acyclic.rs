//! A graph that is kept free of cycles while it grows.

/// A directed graph without cycles, and an order of its vertices in which every edge leads forward. An edge that would
/// close a cycle is refused.
///
/// The order is mended at each edge that leads backward, by a search of the vertices between its ends (Pearce, Kelly: A
/// dynamic topological sort algorithm for directed acyclic graphs, 2006). Edges may be taken out again, which leaves
/// the order as it is. O(edges between) time an insertion, at worst O(edges); O(vertices + edges) memory.
///
/// ```
/// use wormcast_routing::AcyclicOrder;
/// let mut order = AcyclicOrder::new(3);
/// assert_eq!(order.insert(2, 1), Some(true));
/// assert_eq!(order.insert(1, 0), Some(true));
/// assert_eq!(order.insert(1, 0), Some(false), "it is there");
/// assert_eq!(order.insert(0, 2), None, "it would close a cycle");
/// assert!(order.rank(2) < order.rank(1) && order.rank(1) < order.rank(0));
/// ```
#[derive(Clone, Debug)]
pub struct AcyclicOrder {
    /// The place of each vertex in the order.
    rank: Vec<u32>,
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    /// The number of the last search that met a vertex.
    met: Vec<u32>,
    search: u32,
    ahead: Vec<u32>,
    behind: Vec<u32>,
}

impl AcyclicOrder {
    /// So many vertices, and no edge.
    pub fn new(vertices: usize) -> Self {
        Self {
            rank: (0..vertices as u32).collect(),
            successors: vec![Vec::new(); vertices],
            predecessors: vec![Vec::new(); vertices],
            met: vec![0; vertices],
            search: 0,
            ahead: Vec::new(),
            behind: Vec::new(),
        }
    }

    /// The place of a vertex in the order: less than those of its successors.
    #[inline]
    pub fn rank(&self, vertex: u32) -> u32 {
        self.rank[vertex as usize]
    }

    /// Whether an edge is there.
    #[inline]
    pub fn contains(&self, from: u32, to: u32) -> bool {
        self.successors[from as usize].contains(&to)
    }

    /// Inserts an edge: whether it was new. None if it would close a cycle; it is not inserted then.
    pub fn insert(&mut self, from: u32, to: u32) -> Option<bool> {
        if self.contains(from, to) {
            return Some(false);
        }
        if !self.make_room(from, to) {
            return None;
        }
        self.successors[from as usize].push(to);
        self.predecessors[to as usize].push(from);
        Some(true)
    }

    /// Whether an edge could be inserted, or is there. May change the order, but not the graph.
    pub fn allows(&mut self, from: u32, to: u32) -> bool {
        self.contains(from, to) || self.make_room(from, to)
    }

    /// Takes an edge out, if it is there.
    pub fn remove(&mut self, from: u32, to: u32) {
        self.successors[from as usize].retain(|&other| other != to);
        self.predecessors[to as usize].retain(|&other| other != from);
    }

    /// Changes the order so that one vertex comes before another; false if a path leads from the latter to the former.
    fn make_room(&mut self, from: u32, to: u32) -> bool {
        if from == to {
            return false;
        }
        if self.rank(from) < self.rank(to) {
            return true;
        }
        // Only vertices between the two in the order can lie on a path from `to` to `from`, or have to move.
        if !self.search_ahead(to, from) {
            return false;
        }
        self.search_behind(from, self.rank(to));
        self.reorder();
        true
    }

    /// Collects what can be reached from a vertex up to the rank of `goal`; false if that is reached.
    fn search_ahead(&mut self, start: u32, goal: u32) -> bool {
        let last = self.rank(goal);
        self.search += 1;
        self.met[start as usize] = self.search;
        self.ahead.clear();
        self.ahead.push(start);
        // Invariant: all that `ahead[..next]` lead to is in `ahead`, or lies behind the goal in the order.
        let mut next = 0;
        while let Some(&at) = self.ahead.get(next) {
            next += 1;
            for &to in &self.successors[at as usize] {
                if to == goal {
                    return false;
                }
                if self.rank[to as usize] < last && self.met[to as usize] != self.search {
                    self.met[to as usize] = self.search;
                    self.ahead.push(to);
                }
            }
        }
        true
    }

    /// Collects what leads to a vertex, down to a rank.
    fn search_behind(&mut self, start: u32, first: u32) {
        self.search += 1;
        self.met[start as usize] = self.search;
        self.behind.clear();
        self.behind.push(start);
        let mut next = 0;
        while let Some(&at) = self.behind.get(next) {
            next += 1;
            for &from in &self.predecessors[at as usize] {
                if self.rank[from as usize] > first && self.met[from as usize] != self.search {
                    self.met[from as usize] = self.search;
                    self.behind.push(from);
                }
            }
        }
    }

    /// Gives the places of all that was collected to them again: first to what lies behind, then to what lies ahead.
    fn reorder(&mut self) {
        let rank = &self.rank;
        self.behind.sort_unstable_by_key(|&vertex| rank[vertex as usize]);
        self.ahead.sort_unstable_by_key(|&vertex| rank[vertex as usize]);
        let moved = || self.behind.iter().chain(&self.ahead);
        let mut places: Vec<_> = moved().map(|&vertex| rank[vertex as usize]).collect();
        places.sort_unstable();
        let vertices: Vec<_> = moved().copied().collect();
        for (vertex, place) in vertices.into_iter().zip(places) {
            self.rank[vertex as usize] = place;
        }
    }
}
