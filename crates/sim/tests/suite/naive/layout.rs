//! Worms, their visits and their branches, and what they take.

use super::Naive;
use std::collections::BTreeMap;
use wormcast_plan::{Plan, VirtualChannels, named_virtual_channels};
use wormcast_sim::*;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Something that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// A virtual channel.
    Channel(ChannelId, u32),
    /// Any virtual channel of a link.
    Link(ChannelId),
    /// Any of its lower half, or of the upper one.
    Half(ChannelId, bool),
    /// An ejection channel of a node, of this class.
    Ejection(NodeId, u32),
}

#[derive(Debug)]
pub(crate) struct Worm {
    pub plan: usize,
    pub origin: NodeId,
    pub first: usize,
    pub visits: std::ops::Range<usize>,
    /// The visit whose delivery it waits for.
    pub after: Option<usize>,
    pub starts: Option<u64>,
    /// When it begins to pay, in which pass over all it has paid, and when it has an injection channel.
    pub pays: Option<u64>,
    pub paid: Option<u64>,
    pub entered: Option<u64>,
    /// Whether its tail has left the origin and the injection channel is free.
    pub injected: bool,
}

#[derive(Debug)]
pub(crate) struct Visit {
    pub worm: usize,
    /// The visit before and its branch, and the channel from there.
    pub entry: Option<(usize, usize, ChannelId)>,
    /// Its virtual channel, once that is known.
    pub number: u32,
    pub branches: Vec<Branch>,
    pub arrived: Option<u64>,
    /// When it came to the front of its buffer, if that was after another worm.
    pub front: Option<u64>,
    pub requested: Option<u64>,
    pub granted: Option<u64>,
    pub released: Option<u64>,
}

/// A channel that a visit takes, or its delivery.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The next visit; none for a delivery.
    pub to: Option<usize>,
    pub key: Option<Key>,
    pub has: bool,
    pub is_delivery: bool,
    /// When each flit left.
    pub left: Vec<u64>,
}

