//! A graph that is kept free of cycles while it grows.

mod many;
mod reach;

pub use reach::Reach;

use crate::cycle::CompactGraph;
use std::collections::{HashMap, VecDeque};

/// A directed graph without cycles, and an order of its vertices in which every edge leads forward. An edge that would
/// close a cycle is refused.
///
/// The order is mended at each edge that leads backward, by a search of the vertices between its ends (Pearce, Kelly: A
/// dynamic topological sort algorithm for directed acyclic graphs, 2006). It goes forward from the one end and backward
/// from the other at once, the side that has looked at fewer edges first: where there is a cycle, they meet soon. Edges
/// may be taken out again, which leaves the order as it is. O(edges between) time an insertion, at worst O(edges);
/// O(vertices + edges) memory.
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
    /// The number of the last search.
    search: u32,
    /// What is ahead of the end of the edge that is inserted, and what is behind its beginning.
    ahead: Side,
    behind: Side,
}

/// One side of a search.
#[derive(Clone, Debug)]
struct Side {
    /// The vertices that were met; those before `next` were looked at.
    found: Vec<u32>,
    next: usize,
    /// The edges that were looked at.
    edges: usize,
    /// By vertex: the number of the last search that met it.
    met: Vec<u32>,
}

impl Side {
    fn new(vertices: usize) -> Self {
        Self { found: Vec::new(), next: 0, edges: 0, met: vec![0; vertices] }
    }

    fn begin(&mut self, start: u32, search: u32) {
        self.found.clear();
        (self.next, self.edges) = (0, 0);
        self.meet(start, search);
    }

    fn meet(&mut self, vertex: u32, search: u32) {
        if self.met[vertex as usize] != search {
            self.met[vertex as usize] = search;
            self.found.push(vertex);
        }
    }

    fn is_done(&self) -> bool {
        self.next == self.found.len()
    }

    /// Looks at the neighbours of the next vertex that are `between` the ends; false if one of them was met by the
    /// other side.
    fn expand(&mut self, neighbours: &[Vec<u32>], other: &Self, search: u32, between: impl Fn(u32) -> bool) -> bool {
        let at = self.found[self.next];
        self.next += 1;
        for &vertex in &neighbours[at as usize] {
            if other.met[vertex as usize] == search {
                return false;
            }
            if between(vertex) {
                self.meet(vertex, search);
            }
        }
        self.edges += neighbours[at as usize].len();
        true
    }
}

impl AcyclicOrder {
    /// So many vertices, and no edge.
    pub fn new(vertices: usize) -> Self {
        Self {
            rank: (0..vertices as u32).collect(),
            successors: vec![Vec::new(); vertices],
            predecessors: vec![Vec::new(); vertices],
            search: 0,
            ahead: Side::new(vertices),
            behind: Side::new(vertices),
        }
    }

