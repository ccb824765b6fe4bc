//! The routing function R on labels, found anew from the network.

use wormcast_topology::{Grid, Labelling, NoLabelling, NodeId, Topology};

/// The neighbours of every label, and where the nodes of a two-dimensional mesh are.
pub(crate) struct Ladder<'t> {
    pub topology: &'t dyn Topology,
    pub labelling: Labelling,
    /// On two-dimensional meshes with their own labels R takes a shortest way: mesh paper, section 2.2.
    pub grid: Option<&'t Grid>,
    /// `first[l]` is the place in `neighbours` of the first one of label l.
    first: Vec<usize>,
    neighbours: Vec<u32>,
}

impl<'t> Ladder<'t> {
    /// O(nodes + channels).
    pub(super) fn new(topology: &'t dyn Topology) -> Result<Self, NoLabelling> {
        let labelling = topology.any_labelling()?;
        let grid = topology.mesh().filter(|grid| grid.sides().len() == 2);
        let graph = topology.graph();
        let (mut first, mut neighbours) = (vec![0], Vec::with_capacity(graph.channel_count()));
        for &node in labelling.path() {
            neighbours.extend(graph.neighbours(node).iter().map(|&neighbour| labelling.label(neighbour)));
            first.push(neighbours.len());
        }
        Ok(Self { topology, labelling, grid, first, neighbours })
    }

    pub(super) fn label(&self, node: NodeId) -> u32 {
        self.labelling.label(node)
    }

    pub(super) fn neighbours(&self, label: u32) -> &[u32] {
        &self.neighbours[self.first[label as usize]..self.first[label as usize + 1]]
    }

    /// The label that R goes to next: the one nearest to the target without passing it.
    pub(super) fn next(&self, from: u32, target: u32) -> u32 {
        let neighbours = self.neighbours(from).iter().copied();
        let next = match from < target {
            true => neighbours.filter(|&label| label <= target).max(),
            false => neighbours.filter(|&label| label >= target).min(),
        };
        next.expect("consecutive labels are neighbours")
    }

    /// How many channels the network has.
    pub(super) fn channels(&self) -> usize {
        self.neighbours.len()
    }
}
