//! Labels along a Hamiltonian path: what keeps path-based worms free of deadlock.

use crate::{Graph, NodeId};
use thiserror::Error;

/// A numbering of the nodes, from 0, in which links join consecutive labels: a Hamiltonian path. These links go both
/// ways, unless it is told of a labelling that they lead [one way](Labelling::from_one_way_path).
/// 8 bytes a node.
///
/// ```
/// use wormcast_topology::build;
/// let mesh = build("mesh:3x2")?;
/// let labelling = mesh.labelling()?;
/// // The snake: along the first row, and back along the second.
/// let names: Vec<_> = labelling.path().iter().map(|&node| mesh.node_name(node)).collect();
/// assert_eq!(names, ["0,0", "1,0", "2,0", "2,1", "1,1", "0,1"]);
/// assert_eq!(labelling.label(mesh.find_node("2,1")?), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// The label of each node.
    labels: Box<[u32]>,
    /// The node of each label.
    path: Box<[NodeId]>,
}

/// Why a network has no labelling along a Hamiltonian path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoLabelling {
    /// It was proved that there is no Hamiltonian path.
    #[error("this network has no Hamiltonian path: {reason}")]
    Impossible {
        /// The proof, in words.
        reason: String,
    },
    /// It was proved that there is no Hamiltonian path of links that go both ways; there may be one of others.
    #[error("this network has no Hamiltonian path of links that go both ways: {reason}")]
    OneWay {
        /// The proof, in words.
        reason: String,
    },
    /// There may be a Hamiltonian path of channels that lead one way, but none was found; nor one of links.
    #[error("{links}; a search for one of channels that lead one way found none, either")]
    NeitherWay {
        /// Why there is none of links that go both ways, or that none was found.
        links: String,
    },
    /// A path cannot go through an endpoint.
    #[error("labels are given to networks of routers alone, and `{endpoint}` is an endpoint, which forwards nothing")]
    Endpoint {
        /// The name of an endpoint.
        endpoint: String,
    },
    /// None was found, but there may be one.
    #[error("no Hamiltonian path was found within {steps} search steps; there may be one")]
    GaveUp {
        /// How many steps the search took before it gave up.
        steps: u64,
    },
}

impl Labelling {
    /// The labelling along this path.
    ///
    /// # Errors
    /// The path itself, when it is not a Hamiltonian path of this network.
    pub fn from_path(graph: &Graph, path: Vec<NodeId>) -> Result<Self, Vec<NodeId>> {
        Self::from_steps(graph, path, |from, to| graph.two_way_channel(from, to).is_some())
    }

    /// The labelling along a path of channels, which need not have opposites.
    ///
    /// # Errors
    /// The path itself, when it is not a Hamiltonian path of this network.
    pub fn from_one_way_path(graph: &Graph, path: Vec<NodeId>) -> Result<Self, Vec<NodeId>> {
        Self::from_steps(graph, path, |from, to| graph.channel(from, to).is_some())
    }

    /// Whether its path can be walked backwards, too. O(nodes · log degree).
    pub fn leads_both_ways(&self, graph: &Graph) -> bool {
        self.path.windows(2).all(|step| graph.two_way_channel(step[0], step[1]).is_some())
    }

    fn from_steps(
        graph: &Graph,
        path: Vec<NodeId>,
        is_step: impl Fn(NodeId, NodeId) -> bool,
    ) -> Result<Self, Vec<NodeId>> {
        let mut labels = vec![u32::MAX; graph.node_count()];
        for (label, node) in path.iter().enumerate() {
            labels[node.index()] = label as u32;
        }
        let visits_all = path.len() == labels.len() && !labels.contains(&u32::MAX);
        match visits_all && path.windows(2).all(|step| is_step(step[0], step[1])) {
            true => Ok(Self { labels: labels.into(), path: path.into() }),
            false => Err(path),
        }
    }

    /// The label of a node.
    #[inline]
    pub fn label(&self, node: NodeId) -> u32 {
        self.labels[node.index()]
    }

    /// The node with this label.
    #[inline]
    pub fn node(&self, label: u32) -> NodeId {
        self.path[label as usize]
    }

    /// All nodes in the order of their labels.
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }
}
