//! Trees that share the load.

use super::nearest::nearest;
use super::program::length_bound;
use super::symmetric::all_gather;
use super::{Channels, Multicast, TogetherError, bounds, check, flood};
use crate::least_trees::{Grower, Terminals, Tree, Weighted};
use wormcast_plan::MulticastSet;
use wormcast_topology::{Graph, Topology};

/// How often all trees are grown anew.
const PASSES: usize = 8;
/// How many channels all growing looks at, about.
const WORK: usize = 400_000_000;
/// A channel that carries the most weighs 2 to this power.
const STEEP: u64 = 16;
/// Where trees shall be short, a channel that carries nothing weighs so much.
const FLAT: u64 = 64;

/// A tree for each multicast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balanced {
    /// The channels of each, parents first.
    pub trees: Vec<Vec<wormcast_topology::ChannelId>>,
    /// The flits that the busiest channel carries.
    pub load: u64,
    /// In no plan it carries less.
    pub bound: u64,
}

/// A tree for each multicast, so that the busiest channel carries few flits.
///
/// Trees grow by the nearest destination, where channels are the farther the more they carry, and are grown anew beside
/// all others (as in the approximation of multicast congestion by exponential lengths: Jansen, Zhang, 2005). The bound
/// is the best of cuts around nodes, and of lengths: where the channels have lengths, the load times the length of all
/// channels is at least what all lightest trees weigh. The lengths come from the growing, from what channels carry, and
/// on small networks from a linear program, whose answer is not believed: the bound is computed from them in whole
/// numbers.
///
/// # Errors
/// A destination that cannot be reached, or too many multicasts.
pub fn balance(topology: &dyn Topology, multicasts: &[Multicast]) -> Result<Balanced, TogetherError> {
    let graph = topology.graph();
    check(graph, multicasts)?;
    let mut bound = bounds::load_bound(graph, multicasts);
    if let Some(trees) = flooded(topology, multicasts) {
        let load = heaviest(graph, multicasts, &trees);
        if load == bound {
            return Ok(Balanced { trees, load, bound });
        }
    }
    let mut best = short(graph, multicasts, 1)?;
    if best.1 == bound {
        return Ok(Balanced { trees: best.0, load: best.1, bound });
    }
    let other = nearest(graph, multicasts);
    if other.1 < best.1 {
        best = other;
    }
    if passes(graph, multicasts) == PASSES {
        let loads = loads(graph, multicasts, &best.0);
        bound = bound.max(bounds::bound_by_loads(graph, multicasts, &loads));
    }
    let mut sharing = Sharing::new(graph, multicasts, Lengths::Steep);
    for _ in 0..passes(graph, multicasts) {
        if best.1 == bound {
            break;
        }
        bound = bound.max(bounds::bound_by(graph, multicasts, &sharing.lengths()));
        let next = sharing.pass()?;
        if next.1 < best.1 {
            best = next;
        }
    }
    if best.1 > bound {
        bound = bound.max(length_bound(graph, multicasts));
    }
    Ok(Balanced { trees: best.0, load: best.1, bound })
}

/// How often all trees are grown anew, in the time that there is.
fn passes(graph: &Graph, multicasts: &[Multicast]) -> usize {
    (WORK / (multicasts.len().max(1) * graph.channel_count().max(1) * 16)).clamp(1, PASSES)
}

/// Trees that are light first and share the load then, and the load of the busiest channel: the channel that carries
/// the most weighs `share` times as much more than one that carries nothing. Of two passes the better one.
pub(super) fn short(
    graph: &Graph,
    multicasts: &[Multicast],
    share: u64,
) -> Result<(Vec<Channels>, u64), TogetherError> {
    let mut sharing = Sharing::new(graph, multicasts, Lengths::Flat(share));
    let first = sharing.pass()?;
    if passes(graph, multicasts) < 3 {
        return Ok(first);
    }
    let second = sharing.pass()?;
    Ok(if second.1 < first.1 { second } else { first })
}

