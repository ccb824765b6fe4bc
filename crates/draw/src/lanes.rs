//! Lanes: where worms that share a link run beside each other.

use crate::layout::Layout;
use std::cmp::Ordering;
use wormcast_plan::{Plan, WormId};
use wormcast_topology::{ChannelId, Graph};

/// A hop of a worm: the number of the worm, and the index of the hop in its route.
type HopId = (WormId, u32);

/// The lane of every hop, and how many lanes each link has.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// By worm and hop: how many lanes to the right of the middle of the link, in the direction of the hop.
    offsets: Vec<Vec<f64>>,
    /// By channel: how many lanes its link has, in both directions together.
    counts: Vec<u32>,
}

impl Lanes {
    /// The lanes of a plan: each direction of a link has its right-hand side, and of the worms in one direction the one
    /// that later turns left runs on the left. O(h² · depth) for h hops on one link; in practice O(hops · log hops).
    pub(crate) fn new(plan: &Plan, graph: &Graph, layout: &Layout) -> Self {
        let mut users: Vec<Vec<HopId>> = vec![Vec::new(); graph.channel_count()];
        for worm in plan.worms.iter() {
            for (index, hop) in worm.hops.iter().enumerate() {
                users[hop.channel.index()].push((worm.id, index as u32));
            }
        }
        let trails = Trails::new(plan, graph, layout);
        for channel in &mut users {
            channel.sort_by(|&a, &b| trails.left_first(a, b));
        }
        let mut lanes = Self {
            offsets: plan.worms.iter().map(|worm| vec![0.0; worm.hops.len()]).collect(),
            counts: vec![0; graph.channel_count()],
        };
        for channel in graph.channels() {
            let opposite = graph.reverse(channel).map_or(0, |opposite| users[opposite.index()].len());
            lanes.assign(channel, &users[channel.index()], opposite);
        }
        lanes
    }

    fn assign(&mut self, channel: ChannelId, users: &[HopId], opposite: usize) {
        let count = users.len() + opposite;
        self.counts[channel.index()] = count as u32;
        for (place, &(worm, hop)) in users.iter().enumerate() {
            self.offsets[worm as usize][hop as usize] = (opposite + place) as f64 - (count as f64 - 1.0) / 2.0;
        }
    }

    /// How far to the right of the middle of the link a hop runs, in lanes.
    pub(crate) fn offset(&self, worm: WormId, hop: u32) -> f64 {
        self.offsets[worm as usize][hop as usize]
    }

    /// How many lanes the link of a channel has.
    pub(crate) fn count(&self, channel: ChannelId) -> u32 {
        self.counts[channel.index()]
    }

    /// The greatest number of lanes on any link.
    pub(crate) fn widest(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

/// Where worms come from and go to, to sort them into lanes.
struct Trails<'a> {
    plan: &'a Plan,
    graph: &'a Graph,
    layout: &'a Layout,
    /// By worm and hop: the first hop that follows.
    next: Vec<Vec<Option<u32>>>,
}

impl<'a> Trails<'a> {
    fn new(plan: &'a Plan, graph: &'a Graph, layout: &'a Layout) -> Self {
        let next = |worm: wormcast_plan::Worm<'_>| {
            let mut next = vec![None; worm.hops.len()];
            for (index, hop) in worm.hops.iter().enumerate().rev() {
                if let Some(parent) = hop.parent() {
                    next[parent as usize] = Some(index as u32);
                }
            }
            next
        };
        Self { plan, graph, layout, next: plan.worms.iter().map(next).collect() }
    }

    fn channel(&self, (worm, hop): HopId) -> ChannelId {
        self.plan.worms.get(worm).hops[hop as usize].channel
    }

    fn after(&self, (worm, hop): HopId) -> Option<HopId> {
        self.next[worm as usize][hop as usize].map(|next| (worm, next))
    }

    fn before(&self, (worm, hop): HopId) -> Option<HopId> {
        self.plan.worms.get(worm).hops[hop as usize].parent().map(|parent| (worm, parent))
    }

    /// Which of two hops on one channel runs further left: the one that turns left where their ways part; if they
    /// never part, the one that came from the left; else the lower worm.
    fn left_first(&self, a: HopId, b: HopId) -> Ordering {
        let ahead = self.compare(a, b, |hop| self.after(hop), |here, there| self.turn(here, there));
        let behind = || self.compare(a, b, |hop| self.before(hop), |here, there| -self.turn(there, here));
        ahead.then_with(behind).then(a.cmp(&b))
    }

    fn compare(
        &self,
        mut a: HopId,
        mut b: HopId,
        step: impl Fn(HopId) -> Option<HopId>,
        turn: impl Fn(HopId, HopId) -> i32,
    ) -> Ordering {
        // Words in lexicographic order, so that this is an order whatever the plan.
        let letter =
            |at, next: Option<HopId>| next.map_or((0, None), |next| (turn(at, next), Some(self.channel(next))));
        loop {
            let (next_a, next_b) = (step(a), step(b));
            match (letter(a, next_a).cmp(&letter(b, next_b)), next_a, next_b) {
                (Ordering::Equal, Some(next_a), Some(next_b)) => (a, b) = (next_a, next_b),
                (order, ..) => return order,
            }
        }
    }

    /// The angle from one hop to the next in milliradians, positive to the right. Back on the same link is a turn to
    /// the left, as each direction has its right-hand side.
    fn turn(&self, from: HopId, to: HopId) -> i32 {
        let (from, to) = (self.channel(from), self.channel(to));
        if self.graph.reverse(from) == Some(to) {
            return i32::MIN / 2;
        }
        let (arrive, leave) = (self.layout.arrival(self.graph, from), self.layout.departure(self.graph, to));
        (arrive.cross(leave).atan2(arrive.dot(leave)) * 1000.0).round() as i32
    }
}
