//! A multicast set: one source and its destinations.

use thiserror::Error;
use wormcast_topology::{NodeId, Topology};

/// One source, and the destinations that its message must reach: at least one, all different, the source not among
/// them.
#[derive(Clone, Copy, Debug)]
pub struct MulticastSet<'a> {
    /// Where the message is.
    pub source: NodeId,
    /// Where it must go.
    pub destinations: &'a [NodeId],
}

/// Why a source and some destinations are not a multicast set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// Nobody to send to.
    #[error("there are no destinations; at least one is needed")]
    Empty,
    /// A destination stands twice.
    #[error("the destination `{0}` is named twice; each may be named once")]
    Repeated(String),
    /// The source would send to itself.
    #[error("the source `{0}` is among the destinations; leave it out")]
    SourceAmongDestinations(String),
    /// More random destinations than there are.
    #[error("{wanted} destinations were asked for; there are {available} nodes beside the source")]
    TooMany {
        /// How many were asked for.
        wanted: usize,
        /// How many there are.
        available: usize,
    },
}

impl<'a> MulticastSet<'a> {
    /// The set, after checking it. O(nodes + destinations).
    ///
    /// # Errors
    /// No destination, a repeated one, or the source among them.
    pub fn checked(topology: &dyn Topology, source: NodeId, destinations: &'a [NodeId]) -> Result<Self, SetError> {
        if destinations.is_empty() {
            return Err(SetError::Empty);
        }
        let mut seen = vec![false; topology.graph().node_count()];
        for &node in destinations {
            if node == source {
                return Err(SetError::SourceAmongDestinations(topology.node_name(node)));
            }
            if std::mem::replace(&mut seen[node.index()], true) {
                return Err(SetError::Repeated(topology.node_name(node)));
            }
        }
        Ok(Self { source, destinations })
    }
}
