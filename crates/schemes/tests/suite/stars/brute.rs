//! All stars of a multicast set, counted by walking the routing function.

use wormcast_plan::FirstHop;
use wormcast_schemes::optimal::StarCost;
use wormcast_schemes::{LabelRouting, Step};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The undominated costs of the stars on each side of the source.
pub(crate) struct Brute {
    /// Of all stars.
    pub all: [Vec<StarCost>; 2],
    /// Of those whose paths share no channel.
    pub disjoint: [Vec<StarCost>; 2],
}

/// A path: its first step, its last destination, and its channels.
type Path = (Step, u32, Vec<ChannelId>);

impl Brute {
    /// Hands the destinations of each side to paths in all ways; no two leave by the same step.
    pub(crate) fn of(topology: &dyn Topology, first_hop: FirstHop, source: NodeId, destinations: &[NodeId]) -> Self {
        let routing = LabelRouting::new(topology).unwrap();
        let source = routing.label(source);
        let mut labels: Vec<_> = destinations.iter().map(|&node| routing.label(node)).collect();
        labels.sort_unstable();
        let (below, above) = labels.split_at(labels.partition_point(|&label| label < source));
        let below: Vec<_> = below.iter().rev().copied().collect();
        let mut brute = Self { all: Default::default(), disjoint: Default::default() };
        for (problem, labels) in [above, &below].into_iter().enumerate() {
            let mut add = |paths: &[Path]| {
                let cost = StarCost {
                    channels: paths.iter().map(|path| path.2.len() as u64).sum(),
                    longest: paths.iter().map(|path| path.2.len() as u64).max().unwrap_or(0),
                };
                note(&mut brute.all[problem], cost);
                if is_disjoint(paths) {
                    note(&mut brute.disjoint[problem], cost);
                }
            };
            hand_out(&routing, first_hop, source, labels, &mut Vec::new(), &mut add);
        }
        brute
    }

    /// The undominated costs of both sides together.
    pub(crate) fn both(sides: &[Vec<StarCost>; 2]) -> Vec<StarCost> {
        let mut costs = Vec::new();
        for a in &sides[0] {
            for b in &sides[1] {
                let cost = StarCost { channels: a.channels + b.channels, longest: a.longest.max(b.longest) };
                note(&mut costs, cost);
            }
        }
        costs.sort_unstable();
        costs
    }
}

fn note(costs: &mut Vec<StarCost>, new: StarCost) {
    let beats = |a: &StarCost, b: &StarCost| a.channels <= b.channels && a.longest <= b.longest;
    if !costs.iter().any(|old| beats(old, &new)) {
        costs.retain(|old| !beats(&new, old));
        costs.push(new);
    }
}

fn is_disjoint(paths: &[Path]) -> bool {
    let mut channels: Vec<_> = paths.iter().flat_map(|path| &path.2).collect();
    channels.sort_unstable();
    channels.windows(2).all(|pair| pair[0] != pair[1])
}

fn hand_out(
    routing: &LabelRouting,
    first_hop: FirstHop,
    source: u32,
    left: &[u32],
    paths: &mut Vec<Path>,
    add: &mut dyn FnMut(&[Path]),
) {
    let Some((&next, left)) = left.split_first() else { return add(paths) };
    for path in 0..paths.len() {
        let before = paths[path].clone();
        paths[path].1 = next;
        paths[path].2.extend(routing.walk_labels(before.1, next));
        hand_out(routing, first_hop, source, left, paths, add);
        paths[path] = before;
    }
    let may_leave = |step: &Step| match first_hop {
        FirstHop::Routing => routing.step(source, next) == Some(*step),
        FirstHop::Free => (source < step.label && step.label <= next) || (next <= step.label && step.label < source),
    };
    for step in routing.steps(source).iter().filter(|step| may_leave(step)) {
        if paths.iter().all(|path| path.0 != *step) {
            let way = std::iter::once(step.channel).chain(routing.walk_labels(step.label, next)).collect();
            paths.push((*step, next, way));
            hand_out(routing, first_hop, source, left, paths, add);
            paths.pop();
        }
    }
}
