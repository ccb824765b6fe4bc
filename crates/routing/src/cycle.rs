//! Cycles of directed graphs: levels if there are none, strongly connected components and short cycles if there are.

use std::collections::VecDeque;

/// Searches for a shortest cycle begin at no more vertices of a component than this.
const MOST_STARTS: usize = 256;

const NONE: u32 = u32::MAX;

/// A directed graph in compressed rows.
///
/// ```
/// use wormcast_routing::CompactGraph;
/// let graph = |rows: &'static [&'static [u32]]| CompactGraph::new(rows.iter().map(|row| row.iter().copied()));
/// assert_eq!(graph(&[&[1], &[2], &[]]).levels(), Ok(vec![0, 1, 2]));
/// assert_eq!(graph(&[&[1], &[0], &[0]]).cyclic_components(), [[0, 1]]);
/// ```
#[derive(Debug)]
pub struct CompactGraph {
    first: Vec<u32>,
    to: Vec<u32>,
}

impl CompactGraph {
    /// The graph with these successors of each vertex.
    pub fn new<S: Iterator<Item = u32>>(successors: impl Iterator<Item = S>) -> Self {
        let (mut first, mut to) = (vec![0], Vec::new());
        for row in successors {
            to.extend(row);
            first.push(to.len() as u32);
        }
        Self { first, to }
    }

    fn len(&self) -> usize {
        self.first.len() - 1
    }

    fn row(&self, vertex: u32) -> &[u32] {
        &self.to[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }

    /// The length of the longest path to each vertex, if the graph has no cycle. O(vertices + edges) (Kahn 1962).
    ///
    /// # Errors
    /// How many vertices lie on or behind cycles.
    pub fn levels(&self) -> Result<Vec<u32>, usize> {
        let mut missing = vec![0_u32; self.len()];
        self.to.iter().for_each(|&to| missing[to as usize] += 1);
        let mut ready: Vec<_> = (0..self.len() as u32).filter(|&vertex| missing[vertex as usize] == 0).collect();
        let mut levels = vec![0; self.len()];
        let mut done = 0;
        // Invariant: the level of a vertex in `ready` is final, as all its predecessors are done.
        while let Some(at) = ready.pop() {
            done += 1;
            for &to in self.row(at) {
                levels[to as usize] = levels[to as usize].max(levels[at as usize] + 1);
                missing[to as usize] -= 1;
                if missing[to as usize] == 0 {
                    ready.push(to);
                }
            }
        }
        if done == self.len() { Ok(levels) } else { Err(self.len() - done) }
    }

    /// The strongly connected components, each after all that it leads to. O(vertices + edges) (Tarjan 1972).
    pub fn components(&self) -> Vec<Vec<u32>> {
        Tarjan::new(self).run()
    }

    /// The strongly connected components that have a cycle, each in ascending order, by their lowest vertex. O(vertices
    /// + edges) (Tarjan 1972).
    pub fn cyclic_components(&self) -> Vec<Vec<u32>> {
        let mut found = self.components();
        found.retain(|component| component.len() > 1 || self.row(component[0]).contains(&component[0]));
        found.iter_mut().for_each(|component| component.sort_unstable());
        found.sort_unstable_by_key(|component| component[0]);
        found
    }

    /// A shortest cycle among those through the first vertices of a component.
    pub(crate) fn short_cycle_in(&self, component: &[u32]) -> Vec<u32> {
        let mut search = CycleSearch { graph: self, member: vec![false; self.len()], parent: vec![NONE; self.len()] };
        component.iter().for_each(|&vertex| search.member[vertex as usize] = true);
        let mut best: Option<Vec<u32>> = None;
        for &start in component.iter().take(MOST_STARTS) {
            let limit = best.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(cycle) = search.through(start, component, limit) {
                best = Some(cycle);
            }
        }
        best.expect("a component has a cycle through each of its vertices")
    }
}

/// A short cycle of the smallest component that has one; none if there is none.
pub(crate) fn shortest_cycle(graph: &CompactGraph) -> Option<Vec<u32>> {
    let smallest = graph.cyclic_components().into_iter().min_by_key(Vec::len)?;
    Some(graph.short_cycle_in(&smallest))
}

/// Breadth-first searches inside a component.
struct CycleSearch<'g> {
    graph: &'g CompactGraph,
    member: Vec<bool>,
    parent: Vec<u32>,
}

