//! What is known of the turns of messages, where lanes do not depend on the way.

use super::order::Order;
use super::state::Beside;
use super::waits::Edge;
use std::collections::HashMap;
use wormcast_routing::Lane;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// So often in a row no route along the order is found to a node before none is looked for any more.
const IN_VAIN: u32 = 2;

/// What is known of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It closed no cycle when it was looked at; what was inserted since then may have changed that.
    Fitted,
    /// It closes one, whatever else is inserted.
    Never,
}

/// A turn into a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The channel that is held.
    pub(super) held: ChannelId,
    known: Known,
}

impl Turn {
    /// Whether it may be taken, by what was known at some time. Where nothing is, the order is searched, if that is
    /// still allowed; without `searches` only what leads forward in it may be.
    #[inline]
    pub(super) fn fits(&mut self, edge: Edge, order: &mut Order, searches: Option<&mut usize>) -> bool {
        let Some(searches) = searches else { return order.leads_on(edge) };
        if self.known == Known::Nothing {
            if order.leads_on(edge) {
                self.known = Known::Fitted;
            } else if let Some(left) = searches.checked_sub(1) {
                *searches = left;
                self.known = if order.allows(edge) { Known::Fitted } else { Known::Never };
            }
        }
        self.known == Known::Fitted
    }
}

/// What is known of turns, as long as nothing is taken out of the order.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// By the lane that is asked for: the turns into it, without that from the opposite channel, once they were met.
    into: Vec<Box<[Turn]>>,
    /// Whether some may be refused.
    has_refused: bool,
    /// How often in a row no route along the order was found to a node.
    in_vain: HashMap<NodeId, u32>,
}

impl Turns {
    /// The turns into a lane of a channel, of so many lanes. O(degree · log degree) where they are met first.
    pub(super) fn turns_into(&mut self, graph: &Graph, lanes: usize, lane: u32, channel: ChannelId) -> &mut [Turn] {
        if self.into.is_empty() {
            self.into = vec![Box::default(); lanes];
        }
        let row = &mut self.into[lane as usize];
        if row.is_empty() {
            let back = graph.reverse(channel);
            let held = graph.in_channels(graph.source(channel)).filter(|&held| Some(held) != back);
            *row = held.map(|held| Turn { held, known: Known::Nothing }).collect();
        }
        self.has_refused = true;
        row
    }

    /// Whether a route along the order may be looked for to a node: most of a search goes to those that have none.
    pub(super) fn may_lead_ahead(&self, node: NodeId) -> bool {
        self.in_vain.get(&node).is_none_or(|&times| times < IN_VAIN)
    }

    /// A route along the order was looked for.
    pub(super) fn looked_ahead(&mut self, node: NodeId, is_found: bool) {
        let times = self.in_vain.entry(node).or_default();
        *times = if is_found { 0 } else { *times + 1 };
    }

    /// Something is taken out of the order: what was refused may fit. O(lanes), if turns were met since the last time.
    pub(super) fn forget_refusals(&mut self) {
        if std::mem::take(&mut self.has_refused) {
            let turns = self.into.iter_mut().flatten();
            turns.filter(|turn| turn.known == Known::Never).for_each(|turn| turn.known = Known::Nothing);
        }
    }
}

