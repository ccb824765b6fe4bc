//! All-gather on networks that look the same from every node.

#[cfg(test)]
mod tests;

use super::Multicast;
use super::timed::Timed;
use std::cmp::Reverse;
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
/// All nodes do the same. So it is enough to say when, and by which of its channels, a node gets each message of each
/// other one, seen from it: a tree for each message of a node grows around the first one, and in each step one node for
/// each kind of channel at most joins one of them, those first that are far from the root. O(attempts · messages ·
/// steps · degree · log), messages of all nodes, and the hops.
pub(super) fn all_gather(topology: &dyn Topology, multicasts: &[Multicast], bound: u32) -> Option<Vec<Timed>> {
    let nodes = topology.graph().node_count();
    let mut messages_of = vec![Vec::new(); nodes];
    for (number, multicast) in (0..).zip(multicasts) {
        messages_of[multicast.source.index()].push(number);
        if multicast.destinations.len() + 1 != nodes {
            return None;
        }
    }
    let count = multicasts.len() / nodes;
    if count == 0 || messages_of.iter().any(|own| own.len() != count) {
        return None;
    }
    let shifts = Shifts::of(topology)?;
    let grown = (0..ATTEMPTS).filter_map(|attempt| grow(&shifts, count, attempt));
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
    for Growth { step, place: Place { message, node }, kind } in best? {
        for source in topology.graph().nodes() {
            let channel = shifts.channel(shifts.shifted(source, node), kind)?;
            hops.push(Timed { step, message: messages_of[source.index()][message], channel });
        }
    }
    Some(hops)
}

/// A node in the tree of a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Which message of the first node it is.
    message: usize,
    node: NodeId,
}

/// A node joins a tree around the first one: when, behind which place, and by which kind of channel.
#[derive(Clone, Copy)]
struct Growth {
    step: u32,
    place: Place,
    kind: usize,
}

/// Grows so many trees; none if that comes to an end before all nodes are in them.
fn grow(shifts: &Shifts<'_>, messages: usize, attempt: usize) -> Option<Vec<Growth>> {
    let (nodes, kinds) = (shifts.topology.graph().node_count(), shifts.steps.len());
    let distance = distances(shifts);
    let mut trees = Trees { is_inside: vec![vec![false; nodes]; messages], open: vec![Vec::new(); kinds] };
    (0..messages).for_each(|message| trees.enter(shifts, Place { message, node: NodeId::new(0) }));
    let (mut grown, mut left) = (Vec::new(), messages * (nodes - 1));
    let mut step = 0;
    // Attempts differ in how places of one distance follow each other.
    let mixed = |place: Place| ((place.message + place.node.index()) * (2 * attempt + 1)) % (nodes + attempt);
    let key = |place: Place| (Reverse(distance[place.node.index()]), mixed(place), place);
    while left > 0 {
        let taken = matched(&trees.choices(kinds, key));
        if taken.is_empty() {
            return None;
        }
        left -= taken.len();
        for (kind, new, place) in taken {
            trees.enter(shifts, new);
            grown.push(Growth { step, place, kind });
        }
        step += 1;
    }
    Some(grown)
}

/// Trees under way.
struct Trees {
    /// By message and node.
    is_inside: Vec<Vec<bool>>,
    /// By kind of channel: the places that it could add, with those before them; some may be inside by now.
    open: Vec<Vec<(Place, Place)>>,
}

impl Trees {
    fn is_inside(&self, place: Place) -> bool {
        self.is_inside[place.message][place.node.index()]
    }

    fn enter(&mut self, shifts: &Shifts<'_>, place: Place) {
        self.is_inside[place.message][place.node.index()] = true;
        for (kind, &step) in shifts.steps.iter().enumerate() {
            let new = Place { node: shifts.shifted(place.node, step), ..place };
            if !self.is_inside(new) {
                self.open[kind].push((new, place));
            }
        }
    }

    /// By kind of channel: so many of the places that it could add, in the order of their keys.
    fn choices<K: Ord>(&mut self, count: usize, key: impl Fn(Place) -> K) -> Vec<Vec<(Place, Place)>> {
        let is_inside = &self.is_inside;
        let first = |open: &mut Vec<(Place, Place)>| {
            open.retain(|(new, _)| !is_inside[new.message][new.node.index()]);
            if open.len() > count {
                open.select_nth_unstable_by_key(count - 1, |&(new, _)| key(new));
            }
            let mut own = open[..open.len().min(count)].to_vec();
            own.sort_unstable_by_key(|&(new, _)| key(new));
            own
        };
        self.open.iter_mut().map(first).collect()
    }
}

/// A different place for as many kinds of channels as can be.
fn matched(choices: &[Vec<(Place, Place)>]) -> Vec<(usize, Place, Place)> {
    let mut taken: Vec<(usize, Place, Place)> = Vec::new();
    for kind in 0..choices.len() {
        augment(kind, choices, &mut taken, &mut Vec::new());
    }
    taken
}

/// Finds a place for a kind of channel, if need be by giving others to kinds that have one (an augmenting path). With
/// as many choices as there are kinds, one is always left by the others.
fn augment(
    kind: usize,
    choices: &[Vec<(Place, Place)>],
    taken: &mut Vec<(usize, Place, Place)>,
    tried: &mut Vec<Place>,
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
