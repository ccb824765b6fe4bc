//! The routing function RF of the star paper by arithmetic on permutations, without a table of labels.
//!
//! RF goes up to the neighbour with the greatest label not above that of the goal, and down to the one with the least
//! label not below it. The labels of all n − 1 neighbours would take O(n³); but only their order matters, and mostly
//! the substars that they are in tell it. The search descends into the substar of the node, as its label does, and
//! keeps the neighbours that are still there: those whose swap has not touched the last position.

use super::labelling::{Path, identity};
use super::permutation::Permutation;
use std::cmp::Ordering;

const MAX: usize = Permutation::MAX_SYMBOLS;

impl Permutation {
    /// The routing function RF of the star paper (section 2.2): the position i whose swap with the first symbol leads
    /// to the neighbour that a path-based worm takes towards a node. None when this is that node. O(n²), with no table.
    ///
    /// ```
    /// use wormcast_topology::Permutation;
    /// let [from, to] = ["1234", "4312"].map(|text| Permutation::parse(4, text).unwrap());
    /// // Its neighbours 2134, 3214 and 4231 have the labels 1, 5 and 23; the goal has the label 13.
    /// assert_eq!(from.label_step(&to), Some(3));
    /// assert_eq!(from.swapped(3).label(), 5);
    /// ```
    ///
    /// # Panics
    /// If the other one has more or fewer symbols.
    pub fn label_step(&self, to: &Self) -> Option<usize> {
        assert_eq!(self.length(), to.length(), "permutations of one star graph");
        let goal = to.label();
        let way = match self.label().cmp(&goal) {
            Ordering::Equal => return None,
            Ordering::Less => Way::Up,
            Ordering::Greater => Way::Down,
        };
        let mut descent = Descent::new(self, to, way);
        let mut own = descent.straighten();
        while descent.aim() == own {
            descent.enter(own);
            own = descent.straighten();
        }
        // The goal is in another substar. A neighbour in that one may be beyond it; those between are not.
        let aim = descent.aim();
        let beside = descent.leaving().find(|&(substar, _)| substar == aim).map(|(_, port)| port);
        if let Some(port) = beside.filter(|&port| way.is_within(self.swapped(port).label(), goal)) {
            return Some(port);
        }
        let mut end = aim;
        loop {
            // The farthest of the neighbours that are still there.
            let farthest = descent.leaving().filter(|&(substar, _)| own < substar && substar < end).max();
            if let Some((_, port)) = farthest {
                return Some(port);
            }
            descent.enter(own);
            own = descent.straighten();
            end = descent.path.m;
        }
    }
}

/// Whether labels rise or fall.
#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
}

impl Way {
    /// Whether a label, on the way to a substar of the goal, is not beyond it.
    fn is_within(self, label: usize, goal: usize) -> bool {
        match self {
            Self::Up => label <= goal,
            Self::Down => label >= goal,
        }
    }
}

/// A node, its neighbours and the goal in the substars of their labels, from the whole graph down. Substars are counted
/// in the direction of the way.
struct Descent {
    way: Way,
    path: Path,
    node: [u8; MAX],
    goal: [u8; MAX],
    /// The position, from 0, in the permutation that each position of `node` stands for.
    ports: [u8; MAX],
}

impl Descent {
    fn new(node: &Permutation, goal: &Permutation, way: Way) -> Self {
        let symbols = |permutation: &Permutation| {
            let mut symbols = identity();
            symbols[..permutation.length()].copy_from_slice(permutation.symbols());
            symbols
        };
        Self { way, path: Path::whole(node.length()), node: symbols(node), goal: symbols(goal), ports: identity() }
    }

    fn last(&self) -> usize {
        self.path.m - 1
    }

    /// Straightens the path; returns the node's substar in it.
    fn straighten(&mut self) -> usize {
        let (exit, last) = (self.path.exit, self.last());
        self.path.straighten();
        for symbols in [&mut self.node, &mut self.goal, &mut self.ports] {
            symbols.swap(exit, last);
        }
        self.substar(self.node[last])
    }

    /// The substar with this last symbol.
    fn substar(&self, symbol: u8) -> usize {
        let along = self.path.substar(symbol);
        match self.way {
            Way::Up => along,
            Way::Down => self.last() - along,
        }
    }

    /// The substar of the goal, while that is inside.
    fn aim(&self) -> usize {
        self.substar(self.goal[self.last()])
    }

    /// The neighbours that leave this node's substar here: where they go, and by which position they are swapped, from
    /// 1.
    fn leaving(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let last = self.last();
        let first = self.ports[..=last].iter().position(|&port| port == 0).expect("the first position stays inside");
        // If the first position is the last one here, all neighbours leave; else the one that swaps the last.
        let swaps = if first == last { 0..last } else { last..last + 1 };
        swaps.map(move |place| {
            let symbol = self.node[if first == last { place } else { first }];
            (self.substar(symbol), usize::from(self.ports[place]) + 1)
        })
    }

    fn enter(&mut self, own: usize) {
        let along = match self.way {
            Way::Up => own,
            Way::Down => self.last() - own,
        };
        self.path = self.path.inside(along);
    }
}
