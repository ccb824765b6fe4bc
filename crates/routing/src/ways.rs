//! Routes among which messages choose on their way, and what they may wait for.

mod covering;

use crate::Lane;
use crate::dependencies::{Dependency, DependencyGraph, Flow};
use crate::routing::{ChosenRoute, RouteFlaw, Unrouted};
use covering::Covering;
use std::collections::HashMap;
use wormcast_topology::NodeId;

/// The lanes among which messages choose, towards one destination after another. Whatever is chosen, a message comes to
/// its destination, and never twice to a lane.
pub(crate) trait Ways {
    /// How many lanes there are.
    fn lanes(&self) -> usize;

    /// The number of a lane, from 0.
    fn number(&self, lane: Lane) -> usize;

    /// The lanes by which messages from a node to another one begin. What is asked next is about this destination.
    ///
    /// # Errors
    /// There is none, or one of them may lead astray.
    fn firsts(&mut self, from: NodeId, to: NodeId) -> Result<Vec<Lane>, RouteFlaw>;

    /// The lanes among which a message chooses that holds one.
    fn nexts(&self, held: Lane) -> Vec<Lane>;

    /// That of them by which planned routes go on; none at the destination.
    fn onward(&self, held: Lane) -> Option<Lane>;
}

/// Adds what messages to a destination may wait for, whatever they choose; the sources that have no route.
/// O(lanes · choices).
pub(crate) fn add_dependencies(
    ways: &mut impl Ways,
    sources: &[NodeId],
    to: NodeId,
    graph: &mut DependencyGraph,
) -> Vec<Unrouted> {
    let (mut unrouted, mut open) = (Vec::new(), Vec::new());
    for &from in sources.iter().filter(|&&from| from != to) {
        match ways.firsts(from, to) {
            Ok(firsts) => open.extend(firsts.into_iter().map(|first| (first, from))),
            Err(flaw) => unrouted.push(Unrouted { from, to, flaw }),
        }
    }
    let mut is_met = vec![false; ways.lanes()];
    while let Some((lane, from)) = open.pop() {
        if std::mem::replace(&mut is_met[ways.number(lane)], true) {
            continue;
        }
        graph.take(lane);
        for next in ways.nexts(lane) {
            graph.add_route(&[lane, next], Flow::unicast(from, to));
            open.push((next, from));
        }
    }
    unrouted
}

/// Routes that have every dependence, and every lane by which a message may begin or end. O(lanes · choices) for each
/// destination, and the length of each route that is new.
pub(crate) fn covering_routes(ways: &mut impl Ways, nodes: &[NodeId]) -> Vec<ChosenRoute> {
    let mut covering = Covering::default();
    nodes.iter().for_each(|&to| covering.towards(ways, nodes, to));
    covering.into_routes()
}

/// Whether a message may take this route. O(length · choices).
pub(crate) fn may_take(ways: &mut impl Ways, from: NodeId, to: NodeId, route: &[Lane]) -> bool {
    let begins = ways.firsts(from, to).is_ok_and(|firsts| route.first().is_some_and(|first| firsts.contains(first)));
    begins
        && route.windows(2).all(|pair| ways.nexts(pair[0]).contains(&pair[1]))
        && route.last().is_some_and(|&last| ways.onward(last).is_none())
}

/// A shortest route of the message of a dependency which makes it, and how many lanes it has taken before the one that
/// it holds. O(lanes · choices).
pub(crate) fn route_of(ways: &mut impl Ways, wait: &Dependency) -> Option<(Vec<Lane>, usize)> {
    let Flow { from, to, group: None, .. } = wait.flow else { return None };
    let mut queue = ways.firsts(from, to).ok()?;
    let mut before: HashMap<Lane, Option<Lane>> = queue.iter().map(|&first| (first, None)).collect();
    // Invariant: lanes stand in the queue by how many are taken before them.
    let mut done = 0;
    while let Some(&lane) = queue.get(done).filter(|&&lane| lane != wait.held) {
        done += 1;
        for next in ways.nexts(lane) {
            before.entry(next).or_insert_with(|| {
                queue.push(next);
                Some(lane)
            });
        }
    }
    let earlier = |lane: &Lane| before.get(lane).copied().flatten();
    let mut route: Vec<_> = std::iter::successors(before.get(&wait.held).copied().flatten(), earlier).collect();
    let is_made = before.contains_key(&wait.held) && ways.nexts(wait.held).contains(&wait.asked);
    route.reverse();
    let place = route.len();
    route.push(wait.held);
    route.extend(std::iter::successors(Some(wait.asked), |&lane| ways.onward(lane)));
    is_made.then_some((route, place))
}
