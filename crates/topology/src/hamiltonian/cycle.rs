//! A Hamiltonian cycle in the making: edges taken, dropped or open, and what follows from them.

use super::biconnected::Biconnected;
use super::edges::Edges;
use super::factor::Factor;
use super::steps::Steps;
use crate::{Graph, NodeId};

/// What is left has no Hamiltonian cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Taken,
    Dropped,
}

/// A change, as what was before.
enum Change {
    /// An edge was open.
    Edge(u32),
    /// The fragment that ended at the first node had the second as its other end.
    Other(u32, u32),
}

/// The state of each edge, with all that is counted, and the trail to take changes back.
pub(super) struct Cycle {
    edges: Edges,
    state: Vec<State>,
    /// How many edges at each node are open, and taken.
    open: Vec<u32>,
    taken: Vec<u32>,
    /// How many edges are taken in all.
    total: usize,
    /// The other end of the fragment that ends at a node; the node itself while it has no edge.
    other: Vec<u32>,
    trail: Vec<Change>,
    /// Nodes whose edges have changed.
    touched: Vec<u32>,
    biconnected: Biconnected,
    factor: Factor,
    /// How many conflicts each node has been in, from 1.
    conflicts: Vec<u64>,
}

impl Cycle {
    /// All edges are open. A Hamiltonian cycle through the apex is a Hamiltonian path of the network.
    pub(super) fn through_apex(graph: &Graph) -> Self {
        let edges = Edges::with_apex(graph);
        let nodes = 0..edges.node_count() as u32;
        Self {
            state: vec![State::Open; edges.count()],
            open: nodes.clone().map(|node| edges.degree(node) as u32).collect(),
            taken: vec![0; edges.node_count()],
            total: 0,
            other: nodes.clone().collect(),
            trail: Vec::new(),
            touched: nodes.collect(),
            biconnected: Biconnected::new(&edges),
            factor: Factor::new(&edges),
            conflicts: vec![1; edges.node_count()],
            edges,
        }
    }

    fn blame(&mut self, node: u32) -> Conflict {
        self.conflicts[node as usize] += 1;
        Conflict
    }

    fn is_whole(&self) -> bool {
        self.total == self.edges.node_count()
    }

