//! Drawing the destinations of messages.

use super::rule::Rule;
use super::{Pattern, PatternError};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_topology::{NodeId, Topology};

/// A pattern made ready for one network. Drawing takes O(destinations) time and allocates nothing in the steady state.
#[derive(Debug)]
pub struct Sampler {
    rule: Rule,
    nodes: usize,
    /// When each node was last drawn, to tell repetitions.
    drawn: Vec<u32>,
    draw: u32,
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
