//! As few of the routes that messages may choose as show all that they may wait for.

use super::Ways;
use crate::Lane;
use crate::routing::ChosenRoute;
use std::collections::HashSet;
use wormcast_topology::NodeId;

/// Routes until they have every dependence, and every lane by which a message may begin or end.
#[derive(Default)]
pub(super) struct Covering {
    turns: HashSet<[Lane; 2]>,
    begun: HashSet<Lane>,
    ended: HashSet<Lane>,
    found: Vec<ChosenRoute>,
}

/// How messages for one destination may come to a lane.
#[derive(Clone, Copy)]
enum Before {
    Source(NodeId),
    Lane(Lane),
}

impl Covering {
    pub(super) fn into_routes(self) -> Vec<ChosenRoute> {
        self.found
    }

    /// O(lanes · choices), and the length of each route that is new.
    pub(super) fn towards(&mut self, ways: &mut impl Ways, sources: &[NodeId], to: NodeId) {
        let mut before: Vec<Option<Before>> = vec![None; ways.lanes()];
        let mut open = Vec::new();
        for &from in sources.iter().filter(|&&from| from != to) {
            for first in ways.firsts(from, to).unwrap_or_default() {
                before[ways.number(first)] = Some(Before::Source(from));
                open.push(first);
            }
        }
        for first in open.clone() {
            if !self.begun.contains(&first) {
                self.add(ways, &before, &[first], to);
            }
        }
        let mut is_done = vec![false; before.len()];
        while let Some(lane) = open.pop() {
            if std::mem::replace(&mut is_done[ways.number(lane)], true) {
                continue;
            }
            if ways.onward(lane).is_none() && !self.ended.contains(&lane) {
                self.add(ways, &before, &[lane], to);
            }
            for next in ways.nexts(lane) {
                before[ways.number(next)].get_or_insert(Before::Lane(lane));
                open.push(next);
                if !self.turns.contains(&[lane, next]) {
                    self.add(ways, &before, &[lane, next], to);
                }
            }
        }
    }

    /// A route to a destination by way of these lanes.
    fn add(&mut self, ways: &impl Ways, before: &[Option<Before>], by: &[Lane], to: NodeId) {
        let earlier = |&lane: &Lane| match before[ways.number(lane)] {
            Some(Before::Lane(earlier)) => Some(earlier),
            _ => None,
        };
        let mut lanes: Vec<_> = std::iter::successors(earlier(&by[0]), earlier).collect();
        lanes.reverse();
        lanes.extend(by);
        lanes.extend(std::iter::successors(ways.onward(by[by.len() - 1]), |&lane| ways.onward(lane)));
        let Some(Before::Source(from)) = before[ways.number(lanes[0])] else { return };
        self.begun.insert(lanes[0]);
        self.ended.extend(lanes.last());
        self.turns.extend(lanes.windows(2).map(|pair| [pair[0], pair[1]]));
        self.found.push(ChosenRoute { from, to, lanes });
    }
}