impl CycleSearch<'_> {
    /// A shortest cycle through a vertex, if it is shorter than a limit.
    fn through(&mut self, start: u32, component: &[u32], limit: usize) -> Option<Vec<u32>> {
        component.iter().for_each(|&vertex| self.parent[vertex as usize] = NONE);
        let mut queue = VecDeque::from([(start, 1)]);
        while let Some((at, length)) = queue.pop_front() {
            if length >= limit {
                return None;
            }
            for &to in self.graph.row(at) {
                if to == start {
                    return Some(self.walk_back(start, at));
                }
                if self.member[to as usize] && self.parent[to as usize] == NONE {
                    self.parent[to as usize] = at;
                    queue.push_back((to, length + 1));
                }
            }
        }
        None
    }

    fn walk_back(&self, start: u32, last: u32) -> Vec<u32> {
        let mut cycle = vec![last];
        while cycle[cycle.len() - 1] != start {
            cycle.push(self.parent[cycle[cycle.len() - 1] as usize]);
        }
        cycle.reverse();
        cycle
    }
}

/// Tarjan's search, with a stack of its own instead of recursion.
struct Tarjan<'g> {
    graph: &'g CompactGraph,
    /// The number of each vertex in the order in which they are met; NONE before.
    number: Vec<u32>,
    /// The lowest number on the stack that is known to be reached.
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<u32>,
    met: u32,
    found: Vec<Vec<u32>>,
}

impl<'g> Tarjan<'g> {
    fn new(graph: &'g CompactGraph) -> Self {
        let n = graph.len();
        let (number, low, on_stack) = (vec![NONE; n], vec![0; n], vec![false; n]);
        Self { graph, number, low, on_stack, stack: Vec::new(), met: 0, found: Vec::new() }
    }

    fn run(mut self) -> Vec<Vec<u32>> {
        for root in 0..self.graph.len() as u32 {
            if self.number[root as usize] == NONE {
                self.visit(root);
            }
        }
        self.found
    }

    /// All that is reached from a vertex. `path` holds the vertices under way, each with the number of its next edge.
    fn visit(&mut self, root: u32) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((at, edge)) = path.pop() {
            match self.graph.row(at).get(edge) {
                Some(&to) => {
                    path.push((at, edge + 1));
                    if self.number[to as usize] == NONE {
                        self.enter(to);
                        path.push((to, 0));
                    } else if self.on_stack[to as usize] {
                        self.low[at as usize] = self.low[at as usize].min(self.number[to as usize]);
                    }
                }
                None => self.leave(at, path.last().map(|&(before, _)| before)),
            }
        }
    }

    fn enter(&mut self, vertex: u32) {
        self.number[vertex as usize] = self.met;
        self.low[vertex as usize] = self.met;
        self.met += 1;
        self.stack.push(vertex);
        self.on_stack[vertex as usize] = true;
    }

    /// All edges of a vertex are followed: it closes a component if it reaches nothing before it.
    fn leave(&mut self, at: u32, before: Option<u32>) {
        if let Some(before) = before {
            self.low[before as usize] = self.low[before as usize].min(self.low[at as usize]);
        }
        if self.low[at as usize] == self.number[at as usize] {
            let start = self.stack.iter().rposition(|&vertex| vertex == at).expect("it is on the stack");
            let component = self.stack.split_off(start);
            component.iter().for_each(|&vertex| self.on_stack[vertex as usize] = false);
            self.found.push(component);
        }
    }
}
