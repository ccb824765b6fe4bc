//! To whom messages go.

use thiserror::Error;
use wormcast_topology::NodeId;

/// How the destinations of a message are chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A uniform random set of other nodes, of a size that is uniform from `min` to `max`.
    Uniform {
        /// The least number of destinations.
        min: usize,
        /// The greatest number of destinations.
        max: usize,
    },
    /// The hot node with this chance (unless it is the source), and other nodes uniformly.
    HotSpot {
        /// The hot node.
        node: NodeId,
        /// The chance that a message goes there.
        share: f64,
        /// The number of destinations of a message.
        destinations: usize,
    },
    /// On a square grid x,y sends to y,x; on a hypercube of even dimension the halves of the address are swapped.
    Transpose,
    /// Each coordinate is mirrored: on a grid x becomes side − 1 − x; elsewhere node i of n sends to node n − 1 − i (on
    /// a hypercube: all bits are flipped).
    BitComplement,
    /// On a grid, the box of these sides that lies nearest around the source, without the source.
    Rectangle {
        /// The sides of the box.
        sides: Vec<u32>,
    },
    /// On a grid, all other nodes of the line of the source along a dimension: its row (dimension 0) or its column
    /// (dimension 1).
    Line {
        /// The dimension.
        dimension: usize,
    },
    /// All other nodes that receive.
    All,
    /// Sets from a list: a message takes one of its source's sets, each with equal chance.
    List {
        /// Sources, each with its destinations.
        sets: Vec<(NodeId, Vec<NodeId>)>,
    },
}

/// Why a pattern does not fit a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// More destinations than there are other nodes, or none.
    #[error("{asked} destinations were asked for; {spec} allows 1 to {most}")]
    Destinations {
        /// How many were asked for.
        asked: usize,
        /// The network.
        spec: String,
        /// How many other nodes there are.
        most: usize,
    },
    /// A set of a router, where endpoints alone send.
    #[error("a set starts at `{router}`, a router; on {spec} only endpoints send")]
    Router {
        /// The name of the node.
        router: String,
        /// The network.
        spec: String,
    },
    /// The pattern means nothing on this network.
    #[error("pattern `{pattern}` does not fit {spec}; it needs {needs}")]
    Misfit {
        /// The pattern.
        pattern: &'static str,
        /// The network.
        spec: String,
        /// The networks that it fits.
        needs: String,
    },
}
