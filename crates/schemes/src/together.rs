//! Many multicasts planned together.
//!
//! [`balance`] finds a tree for each multicast, so that the busiest channel carries as little as can be found;
//! [`steps`] sends messages of one length hop by hop, each channel one message a step, in as few steps as can be found.
//! Both tell a bound below which no plan can be, and never more than that.
//!
//! ```
//! use wormcast_schemes::together::{Multicast, balance, steps};
//! let torus = wormcast_formats::build("torus:4x4")?;
//! let nodes: Vec<_> = torus.graph().nodes().collect();
//! let all_gather: Vec<_> = nodes
//!     .iter()
//!     .map(|&source| {
//!         let destinations = nodes.iter().copied().filter(|&node| node != source).collect();
//!         Multicast { source, destinations, flits: 1, start_ps: 0 }
//!     })
//!     .collect();
//! let schedule = steps(&*torus, &all_gather)?;
//! // Fifteen messages come to each node, by four channels.
//! assert_eq!((schedule.steps, schedule.bound), (4, 4));
//! let trees = balance(&*torus, &all_gather)?;
//! assert_eq!((trees.load, trees.bound), (4, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod bounds;
mod flood;
mod nearest;
mod program;
mod schedule;
mod symmetric;
#[cfg(test)]
mod tests;
mod timed;

pub use balance::{Balanced, balance};
pub use bounds::load_bound;
pub use schedule::{Schedule, steps};
pub use timed::Timed;

use wormcast_topology::{ChannelId, Graph, NodeId};

/// One multicast of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multicast {
    /// From where.
    pub source: NodeId,
    /// To where: at least one node, each once, and not the source.
    pub destinations: Vec<NodeId>,
    /// How long its message is, at least 1 flit.
    pub flits: u32,
    /// When its message is there to be sent, in picoseconds. Loads and steps do not depend on it.
    pub start_ps: u64,
}

/// The most multicasts times nodes that are planned together.
const MOST: usize = 1 << 26;

/// Why multicasts are not planned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TogetherError {
    /// No way leads from one node to another. Who knows the network tells their names.
    #[error("no way leads from a source to a destination")]
    Unreachable {
        /// Where the message is.
        from: NodeId,
        /// Where it cannot go.
        to: NodeId,
    },
    /// Steps are for messages of one length.
    #[error("steps are for messages of one length, and one has {one} flits, another {other}")]
    Lengths {
        /// One length.
        one: u32,
        /// Another.
        other: u32,
    },
    /// It would take too much memory.
    #[error("{multicasts} multicasts on {nodes} nodes are more than are planned together: {MOST} for their product")]
    TooMany {
        /// How many multicasts there are.
        multicasts: usize,
        /// How many nodes.
        nodes: usize,
    },
}

/// Refuses what would take too much memory, and destinations that cannot be reached. O(sources · channels), and the
/// multicasts sorted.
fn check(graph: &Graph, multicasts: &[Multicast]) -> Result<(), TogetherError> {
    let (count, nodes) = (multicasts.len(), graph.node_count());
    if count.saturating_mul(nodes) > MOST {
        return Err(TogetherError::TooMany { multicasts: count, nodes });
    }
    let mut by_source: Vec<_> = multicasts.iter().collect();
    by_source.sort_by_key(|multicast| multicast.source);
    for of_one in by_source.chunk_by(|one, other| one.source == other.source) {
        let from = of_one[0].source;
        let distance = bounds::distances(graph, from);
        let mut to = of_one.iter().flat_map(|multicast| &multicast.destinations);
        if let Some(&to) = to.find(|node| distance[node.index()] == u32::MAX) {
            return Err(TogetherError::Unreachable { from, to });
        }
    }
    Ok(())
}

/// Whether a node passes a message of this source on.
fn forwards(graph: &Graph, node: NodeId, source: NodeId) -> bool {
    node == source || !graph.is_endpoint(node)
}

/// A tree: its channels, parents first.
pub(crate) type Channels = Vec<ChannelId>;
