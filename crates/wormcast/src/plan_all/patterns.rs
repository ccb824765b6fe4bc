//! Workloads that are described by a word.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use wormcast_topology::{Grid, NodeId, Topology};

/// Who sends to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Every node sends to all others: all-gather, all-to-all broadcast. Backwards it is a reduce-scatter.
    AllGather,
    /// Every node of a grid sends to all others that differ in this coordinate alone: rows 0, columns 1.
    Lines(usize),
    /// Every node sends to its neighbours.
    Halo,
    /// The rows of a grid are cut into groups of so many nodes; every node sends to all others of its group: the tensor
    /// parallelism of a transformer.
    Tensor(u32),
    /// Every node of a grid sends to the next one in its last coordinate: the stages of a pipeline.
    Pipeline,
}

/// A word that describes no pattern.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "unknown pattern `{0}`; known are `all-gather`, `all-to-all-broadcast`, `reduce-scatter` (planned as the all-gather of \
     which it is the mirror), `rows`, `columns`, `halo`, `tensor:4` (groups of so many in a row) and `pipeline`"
)]
pub struct UnknownPattern(String);

impl FromStr for Pattern {
    type Err = UnknownPattern;

    fn from_str(text: &str) -> Result<Self, UnknownPattern> {
        let unknown = || UnknownPattern(text.chars().take(40).collect());
        match text.split_once(':') {
            Some(("tensor", size)) => size.parse().ok().filter(|&size| size > 1).map(Self::Tensor).ok_or_else(unknown),
            Some(_) => Err(unknown()),
            None => match text {
                "all-gather" | "all-to-all-broadcast" | "reduce-scatter" => Ok(Self::AllGather),
                "rows" => Ok(Self::Lines(0)),
                "columns" => Ok(Self::Lines(1)),
                "halo" => Ok(Self::Halo),
                "pipeline" => Ok(Self::Pipeline),
                _ => Err(unknown()),
            },
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllGather => f.write_str("all-gather"),
            Self::Lines(0) => f.write_str("rows"),
            Self::Lines(_) => f.write_str("columns"),
            Self::Halo => f.write_str("halo"),
            Self::Tensor(size) => write!(f, "tensor:{size}"),
            Self::Pipeline => f.write_str("pipeline"),
        }
    }
}

impl Pattern {
    /// The multicasts: sources and destinations. None if the pattern needs a grid, with as many dimensions as it speaks
    /// of, and the network is none.
    pub(super) fn sets(self, topology: &dyn Topology) -> Option<Vec<(NodeId, Vec<NodeId>)>> {
        let nodes: Vec<_> = topology.graph().terminals().collect();
        let to_all = |is_taker: &dyn Fn(NodeId, NodeId) -> bool| {
            let takers = |&source: &NodeId| {
                nodes.iter().copied().filter(|&node| node != source && is_taker(source, node)).collect::<Vec<_>>()
            };
            nodes.iter().map(|source| (*source, takers(source))).filter(|set| !set.1.is_empty()).collect::<Vec<_>>()
        };
        let graph = topology.graph();
        let grid = topology.grid().filter(|grid| grid.node_count() == graph.node_count());
        let differ_in = |grid: &Grid, dimension: usize, a: NodeId, b: NodeId| {
            (0..grid.sides().len())
                .all(|other| other == dimension || grid.coordinate(a, other) == grid.coordinate(b, other))
        };
        Some(match self {
            Self::AllGather => to_all(&|_, _| true),
            Self::Halo => to_all(&|source, node| graph.neighbours(source).contains(&node)),
            Self::Lines(dimension) => {
                let grid = grid.filter(|grid| dimension < grid.sides().len())?;
                to_all(&|a, b| differ_in(grid, dimension, a, b))
            }
            Self::Tensor(size) => {
                let grid = grid?;
                let group = |node| grid.coordinate(node, 0) / size;
                to_all(&|a, b| differ_in(grid, 0, a, b) && group(a) == group(b))
            }
            Self::Pipeline => {
                let grid = grid?;
                let last = grid.sides().len() - 1;
                to_all(&|a, b| differ_in(grid, last, a, b) && grid.coordinate(b, last) == grid.coordinate(a, last) + 1)
            }
        })
    }
}
