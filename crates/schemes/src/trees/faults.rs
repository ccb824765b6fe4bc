//! One link of two edge-disjoint trees fails: torus paper, section 7.

use super::{Distances, RootedTree, Spread};
use strum::EnumString;
use thiserror::Error;
use wormcast_topology::NodeId;

/// Who knows of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownKnowledge, parse_err_fn = UnknownKnowledge::of)]
pub enum Knowledge {
    /// Every node: it takes the tree in which the way is shortest of those that are left.
    Global,
    /// The routers beside it: a message goes on in the tree that would be shortest without faults. The router before
    /// the fault absorbs it and sends it anew in the other tree.
    Local,
}

/// Not a kind of knowledge.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no knowledge of faults; expected `global` or `local`")]
pub struct UnknownKnowledge(pub String);

impl UnknownKnowledge {
    fn of(name: &str) -> Self {
        Self(name.to_owned())
    }
}

/// Distances between all nodes when one link fails, for any link of two edge-disjoint trees. Of two ways of one length,
/// a message takes that in the first tree.
///
/// ```
/// use wormcast_schemes::trees::{Knowledge, SingleFaults, dstm_1};
/// use wormcast_topology::{NodeId, Torus};
/// let torus = Torus::new(&[5, 5])?;
/// let trees = dstm_1(&torus, NodeId::new(0))?;
/// let link = trees[0].links().next().unwrap();
/// let mut faults = SingleFaults::new(&trees);
/// let whole = faults.whole().average();
/// assert!(faults.spread(link, Knowledge::Global).average() > whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SingleFaults<'t> {
    trees: &'t [RootedTree; 2],
    distances: Distances,
    whole: Spread,
    /// Distances from a node in the hit tree and in the other.
    rows: [Vec<u32>; 2],
}

impl<'t> SingleFaults<'t> {
    /// O(nodes²).
    pub fn new(trees: &'t [RootedTree; 2]) -> Self {
        let mut distances = Distances::new(trees);
        let whole = distances.spread();
        let rows = [vec![0; trees[0].node_count()], vec![0; trees[0].node_count()]];
        Self { trees, distances, whole, rows }
    }

    /// The distances without any fault.
    pub fn whole(&self) -> &Spread {
        &self.whole
    }

    /// The distances when this link fails. Only pairs that it parts in its tree are looked at: O(nodes · s) for s nodes
    /// on the smaller side of it.
    pub fn spread(&mut self, link: (NodeId, NodeId), knowledge: Knowledge) -> Spread {
        let Some(hit) = self.trees.iter().position(|tree| tree.has_link(link.0, link.1)) else {
            return self.whole.clone();
        };
        let child = if self.trees[hit].parent(link.0) == Some(link.1) { link.0 } else { link.1 };
        let parent = if child == link.0 { link.1 } else { link.0 };
        let nodes = self.trees[0].node_count();
        let below: Vec<bool> = {
            let is_below = self.distances.below(hit, child);
            (0..nodes).map(is_below).collect()
        };
        let fewer_below = 2 * below.iter().filter(|&&below| below).count() <= nodes;
        let (near, far) = if fewer_below { (child, parent) } else { (parent, child) };
        let cut = Cut { hit, near: self.relay(hit, near), far: self.relay(hit, far) };
        let mut spread = self.whole.clone();
        for node in (0..nodes).filter(|&node| below[node] == fewer_below) {
            let [in_hit, in_other] = &mut self.rows;
            self.distances.in_tree(hit, NodeId::new(node), in_hit);
            self.distances.in_tree(1 - hit, NodeId::new(node), in_other);
            for other in (0..nodes).filter(|&other| below[other] != fewer_below) {
                let (broken, good) = (in_hit[other], in_other[other]);
                let [there, back] = match knowledge {
                    Knowledge::Global => [good; 2],
                    Knowledge::Local => cut.relayed(node, other, broken, good),
                };
                spread.remove(broken.min(good));
                spread.remove(broken.min(good));
                spread.add(there);
                spread.add(back);
            }
        }
        spread
    }

    fn relay(&mut self, hit: usize, router: NodeId) -> Relay {
        let mut relay = Relay { hit: self.rows[0].clone(), good: self.rows[1].clone() };
        self.distances.in_tree(hit, router, &mut relay.hit);
        self.distances.in_tree(1 - hit, router, &mut relay.good);
        relay
    }
}

/// A router beside the fault: distances from it in both trees.
struct Relay {
    hit: Vec<u32>,
    good: Vec<u32>,
}

/// A fault that parts the nodes of its tree.
struct Cut {
    hit: usize,
    near: Relay,
    far: Relay,
}

impl Cut {
    /// The lengths of the ways between a node on the near side and one on the far side, there and back.
    fn relayed(&self, near: usize, far: usize, broken: u32, good: u32) -> [u32; 2] {
        let takes_hit_tree = broken < good || (broken == good && self.hit == 0);
        match takes_hit_tree {
            true => [self.near.hit[near] + self.near.good[far], self.far.hit[far] + self.far.good[near]],
            false => [good; 2],
        }
    }
}