impl Beside<'_> {
    /// How many lanes there are.
    pub(super) fn lane_count(&self) -> usize {
        self.network.graph.channel_count() * self.virtual_channels as usize
    }

    /// Looks at all turns of all layers, lanes being told by channels and layers alone. O(lanes · dependences).
    pub(super) fn look_at_all_turns(&mut self) {
        let (graph, lanes) = (self.network.graph, self.lane_count());
        let all = || (0..self.lanes.layers()).flat_map(|layer| graph.channels().map(move |c| Lane::new(c, layer)));
        let asked: Vec<_> = all().map(|lane| (self.index(lane), lane)).collect();
        let mut edges = Vec::new();
        for &(index, lane) in &asked {
            let held = self.turns.turns_into(graph, lanes, index, lane.channel).iter().map(|turn| turn.held);
            edges.extend(held.map(|held| (Lane::new(held, lane.virtual_channel).index(self.virtual_channels), index)));
        }
        let mut closing = self.order.closing(&edges).into_iter();
        for (index, lane) in asked {
            for turn in self.turns.turns_into(graph, lanes, index, lane.channel) {
                let closes = closing.next().expect("each turn has been looked at");
                turn.known = if closes { Known::Never } else { Known::Fitted };
            }
        }
    }

    /// Whether the turn from one channel to the other closes a cycle by itself, which is known from then on.
    pub(super) fn is_refused(&mut self, [held, asked]: [ChannelId; 2], layer: u32) -> bool {
        let [edge_held, edge_asked] = [held, asked].map(|channel| self.index(Lane::new(channel, layer)));
        let is_refused = !self.order.allows((edge_held, edge_asked));
        if is_refused {
            let (graph, lanes) = (self.network.graph, self.lane_count());
            let mut turns = self.turns.turns_into(graph, lanes, edge_asked, asked).iter_mut();
            turns.find(|turn| turn.held == held).expect("a turn of a route").known = Known::Never;
        }
        is_refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::seq::SliceRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use wormcast_routing::{DependencyGraph, VirtualLayers};

    /// What is known of each turn, against a search for it; and then of each that more dependences have made wrong.
    #[test]
    fn turns_are_known_as_searches_find_them() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let torus = wormcast_formats::build("torus:4x3").unwrap();
        let graph = torus.graph();
        let (mut refused, mut stale) = (0, 0);
        for round in 0..20 {
            let none = DependencyGraph::new(graph, 1);
            let mut beside = Beside::new(graph, &none, Box::new(VirtualLayers(2))).unwrap();
            let lanes = beside.lane_count();
            let mut turns: Vec<_> = (0..2)
                .flat_map(|layer| graph.channels().map(move |channel| Lane::new(channel, layer)))
                .flat_map(|asked| {
                    let held = graph.in_channels(graph.source(asked.channel));
                    let held = held.filter(|&held| Some(held) != graph.reverse(asked.channel));
                    held.map(|held| (Lane::new(held, asked.virtual_channel), asked)).collect::<Vec<_>>()
                })
                .collect();
            turns.shuffle(&mut random);
            let insert = |beside: &mut Beside<'_>, some: &[(Lane, Lane)]| {
                some.iter().for_each(|&wait| _ = beside.add([wait].into_iter()));
            };
            insert(&mut beside, &turns[..8 * round]);
            beside.look_at_all_turns();
            for more in [false, true] {
                if more {
                    insert(&mut beside, &turns[8 * round..8 * round + 20]);
                }
                for &(held, asked) in &turns {
                    let edge = [held, asked].map(|lane| beside.index(lane));
                    let fits = beside.order.allows(edge.into());
                    let row = beside.turns.turns_into(graph, lanes, edge[1], asked.channel);
                    let turn = row.iter_mut().find(|turn| turn.held == held.channel).unwrap();
                    let was_fitting = turn.fits(edge.into(), &mut beside.order, Some(&mut 0));
                    assert!(was_fitting || !fits, "what is refused stays so");
                    assert!(more || was_fitting == fits);
                    assert_eq!(beside.is_refused([held.channel, asked.channel], held.virtual_channel), !fits);
                    let turn = *beside
                        .turns
                        .turns_into(graph, lanes, edge[1], asked.channel)
                        .iter()
                        .find(|turn| turn.held == held.channel)
                        .unwrap();
                    assert_eq!(turn.known == Known::Fitted, fits);
                    refused += usize::from(!fits);
                    stale += usize::from(was_fitting && !fits);
                }
            }
        }
        assert!(refused > 500 && stale > 50, "{refused} refused, {stale} after they had fitted");
    }
}
