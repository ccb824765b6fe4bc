//! What a pattern means on one network.

use super::{Pattern, PatternError, rectangle};
use wormcast_topology::{Grid, NodeId, Topology};

/// A pattern on one network: what does not depend on chance is worked out.
#[derive(Debug)]
pub(super) enum Rule {
    /// A random set of `min` to `max` nodes, in which the hot node, if there is one, is with this chance.
    Random { min: usize, max: usize, hot: Option<(NodeId, f64)> },
    /// The one destination of each node; itself: none.
    Map(Vec<NodeId>),
    /// All other nodes of a node's line along a dimension of a grid.
    Line { grid: Grid, dimension: usize },
    /// All other nodes.
    Others,
    /// The destinations of each node, sets one after another: (first set of the node, sets).
    Sets { first: Vec<usize>, sets: Vec<Vec<NodeId>> },
}

impl Rule {
    pub(super) fn new(topology: &dyn Topology, pattern: &Pattern) -> Result<Self, PatternError> {
        match pattern {
            &Pattern::Uniform { min, max } => {
                check_count(topology, min)?;
                check_count(topology, max.max(min))?;
                Ok(Self::Random { min, max: max.max(min), hot: None })
            }
            &Pattern::HotSpot { node, share, destinations } => {
                check_count(topology, destinations)?;
                Ok(Self::Random { min: destinations, max: destinations, hot: Some((node, share)) })
            }
            Pattern::Transpose => transpose(topology),
            Pattern::BitComplement => Ok(complement(topology)),
            Pattern::Rectangle { sides } => rectangles(topology, sides),
            &Pattern::Line { dimension } => line(topology, dimension),
            Pattern::All => {
                check_count(topology, 1)?;
                Ok(Self::Others)
            }
            Pattern::List { sets } => list(topology, sets),
        }
    }
}

fn check_count(topology: &dyn Topology, asked: usize) -> Result<(), PatternError> {
    let most = topology.graph().terminals().count() - 1;
    match (1..=most).contains(&asked) {
        true => Ok(()),
        false => Err(PatternError::Destinations { asked, spec: topology.spec(), most }),
    }
}

fn transpose(topology: &dyn Topology) -> Result<Rule, PatternError> {
    let square = |grid: &&Grid| grid.sides().len() == 2 && grid.sides()[0] == grid.sides()[1];
    let nodes = topology.graph().nodes();
    if let Some(grid) = topology.grid().filter(square) {
        return Ok(Rule::Map(nodes.map(|n| grid.node(&[grid.coordinate(n, 1), grid.coordinate(n, 0)])).collect()));
    }
    let bits = topology.graph().node_count().trailing_zeros();
    if topology.bits().is_some() && bits.is_multiple_of(2) {
        let low = (1_usize << (bits / 2)) - 1;
        let swap = |node: usize| (node & low) << (bits / 2) | node >> (bits / 2);
        return Ok(Rule::Map(nodes.map(|node| NodeId::new(swap(node.index()))).collect()));
    }
    let needs = "a square grid, such as mesh:8x8, or a hypercube of even dimension".into();
    Err(PatternError::Misfit { pattern: "transpose", spec: topology.spec(), needs })
}

fn complement(topology: &dyn Topology) -> Rule {
    // Grid nodes are numbered by their coordinates, so that the mirror of node i is node n − 1 − i there too.
    let mut to: Vec<_> = topology.graph().nodes().collect();
    let terminals: Vec<_> = topology.graph().terminals().collect();
    terminals.iter().zip(terminals.iter().rev()).for_each(|(from, mirror)| to[from.index()] = *mirror);
    Rule::Map(to)
}

fn rectangles(topology: &dyn Topology, sides: &[u32]) -> Result<Rule, PatternError> {
    let misfit = |needs| PatternError::Misfit { pattern: "rectangle", spec: topology.spec(), needs };
    let grid = topology.grid().ok_or_else(|| misfit("a grid, such as mesh:8x8".into()))?;
    let fits = |(side, whole): (&u32, &u32)| *side >= 1 && side <= whole;
    let inside = sides.len() == grid.sides().len() && sides.iter().zip(grid.sides()).all(fits);
    if !inside || sides.iter().all(|&side| side == 1) {
        return Err(misfit(format!("as many sides as the grid has, each at most its own, not all 1; got {sides:?}")));
    }
    let around = |node| {
        let mut nodes = Vec::new();
        rectangle::around(grid, node, sides, &mut nodes);
        nodes
    };
    let sets: Vec<_> = topology.graph().nodes().map(around).collect();
    Ok(Rule::Sets { first: (0..=sets.len()).collect(), sets })
}

fn line(topology: &dyn Topology, dimension: usize) -> Result<Rule, PatternError> {
    let long = |grid: &&Grid| grid.sides().get(dimension).is_some_and(|&side| side > 1);
    let misfit = || {
        let needs = format!("a grid with a dimension {dimension} of at least two nodes, such as mesh:8x8");
        PatternError::Misfit { pattern: "line", spec: topology.spec(), needs }
    };
    let grid = topology.grid().filter(long).ok_or_else(misfit)?;
    Ok(Rule::Line { grid: grid.clone(), dimension })
}

/// The other nodes of a node's line.
pub(super) fn others_of_line(grid: &Grid, source: NodeId, dimension: usize) -> impl Iterator<Item = NodeId> {
    let at: Vec<u32> = (0..grid.sides().len()).map(|dimension| grid.coordinate(source, dimension)).collect();
    (0..grid.sides()[dimension]).filter(move |&place| place != grid.coordinate(source, dimension)).map(move |place| {
        let mut at = at.clone();
        at[dimension] = place;
        grid.node(&at)
    })
}

fn list(topology: &dyn Topology, sets: &[(NodeId, Vec<NodeId>)]) -> Result<Rule, PatternError> {
    let endpoints = topology.graph().endpoints();
    let is_silent = |node: NodeId| !endpoints.is_empty() && !endpoints.contains(node);
    if let Some((source, _)) = sets.iter().find(|(source, _)| is_silent(*source)) {
        return Err(PatternError::Router { router: topology.node_name(*source), spec: topology.spec() });
    }
    let mut sorted: Vec<_> = sets.iter().collect();
    sorted.sort_by_key(|(source, _)| *source);
    let nodes = topology.graph().node_count();
    let first = (0..=nodes).map(|node| sorted.partition_point(|(source, _)| source.index() < node)).collect();
    Ok(Rule::Sets { first, sets: sorted.into_iter().map(|(_, set)| set.clone()).collect() })
}
