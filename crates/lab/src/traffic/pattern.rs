//! To whom messages go.

use super::rectangle;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;
use wormcast_topology::{Grid, Hypercube, NodeId, Topology};

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
    /// Sets from a list: a message takes one of its source's sets, each with equal chance.
    List {
        /// Sources, each with its destinations.
        sets: Vec<(NodeId, Vec<NodeId>)>,
    },
}

/// Why a pattern does not fit a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
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

/// A pattern made ready for one network. Drawing takes O(destinations) time and allocates nothing in the steady state.
#[derive(Debug)]
pub struct Sampler {
    rule: Rule,
    nodes: usize,
    /// When each node was last drawn, to tell repetitions.
    drawn: Vec<u32>,
    draw: u32,
}

#[derive(Debug)]
enum Rule {
    Uniform {
        min: usize,
        max: usize,
    },
    HotSpot {
        node: NodeId,
        share: f64,
        destinations: usize,
    },
    /// The one destination of each node; itself: none.
    Map(Vec<NodeId>),
    /// The destinations of each node, sets one after another: (first set of the node, sets).
    Sets {
        first: Vec<usize>,
        sets: Vec<Vec<NodeId>>,
    },
}

impl Sampler {
    /// The pattern on this network.
    ///
    /// # Errors
    /// The pattern does not fit.
    pub fn new(topology: &dyn Topology, pattern: &Pattern) -> Result<Self, PatternError> {
        let nodes = topology.graph().node_count();
        Ok(Self { rule: Rule::new(topology, pattern)?, nodes, drawn: vec![0; nodes], draw: 0 })
    }

    /// Appends the destinations of a message: all different, the source not among them. Nothing where the pattern gives
    /// the source none.
    pub fn draw(&mut self, source: NodeId, random: &mut Xoshiro256PlusPlus, destinations: &mut Vec<NodeId>) {
        match &self.rule {
            Rule::Map(to) => destinations.extend(Some(to[source.index()]).filter(|&to| to != source)),
            Rule::Sets { first, sets } => {
                let own = &sets[first[source.index()]..first[source.index() + 1]];
                if !own.is_empty() {
                    destinations.extend_from_slice(&own[random.random_range(0..own.len())]);
                }
            }
            &Rule::Uniform { min, max } => {
                let count = if min == max { min } else { random.random_range(min..=max) };
                self.begin(source);
                self.draw_others(count, random, destinations);
            }
            &Rule::HotSpot { node, share, destinations: count } => {
                self.begin(source);
                if source != node && random.random_bool(share) {
                    self.take(node, destinations);
                }
                self.draw_others(count - destinations.len(), random, destinations);
            }
        }
    }

    fn begin(&mut self, source: NodeId) {
        self.draw = self.draw.wrapping_add(1);
        if self.draw == 0 {
            self.drawn.fill(0);
            self.draw = 1;
        }
        self.drawn[source.index()] = self.draw;
    }

    fn take(&mut self, node: NodeId, destinations: &mut Vec<NodeId>) -> bool {
        let new = std::mem::replace(&mut self.drawn[node.index()], self.draw) != self.draw;
        if new {
            destinations.push(node);
        }
        new
    }

    /// Draws until enough are new while few are taken; from a shuffled list of the rest when many are.
    fn draw_others(&mut self, count: usize, random: &mut Xoshiro256PlusPlus, destinations: &mut Vec<NodeId>) {
        if 2 * count <= self.nodes {
            let mut missing = count;
            while missing > 0 {
                let node = NodeId::new(random.random_range(0..self.nodes));
                missing -= usize::from(self.take(node, destinations));
            }
            return;
        }
        let start = destinations.len();
        destinations.extend((0..self.nodes).map(NodeId::new).filter(|node| self.drawn[node.index()] != self.draw));
        for place in start..start + count {
            let other = random.random_range(place..destinations.len());
            destinations.swap(place, other);
        }
        destinations.truncate(start + count);
    }
}

impl Rule {
    fn new(topology: &dyn Topology, pattern: &Pattern) -> Result<Self, PatternError> {
        match pattern {
            &Pattern::Uniform { min, max } => {
                check_count(topology, min)?;
                check_count(topology, max.max(min))?;
                Ok(Self::Uniform { min, max: max.max(min) })
            }
            &Pattern::HotSpot { node, share, destinations } => {
                check_count(topology, destinations)?;
                Ok(Self::HotSpot { node, share, destinations })
            }
            Pattern::Transpose => transpose(topology),
            Pattern::BitComplement => Ok(complement(topology)),
            Pattern::Rectangle { sides } => rectangles(topology, sides),
            Pattern::List { sets } => Ok(list(topology, sets)),
        }
    }
}

fn check_count(topology: &dyn Topology, asked: usize) -> Result<(), PatternError> {
    let most = topology.graph().node_count() - 1;
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
    if topology.downcast::<Hypercube>().is_some() && bits.is_multiple_of(2) {
        let low = (1_usize << (bits / 2)) - 1;
        let swap = |node: usize| (node & low) << (bits / 2) | node >> (bits / 2);
        return Ok(Rule::Map(nodes.map(|node| NodeId::new(swap(node.index()))).collect()));
    }
    let needs = "a square grid, such as mesh:8x8, or a hypercube of even dimension".into();
    Err(PatternError::Misfit { pattern: "transpose", spec: topology.spec(), needs })
}

fn complement(topology: &dyn Topology) -> Rule {
    // Grid nodes are numbered by their coordinates, so that the mirror of node i is node n − 1 − i there too.
    let last = topology.graph().node_count() - 1;
    Rule::Map(topology.graph().nodes().map(|node| NodeId::new(last - node.index())).collect())
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

fn list(topology: &dyn Topology, sets: &[(NodeId, Vec<NodeId>)]) -> Rule {
    let mut sorted: Vec<_> = sets.iter().collect();
    sorted.sort_by_key(|(source, _)| *source);
    let nodes = topology.graph().node_count();
    let first = (0..=nodes).map(|node| sorted.partition_point(|(source, _)| source.index() < node)).collect();
    Rule::Sets { first, sets: sorted.into_iter().map(|(_, set)| set.clone()).collect() }
}
