//! Distances when every message takes the tree in which its way is shortest.

use super::RootedTree;
use wormcast_topology::NodeId;

/// How far apart the nodes of a network are: the number of ordered pairs of different nodes at each distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// By distance in channels, from 0.
    pairs: Vec<u64>,
}

impl Spread {
    /// Counts one pair more.
    #[inline]
    pub(super) fn add(&mut self, distance: u32) {
        if self.pairs.len() <= distance as usize {
            self.pairs.resize(distance as usize + 1, 0);
        }
        self.pairs[distance as usize] += 1;
    }

    /// Counts one pair less, which was counted before.
    #[inline]
    pub(super) fn remove(&mut self, distance: u32) {
        self.pairs[distance as usize] -= 1;
    }

    /// The greatest distance, in channels: the combined diameter of the torus paper, section 5. 0 without pairs.
    pub fn diameter(&self) -> u32 {
        self.pairs.iter().rposition(|&pairs| pairs > 0).unwrap_or(0) as u32
    }

    /// The sum of the distances of all ordered pairs, in channels.
    pub fn total(&self) -> u64 {
        self.pairs.iter().zip(0..).map(|(pairs, distance)| pairs * distance).sum()
    }

    /// The mean distance, in channels. 0 without pairs.
    pub fn average(&self) -> f64 {
        self.total() as f64 / self.pairs.iter().sum::<u64>().max(1) as f64
    }
}

/// Distances in spanning trees of one network, source by source: 16 bytes a node and tree, and no table of pairs.
///
/// ```
/// use wormcast_schemes::trees::{Distances, dstm_2};
/// use wormcast_topology::{NodeId, Torus};
/// let torus = Torus::new(&[7, 7])?;
/// let spread = Distances::new(&dstm_2(&torus, NodeId::new(0))?).spread();
/// assert_eq!(spread.diameter(), 2 * 7 - 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    trees: Vec<Numbered>,
    /// The shortest distance to each node.
    shortest: Vec<u32>,
}

impl Distances {
    /// O(nodes · trees).
    ///
    /// # Panics
    /// If there is no tree, or trees have different numbers of nodes.
    pub fn new(trees: &[RootedTree]) -> Self {
        assert!(trees.windows(2).all(|pair| pair[0].node_count() == pair[1].node_count()), "trees of one network");
        Self { shortest: vec![0; trees[0].node_count()], trees: trees.iter().map(Numbered::of).collect() }
    }

    /// The distance from a node to every node, in the tree in which it is shortest. O(nodes · trees).
    pub fn from(&mut self, source: NodeId) -> &[u32] {
        let (first, others) = self.trees.split_first_mut().expect("there is a tree");
        first.measure(source);
        for (node, shortest) in self.shortest.iter_mut().enumerate() {
            *shortest = first.to(node);
        }
        for tree in others {
            tree.measure(source);
            for (node, shortest) in self.shortest.iter_mut().enumerate() {
                *shortest = tree.to(node).min(*shortest);
            }
        }
        &self.shortest
    }

    /// The distances of all pairs. O(nodes² · trees) time.
    pub fn spread(&mut self) -> Spread {
        let mut spread = Spread::default();
        for source in 0..self.shortest.len() {
            self.from(NodeId::new(source));
            let longest = self.shortest.iter().copied().max().unwrap_or(0);
            if spread.pairs.len() <= longest as usize {
                spread.pairs.resize(longest as usize + 1, 0);
            }
            for &distance in &self.shortest {
                spread.pairs[distance as usize] += 1;
            }
            // Not a pair: the source with itself.
            spread.remove(0);
        }
        spread
    }

    /// The distance from a node to every node, in one of the trees, as a list in which nodes come by their numbers.
    pub(super) fn in_tree(&mut self, tree: usize, source: NodeId, to: &mut [u32]) {
        self.trees[tree].measure(source);
        for (node, distance) in to.iter_mut().enumerate() {
            *distance = self.trees[tree].to(node);
        }
    }

    /// The nodes below a node, itself among them, in one of the trees.
    pub(super) fn below(&self, tree: usize, node: NodeId) -> impl Fn(usize) -> bool {
        let tree = &self.trees[tree];
        let first = tree.number[node.index()];
        let range = first..tree.places[first as usize].end;
        move |other| range.contains(&tree.number[other])
    }
}

/// A tree whose nodes have the numbers of a walk in preorder, so that a subtree has consecutive numbers.
#[derive(Clone, Debug)]
struct Numbered {
    /// The number of each node.
    number: Vec<u32>,
    /// By number.
    places: Vec<Place>,
    /// By number: the distance from the last source.
    distance: Vec<u32>,
    depth: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the parent.
    parent: u32,
    /// The number after those of the subtree.
    end: u32,
}

impl Numbered {
    fn of(tree: &RootedTree) -> Self {
        let nodes = tree.node_count();
        let number = tree.preorder_numbers();
        let mut places = vec![Place { parent: 0, end: 0 }; nodes];
        for (child, parent) in tree.links() {
            places[number[child.index()] as usize].parent = number[parent.index()];
        }
        // Children have greater numbers than parents: the end of a subtree is that of its last child.
        for at in (0..nodes).rev() {
            places[at].end = places[at].end.max(at as u32 + 1);
            let Place { parent, end } = places[at];
            places[parent as usize].end = places[parent as usize].end.max(end);
        }
        let mut depth = vec![0; nodes];
        for at in 1..nodes {
            depth[at] = depth[places[at].parent as usize] + 1;
        }
        Self { number, places, distance: vec![0; nodes], depth }
    }

    /// A step down the tree leads nearer to the source where the source is below, and farther from it elsewhere.
    fn measure(&mut self, source: NodeId) {
        let source = self.number[source.index()];
        self.distance[0] = self.depth[source as usize];
        // Parents come first. Invariant: the distances of all smaller numbers are known.
        for at in 1..self.places.len() {
            let Place { parent, end } = self.places[at];
            let towards = u32::from((at as u32) <= source && source < end);
            self.distance[at] = self.distance[parent as usize] + 1 - 2 * towards;
        }
    }

    #[inline]
    fn to(&self, node: usize) -> u32 {
        self.distance[self.number[node] as usize]
    }
}
