//! The search by rotations: disjoint paths through all nodes, turned and joined until one is left.

use super::paths::Paths;
use super::steps::Steps;
use crate::{Graph, NodeId};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many neighbours of an end are weighed for a rotation.
const WEIGHED: usize = 5;

/// Looks for a Hamiltonian path, as long as the steps last; the same seed finds the same.
///
/// At first, paths are joined greedily. Then an end is picked, and joined to another path if it can be. Else it is
/// linked to a node inside of a path, one of whose old links is cut, so that another node becomes an end (Pósa's
/// rotation, 1976, on many paths at once): one that can be joined next, else the one that has not been an end for the
/// longest time. O(nodes + channels) memory; a rotation takes O(log nodes + degrees) time.
pub(super) fn search(graph: &Graph, seed: u64, steps: &mut Steps) -> Option<Vec<NodeId>> {
    let mut search = Search::new(graph, seed);
    search.join_greedily();
    // Invariant: the paths are disjoint and hold all nodes; `left` of them. A join makes one less, and a turn keeps
    // their number, with another end. One path that holds all nodes is Hamiltonian. Nothing says that this ends: the
    // steps do.
    while search.left > 1 {
        let work = search.rotate();
        steps.take(work);
        if steps.are_out() {
            return None;
        }
    }
    Some(search.path())
}

struct Search<'g> {
    graph: &'g Graph,
    random: Xoshiro256PlusPlus,
    paths: Paths,
    /// How many paths there are.
    left: usize,
    /// The ends of the paths, in no order.
    ends: Vec<NodeId>,
    /// Where each node is, or last was, in `ends`.
    place: Vec<u32>,
    /// The rotation by which each node last became an end.
    since: Vec<u64>,
    rotations: u64,
}

/// The end of a path is linked to a node, which is cut from another one.
#[derive(Clone, Copy)]
struct Rotation {
    end: NodeId,
    to: NodeId,
    freed: NodeId,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, seed: u64) -> Self {
        let nodes = graph.node_count();
        Self {
            graph,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            paths: Paths::new(nodes),
            left: nodes,
            ends: graph.nodes().collect(),
            place: (0..nodes as u32).collect(),
            since: vec![0; nodes],
            rotations: 0,
        }
    }

    /// Joins what can be joined, nodes and neighbours of low degree first.
    fn join_greedily(&mut self) {
        let graph = self.graph;
        let mut nodes: Vec<_> =
            graph.nodes().map(|node| (graph.degree(node), self.random.random::<u32>(), node)).collect();
        nodes.sort_unstable();
        // Nodes of low degree have the fewest chances to be inside of a path later, so they choose first; dice decide
        // among equals.
        for (_, _, node) in nodes {
            let mut near: Vec<_> = graph.neighbours(node).iter().map(|&near| (graph.degree(near), near)).collect();
            near.sort_unstable();
            for (_, near) in near {
                if self.paths.is_end(node) && self.can_join(node, near) {
                    self.join(node, near);
                }
            }
        }
    }

    /// Whether a node is an end of another path than this end is.
    fn can_join(&mut self, end: NodeId, node: NodeId) -> bool {
        self.paths.is_end(node) && !self.paths.are_together(end, node)
    }

    fn join(&mut self, a: NodeId, b: NodeId) {
        self.paths.join(a, b);
        self.left -= 1;
        for node in [a, b] {
            // It was an end, and is inside now: the last of the list takes its place. A path of one node was an end
            // once, and stays one.
            if !self.paths.is_end(node) {
                let at = self.place[node.index()];
                self.ends.swap_remove(at as usize);
                if let Some(moved) = self.ends.get(at as usize) {
                    self.place[moved.index()] = at;
                }
            }
        }
    }

    fn cut(&mut self, a: NodeId, b: NodeId) {
        for node in [a, b] {
            if !self.paths.is_end(node) {
                self.place[node.index()] = self.ends.len() as u32;
                self.ends.push(node);
            }
        }
        self.paths.cut(a, b);
        self.left += 1;
    }

    /// Joins or turns a path at a random end. Returns how much work that was.
    fn rotate(&mut self) -> usize {
        let before = self.paths.work;
        self.rotations += 1;
        let end = self.ends[self.random.random_range(0..self.ends.len())];
        let graph = self.graph;
        let near = graph.neighbours(end);
        let (late, early) = near.split_at(self.random.random_range(0..near.len()));
        let mut work = near.len();
        if let Some(&other) = near.iter().find(|&&node| self.can_join(end, node)) {
            self.join(end, other);
        } else {
            let mut best = None;
            // From a random neighbour on: a few are weighed, and none is preferred.
            let fresh = early.iter().chain(late).filter(|&&to| !self.paths.are_linked(end, to));
            let weighed: Vec<_> = fresh.copied().take(WEIGHED).collect();
            for to in weighed {
                work += self.weigh_all(end, to, &mut best);
            }
            if let Some((_, rotation)) = best {
                self.turn(rotation);
            }
        }
        work + self.paths.work - before
    }

    fn turn(&mut self, Rotation { end, to, freed }: Rotation) {
        self.cut(to, freed);
        self.join(end, to);
        self.since[freed.index()] = self.rotations;
    }

    /// Weighs the rotations that link an end to a node. Returns how much work that was.
    fn weigh_all(&mut self, end: NodeId, to: NodeId, best: &mut Option<(Weight, Rotation)>) -> usize {
        // On its own path, the link towards the end must go, or a cycle would close.
        let freed = match self.paths.towards(end, to) {
            Some(freed) => [Some(freed), None],
            None => self.paths.links(to),
        };
        let mut work = 0;
        for freed in freed.into_iter().flatten() {
            let rotation = Rotation { end, to, freed };
            let weight = self.weigh(rotation);
            work += self.graph.degree(freed);
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                *best = Some((weight, rotation));
            }
        }
        work
    }

    fn weigh(&mut self, Rotation { end, to, freed }: Rotation) -> Weight {
        let graph = self.graph;
        let stuck = graph.degree(freed) == 2 && !self.paths.is_end(freed);
        let fresh = |paths: &Paths, node: NodeId| node != to && node != end && !paths.are_linked(freed, node);
        let joins = graph.neighbours(freed).iter().any(|&node| fresh(&self.paths, node) && self.can_join(end, node));
        (stuck, !joins, self.since[freed.index()])
    }

    fn path(&self) -> Vec<NodeId> {
        let first = self.ends.iter().min().expect("a path has ends");
        let mut path = vec![*first];
        let mut last = None;
        // From the lower end on, never back to where it came from.
        while let Some(next) =
            self.paths.links(path[path.len() - 1]).into_iter().flatten().find(|&node| Some(node) != last)
        {
            last = path.last().copied();
            path.push(next);
        }
        path
    }
}

/// The least is the best: the freed node has no other link to go on with; it cannot be joined next; when it last was an
/// end.
type Weight = (bool, bool, u64);
