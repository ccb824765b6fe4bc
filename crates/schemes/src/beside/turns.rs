//! What is known of the turns of messages, where lanes do not depend on the way.

use super::order::Order;
use super::state::Beside;
use super::waits::Edge;
use std::collections::HashMap;
use wormcast_routing::Lane;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// So often in a row no route along the order is found to a node before none is looked for any more.
const IN_VAIN: u32 = 2;

/// All turns are looked at together where there are so many lanes at most: that takes time with the square of them.
const LANES: usize = 1 << 16;

/// It is kept what every lane leads to where there are so many at most: that takes 50 MB.
const KEPT: usize = 20_000;

/// So many turns are looked at one by one before all are looked at together.
const ONE_BY_ONE: usize = 64;

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
            } else if let Some(reach) = order.reach() {
                self.known = if reach.leads(edge.1, edge.0) { Known::Never } else { Known::Fitted };
            } else if let Some(left) = searches.checked_sub(1) {
                *searches = left;
                self.known = if order.allows(edge) { Known::Fitted } else { Known::Never };
            }
        }
        self.known == Known::Fitted
    }
}

/// What is known of turns, as long as nothing is taken out of the order.
#[derive(Debug)]
pub(super) struct Turns {
    /// The turns into all lanes, one lane after the other, without those from opposite channels; once some were met.
    all: Vec<Turn>,
    /// By the lane that is asked for: where the turns into it begin; and where the last ones end.
    first: Vec<u32>,
    /// How many turns were looked at one by one, as long as that matters.
    one_by_one: Option<usize>,
    /// How often in a row no route along the order was found to a node.
    in_vain: HashMap<NodeId, u32>,
}

impl Default for Turns {
    fn default() -> Self {
        let (all, first, in_vain) = (Vec::new(), Vec::new(), HashMap::new());
        Self { all, first, one_by_one: Some(0), in_vain }
    }
}

impl Turns {
    /// Lists all turns where none were met so far. O(lanes · degree).
    fn list(&mut self, graph: &Graph, opposite: &[Option<ChannelId>], virtual_channels: u32) {
        let is_symmetric = opposite.iter().all(Option::is_some);
        self.first.push(0);
        for channel in graph.channels() {
            let at = graph.source(channel);
            let begin = self.all.len();
            let add = |held: ChannelId| {
                if Some(held) != opposite[channel.index()] {
                    self.all.push(Turn { held, known: Known::Nothing });
                }
            };
            if is_symmetric {
                graph.out_channels(at).filter_map(|out| opposite[out.index()]).for_each(add);
            } else {
                graph.in_channels(at).for_each(add);
            }
            let row = begin..self.all.len();
            self.first.push(self.all.len() as u32);
            for _ in 1..virtual_channels {
                self.all.extend_from_within(row.clone());
                self.first.push(self.all.len() as u32);
            }
        }
    }

    /// The turns into a lane, once all are listed.
    #[inline]
    pub(super) fn row(&mut self, lane: u32) -> &mut [Turn] {
        let [begin, end] = [0, 1].map(|next| self.first[lane as usize + next] as usize);
        &mut self.all[begin..end]
    }

    /// Whether a route along the order may be looked for to a node: most of a search goes to those that have none.
    pub(super) fn may_lead_ahead(&self, node: NodeId) -> bool {
        self.in_vain.get(&node).is_none_or(|&times| times < IN_VAIN)
    }

    /// Never looks at all turns together, however many are asked for.
    pub(super) fn look_one_by_one(&mut self) {
        self.one_by_one = None;
    }

    /// So many turns were looked at by themselves.
    pub(super) fn were_searched(&mut self, count: usize) {
        self.one_by_one = self.one_by_one.map(|before| before + count);
    }

    /// A route along the order was looked for.
    pub(super) fn looked_ahead(&mut self, node: NodeId, is_found: bool) {
        let times = self.in_vain.entry(node).or_default();
        *times = if is_found { 0 } else { *times + 1 };
    }

    /// Something is taken out of the order: what was refused may fit. O(turns).
    pub(super) fn forget_refusals(&mut self) {
        let refused = self.all.iter_mut().filter(|turn| turn.known == Known::Never);
        refused.for_each(|turn| turn.known = Known::Nothing);
    }
}

impl Beside<'_> {
    /// Lists all turns, if that was not done before.
    pub(super) fn list_turns(&mut self) {
        if self.turns.first.is_empty() {
            self.turns.list(self.network.graph, &self.opposite, self.virtual_channels);
        }
    }

    /// How many lanes there are.
    pub(super) fn lane_count(&self) -> usize {
        self.network.graph.channel_count() * self.virtual_channels as usize
    }

    /// Looks at all turns, if many were looked at one by one.
    pub(super) fn look_at_turns_if_many_were(&mut self) {
        if self.turns.one_by_one.is_some_and(|count| count >= ONE_BY_ONE) {
            self.look_at_all_turns();
        }
    }

    /// Looks at all turns of all layers together, if there are not too many, lanes being told by channels and layers
    /// alone. O(lanes · dependences).
    pub(super) fn look_at_all_turns(&mut self) {
        self.list_turns();
        self.turns.one_by_one = None;
        let lanes = self.lane_count();
        if lanes <= KEPT {
            self.order.look_at_all();
        } else if lanes <= LANES {
            self.find_closing_turns();
        }
    }

    /// Finds which turns close a cycle, and nothing more.
    fn find_closing_turns(&mut self) {
        let graph = self.network.graph;
        let all = || (0..self.lanes.layers()).flat_map(|layer| graph.channels().map(move |c| Lane::new(c, layer)));
        let asked: Vec<_> = all().map(|lane| (self.index(lane), lane)).collect();
        let mut edges = Vec::new();
        for &(index, lane) in &asked {
            let held = self.turns.row(index).iter().map(|turn| turn.held);
            edges.extend(held.map(|held| (Lane::new(held, lane.virtual_channel).index(self.virtual_channels), index)));
        }
        let mut closing = self.order.closing(&edges).into_iter();
        for (index, _) in asked {
            for turn in self.turns.row(index) {
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
            let mut turns = self.turns.row(edge_asked).iter_mut();
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
            beside.list_turns();
            // Either way, the same is known.
            if round % 2 == 0 {
                beside.look_at_all_turns()
            } else {
                beside.find_closing_turns()
            }
            for more in [false, true] {
                if more {
                    insert(&mut beside, &turns[8 * round..8 * round + 20]);
                }
                for &(held, asked) in &turns {
                    let edge = [held, asked].map(|lane| beside.index(lane));
                    let fits = beside.order.allows(edge.into());
                    let row = beside.turns.row(edge[1]);
                    let turn = row.iter_mut().find(|turn| turn.held == held.channel).unwrap();
                    let was_fitting = turn.fits(edge.into(), &mut beside.order, Some(&mut 0));
                    assert!(was_fitting || !fits, "what is refused stays so");
                    assert!(more || was_fitting == fits);
                    assert_eq!(beside.is_refused([held.channel, asked.channel], held.virtual_channel), !fits);
                    let turn = *beside.turns.row(edge[1]).iter().find(|turn| turn.held == held.channel).unwrap();
                    assert_eq!(turn.known == Known::Fitted, fits);
                    refused += usize::from(!fits);
                    stale += usize::from(was_fitting && !fits);
                }
            }
        }
        assert!(refused > 500 && stale > 50, "{refused} refused, {stale} after they had fitted");
    }
}