impl<'a> Naive<'a> {
    pub(super) fn new(
        topology: &'a dyn Topology,
        starts: &[Start<'_>],
        timing: &'a Timing,
        conditions: &'a Conditions,
    ) -> Self {
        let classes = starts.iter().map(|start| u32::from(start.plan.worms.consumption_classes())).max().unwrap_or(1);
        let mut naive = Naive {
            topology,
            timing,
            conditions,
            classes,
            now: 0,
            passes: 0,
            visits: Vec::new(),
            worms: Vec::new(),
            lengths: Vec::new(),
            held: BTreeMap::new(),
            lines: BTreeMap::new(),
            requests: Vec::new(),
            holders: BTreeMap::new(),
            last: BTreeMap::new(),
            own_last: BTreeMap::new(),
            buffers: BTreeMap::new(),
            crossed: BTreeMap::new(),
            turned: BTreeMap::new(),
            link_lines: BTreeMap::new(),
            link_free: BTreeMap::new(),
            crossbars: Default::default(),
            releases: Vec::new(),
        };
        for (plan, start) in starts.iter().enumerate() {
            naive.add(plan, start.plan, start.at.ps());
        }
        naive
    }

    fn add(&mut self, number: usize, plan: &Plan, at: u64) {
        let flow = &self.timing.flow;
        let count = flow.virtual_channels.get();
        let named = named_virtual_channels(self.topology, plan, count).unwrap();
        let rule = VirtualChannels::new(self.topology, flow.vc_rule, count);
        let first_worm = self.worms.len();
        for worm in plan.worms.iter() {
            let numbers = match &named {
                Some(named) => named[worm.id as usize].clone(),
                None => rule.of(worm, self.worms.len() as u32, plan.is_multicast()),
            };
            self.add_worm(number, worm, &numbers);
            let here = self.worms.last_mut().unwrap();
            here.starts = worm.after.is_none().then_some(at);
            if let Some(after) = worm.after {
                let leader = &self.worms[first_worm + after as usize];
                let deliveries = plan.worms.get(after).deliveries;
                let hop = deliveries.iter().find(|delivery| delivery.node == worm.origin).unwrap().hop;
                let visit = leader.first + 1 + hop as usize;
                self.worms.last_mut().unwrap().after = Some(visit);
            }
        }
    }

    fn add_worm(&mut self, plan: usize, worm: wormcast_plan::Worm<'_>, numbers: &[u32]) {
        let (first, ix) = (self.visits.len(), self.worms.len());
        let visit = |entry, number| Visit {
            worm: ix,
            entry,
            number,
            branches: Vec::new(),
            arrived: None,
            front: None,
            requested: None,
            granted: None,
            released: None,
        };
        self.visits.push(visit(None, 0));
        let free = self.shares_links();
        for (hop, &number) in worm.hops.iter().zip(numbers) {
            let parent = first + hop.parent().map_or(0, |hop| hop as usize + 1);
            let key = match self.timing.flow.vc_rule {
                VcRule::Free if free => Key::Link(hop.channel),
                VcRule::FreeDateline if free && self.is_parted(hop.channel) => {
                    Key::Half(hop.channel, number >= self.virtual_channels(hop.channel) / 2)
                }
                VcRule::FreeDateline if free => Key::Link(hop.channel),
                _ => Key::Channel(hop.channel, number),
            };
            let to = Some(self.visits.len());
            self.visits.push(visit(Some((parent, self.visits[parent].branches.len(), hop.channel)), number));
            self.visits[parent].branches.push(Branch {
                to,
                key: Some(key),
                has: false,
                is_delivery: false,
                left: Vec::new(),
            });
        }
        let class = u32::from(worm.consumption_class);
        for delivery in worm.deliveries {
            let at = first + 1 + delivery.hop as usize;
            let key = self.ejection_key(delivery.node, class);
            if self.visits[at].branches.iter().all(|branch| branch.to.is_some()) {
                self.visits[at].branches.push(Branch {
                    to: None,
                    key,
                    has: false,
                    is_delivery: true,
                    left: Vec::new(),
                });
            }
        }
        // Where a route ends without a delivery, its flits leave the network.
        for visit in &mut self.visits[first..] {
            if visit.branches.is_empty() {
                visit.branches.push(Branch { to: None, key: None, has: false, is_delivery: false, left: Vec::new() });
            }
        }
        self.worms.push(Worm {
            plan,
            origin: worm.origin,
            first,
            visits: first..self.visits.len(),
            after: None,
            starts: None,
            pays: None,
            paid: None,
            entered: None,
            injected: false,
        });
    }

    /// Class k delivers through the channels with a number j ≡ k (mod C); with fewer than C, through number k mod n.
    fn ejection_key(&self, node: NodeId, class: u32) -> Option<Key> {
        let Ports::Limited(n) = self.timing.consumption else { return None };
        Some(Key::Ejection(node, if n.get() < self.classes { class % n.get() } else { class }))
    }

    /// Whether the virtual channels of a channel are in halves: not where it leads from or to an endpoint.
    fn is_parted(&self, channel: ChannelId) -> bool {
        let graph = self.topology.graph();
        let ends = [graph.source(channel), graph.target(channel)];
        self.virtual_channels(channel) > 1 && !ends.iter().any(|&end| graph.is_endpoint(end))
    }

    pub(super) fn half(&self, channel: ChannelId, upper: bool) -> std::ops::Range<u32> {
        let count = self.virtual_channels(channel);
        if upper { count / 2..count } else { 0..count / 2 }
    }

    /// How many can hold something.
    pub(super) fn capacity(&self, key: Key) -> u32 {
        match (key, self.timing.consumption) {
            (Key::Channel(..), _) => 1,
            (Key::Link(channel), _) => self.virtual_channels(channel),
            (Key::Half(channel, upper), _) => self.half(channel, upper).len() as u32,
            (Key::Ejection(..), Ports::All) => u32::MAX,
            (Key::Ejection(..), Ports::Limited(n)) if n.get() < self.classes => 1,
            (Key::Ejection(_, class), Ports::Limited(n)) => {
                (0..n.get()).filter(|channel| channel % self.classes == class).count() as u32
            }
        }
    }
}
