//! The order of the lanes, and what is known of turns that it was asked for.

use super::waits::Edge;
use std::collections::HashSet;
use wormcast_routing::{AcyclicOrder, Reach};

/// The dependences that are there. What a search has found about a further one is kept as long as it holds: trees that
/// are mended after one loss ask for the same turns, each time anew.
pub(super) struct Order {
    edges: AcyclicOrder,
    /// They would close a cycle, whatever else is inserted.
    refused: HashSet<Edge>,
    /// They would close none, as long as nothing is inserted.
    allowed: HashSet<Edge>,
    /// What was inserted behind the last refusal, on which none rests.
    fresh: Vec<Edge>,
    /// Whether any was refused since that was asked last.
    was_refused: bool,
    /// What lanes led to at some time; as long as nothing is taken out that was there then.
    reach: Option<Reach>,
}

impl Order {
    pub(super) fn new(edges: AcyclicOrder) -> Self {
        Self {
            edges,
            refused: HashSet::new(),
            allowed: HashSet::new(),
            fresh: Vec::new(),
            was_refused: false,
            reach: None,
        }
    }

    /// Orders the lanes anew, by how many there are before each.
    pub(super) fn by_levels(&mut self) {
        self.edges.by_levels();
    }

    /// Inserts a dependence: whether it was new. None if it would close a cycle; it is not inserted then.
    pub(super) fn insert(&mut self, (held, asked): Edge) -> Option<bool> {
        let is_new = self.edges.insert(held, asked)?;
        if is_new {
            self.allowed.clear();
            if !self.refused.is_empty() {
                self.fresh.push((held, asked));
            }
        }
        Some(is_new)
    }

    /// Takes dependences out, if they are there.
    pub(super) fn remove(&mut self, edges: &[Edge]) {
        for &(held, asked) in edges.iter().rev() {
            if self.fresh.last() == Some(&(held, asked)) {
                self.fresh.pop();
            } else {
                self.refused.clear();
                self.fresh.clear();
            }
            self.edges.remove(held, asked);
        }
    }

    /// Whether a dependence leads forward in the order, and closes no cycle for that.
    #[inline]
    pub(super) fn leads_on(&self, (held, asked): Edge) -> bool {
        self.edges.rank(held) < self.edges.rank(asked)
    }

    /// Looks at what every lane leads to, so that turns are searched no more one by one.
    pub(super) fn look_at_all(&mut self) {
        self.reach = Some(self.edges.reach());
    }

    /// What every lane led to when it was looked at, if it was.
    pub(super) fn reach(&self) -> Option<&Reach> {
        self.reach.as_ref()
    }

    /// Which of some dependences would close a cycle, each by itself ([`AcyclicOrder::closing`]).
    pub(super) fn closing(&self, edges: &[Edge]) -> Vec<bool> {
        self.edges.closing(edges)
    }

    /// Whether a dependence could be inserted, where that is known at once.
    pub(super) fn known(&self, (held, asked): Edge) -> Option<bool> {
        if self.leads_on((held, asked)) || self.allowed.contains(&(held, asked)) {
            return Some(true);
        }
        self.refused.contains(&(held, asked)).then_some(false)
    }

    /// The same, by a search where it is not known.
    pub(super) fn allows(&mut self, edge: Edge) -> bool {
        if let Some(answer) = self.known(edge) {
            return answer;
        }
        if self.edges.allows(edge.0, edge.1) {
            self.allowed.insert(edge);
            return true;
        }
        self.refused.insert(edge);
        self.fresh.clear();
        self.was_refused = true;
        false
    }

    /// Whether any dependence was refused since this was asked last.
    pub(super) fn has_refused(&mut self) -> bool {
        std::mem::take(&mut self.was_refused)
    }

    /// A shortest path along the dependences ([`AcyclicOrder::path`]).
    pub(super) fn path(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        self.edges.path(from, to)
    }
}
