//! As few of the routes that messages may choose as show all that they may wait for.

use super::{NONE, TurnRouting};
use crate::Lane;
use crate::routing::ChosenRoute;
use std::collections::HashSet;
use wormcast_topology::{ChannelId, NodeId};

/// Routes until they have every turn, and every channel by which a message may begin or end.
#[derive(Default)]
pub(super) struct Covering {
    turns: HashSet<[ChannelId; 2]>,
    begun: HashSet<ChannelId>,
    ended: HashSet<ChannelId>,
    found: Vec<ChosenRoute>,
}

/// How messages for one destination may come to a channel.
#[derive(Clone, Copy)]
enum Before {
    Source(NodeId),
    Channel(ChannelId),
}

impl Covering {
    /// O(channels · degree) for each destination, and the length of each route that is new.
    pub(super) fn routes(mut self, routing: &mut TurnRouting<'_>, nodes: &[NodeId]) -> Vec<ChosenRoute> {
        nodes.iter().for_each(|&to| self.towards(routing, nodes, to));
        self.found
    }

    fn towards(&mut self, routing: &mut TurnRouting<'_>, sources: &[NodeId], to: NodeId) {
        let mut before: Vec<Option<Before>> = vec![None; routing.graph.channel_count()];
        let mut open = Vec::new();
        for &from in sources.iter().filter(|&&from| from != to) {
            for first in routing.firsts(from, to) {
                before[first.index()] = Some(Before::Source(from));
                open.push(first);
            }
        }
        for first in open.clone() {
            if !self.begun.contains(&first) {
                self.add(routing, &before, &[first], to);
            }
        }
        let mut is_done = vec![false; before.len()];
        while let Some(channel) = open.pop() {
            if std::mem::replace(&mut is_done[channel.index()], true) {
                continue;
            }
            if routing.hops[channel.index()] == 1 && !self.ended.contains(&channel) {
                self.add(routing, &before, &[channel], to);
            }
            for next in routing.nexts(channel) {
                before[next.index()].get_or_insert(Before::Channel(channel));
                open.push(next);
                if !self.turns.contains(&[channel, next]) {
                    self.add(routing, &before, &[channel, next], to);
                }
            }
        }
    }

    /// A route to a destination by way of these channels.
    fn add(&mut self, routing: &TurnRouting<'_>, before: &[Option<Before>], by: &[ChannelId], to: NodeId) {
        let earlier = |&channel: &ChannelId| match before[channel.index()] {
            Some(Before::Channel(earlier)) => Some(earlier),
            _ => None,
        };
        let mut channels: Vec<_> = std::iter::successors(earlier(&by[0]), earlier).collect();
        channels.reverse();
        channels.extend(by);
        let after = |channel: &ChannelId| match routing.next[channel.index()] {
            NONE => None,
            next => Some(ChannelId::new(next as usize)),
        };
        channels.extend(std::iter::successors(after(&by[by.len() - 1]), after));
        let Some(Before::Source(from)) = before[channels[0].index()] else { return };
        self.begun.insert(channels[0]);
        self.ended.extend(channels.last());
        self.turns.extend(channels.windows(2).map(|pair| [pair[0], pair[1]]));
        let lanes = channels.into_iter().map(|channel| Lane::new(channel, 0)).collect();
        self.found.push(ChosenRoute { from, to, lanes });
    }
}
