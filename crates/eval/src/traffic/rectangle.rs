//! Rectangles of nodes on a grid.

use wormcast_topology::{Grid, NodeId};

/// Appends the nodes of the box of these sides that lies nearest around `centre`: the centre in its middle (left and
/// above of it for even sides), pushed inside where it would stick out. The centre itself is left out.
pub(super) fn around(grid: &Grid, centre: NodeId, sides: &[u32], nodes: &mut Vec<NodeId>) {
    let corner: Vec<u32> = (0..sides.len())
        .map(|dimension| {
            let middle = grid.coordinate(centre, dimension).saturating_sub((sides[dimension] - 1) / 2);
            middle.min(grid.sides()[dimension] - sides[dimension])
        })
        .collect();
    let inside = Grid::new(sides.to_vec());
    for point in (0..inside.node_count()).map(NodeId::new) {
        let at: Vec<u32> = corner.iter().enumerate().map(|(d, c)| c + inside.coordinate(point, d)).collect();
        let node = grid.node(&at);
        if node != centre {
            nodes.push(node);
        }
    }
}
