//! Whether some edges of a network hold all nodes together, whichever node is taken away.

use super::edges::Edges;

/// The buffers of a depth-first search, kept from one to the next.
pub(super) struct Biconnected {
    /// When each node was entered, from 1; 0 if it was not.
    entered: Vec<u32>,
    /// The earliest node that each node's subtree is linked to.
    low: Vec<u32>,
    /// The place of the edge to look at next.
    next: Vec<u32>,
    /// The nodes between the root and where the search is.
    way: Vec<u32>,
    clock: u32,
}

impl Biconnected {
    pub(super) fn new(edges: &Edges) -> Self {
        let zeros = || vec![0; edges.node_count()];
        Self { entered: zeros(), low: zeros(), next: zeros(), way: Vec::new(), clock: 0 }
    }

    /// Looks for a node without which the edges that are kept do not connect all others. O(nodes + edges).
    ///
    /// # Errors
    /// Such a node, or any if the edges do not connect all nodes.
    pub(super) fn check(&mut self, edges: &Edges, is_kept: impl Fn(u32) -> bool) -> Result<(), u32> {
        self.entered.fill(0);
        self.next.fill(0);
        self.way.clear();
        self.clock = 0;
        self.enter(0);
        // Hopcroft and Tarjan's depth-first search, as for the blocks; but it ends at the first cut node. Invariant:
        // `way` leads from the root to `node`, and `low` is known for what has been looked at below.
        while let Some(&node) = self.way.last() {
            let place = edges.places(node).start + self.next[node as usize] as usize;
            if place == edges.places(node).end {
                self.leave(node)?;
                continue;
            }
            self.next[node as usize] += 1;
            let edge = edges.edge(place);
            if is_kept(edge) {
                self.look(node, edges.across(edge, node))?;
            }
        }
        if self.clock as usize == edges.node_count() { Ok(()) } else { Err(0) }
    }

    fn enter(&mut self, node: u32) {
        self.clock += 1;
        self.entered[node as usize] = self.clock;
        self.low[node as usize] = self.clock;
        self.way.push(node);
    }

    fn look(&mut self, node: u32, far: u32) -> Result<(), u32> {
        match self.entered[far as usize] {
            // The root has a second subtree: it is a cut node.
            0 if node == 0 && self.clock > 1 => return Err(0),
            0 => self.enter(far),
            time => self.low[node as usize] = self.low[node as usize].min(time),
        }
        Ok(())
    }

    /// When nothing leads on from below the parent, which is not the root, it is a cut node.
    fn leave(&mut self, node: u32) -> Result<(), u32> {
        self.way.pop();
        let Some(&parent) = self.way.last() else { return Ok(()) };
        let low = self.low[node as usize];
        self.low[parent as usize] = self.low[parent as usize].min(low);
        if parent != 0 && low >= self.entered[parent as usize] { Err(parent) } else { Ok(()) }
    }
}
