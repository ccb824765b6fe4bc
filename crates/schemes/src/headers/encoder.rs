//! The header of a worm, from its destinations: torus paper, Appendix A.

use crate::SpanningTree;
use std::ops::Range;
use wormcast_plan::headers::{HeaderFlit, MAX_PORTS, TooManyPorts};
use wormcast_topology::{Graph, NodeId};

/// Computes headers, and keeps its buffers.
///
/// The destinations are sorted once by their numbers. Then, from their lowest common ancestor down, the list of each
/// router is parted among its children. A router that is a destination, or at which the list is parted, gets a flit;
/// one whose list goes to one child whole gets none. A list of one needs no further parting: its flit finds the way.
/// The flits of the routers above a router come before its own.
///
/// Lists are cut from their upper end, where the children with the fewest nodes below them have their numbers: what is
/// moved goes to a subtree of at most half the nodes, so each destination is moved log2 N times at most. That makes
/// O(D log N + N) computations and O(D log D) for the sort, in any tree and not only in binary ones.
///
/// ```
/// use wormcast_schemes::{HeaderEncoder, SpanningTree};
/// use wormcast_topology::{NodeId, build};
/// // The tree r with the children r0 and r1; r0 with the children r00 and r01.
/// let network = build("tree:2")?;
/// let tree = SpanningTree::breadth_first(network.graph(), Some(network.find_node("r")?));
/// let [left, right] = ["r00", "r01"].map(|name| network.find_node(name).unwrap());
/// let (mut encoder, mut flits) = (HeaderEncoder::new(network.graph())?, Vec::new());
/// encoder.encode(&tree, &[left, right], &mut flits);
/// // One flit to r0, where the worm splits, and one to each destination.
/// assert_eq!(flits.len(), 3);
/// assert_eq!((flits[0].consume, flits[0].outputs.count_ones()), (false, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeaderEncoder {
    /// The destinations in preorder: from the highest number to the lowest.
    sorted: Vec<NodeId>,
    /// Routers whose part of the list is still to be parted.
    waiting: Vec<(NodeId, Range<usize>)>,
    children: Vec<NodeId>,
    computations: u64,
}

impl HeaderEncoder {
    /// Makes ready for the trees of a network.
    ///
    /// # Errors
    /// A node has more ports than a header flit can name.
    pub fn new(graph: &Graph) -> Result<Self, TooManyPorts> {
        match graph.nodes().map(|node| graph.degree(node) as u32).max() {
            Some(ports) if ports > MAX_PORTS => Err(TooManyPorts(ports)),
            _ => Ok(Self { sorted: Vec::new(), waiting: Vec::new(), children: Vec::new(), computations: 0 }),
        }
    }

    /// Appends the header flits of a worm with these destinations: at least one, all different, none of them the node
    /// that sends it, all in one piece of the network. The header is the same from every node.
    pub fn encode(&mut self, tree: &SpanningTree, destinations: &[NodeId], flits: &mut Vec<HeaderFlit>) {
        self.sorted.clear();
        self.sorted.extend_from_slice(destinations);
        self.sorted.sort_unstable_by_key(|&node| tree.number(node));
        let (Some(&first), Some(&last)) = (self.sorted.first(), self.sorted.last()) else { return };
        let top = tree.common_ancestor(first, last).expect("the destinations are in one piece of the network");
        self.computations = tree.climb(first, top).count() as u64;
        self.waiting.push((top, 0..self.sorted.len()));
        while let Some((node, part)) = self.waiting.pop() {
            self.visit(tree, node, part, flits);
        }
    }

    /// How many computations the last header took, counted as in Appendix C: one for each router that a list comes to,
    /// one for each destination that is moved to the list of a child, and one for the rest when others were moved.
    /// Beside them, one for each step from the first destination up to the common ancestor.
    pub fn computations(&self) -> u64 {
        self.computations
    }

    /// Parts the list of a router.
    fn visit(&mut self, tree: &SpanningTree, node: NodeId, part: Range<usize>, flits: &mut Vec<HeaderFlit>) {
        self.computations += 1;
        if part.len() == 1 {
            let number = tree.post_order(self.sorted[part.start]);
            return flits.push(HeaderFlit { number, consume: true, outputs: 0, split: false });
        }
        let consume = self.sorted[part.start] == node;
        let first = self.waiting.len();
        let outputs = self.divide(tree, node, part.start + usize::from(consume)..part.end);
        if consume || self.waiting.len() - first > 1 {
            flits.push(HeaderFlit { number: tree.post_order(node), consume, outputs, split: false });
        }
    }

    /// Divides a list among the children of a router, the one with the fewest nodes first. Returns the ports to them.
    fn divide(&mut self, tree: &SpanningTree, node: NodeId, mut list: Range<usize>) -> u64 {
        self.children.clear();
        self.children.extend(tree.children(node));
        let mut outputs = 0;
        while let Some(child) = self.children.pop() {
            let low = tree.number(child);
            if list.is_empty() || tree.number(self.sorted[list.end - 1]) < low {
                continue;
            }
            let start = self.start_of(tree, low, &list, outputs > 0);
            outputs |= 1 << tree.port_down(child);
            self.waiting.push((child, start..list.end));
            list.end = start;
        }
        outputs
    }

    /// Where the destinations from this preorder number on start in a list.
    fn start_of(&mut self, tree: &SpanningTree, low: u32, list: &Range<usize>, is_rest: bool) -> usize {
        // What goes to one child whole is seen from its other end.
        if tree.number(self.sorted[list.start]) >= low {
            self.computations += u64::from(is_rest);
            return list.start;
        }
        let moved = self.sorted[list.clone()].iter().rev().take_while(|&&node| tree.number(node) >= low).count();
        self.computations += moved as u64;
        list.end - moved
    }
}
