//! Meshes of trees.

mod layout;

use crate::family::Family;
use crate::parameters::Parameters;
use crate::{BitString, Graph, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};
use layout::{Layout, Place};

/// How `mesh-of-trees:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "mesh-of-trees",
    parameters: "HEIGHT[xHEIGHT…]",
    summary: "grid of leaves with a binary tree over each row and column; nodes `00:00`, `00:0`, `:11`",
    example: "mesh-of-trees:2",
    build: |parameters| Ok(Box::new(MeshOfTrees::parse(parameters)?)),
};

/// The largest sum of the heights whose nodes may be accepted: there are 2^sum leaves, and as many inner nodes or more.
const MAX_SUM: u32 = 22;

/// A grid of leaves, in which every line of every dimension is the row of leaves of a complete binary tree.
///
/// A node has a bit string in each dimension, `x:y` or `x:y:z`. In a leaf each of them is as long as the trees of its
/// dimension are high. In an inner node exactly one is shorter, and empty in a root: that is its place in a tree of
/// that dimension, and the other strings say which tree. So in two dimensions `x:y` with a short y is in the row tree
/// of row x, and with a short x in the column tree of column y. Two nodes are linked if a string of one of them is
/// that of the other and one bit more, all others being equal. Mesh-of-trees paper, section 1.2, which has two
/// dimensions and equal heights: `mesh-of-trees:4` stands for `mesh-of-trees:4x4`.
///
/// ```
/// use wormcast_topology::{MeshOfTrees, Topology};
/// let mesh = MeshOfTrees::new(&[2, 2])?;
/// assert_eq!(mesh.graph().node_count(), 3 * 4 * 4 - 2 * 4);
/// let neighbours = |name: &str| -> Result<Vec<_>, wormcast_topology::UnknownNode> {
///     Ok(mesh.graph().neighbours(mesh.find_node(name)?).iter().map(|&node| mesh.node_name(node)).collect())
/// };
/// assert_eq!(neighbours("01:11")?, ["0:11", "01:1"]);
/// assert_eq!(neighbours("01:1")?, ["01:10", "01:11", "01:"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshOfTrees {
    layout: Layout,
    graph: Graph,
}

impl MeshOfTrees {
    /// The mesh of trees with trees of these heights, one height a dimension; a single one counts for two dimensions.
    /// O(nodes · dimensions).
    ///
    /// # Errors
    /// No height, a height of 0, or more nodes than are accepted.
    pub fn new(heights: &[u32]) -> Result<Self, TopologyError> {
        let heights: Vec<_> = heights.iter().map(u32::to_string).collect();
        Self::parse(&heights.join("x"))
    }

    fn parse(text: &str) -> Result<Self, TopologyError> {
        let expected = &format!(
            "heights of at least 1 that sum up to at most {MAX_SUM}, such as `mesh-of-trees:4` or `mesh-of-trees:4x3`, \
             or for three dimensions `mesh-of-trees:3x3x3`"
        );
        let parameters = Parameters { family: FAMILY.name, text, what: "height", expected };
        let mut heights = parameters.numbers(1..=MAX_SUM)?;
        if let [height] = heights[..] {
            heights.push(height);
        }
        let sum: u32 = heights.iter().sum();
        if sum > MAX_SUM {
            return Err(parameters.bad(format!("the heights sum up to {sum}")));
        }
        let layout = Layout::new(heights);
        let graph = Graph::from_neighbours(layout.node_count(), layout.channel_count(), |node, neighbours| {
            layout.list_neighbours(&layout.place(node), neighbours);
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { layout, graph })
    }

    /// The height of the trees in each dimension.
    pub fn heights(&self) -> &[u32] {
        self.layout.heights()
    }

    /// The bit string of a node in one dimension.
    pub fn bits(&self, node: NodeId, dimension: usize) -> BitString {
        self.layout.coordinate(&self.layout.place(node), dimension)
    }

    /// The dimension of the tree that a node is an inner node of; none for a leaf.
    pub fn tree_dimension(&self, node: NodeId) -> Option<usize> {
        self.layout.place(node).twig.map(|(dimension, _)| dimension)
    }

    /// The node with these bit strings, one a dimension; none if one is too long, or more than one is short.
    pub fn node(&self, bits: &[BitString]) -> Option<NodeId> {
        self.layout.place_at(bits).map(|place| self.layout.node(&place))
    }

    fn names_in_words(&self) -> String {
        let lengths: Vec<_> = self.heights().iter().map(u32::to_string).collect();
        let (leaf, root) = (NodeId::new(0), NodeId::new(1 << self.heights().iter().sum::<u32>()));
        let (leaf, root) = (self.node_name(leaf), self.node_name(root));
        format!(
            "its nodes are strings of {} bits with `:` between them, at most one of them shorter, such as `{leaf}` or `{root}`",
            lengths.join(" and ")
        )
    }
}

impl Topology for MeshOfTrees {
    fn spec(&self) -> String {
        let heights: Vec<_> = self.heights().iter().map(u32::to_string).collect();
        match self.heights() {
            [x, y] if x == y => format!("mesh-of-trees:{x}"),
            _ => format!("mesh-of-trees:{}", heights.join("x")),
        }
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        let place = self.layout.place(node);
        let bits = |dimension| self.layout.coordinate(&place, dimension).to_string();
        (0..self.heights().len()).map(bits).collect::<Vec<_>>().join(":")
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let bits: Option<Vec<_>> = name.split(':').map(BitString::parse).collect();
        bits.and_then(|bits| self.node(&bits)).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: self.names_in_words(),
            nearest: None,
        })
    }

    fn mesh_of_trees(&self) -> Option<&MeshOfTrees> {
        Some(self)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Twice the sum of the heights. Less would not do: a link changes one bit of one string, so leaves whose strings
    /// differ in all their first bits are 2h apart in each dimension of height h. More is not needed, by the ways of
    /// [`OwnRouting::distance`]. Strings of one dimension are at most 2h apart, which sums up to that where no leaf has
    /// to be passed on purpose. Where one has, between places p and q in different trees of one dimension, the strings
    /// are |p| + |q| apart in it at most, and the detour takes 2(h − max(|p|, |q|)) more: 2h − ||p| − |q|| in all.
    fn diameter(&self) -> Option<u32> {
        Some(2 * self.heights().iter().sum::<u32>())
    }

    /// Links lead between nodes at even and at odd heights over the leaves, which rules out a Hamiltonian path of all
    /// two-dimensional meshes of trees but the ring `mesh-of-trees:1`.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        let (even, odd) = self.sides();
        if even.abs_diff(odd) > 1 {
            let reason = format!(
                "its links lead between {even} nodes at even heights over the leaves and {odd} at odd heights, \
                 and a path alternates"
            );
            return Err(NoLabelling::Impossible { reason });
        }
        crate::hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}

