//! The order of the lanes, and what is known of turns that it was asked for.

use super::waits::Edge;
use wormcast_routing::AcyclicOrder;

/// The dependences that are there. What a search has found about a further one is kept as long as it holds: trees that
/// are mended after one loss ask for the same turns, each time anew.
pub(super) struct Order {
    edges: AcyclicOrder,
    /// They would close a cycle, whatever else is inserted.
    refused: Turns,
    /// They would close none.
    allowed: Turns,
    /// What was inserted behind the last refusal, on which none rests.
    fresh: Vec<Edge>,
}

impl Order {
    pub(super) fn new(edges: AcyclicOrder) -> Self {
        Self { edges, refused: Turns::default(), allowed: Turns::default(), fresh: Vec::new() }
    }

    /// Orders the lanes anew, by how many there are before each.
    pub(super) fn by_levels(&mut self) {
        self.edges.by_levels();
    }

    /// Inserts a dependence: whether it was new. None if it would close a cycle; it is not inserted then.
    pub(super) fn insert(&mut self, (held, asked): Edge) -> Option<bool> {
        let is_new = self.edges.insert(held, asked)?;
        if is_new {
            // A turn closes a cycle now only where a path leads from its end over the new edge to its beginning.
            let Self { edges, allowed, .. } = self;
            let rank = |lane| edges.rank(lane);
            allowed.retain(|(first, last)| rank(last) > rank(held) || rank(asked) > rank(first));
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

    /// Whether a dependence could be inserted, where that is known at once.
    pub(super) fn known(&self, (held, asked): Edge) -> Option<bool> {
        if self.edges.rank(held) < self.edges.rank(asked) || self.allowed.has((held, asked)) {
            return Some(true);
        }
        self.refused.has((held, asked)).then_some(false)
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
        false
    }

    /// A shortest path along the dependences ([`AcyclicOrder::path`]).
    pub(super) fn path(&self, from: u32, to: u32) -> Option<Vec<u32>> {
        self.edges.path(from, to)
    }
}

/// Turns by the lane that is held: few are known of each.
#[derive(Default)]
struct Turns {
    asked: Vec<Vec<u32>>,
    /// The lanes of which some are known.
    held: Vec<u32>,
}

impl Turns {
    fn has(&self, (held, asked): Edge) -> bool {
        self.asked.get(held as usize).is_some_and(|row| row.contains(&asked))
    }

    fn insert(&mut self, (held, asked): Edge) {
        if self.asked.len() <= held as usize {
            self.asked.resize(held as usize + 1, Vec::new());
        }
        let row = &mut self.asked[held as usize];
        if row.is_empty() {
            self.held.push(held);
        }
        row.push(asked);
    }

    fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    fn clear(&mut self) {
        self.held.drain(..).for_each(|held| self.asked[held as usize].clear());
    }

    fn retain(&mut self, holds: impl Fn(Edge) -> bool) {
        let Self { asked, held } = self;
        held.retain(|&held| {
            let row = &mut asked[held as usize];
            row.retain(|&asked| holds((held, asked)));
            !row.is_empty()
        });
    }
}