/// The trees of messages to all nodes that are spread in steps.
fn flooded(topology: &dyn Topology, multicasts: &[Multicast]) -> Option<Vec<Channels>> {
    let mut trees = vec![Channels::new(); multicasts.len()];
    let hops = all_gather(topology, multicasts, 0).or_else(|| flood::flood(topology.graph(), multicasts))?;
    hops.iter().for_each(|hop| trees[hop.message as usize].push(hop.channel));
    Some(trees)
}

fn heaviest(graph: &Graph, multicasts: &[Multicast], trees: &[Channels]) -> u64 {
    loads(graph, multicasts, trees).into_iter().max().unwrap_or(0)
}

/// The flits that each channel carries.
fn loads(graph: &Graph, multicasts: &[Multicast], trees: &[Channels]) -> Vec<u64> {
    let mut loads = vec![0; graph.channel_count()];
    for (multicast, tree) in multicasts.iter().zip(trees) {
        tree.iter().for_each(|channel| loads[channel.index()] += u64::from(multicast.flits));
    }
    loads
}

/// How far channels are.
#[derive(Clone, Copy)]
enum Lengths {
    /// The farther the more they carry, by powers of two: ways around what is busy are taken.
    Steep,
    /// Nearly as far as all others: short ways are taken, and of those the ones that carry less.
    Flat(u64),
}

/// Trees under way, and what the channels carry.
struct Sharing<'m> {
    lengths: Lengths,
    graph: &'m Graph,
    multicasts: &'m [Multicast],
    trees: Vec<Channels>,
    loads: Vec<u64>,
    grower: Grower,
    terminals: Terminals,
}

impl<'m> Sharing<'m> {
    fn new(graph: &'m Graph, multicasts: &'m [Multicast], lengths: Lengths) -> Self {
        Self {
            lengths,
            graph,
            multicasts,
            trees: vec![Channels::new(); multicasts.len()],
            loads: vec![0; graph.channel_count()],
            grower: Grower::default(),
            terminals: Terminals::default(),
        }
    }

    /// Grows each tree anew, beside what the others carry; all trees, and the load of the busiest channel.
    fn pass(&mut self) -> Result<(Vec<Channels>, u64), TogetherError> {
        let mut tree = Tree::default();
        for (number, multicast) in self.multicasts.iter().enumerate() {
            let flits = u64::from(multicast.flits);
            self.trees[number].iter().for_each(|channel| self.loads[channel.index()] -= flits);
            let network = Weighted::with(self.graph, self.lengths_for(flits));
            self.terminals.mark(self.graph.node_count(), &multicast.destinations);
            let set = MulticastSet { source: multicast.source, destinations: &multicast.destinations };
            let grown = self.grower.grow(&network, set, &self.terminals, |_| true, &mut tree);
            grown.map_err(|_| TogetherError::Unreachable { from: set.source, to: set.destinations[0] })?;
            self.trees[number] = tree.channels(self.graph);
            self.trees[number].iter().for_each(|channel| self.loads[channel.index()] += flits);
        }
        Ok((self.trees.clone(), self.loads.iter().copied().max().unwrap_or(0)))
    }

    /// How far channels are for a message, by what they would carry with it.
    fn lengths_for(&self, flits: u64) -> Vec<u64> {
        // Where nothing is carried yet, all are equally far.
        let most = self.loads.iter().copied().max().unwrap_or(0).max(flits).max(1);
        let length = |load: u64| match self.lengths {
            Lengths::Steep => 1 << ((load + flits) * STEEP / (most + flits)),
            Lengths::Flat(share) => FLAT + load * share * FLAT / (most + flits),
        };
        self.loads.iter().map(|&load| length(load)).collect()
    }

    fn lengths(&self) -> Vec<u64> {
        self.lengths_for(0)
    }
}
