//! Better pairs of trees than those that a construction gives.

use super::{Distances, RootedTree, TreeShape, best_root};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use wormcast_topology::{Graph, NodeId};

/// How much a channel of combined diameter counts against a channel of average distance.
const DIAMETER: f64 = 0.05;
/// The first and the last temperature, in channels of average distance.
const HOT: f64 = 0.03;
const COLD: f64 = 0.0005;

/// Two edge-disjoint spanning trees with shorter ways, from two that share no link: simulated annealing.
///
/// A step exchanges a link between the trees, or for one that neither uses, so that both stay spanning trees. What is
/// made small is the average distance with a twentieth of the combined diameter. A step is not taken that gives a node
/// more links in a tree than any had at first (at least three), or lets the largest branch at a [`best_root`] hold more
/// than that share of the nodes. The best pair that was seen is given, each tree rooted at its best root: never worse
/// than the first one.
///
/// O(steps · nodes²) time, O(nodes) memory; one seed gives one result.
///
/// ```
/// use wormcast_schemes::trees::{Distances, dstm_1, optimise};
/// use wormcast_topology::{NodeId, Topology, Torus};
/// let torus = Torus::new(&[5, 5])?;
/// let first = dstm_1(&torus, NodeId::new(0))?;
/// let better = optimise(torus.graph(), first.clone(), 0.6, 500, 1);
/// let average = |trees| Distances::new(trees).spread().average();
/// assert!(average(&better) < average(&first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If a tree is not one of the network.
pub fn optimise(graph: &Graph, trees: [RootedTree; 2], share: f64, steps: u32, seed: u64) -> [RootedTree; 2] {
    // Without steps there is nothing to score, which takes nodes² time.
    if steps == 0 {
        return trees.map(well_rooted);
    }
    let most_links = trees.iter().flat_map(RootedTree::degrees).max().unwrap_or(0).max(3);
    let first_share = trees.iter().map(|tree| largest_share(tree.clone())).fold(share, f64::max);
    let mut pair = Pair::new(graph, trees);
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut score = pair.score();
    let (mut best, mut best_score) = (pair.clone(), score);
    // Invariant: `pair` are two edge-disjoint spanning trees that keep both limits, and `best` is the best such pair so
    // far.
    for step in 0..steps {
        let heat = HOT * (COLD / HOT).powf(f64::from(step) / f64::from(steps));
        let Some(next) = pair.neighbour(&mut random, graph) else { continue };
        let keeps = |tree: &RootedTree| {
            tree.degrees().iter().all(|&links| links <= most_links) && largest_share(tree.clone()) <= first_share
        };
        if !next.trees.iter().all(keeps) {
            continue;
        }
        let next_score = next.score();
        // Metropolis: what is worse is taken with a chance that falls with the difference and with the heat.
        if next_score <= score || random.unit() < ((score - next_score) / heat).exp() {
            (pair, score) = (next, next_score);
        }
        if score < best_score {
            (best, best_score) = (pair.clone(), score);
        }
    }
    best.trees.map(well_rooted)
}

fn well_rooted(mut tree: RootedTree) -> RootedTree {
    tree.reroot(best_root(&tree));
    tree
}

fn largest_share(tree: RootedTree) -> f64 {
    TreeShape::of(&well_rooted(tree)).largest_share()
}

/// Two trees, and the links that neither uses.
#[derive(Clone)]
struct Pair {
    trees: [RootedTree; 2],
    unused: Vec<(NodeId, NodeId)>,
}

impl Pair {
    fn new(graph: &Graph, trees: [RootedTree; 2]) -> Self {
        let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
        let free = |&(a, b): &(NodeId, NodeId)| a < b && trees.iter().all(|tree| !tree.has_link(a, b));
        Self { unused: ends.filter(free).collect(), trees }
    }

    fn score(&self) -> f64 {
        let spread = Distances::new(&self.trees).spread();
        spread.average() + DIAMETER * f64::from(spread.diameter())
    }

    /// Another pair that differs by one exchange; none if the links that were drawn allow none.
    fn neighbour(&self, random: &mut Random, graph: &Graph) -> Option<Self> {
        let tree = random.below(2);
        let links = graph.node_count() - 1 + self.unused.len();
        let drawn = random.below(links);
        let mut next = self.clone();
        let (mine, other) = (&self.trees[tree], &self.trees[1 - tree]);
        if let Some(&(a, b)) = self.unused.get(drawn) {
            // An unused link closes a cycle in this tree: any link of that may leave for it.
            let out = random.one_of(&mine.path(a, b))?;
            next.unused[drawn] = (out, mine.parent(out)?);
            next.trees[tree].exchange(out, (a, b));
            return Some(next);
        }
        // A link leaves this tree for the other, where it closes a cycle; of that, a link that joins this tree again.
        let child = NodeId::new(random.below(graph.node_count()));
        let parent = mine.parent(child)?;
        let joins = |&back: &NodeId| {
            let ends = [Some(back), other.parent(back)].map(|end| end.is_some_and(|end| mine.is_below(end, child)));
            ends[0] != ends[1]
        };
        let candidates: Vec<_> = other.path(child, parent).into_iter().filter(joins).collect();
        let back = random.one_of(&candidates)?;
        next.trees[tree].exchange(child, (back, other.parent(back)?));
        next.trees[1 - tree].exchange(back, (child, parent));
        Some(next)
    }
}

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn one_of(&mut self, nodes: &[NodeId]) -> Option<NodeId> {
        (!nodes.is_empty()).then(|| nodes[self.below(nodes.len())])
    }
}
