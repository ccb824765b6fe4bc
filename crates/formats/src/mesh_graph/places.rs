//! Where the chips of meshes, and the meshes of graphs, are drawn.

use crate::draft::Draft;
use wormcast_topology::NodeId;

/// The places of the chips so far, by number, one unit from neighbour to neighbour.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<[usize; 2]>);

/// How much room something takes: columns and rows.
pub(super) type Size = [usize; 2];

impl Places {
    /// Places the chips of a mesh: the last dimension to the right, the one before it downwards, and the planes of
    /// further ones side by side.
    pub(super) fn add_mesh(&mut self, sides: &[u32], count: usize) -> Size {
        let side = |from_last: usize| sides.iter().rev().nth(from_last).map_or(1, |&side| side as usize);
        let (width, height) = (side(0), side(1));
        let place = |index: usize| [index % width + index / (width * height) * (width + 1), index / width % height];
        self.0.extend((0..count).map(place));
        [count / (width * height) * (width + 1) - 1, height]
    }

    /// Moves the parts of a graph, so that they stand side by side, in several rows if they are many.
    pub(super) fn arrange<'p>(&mut self, parts: impl ExactSizeIterator<Item = (&'p [NodeId], Size)> + Clone) -> Size {
        let count = parts.len();
        let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
        let largest = |axis: usize| parts.clone().map(|(_, size)| size[axis]).max().unwrap_or(0);
        let cell = [largest(0) + 1, largest(1) + 1];
        for (index, (chips, _)) in parts.clone().enumerate() {
            let corner = [index % columns * cell[0], index / columns * cell[1]];
            for chip in chips {
                let place = &mut self.0[chip.index()];
                *place = [place[0] + corner[0], place[1] + corner[1]];
            }
        }
        [columns * cell[0], count.div_ceil(columns) * cell[1]].map(|side| side.saturating_sub(1))
    }

    /// Tells the network where its chips are.
    pub(super) fn place(&self, draft: &mut Draft<'_>) {
        for (index, &[x, y]) in self.0.iter().enumerate() {
            draft.place_node(NodeId::new(index), [x as f64, y as f64]);
        }
    }
}
