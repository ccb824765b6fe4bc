//! What chains of a family hold and ask for, by the parts of the virtual channels that are told apart.

use super::channel_dependencies::ChannelDependencies;
use super::dateline::{Dateline, Taken};
use super::trees::down_to;
use crate::Effort;
use wormcast_plan::{Chain, ChainLane, RouteFamily, Splits};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// Into how many parts virtual channels fall.
#[derive(Clone, Copy)]
pub(super) enum Parts<'a> {
    /// Into one.
    Whole,
    /// Into the lower and the upper half of so many: those before and after a wrap-around, by the rule of the dateline.
    Halves(u32, Option<&'a Dateline<'a>>),
    /// Into so many, each one by itself.
    Each(u32),
}

impl Parts<'_> {
    /// How many there are.
    pub(super) fn count(self) -> u32 {
        match self {
            Self::Whole => 1,
            Self::Halves(..) => 2,
            Self::Each(count) => count,
        }
    }

    fn of(self, virtual_channel: u32) -> u8 {
        match self {
            Self::Whole => 0,
            Self::Halves(count, _) => u8::from(virtual_channel >= count / 2),
            Self::Each(_) => virtual_channel as u8,
        }
    }
}

/// What chains take, and what they ask for while they hold something, each once.
pub(super) struct Waits {
    pub taken: Vec<Taken>,
    pub pairs: Vec<(Taken, Taken)>,
}

impl Waits {
    /// Chains that do not name their virtual channels may take any, unless they follow the network's own routing over a
    /// dateline. O(pairs) and, for the network's own routing, O(nodes² log nodes); none if the time is used up before.
    pub(super) fn of(
        topology: &dyn Topology,
        family: &RouteFamily<NodeId>,
        parts: Parts<'_>,
        effort: &Effort<'_>,
    ) -> Option<Self> {
        Some(match (&family.chain, parts) {
            (Chain::Lanes { lanes, waits }, _) => Self::of_lanes(topology.graph(), lanes, waits, parts),
            (Chain::Routing, Parts::Halves(_, Some(dateline))) => {
                let dependencies = ChannelDependencies::by_part(topology, dateline, effort)?;
                Self { taken: dependencies.all_taken().collect(), pairs: dependencies.all_pairs().collect() }
            }
            _ => Self::on_any(&ChannelDependencies::of(topology, family, effort)?, parts.count() as u8),
        })
    }

    /// Adds the turns of a tree that chains go on down, for worms whose branches wait each by itself: from what a chain
    /// holds at a node, and from the channel that leads down to it, to those that lead on down. O(channels · degree).
    pub(super) fn go_down(&mut self, graph: &Graph, splits: &Splits<NodeId>, parts: Parts<'_>) {
        let Splits::Down { parents, numbers } = splits else { return };
        let down: Vec<_> = graph.nodes().map(|node| down_to(graph, parents, numbers, node)).collect();
        let on_any = |channel: ChannelId| (0..parts.count() as u8).map(move |part| (channel, part));
        self.taken.extend(down.iter().flatten().copied().flat_map(on_any));
        self.taken = sorted(self.taken.drain(..));
        let mut below = vec![Vec::new(); graph.node_count()];
        for &channel in down.iter().flatten() {
            below[graph.source(channel).index()].push(channel);
        }
        for &held in &self.taken {
            let onward = below[graph.target(held.0).index()].iter().copied().flat_map(on_any);
            self.pairs.extend(onward.map(|next| (held, next)));
        }
        self.pairs = sorted(self.pairs.drain(..));
    }

    fn of_lanes(graph: &Graph, lanes: &[ChainLane<NodeId>], waits: &[[u32; 2]], parts: Parts<'_>) -> Self {
        let taken = |&ChainLane(from, to, number, own): &ChainLane<NodeId>| {
            Some((graph.numbered(from, to, number)?, parts.of(own)))
        };
        let lanes: Vec<_> = lanes.iter().map(taken).collect();
        let lane = |place: u32| lanes.get(place as usize).copied().flatten();
        let pairs = waits.iter().filter_map(|&[held, asked]| lane(held).zip(lane(asked)));
        Self { taken: sorted(lanes.iter().flatten().copied()), pairs: sorted(pairs) }
    }

    fn on_any(dependencies: &ChannelDependencies<'_>, parts: u8) -> Self {
        let on_any = |(channel, _): Taken| (0..parts).map(move |part| (channel, part));
        let pair = |(held, asked): (Taken, Taken)| {
            on_any(held).flat_map(move |held| on_any(asked).map(move |asked| (held, asked)))
        };
        Self {
            taken: dependencies.all_taken().flat_map(on_any).collect(),
            pairs: dependencies.all_pairs().flat_map(pair).collect(),
        }
    }
}

/// Each once, in ascending order.
fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
