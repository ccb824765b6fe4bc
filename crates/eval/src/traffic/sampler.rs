//! Drawing the destinations of messages.

use super::rule::{Rule, others_of_line};
use super::{Draws, Pattern, PatternError};
use wormcast_topology::{NodeId, Topology};

/// A pattern made ready for one network. Drawing takes O(destinations) time and allocates nothing in the steady state.
#[derive(Debug)]
pub struct Sampler {
    rule: Rule,
    /// The nodes that receive: the endpoints, or all nodes if there are none.
    receivers: Box<[NodeId]>,
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
        let (receivers, nodes) = (topology.graph().terminals().collect(), topology.graph().node_count());
        Ok(Self { rule: Rule::new(topology, pattern)?, receivers, drawn: vec![0; nodes], draw: 0 })
    }

    /// Appends the destinations of a message: all different, the source not among them. Nothing where the pattern gives
    /// the source none.
    ///
    /// Of several sets one is drawn by its place in the list. A random set has a random number of destinations, drawn
    /// only where it can vary, and then, with its chance, the hot node. The others are drawn among all nodes that
    /// receive (endpoints, where there are some) in the order of their numbers, until enough are new; where they are
    /// more than half of the nodes, from a partial shuffle of those that are left, in that order.
    pub fn draw(&mut self, source: NodeId, draws: &mut Draws, destinations: &mut Vec<NodeId>) {
        match &self.rule {
            Rule::Map(to) => destinations.extend(Some(to[source.index()]).filter(|&to| to != source)),
            &Rule::Line { ref grid, dimension } => destinations.extend(others_of_line(grid, source, dimension)),
            Rule::Others => destinations.extend(self.receivers.iter().filter(|&&node| node != source)),
            Rule::Sets { first, sets } => {
                let own = &sets[first[source.index()]..first[source.index() + 1]];
                if !own.is_empty() {
                    destinations.extend_from_slice(&own[draws.below(own.len())]);
                }
            }
            &Rule::Random { min, max, hot } => {
                let count = if min == max { min } else { min + draws.below(max - min + 1) };
                self.begin(source);
                if let Some((node, _)) = hot.filter(|&(node, share)| source != node && draws.chance(share)) {
                    self.take(node, destinations);
                }
                self.draw_others(count - destinations.len(), draws, destinations);
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
    fn draw_others(&mut self, count: usize, draws: &mut Draws, destinations: &mut Vec<NodeId>) {
        if 2 * count <= self.receivers.len() {
            let mut missing = count;
            while missing > 0 {
                let node = self.receivers[draws.below(self.receivers.len())];
                missing -= usize::from(self.take(node, destinations));
            }
            return;
        }
        let start = destinations.len();
        let left = self.receivers.iter().filter(|node| self.drawn[node.index()] != self.draw);
        destinations.extend(left);
        for place in start..start + count {
            let other = place + draws.below(destinations.len() - place);
            destinations.swap(place, other);
        }
        destinations.truncate(start + count);
    }
}
