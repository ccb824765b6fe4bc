//! What the messages of a tree hold and ask for.

use super::Demand;
use super::order::Order;
use std::collections::{BTreeMap, HashMap, HashSet};
use wormcast_routing::{Lane, MulticastLanes};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A message that holds a lane asks for the next one.
pub(super) struct Wait {
    held: Lane,
    /// The channel that is asked for, and its lane; none if routers do not let the message through.
    channel: ChannelId,
    asked: Option<Lane>,
    /// The wait that asked for what is held; none behind the source.
    before: Option<usize>,
}

/// The waits of all messages on one tree, each pair of lanes once.
pub(super) struct Waits {
    all: Vec<Wait>,
    /// Whether lanes are told by their channels alone.
    is_fixed: bool,
    virtual_channels: u32,
}

/// A dependence, by the numbers of its lanes.
pub(super) type Edge = (u32, u32);

/// Channels of a tree that cannot all be in a tree that fits.
pub(super) type Conflict = Vec<ChannelId>;

impl Waits {
    /// The waits on a tree whose channels lead away from the source; where everyone sends, the messages of the others
    /// take the opposites too. O(channels · degree · log channels).
    pub(super) fn of(
        graph: &Graph,
        lanes: &dyn MulticastLanes,
        (layer, virtual_channels): (u32, u32),
        demand: Demand<'_>,
        tree: &[ChannelId],
    ) -> Self {
        let mut leaving: BTreeMap<NodeId, Vec<ChannelId>> = BTreeMap::new();
        let back = tree.iter().filter_map(|&channel| graph.reverse(channel)).filter(|_| demand.everyone_sends);
        for channel in tree.iter().copied().chain(back) {
            leaving.entry(graph.source(channel)).or_default().push(channel);
        }
        let mut waits = Self { all: Vec::new(), is_fixed: lanes.is_fixed(layer), virtual_channels };
        let mut met = HashSet::new();
        let next = |node: NodeId| leaving.get(&node).into_iter().flatten().copied();
        for sender in demand.senders() {
            let first = next(sender).filter_map(|channel| Some((lanes.lane(None, channel, layer)?, None)));
            let mut open: Vec<(Lane, Option<usize>)> = first.collect();
            while let Some((held, before)) = open.pop() {
                let opposite = graph.reverse(held.channel);
                for channel in next(graph.target(held.channel)).filter(|&channel| Some(channel) != opposite) {
                    let asked = lanes.lane(Some(held), channel, layer);
                    if met.insert((held, channel)) {
                        waits.all.push(Wait { held, channel, asked, before });
                        open.extend(asked.map(|asked| (asked, Some(waits.all.len() - 1))));
                    }
                }
            }
        }
        waits
    }

    /// The waits of one sender's messages for the channels of a part of a tree, parents first, where lanes do not
    /// depend on the way: `into` tells by node of the rest of the tree the channel by which it is entered. O(channels
    /// of the part · log).
    pub(super) fn of_part(
        graph: &Graph,
        lanes: &dyn MulticastLanes,
        (layer, virtual_channels): (u32, u32),
        into: &[Option<ChannelId>],
        part: &[ChannelId],
    ) -> Self {
        let mut entered: Vec<_> = part.iter().map(|&channel| (graph.target(channel), channel)).collect();
        entered.sort_unstable();
        let wait = |&channel: &ChannelId| {
            let from = graph.source(channel);
            let own = entered.binary_search_by_key(&from, |entry| entry.0).ok().map(|place| entered[place].1);
            let held = own.or(into[from.index()])?;
            let held = lanes.lane(None, held, layer)?;
            Some(Wait { held, channel, asked: lanes.lane(Some(held), channel, layer), before: None })
        };
        Self { all: part.iter().filter_map(wait).collect(), is_fixed: true, virtual_channels }
    }

    /// Inserts the waits into an order, and tells the edges that are new.
    ///
    /// # Errors
    /// One of them closes a cycle: the channels that it holds and asks for; then none is inserted.
    pub(super) fn try_insert(&self, order: &mut Order) -> Result<Vec<Edge>, [ChannelId; 2]> {
        let mut inserted = Vec::new();
        for wait in &self.all {
            let edge = self.edge(wait);
            match edge.and_then(|edge| order.insert(edge)) {
                Some(true) => inserted.extend(edge),
                Some(false) => {}
                None => {
                    order.remove(&inserted);
                    return Err([wait.held.channel, wait.channel]);
                }
            }
        }
        Ok(inserted)
    }

    /// Inserts the waits into an order, and tells the edges that are new.
    ///
    /// # Errors
    /// They close cycles; then none is inserted. Each cycle is told as the channels that make it, with what is there.
    pub(super) fn insert(&self, order: &mut Order) -> Result<Vec<Edge>, Vec<Conflict>> {
        let (mut inserted, mut numbers, mut conflicts) = (Vec::new(), HashMap::new(), Vec::new());
        for (number, wait) in self.all.iter().enumerate() {
            let Some(edge) = self.edge(wait) else {
                conflicts.push(self.channels([number].into_iter()));
                continue;
            };
            match order.insert(edge) {
                Some(true) => {
                    inserted.push(edge);
                    numbers.insert(edge, number);
                }
                Some(false) => {}
                None => {
                    let path = order.path(edge.1, edge.0).unwrap_or_default();
                    let on_it = path.windows(2).filter_map(|pair| numbers.get(&(pair[0], pair[1])).copied());
                    conflicts.push(self.channels(on_it.chain([number])));
                }
            }
        }
        if conflicts.is_empty() {
            return Ok(inserted);
        }
        order.remove(&inserted);
        Err(conflicts)
    }

    fn edge(&self, wait: &Wait) -> Option<Edge> {
        Some((wait.held.index(self.virtual_channels), wait.asked?.index(self.virtual_channels)))
    }

    /// The channels whose being in a tree makes some waits: of each, the two that it is about; where lanes depend on
    /// the way, the whole way.
    fn channels(&self, waits: impl Iterator<Item = usize>) -> Conflict {
        let mut channels = Vec::new();
        for number in waits {
            let mut next = Some(number);
            while let Some(wait) = next.map(|number| &self.all[number]) {
                channels.extend([wait.held.channel, wait.channel]);
                next = wait.before.filter(|_| !self.is_fixed);
            }
        }
        channels.sort_unstable();
        channels.dedup();
        channels
    }
}