/// Shortest ways. A leaf mends the first dimension first, and at last the one in which the destination is short: this
/// is the unique way between nodes of trees of different dimensions (mesh-of-trees paper, section 1.2). Between two
/// trees of the same dimension the way must pass through a leaf: it is the leftmost one below the deeper of the two
/// nodes, and below the source if they are equally deep.
impl OwnRouting for MeshOfTrees {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let (at, to) = (self.layout.place(at), self.layout.place(to));
        let Some((dimension, target)) = self.direction(&at, &to) else { return self.layout.node(&at) };
        let next = self.layout.coordinate(&at, dimension).towards(target);
        self.layout.node(&self.layout.with(&at, dimension, next))
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let (from, to) = (self.layout.place(from), self.layout.place(to));
        let gap = |d| self.layout.coordinate(&from, d).distance(self.layout.coordinate(&to, d));
        let direct: u32 = (0..self.heights().len()).map(gap).sum();
        match (from.twig, to.twig) {
            (Some((i, p)), Some((j, q))) if i == j && self.in_different_trees(&from, &to, i) => {
                direct + 2 * (self.heights()[i] - p.length().max(q.length()))
            }
            _ => direct,
        }
    }
}

impl MeshOfTrees {
    /// In which dimension to go, and whither; none if it is there.
    fn direction(&self, at: &Place, to: &Place) -> Option<(usize, BitString)> {
        let Some((own, p)) = at.twig else {
            let differs = |&d: &usize| self.layout.coordinate(at, d) != self.layout.coordinate(to, d);
            let short = to.twig.map(|(dimension, _)| dimension);
            let full = (0..self.heights().len()).filter(|&d| Some(d) != short);
            let dimension = full.chain(short).find(differs)?;
            return Some((dimension, self.layout.coordinate(to, dimension)));
        };
        let target = self.layout.coordinate(to, own);
        let must_descend = to.twig.is_some_and(|(other, _)| other == own) && self.in_different_trees(at, to, own);
        match must_descend {
            true if p.length() >= target.length() => Some((own, p.leftmost(self.heights()[own]))),
            true => Some((own, target.leftmost(self.heights()[own]))),
            false => (p != target).then_some((own, target)),
        }
    }

    /// Whether two inner nodes of trees of the same dimension are in different ones.
    fn in_different_trees(&self, a: &Place, b: &Place, dimension: usize) -> bool {
        (0..self.heights().len())
            .any(|d| d != dimension && self.layout.coordinate(a, d) != self.layout.coordinate(b, d))
    }

    /// How many nodes are at even and at odd heights over the leaves.
    fn sides(&self) -> (usize, usize) {
        let bits: u32 = self.heights().iter().sum();
        let mut sides = (1 << bits, 0);
        for &height in self.heights() {
            for level in 1..=height {
                let nodes = 1 << (bits - level);
                if level.is_multiple_of(2) { sides.0 += nodes } else { sides.1 += nodes }
            }
        }
        sides
    }
}