    /// So many vertices, and these edges, each of them once; none if they close a cycle. The order is found at once and
    /// not edge by edge. O(vertices · log vertices + edges · degree).
    ///
    /// ```
    /// use wormcast_routing::AcyclicOrder;
    /// let order = AcyclicOrder::of_edges(3, [(2, 1), (1, 0), (2, 1)]).unwrap();
    /// assert!(order.rank(2) < order.rank(1) && order.rank(1) < order.rank(0));
    /// assert!(AcyclicOrder::of_edges(2, [(0, 1), (1, 0)]).is_none());
    /// ```
    pub fn of_edges(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Option<Self> {
        let mut order = Self::new(vertices);
        for (from, to) in edges {
            if !order.contains(from, to) {
                order.successors[from as usize].push(to);
                order.predecessors[to as usize].push(from);
            }
        }
        order.by_levels().then_some(order)
    }

    /// Orders all vertices anew, by the longest path that leads to each; whether there is no cycle. O(vertices · log
    /// vertices + edges).
    pub fn by_levels(&mut self) -> bool {
        let graph = CompactGraph::new(self.successors.iter().map(|row| row.iter().copied()));
        let Ok(levels) = graph.levels() else { return false };
        let mut places: Vec<_> = (0..self.rank.len() as u32).collect();
        places.sort_by_key(|&vertex| levels[vertex as usize]);
        (0..).zip(places).for_each(|(place, vertex)| self.rank[vertex as usize] = place);
        true
    }

    /// The same in an order that is given: all vertices, each once. None if an edge does not lead forward in it.
    /// O(vertices + edges · degree).
    ///
    /// ```
    /// use wormcast_routing::AcyclicOrder;
    /// let order = AcyclicOrder::along(vec![2, 0, 1], [(2, 1)]).unwrap();
    /// assert!(order.rank(2) < order.rank(0) && order.rank(0) < order.rank(1));
    /// assert!(AcyclicOrder::along(vec![2, 0, 1], [(1, 2)]).is_none());
    /// ```
    pub fn along(vertices: Vec<u32>, edges: impl IntoIterator<Item = (u32, u32)>) -> Option<Self> {
        let mut order = Self::new(vertices.len());
        (0..).zip(vertices).for_each(|(place, vertex)| order.rank[vertex as usize] = place);
        for (from, to) in edges {
            if order.rank(from) >= order.rank(to) {
                return None;
            }
            order.insert(from, to);
        }
        Some(order)
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
        if !self.is_free(from, to, true) {
            return None;
        }
        if self.rank(from) > self.rank(to) {
            self.reorder();
        }
        self.successors[from as usize].push(to);
        self.predecessors[to as usize].push(from);
        Some(true)
    }

    /// Whether an edge could be inserted, or is there. At once where it leads forward in the order, else O(edges
    /// between), and few where little lies ahead of its end or behind its beginning.
    pub fn allows(&mut self, from: u32, to: u32) -> bool {
        self.contains(from, to) || self.is_free(from, to, false)
    }

    /// Takes an edge out, if it is there.
    pub fn remove(&mut self, from: u32, to: u32) {
        self.successors[from as usize].retain(|&other| other != to);
        self.predecessors[to as usize].retain(|&other| other != from);
    }

    /// A shortest path from one vertex to another along the edges, both of them with it; none if there is none. Where
    /// an edge was refused, the path from its end to its beginning says why. O(edges between).
    pub fn path(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        let mut before = HashMap::from([(from, from)]);
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front() {
            if at == to {
                let up = |&vertex: &u32| before.get(&vertex).copied().filter(|&other| other != vertex);
                let mut path: Vec<_> = std::iter::successors(Some(to), up).collect();
                path.reverse();
                return Some(path);
            }
            // What comes behind the end in the order leads away from it.
            for &next in self.successors[at as usize].iter().filter(|&&next| self.rank(next) <= self.rank(to)) {
                before.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    at
                });
            }
        }
        None
    }

    /// Whether no path leads from the end of a new edge to its beginning. If the edge leads backward and is `inserted`
    /// then, what lies between them is collected for [`reorder`](Self::reorder); else the search ends as soon as one of
    /// the sides is known to its end.
    fn is_free(&mut self, from: u32, to: u32, inserted: bool) -> bool {
        if from == to {
            return false;
        }
        if self.rank(from) < self.rank(to) {
            return true;
        }
        self.search += 1;
        self.ahead.begin(to, self.search);
        self.behind.begin(from, self.search);
        // Only vertices between the two in the order can lie on a path from `to` to `from`, or have to move.
        let (first, last) = (self.rank(to), self.rank(from));
        let is_left = |ahead: bool, behind: bool| if inserted { ahead || behind } else { ahead && behind };
        while is_left(!self.ahead.is_done(), !self.behind.is_done()) {
            let Self { rank, successors, predecessors, search, ahead, behind, .. } = self;
            let goes_ahead = behind.is_done() || !ahead.is_done() && ahead.edges <= behind.edges;
            let is_apart = match goes_ahead {
                true => ahead.expand(successors, behind, *search, |vertex| rank[vertex as usize] < last),
                false => behind.expand(predecessors, ahead, *search, |vertex| rank[vertex as usize] > first),
            };
            if !is_apart {
                return false;
            }
        }
        true
    }

    /// Gives the places of all that was collected to them again: first to what lies behind, then to what lies ahead.
    fn reorder(&mut self) {
        let Self { rank, ahead, behind, .. } = self;
        behind.found.sort_unstable_by_key(|&vertex| rank[vertex as usize]);
        ahead.found.sort_unstable_by_key(|&vertex| rank[vertex as usize]);
        let moved = || behind.found.iter().chain(&ahead.found);
        let mut places: Vec<_> = moved().map(|&vertex| rank[vertex as usize]).collect();
        places.sort_unstable();
        let vertices: Vec<_> = moved().copied().collect();
        for (vertex, place) in vertices.into_iter().zip(places) {
            rank[vertex as usize] = place;
        }
    }
}
