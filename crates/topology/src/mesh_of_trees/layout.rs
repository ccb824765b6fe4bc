//! The numbering of the nodes of a mesh of trees.

use crate::{BitString, NodeId};

/// Which nodes there are, and their numbers: first the leaves, with the bits of the first dimension lowest; then,
/// dimension by dimension, the inner nodes of its trees, by depth, by their own bits, and by the leaves' bits in the
/// other dimensions.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The height of the trees in each dimension.
    heights: Vec<u32>,
    /// Where the bits of each dimension begin in the number of a leaf; at the end, how many bits there are.
    shifts: Vec<u32>,
    /// The number of the first inner node of the trees of each dimension; at the end, how many nodes there are.
    first: Vec<usize>,
}

/// A node as its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The full coordinates, each in its bits; 0 in the bits of the dimension of the twig.
    leaf: u32,
    /// For an inner node: the dimension of its tree, and its coordinate there.
    pub twig: Option<(usize, BitString)>,
}

impl Layout {
    /// The heights must add up to at most 31.
    pub(super) fn new(heights: Vec<u32>) -> Self {
        let mut shifts = vec![0];
        shifts.extend(heights.iter().scan(0, |sum, height| {
            *sum += height;
            Some(*sum)
        }));
        let bits = shifts[heights.len()];
        let mut first = vec![1 << bits];
        for height in &heights {
            let inner = ((1 << height) - 1) << (bits - height);
            first.push(first[first.len() - 1] + inner);
        }
        Self { heights, shifts, first }
    }

    pub(super) fn heights(&self) -> &[u32] {
        &self.heights
    }

    pub(super) fn node_count(&self) -> usize {
        self.first[self.heights.len()]
    }

    /// A tree of height h has 2(2^h − 1) links, and in its dimension there is one for each leaf of the others.
    pub(super) fn channel_count(&self) -> usize {
        let links = |height: &u32| (2 * ((1 << height) - 1)) << (self.bits_of_a_leaf() - height);
        2 * self.heights.iter().map(links).sum::<usize>()
    }

    fn bits_of_a_leaf(&self) -> u32 {
        self.shifts[self.heights.len()]
    }

    /// The coordinates of a node. O(dimensions).
    #[inline]
    pub(super) fn place(&self, node: NodeId) -> Place {
        let Some(dimension) = self.first.iter().rposition(|&first| first <= node.index()) else {
            return Place { leaf: node.index() as u32, twig: None };
        };
        let rest = node.index() - self.first[dimension];
        let (shift, height) = (self.shifts[dimension], self.heights[dimension]);
        let line_bits = self.bits_of_a_leaf() - height;
        let line = (rest & ((1 << line_bits) - 1)) as u32;
        let leaf = line & ((1 << shift) - 1) | line >> shift << (shift + height);
        Place { leaf, twig: Some((dimension, BitString::from_index(rest >> line_bits))) }
    }

    /// The node at these coordinates.
    #[inline]
    pub(super) fn node(&self, place: &Place) -> NodeId {
        let Some((dimension, bits)) = place.twig else { return NodeId::new(place.leaf as usize) };
        let (shift, height) = (self.shifts[dimension], self.heights[dimension]);
        let line = place.leaf & ((1 << shift) - 1) | place.leaf >> (shift + height) << shift;
        let line_bits = self.bits_of_a_leaf() - height;
        NodeId::new(self.first[dimension] + (bits.index() << line_bits) + line as usize)
    }

    /// One coordinate of a place.
    #[inline]
    pub(super) fn coordinate(&self, place: &Place, dimension: usize) -> BitString {
        match place.twig {
            Some((own, bits)) if own == dimension => bits,
            _ => {
                let height = self.heights[dimension];
                BitString::new(place.leaf >> self.shifts[dimension] & ((1 << height) - 1), height)
            }
        }
    }

    /// The place with another coordinate in one dimension: if the place is an inner node, in the dimension of its tree.
    #[inline]
    pub(super) fn with(&self, place: &Place, dimension: usize, bits: BitString) -> Place {
        debug_assert!(place.twig.is_none_or(|(own, _)| own == dimension));
        let (shift, height) = (self.shifts[dimension], self.heights[dimension]);
        let cleared = place.leaf & !(((1 << height) - 1) << shift);
        match bits.length() == height {
            true => Place { leaf: cleared | bits.value() << shift, twig: None },
            false => Place { leaf: cleared, twig: Some((dimension, bits)) },
        }
    }

    /// The place with these coordinates; none if there is no such node.
    pub(super) fn place_at(&self, coordinates: &[BitString]) -> Option<Place> {
        let short = |(bits, height): (&BitString, &u32)| bits.length() < *height;
        let fits = coordinates.len() == self.heights.len()
            && coordinates.iter().zip(&self.heights).all(|(bits, height)| bits.length() <= *height)
            && coordinates.iter().zip(&self.heights).filter(|&pair| short(pair)).count() <= 1;
        let mut place = Place { leaf: 0, twig: None };
        let mut twig = None;
        for (dimension, &bits) in coordinates.iter().enumerate().filter(|_| fits) {
            match bits.length() == self.heights[dimension] {
                true => place = self.with(&place, dimension, bits),
                false => twig = Some((dimension, bits)),
            }
        }
        fits.then_some(Place { twig, ..place })
    }

    /// Appends the neighbours of a place: its parent in every tree that it is a leaf of; or its parent and children.
    pub(super) fn list_neighbours(&self, place: &Place, neighbours: &mut Vec<NodeId>) {
        let Some((dimension, bits)) = place.twig else {
            let parent = |dimension| self.coordinate(place, dimension).parent().map(|bits| (dimension, bits));
            let parents = (0..self.heights.len()).filter_map(parent);
            neighbours.extend(parents.map(|(dimension, bits)| self.node(&self.with(place, dimension, bits))));
            return;
        };
        let family = [Some(bits.child(false)), Some(bits.child(true)), bits.parent()].into_iter().flatten();
        neighbours.extend(family.map(|bits| self.node(&self.with(place, dimension, bits))));
    }
}
