//! The exhaustive search: a Hamiltonian path, or the certainty that there is none.

use super::cycle::{Conflict, Cycle};
use super::steps::Steps;
use crate::{Graph, NodeId};

/// What came out of a search.
pub(super) enum Outcome {
    Found(Vec<NodeId>),
    /// All cases were tried.
    None,
    GaveUp,
}

/// Searches all cases, as long as the steps last.
///
/// A Hamiltonian path is a Hamiltonian cycle through one more node, the apex, that is linked to all. A case decides an
/// edge: it is in the cycle, and if that fails, it is not. After each decision follows what is forced. A case also
/// fails when what is left has a cut node. Exponential time; memory is linear in nodes and channels.
pub(super) fn search(graph: &Graph, steps: &mut Steps) -> Outcome {
    let mut cycle = Cycle::through_apex(graph);
    let mut decisions = Vec::new();
    let mut state = cycle.settle(steps);
    // Invariant: every Hamiltonian cycle either agrees with all edges that are taken and dropped now, or belongs to a
    // case that is still to come: the other side of a decision on the stack, where its edge is dropped. The cases
    // already closed hold none.
    loop {
        if steps.are_out() {
            return Outcome::GaveUp;
        }
        match state.and_then(|()| cycle.check(steps)) {
            Ok(()) => match cycle.choose(steps) {
                // Nothing is open, nothing contradicts: the edges taken are the cycle.
                None => return Outcome::Found(cycle.path()),
                // Branch: first the case with this edge.
                Some(edge) => {
                    decisions.push((cycle.mark(), edge));
                    state = cycle.take(edge).and_then(|()| cycle.settle(steps));
                }
            },
            Err(Conflict) => {
                // This case holds no cycle: go back to the last decision, and on to its other case, without the edge.
                // That case follows from what was decided before, so it needs no entry on the stack.
                let Some((mark, edge)) = decisions.pop() else { return Outcome::None };
                cycle.undo(mark);
                cycle.drop(edge);
                state = cycle.settle(steps);
            }
        }
    }
}