    /// Where the trail is, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        self.touched.clear();
        // Newest first, so that each entry finds the state that it was written in. The factor is not taken back: a flow
        // that avoids more edges than it must is still one, and is mended at the next check.
        while self.trail.len() > mark {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Change::Other(node, other) => self.other[node as usize] = other,
                Change::Edge(edge) => self.reopen(edge),
            }
        }
    }

    /// The inverse of deciding an edge, with all that is counted.
    fn reopen(&mut self, edge: u32) {
        let taken = std::mem::replace(&mut self.state[edge as usize], State::Open) == State::Taken;
        self.total -= usize::from(taken);
        for end in self.edges.ends(edge) {
            self.open[end as usize] += 1;
            self.taken[end as usize] -= u32::from(taken);
        }
    }

    /// Drops an open edge.
    pub(super) fn drop(&mut self, edge: u32) {
        self.decide(edge, State::Dropped);
        self.factor.drop(&self.edges, edge);
    }

    fn decide(&mut self, edge: u32, state: State) {
        self.state[edge as usize] = state;
        self.trail.push(Change::Edge(edge));
        for end in self.edges.ends(edge) {
            self.open[end as usize] -= 1;
            self.touched.push(end);
        }
    }

    /// Takes an open edge: two fragments become one, whose ends must not be joined before the cycle is whole.
    pub(super) fn take(&mut self, edge: u32) -> Result<(), Conflict> {
        let [a, b] = self.edges.ends(edge);
        self.decide(edge, State::Taken);
        self.total += 1;
        self.taken[a as usize] += 1;
        self.taken[b as usize] += 1;
        if self.taken[a as usize] > 2 || self.taken[b as usize] > 2 {
            return Err(Conflict);
        }
        // The edges taken form disjoint paths, the fragments. `other` is right at the ends of each, and stale within; a
        // and b were ends, as no node has more than two edges.
        let [far_a, far_b] = [self.other[a as usize], self.other[b as usize]];
        match (self.is_whole(), far_a == b) {
            (true, _) => Ok(()),
            (false, true) => Err(Conflict),
            (false, false) => {
                self.join_fragments(far_a, far_b);
                Ok(())
            }
        }
    }

    fn join_fragments(&mut self, far_a: u32, far_b: u32) {
        for (node, other) in [(far_a, far_b), (far_b, far_a)] {
            let before = std::mem::replace(&mut self.other[node as usize], other);
            self.trail.push(Change::Other(node, before));
        }
        // The edge between the new ends would close a cycle that misses nodes, unless it is the last edge of all.
        if self.total + 1 < self.edges.node_count()
            && let Some(closing) = self.open_edge(far_a, far_b)
        {
            self.drop(closing);
        }
    }

    fn open_edge(&self, a: u32, b: u32) -> Option<u32> {
        let (few, far) = if self.edges.degree(a) <= self.edges.degree(b) { (a, b) } else { (b, a) };
        self.open_edges(few).find(|&edge| self.edges.across(edge, few) == far)
    }

    fn open_edges(&self, node: u32) -> impl Iterator<Item = u32> {
        self.edges.at(node).filter(|&edge| self.state[edge as usize] == State::Open)
    }

    /// Follows what is forced, until nothing is: a node with two edges left takes both, a node that has two drops the
    /// rest.
    pub(super) fn settle(&mut self, steps: &mut Steps) -> Result<(), Conflict> {
        // Invariant: a node whose edges force something is on the stack. Deciding an edge puts both ends there, so when
        // the stack is empty, every node has more than two edges left, or exactly two that are taken and none open.
        while let Some(node) = self.touched.pop() {
            let (open, taken) = (self.open[node as usize], self.taken[node as usize]);
            if open + taken < 2 {
                return Err(self.blame(node));
            }
            // Nothing is forced: all edges are decided, or there still is a choice.
            if open == 0 || (taken < 2 && open + taken > 2) {
                continue;
            }
            steps.take(self.edges.degree(node));
            // Two are taken: drop the rest. Or two are left: take them. `taken` is the count from before this loop, so
            // that edges taken here do not change the rule midway.
            for place in self.edges.places(node) {
                let edge = self.edges.edge(place);
                match self.state[edge as usize] {
                    State::Open if taken == 2 => self.drop(edge),
                    State::Open => self.take(edge).map_err(|Conflict| {
                        self.blame(self.edges.across(edge, node));
                        self.blame(node)
                    })?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Fails when the edges that are not dropped fall apart or leave a cut node, or when they do not suffice to give
    /// two to each node. O(nodes + edges), and as much for each edge dropped since the last check, though mostly far
    /// less.
    pub(super) fn check(&mut self, steps: &mut Steps) -> Result<(), Conflict> {
        steps.take(self.edges.node_count() + 2 * self.edges.count());
        let state = &self.state;
        let is_kept = |edge: u32| state[edge as usize] != State::Dropped;
        let connected = self.biconnected.check(&self.edges, is_kept);
        // A cycle passes through every node once, so no single node may cut the rest; and it is a flow of two units
        // through every node, so where there is no such flow there is no cycle.
        let culprit = connected.and_then(|()| self.factor.mend(&self.edges, is_kept, steps));
        culprit.map_err(|node| self.blame(node))
    }

    /// The edge to decide next; none when the cycle is whole. It is at the node that was in the most conflicts for its
    /// open edges (Boussemart and others 2004), where the end of a fragment counts twice, and leads to the neighbour
    /// with the fewest edges.
    pub(super) fn choose(&self, steps: &mut Steps) -> Option<u32> {
        steps.take(self.edges.node_count());
        let apex = self.edges.apex();
        let undecided = (0..=apex).filter(|&node| self.open[node as usize] > 0);
        // Conflicts divide the rank: nodes that have failed often come first, so that failures come early.
        let node = undecided.min_by_key(|&node| {
            let ends = if self.taken[node as usize] == 1 { 1 } else { 2 };
            let rank = u64::from(self.open[node as usize]) * ends * 1_000_000 / self.conflicts[node as usize];
            (node == apex, rank)
        })?;
        self.open_edges(node).min_by_key(|&edge| {
            let far = self.edges.across(edge, node);
            (far == apex, self.open[far as usize] + self.taken[far as usize])
        })
    }

    /// The whole cycle without the apex.
    pub(super) fn path(&self) -> Vec<NodeId> {
        let apex = self.edges.apex();
        let taken = |node| self.edges.at(node).filter(|&edge| self.state[edge as usize] == State::Taken);
        let mut path = Vec::with_capacity(apex as usize);
        let mut edge = taken(apex).next().expect("the cycle passes the apex");
        let mut node = self.edges.across(edge, apex);
        // Invariant: `path` runs from a neighbour of the apex up to, but without, `node`, which `edge` leads to.
        while node != apex {
            path.push(NodeId::new(node as usize));
            edge = taken(node).find(|&next| next != edge).expect("a node of the cycle has two edges");
            node = self.edges.across(edge, node);
        }
        path
    }
}
