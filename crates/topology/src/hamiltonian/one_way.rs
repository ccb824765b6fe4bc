//! Hamiltonian paths of channels that lead one way.

use crate::{Graph, Labelling, NodeId};

/// How many steps are tried.
const MAX_STEPS: usize = 1 << 16;

/// Searches a Hamiltonian path of channels, some of which have no opposite: backtracking from the first nodes, to the
/// neighbour first from which the fewest channels lead on. None if there is none within so many steps, which says
/// nothing; nor on networks with endpoints, or whose channels all have opposites.
pub(crate) fn one_way_path(graph: &Graph) -> Option<Labelling> {
    if graph.is_symmetric() || !graph.endpoints().is_empty() {
        return None;
    }
    let mut steps = MAX_STEPS.max(4 * graph.node_count());
    let share = steps / 4;
    let mut path = None;
    for start in graph.nodes().take(4) {
        steps = steps.min(share);
        path = Search { graph, path: Vec::new(), visited: vec![false; graph.node_count()], steps }.from(start);
        if path.is_some() {
            break;
        }
    }
    Labelling::from_one_way_path(graph, path?).ok()
}

struct Search<'g> {
    graph: &'g Graph,
    path: Vec<NodeId>,
    visited: Vec<bool>,
    steps: usize,
}

impl Search<'_> {
    /// A path of all nodes from this one.
    fn from(mut self, start: NodeId) -> Option<Vec<NodeId>> {
        // For each node of the path, the neighbours that are still to be tried, the best one last.
        let mut left = vec![vec![start]];
        while let Some(next) = left.last_mut().map(Vec::pop) {
            let Some(node) = next else {
                left.pop();
                let back = self.path.pop()?;
                self.visited[back.index()] = false;
                continue;
            };
            self.steps = self.steps.checked_sub(1)?;
            self.path.push(node);
            self.visited[node.index()] = true;
            if self.path.len() == self.visited.len() {
                return Some(self.path);
            }
            left.push(self.onwards(node));
        }
        None
    }

    fn onwards(&self, node: NodeId) -> Vec<NodeId> {
        let open = |node: NodeId| self.graph.neighbours(node).iter().filter(|next| !self.visited[next.index()]);
        let mut next: Vec<NodeId> = open(node).copied().collect();
        next.dedup();
        next.sort_by_key(|&next| std::cmp::Reverse(open(next).count()));
        next
    }
}
