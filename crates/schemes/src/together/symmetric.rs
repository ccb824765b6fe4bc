//! All-gather on networks that look the same from every node.

use super::Multicast;
use super::timed::Timed;
use std::collections::VecDeque;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// How often the growth is tried, each time with other choices among equals.
const ATTEMPTS: usize = 64;

/// A network in which every node has the same channels: to the nodes that are so many steps further, each step a move
/// by which all nodes are shifted at once.
struct Shifts<'t> {
    topology: &'t dyn Topology,
    /// The nodes to which the channels of the first node lead.
    steps: Vec<NodeId>,
}

impl<'t> Shifts<'t> {
    /// None if the network is not known to be so. It is looked at, and nothing is believed. O(channels).
    fn of(topology: &'t dyn Topology) -> Option<Self> {
        let graph = topology.graph();
        let own = Self { topology, steps: graph.neighbours(NodeId::new(0)).to_vec() };
        let is_grid = topology.grid().is_some_and(|grid| grid.is_torus() && grid.node_count() == graph.node_count());
        let is_cube = topology.bits().is_some_and(|bits| 1 << bits == graph.node_count());
        let is_alike = |node: NodeId| {
            graph.degree(node) == own.steps.len()
                && own.steps.iter().all(|&step| graph.channel(node, own.shifted(node, step)).is_some())
        };
        ((is_grid || is_cube) && graph.parallel_channel().is_none() && graph.nodes().all(is_alike)).then_some(own)
    }

    /// The node that is as far from one node as another is from the first.
    fn shifted(&self, node: NodeId, by: NodeId) -> NodeId {
        match self.topology.grid() {
            Some(grid) => {
                let sum = |dimension| {
                    let [a, b] = [node, by].map(|node| grid.coordinate(node, dimension));
                    (a + b) % grid.sides()[dimension]
                };
                grid.node(&(0..grid.sides().len()).map(sum).collect::<Vec<_>>())
            }
            None => NodeId::new(node.index() ^ by.index()),
        }
    }

    fn channel(&self, from: NodeId, step: usize) -> Option<ChannelId> {
        self.topology.graph().channel(from, self.shifted(from, self.steps[step]))
    }
}

/// The hops of an all-gather, in the order of their steps, on a network that looks the same from every node; none on
/// others, and for other workloads.
///
/// All nodes do the same. So it is enough to say when, and by which of its channels, a node gets the message of each
/// other one, seen from it: a tree grows around the first node, in each step by one node for each kind of channel at
/// most, those first that are far from its root. O(attempts · nodes · degree²), and the hops.
pub(super) fn all_gather(topology: &dyn Topology, multicasts: &[Multicast], bound: u32) -> Option<Vec<Timed>> {
    let nodes = topology.graph().node_count();
    let mut message_of = vec![None; nodes];
    for (number, multicast) in (0..).zip(multicasts) {
        let is_second = message_of[multicast.source.index()].replace(number).is_some();
        if is_second || multicast.destinations.len() + 1 != nodes {
            return None;
        }
    }
    let message_of = message_of.into_iter().collect::<Option<Vec<u32>>>()?;
    let shifts = Shifts::of(topology)?;
    let grown = (0..ATTEMPTS).filter_map(|attempt| grow(&shifts, attempt));
    let length = |growth: &Vec<Growth>| growth.last().map_or(0, |last| last.step + 1);
    let mut best: Option<Vec<Growth>> = None;
    for growth in grown {
        let is_least = length(&growth) <= bound;
        if best.as_ref().is_none_or(|best| length(&growth) < length(best)) {
            best = Some(growth);
        }
        if is_least {
            break;
        }
    }
    let mut hops = Vec::new();
    for Growth { step, before, kind } in best? {
        for source in topology.graph().nodes() {
            let channel = shifts.channel(shifts.shifted(source, before), kind)?;
            hops.push(Timed { step, message: message_of[source.index()], channel });
        }
    }
    Some(hops)
}

/// A node joins the tree around the first one: when, behind which node, and by which kind of channel.
#[derive(Clone, Copy)]
struct Growth {
    step: u32,
    before: NodeId,
    kind: usize,
}

/// Grows the tree; none if it comes to an end before all nodes are in it.
fn grow(shifts: &Shifts<'_>, attempt: usize) -> Option<Vec<Growth>> {
    let nodes = shifts.topology.graph().node_count();
    let distance = distances(shifts);
    let mut is_inside = vec![false; nodes];
    is_inside[0] = true;
    let (mut inside, mut grown) = (vec![NodeId::new(0)], Vec::new());
    let mut step = 0;
    while inside.len() < nodes {
        // By kind of channel: the nodes that it could add, the farthest first, with those before them.
        let mut choices: Vec<Vec<(NodeId, NodeId)>> = vec![Vec::new(); shifts.steps.len()];
        for &before in &inside {
            for (kind, choices) in choices.iter_mut().enumerate() {
                let node = shifts.shifted(before, shifts.steps[kind]);
                if !is_inside[node.index()] {
                    choices.push((node, before));
                }
            }
        }
        // Attempts differ in how nodes of one distance follow each other.
        let mixed = |node: NodeId| (node.index() * (2 * attempt + 1)) % (nodes + attempt);
        choices.iter_mut().for_each(|own| {
            own.sort_by_key(|&(node, _)| (std::cmp::Reverse(distance[node.index()]), mixed(node), node));
        });
        let taken = matched(&choices);
        if taken.is_empty() {
            return None;
        }
        for (kind, node, before) in taken {
            is_inside[node.index()] = true;
            inside.push(node);
            grown.push(Growth { step, before, kind });
        }
        step += 1;
    }
    Some(grown)
}

/// A different node for as many kinds of channels as can be.
fn matched(choices: &[Vec<(NodeId, NodeId)>]) -> Vec<(usize, NodeId, NodeId)> {
    let mut taken: Vec<(usize, NodeId, NodeId)> = Vec::new();
    for kind in 0..choices.len() {
        augment(kind, choices, &mut taken, &mut Vec::new());
    }
    taken
}

/// Finds a node for a kind of channel, if need be by giving others to kinds that have one (an augmenting path). With as
/// many choices as there are kinds, one is always left by the others.
fn augment(
    kind: usize,
    choices: &[Vec<(NodeId, NodeId)>],
    taken: &mut Vec<(usize, NodeId, NodeId)>,
    tried: &mut Vec<NodeId>,
) -> bool {
    for &(node, before) in choices[kind].iter().take(choices.len()) {
        if tried.contains(&node) {
            continue;
        }
        tried.push(node);
        let holder = taken.iter().find(|entry| entry.1 == node).map(|entry| entry.0);
        if holder.is_none_or(|other| augment(other, choices, taken, tried)) {
            taken.retain(|entry| entry.0 != kind);
            // The holder has another node now; what it had is free.
            taken.retain(|entry| entry.1 != node);
            taken.push((kind, node, before));
            return true;
        }
    }
    false
}

fn distances(shifts: &Shifts<'_>) -> Vec<u32> {
    let mut distance = vec![u32::MAX; shifts.topology.graph().node_count()];
    distance[0] = 0;
    let mut open = VecDeque::from([NodeId::new(0)]);
    while let Some(node) = open.pop_front() {
        for &step in &shifts.steps {
            let next = shifts.shifted(node, step);
            if distance[next.index()] == u32::MAX {
                distance[next.index()] = distance[node.index()] + 1;
                open.push_back(next);
            }
        }
    }
    distance
}
