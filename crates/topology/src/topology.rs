//! What every network has, and the abilities that some have.

use crate::{ChannelId, Graph, Grid, Labelling, NoLabelling, NodeId, UnknownNode};
use std::any::Any;
use std::fmt::Debug;

/// A network: its nodes and channels, and the names that people give to its nodes.
///
/// The methods without a default are what every network has. The others are abilities that some have. A scheme that
/// is made for one family of networks asks for it by type: `topology.downcast::<Mesh>()`.
///
/// ```
/// use wormcast_topology::{build, Mesh};
/// let mesh = build("mesh:4x3")?;
/// assert_eq!(mesh.spec(), "mesh:4x3");
/// assert_eq!(mesh.graph().node_count(), 12);
/// let node = mesh.find_node("2,1")?;
/// assert_eq!(mesh.node_name(node), "2,1");
/// assert!(mesh.downcast::<Mesh>().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Topology: Any + Debug + Send + Sync {
    /// The text that [`build`](crate::build) makes this network from, in its canonical form.
    fn spec(&self) -> String;

    /// Its nodes and channels.
    fn graph(&self) -> &Graph;

    /// The name of a node.
    fn node_name(&self, node: NodeId) -> String;

    /// The node of this name.
    ///
    /// # Errors
    /// No node has this name; the error says what names look like, and the nearest one where there is any.
    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode>;

    /// The coordinates of its nodes, for grids.
    fn grid(&self) -> Option<&Grid> {
        None
    }

    /// Its own shortest routing, where it follows from the names of the nodes by arithmetic.
    fn routing(&self) -> Option<&dyn Routing> {
        None
    }

    /// A numbering of the nodes along a Hamiltonian path. Computed anew at each call: keep it.
    ///
    /// # Errors
    /// There is no such path, or none was found.
    fn labelling(&self) -> Result<Labelling, NoLabelling>;
}

impl dyn Topology {
    /// This network as a member of one family; none if it is of another.
    pub fn downcast<T: Topology>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A deterministic shortest-path routing that needs no tables.
pub trait Routing: Send + Sync {
    /// The node that follows `at` on the way to `to`; `to` itself when `at` is `to`.
    fn next(&self, at: NodeId, to: NodeId) -> NodeId;

    /// The length of the shortest way, in channels.
    fn distance(&self, from: NodeId, to: NodeId) -> u32;

    /// Appends the channels of the way that [`next`](Self::next) goes, in this network's own graph; nothing if both
    /// nodes are the same.
    fn append_route(&self, graph: &Graph, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) {
        let mut at = from;
        while at != to {
            let next = self.next(at, to);
            route.push(graph.channel(at, next).expect("a routing follows channels"));
            at = next;
        }
    }
}
