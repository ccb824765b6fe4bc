//! The worms of all plans in one numbering, laid out for the engines.

use crate::consumption::Pools;
use crate::lists::{Children, Lists};
use crate::relay::Relays;
use crate::{Resource, SimError, Start, Time, Timing};
use std::ops::Range;
use wormcast_plan::{Worm, WormId};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The number of a visit among those of all worms. A worm's visits have consecutive numbers, first its origin, then
/// the end of each hop; so the order of these numbers is that of worms, and of hops within a worm.
pub(crate) type VisitIx = u32;

/// The number of a worm among those of all plans: plan by plan.
pub(crate) type WormIx = u32;

/// No time of a run is later: 2^62 ps, or 53 days.
pub(crate) const HORIZON: Time = Time::from_ps(1 << 62);

/// One worm.
#[derive(Debug)]
pub(crate) struct FleetWorm {
    pub plan: usize,
    pub id: WormId,
    pub origin: NodeId,
    pub visits: Range<VisitIx>,
    /// The pool of consumption channels that it delivers through.
    pub pool: u8,
}

/// A router that a worm's head comes to. 24 bytes.
#[derive(Debug)]
pub(crate) struct Visit {
    pub worm: WormIx,
    pub node: NodeId,
    /// The visit before, and the channel from there; none at the origin.
    pub entry: Option<(VisitIx, ChannelId)>,
    /// Which virtual channel of that channel it takes.
    pub virtual_channel: u8,
    pub delivers: bool,
}

/// All worms, all their visits, and who follows whom.
#[derive(Debug)]
pub(crate) struct Fleet {
    pub worms: Vec<FleetWorm>,
    pub visits: Vec<Visit>,
    /// The visits that follow each visit.
    children: Children,
    /// The worms that start when their leader has delivered at a visit.
    followers: Lists,
    /// The worms that start by themselves, with their times.
    pub first: Vec<(WormIx, Time)>,
    /// How the consumption channels of a node are parted.
    pub pools: Pools,
}

impl Fleet {
    /// The worms of these plans. O(hops + deliveries).
    pub(crate) fn assemble(graph: &Graph, starts: &[Start<'_>], timing: &Timing) -> Result<Self, SimError> {
        let (worm_count, visit_count) = check_size(starts, timing)?;
        let pools = Pools::new(timing.consumption, consumption_classes(starts));
        let (mut worms, mut visits) = (Vec::with_capacity(worm_count), Vec::with_capacity(visit_count));
        let (mut after, mut first, mut relays) = (Vec::new(), Vec::new(), Relays::default());
        for (plan, start) in starts.iter().enumerate() {
            let base = worms.len() as WormIx;
            relays.check(plan, &start.plan.worms)?;
            for worm in start.plan.worms.iter() {
                let ix = worms.len() as WormIx;
                let range = push_visits(&mut visits, graph, ix, worm);
                after.push(worm.after.map(|after| (base + after, relays.hop(after, worm.origin))));
                first.extend(worm.after.is_none().then_some((ix, start.at)));
                let pool = pools.of(worm.consumption_class);
                worms.push(FleetWorm { plan, id: worm.id, origin: worm.origin, visits: range, pool });
            }
        }
        let visit = |(leader, hop): (WormIx, u32)| worms[leader as usize].visits.start + 1 + hop;
        let followers = Lists::group(visits.len(), after.into_iter().map(|after| after.map(visit)));
        let fleet = Self { followers, first, ..Self::under_way(worms, visits, pools) };
        fleet.check_branches()?;
        Ok(fleet)
    }

    /// Worms that are under way, and start no others.
    pub(crate) fn under_way(worms: Vec<FleetWorm>, visits: Vec<Visit>, pools: Pools) -> Self {
        let children = Children::new(visits.iter().map(|visit: &Visit| visit.entry.map(|(from, _)| from)));
        Self { worms, visits, children, followers: Lists::default(), first: Vec::new(), pools }
    }

    #[inline]
    pub(crate) fn visit(&self, visit: VisitIx) -> &Visit {
        &self.visits[visit as usize]
    }

    pub(crate) fn worm_of(&self, visit: VisitIx) -> &FleetWorm {
        &self.worms[self.visit(visit).worm as usize]
    }

    /// The consumption channel that a visit delivers through.
    pub(crate) fn consumption(&self, visit: VisitIx) -> Resource {
        self.pools.resource(self.visit(visit).node, self.worm_of(visit).pool)
    }

    /// The visits that come next.
    #[inline]
    pub(crate) fn children(&self, visit: VisitIx) -> &[VisitIx] {
        self.children.get(visit)
    }

    /// The worms that start when the worm of this visit has delivered here.
    pub(crate) fn started_by(&self, visit: VisitIx) -> &[WormIx] {
        self.followers.get(visit)
    }

    /// The channel that leads to a visit that is not an origin.
    pub(crate) fn channel_into(&self, visit: VisitIx) -> Option<ChannelId> {
        self.visit(visit).entry.map(|(_, channel)| channel)
    }

    fn check_branches(&self) -> Result<(), SimError> {
        if !self.children.branch() {
            return Ok(());
        }
        let mut branches = Vec::new();
        let splits = |&visit: &VisitIx| self.children(visit).len() > 1;
        for visit in (0..self.visits.len() as VisitIx).filter(splits) {
            branches.clear();
            branches.extend(self.children(visit).iter().map(|&child| (self.channel_into(child), child)));
            branches.sort_unstable();
            if let Some(pair) = branches.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let FleetWorm { plan, id, visits, .. } = self.worm_of(visit);
                let [first, second] = [0, 1].map(|end| pair[end].1 - visits.start - 1);
                return Err(SimError::RepeatedBranch { plan: *plan, worm: *id, first, second });
            }
        }
        Ok(())
    }
}

/// How many consumption classes a run of these plans has: as many as the plan with the most.
pub(crate) fn consumption_classes(starts: &[Start<'_>]) -> u8 {
    starts.iter().map(|start| start.plan.worms.consumption_classes()).max().unwrap_or(1)
}

fn push_visits(visits: &mut Vec<Visit>, graph: &Graph, worm: WormIx, route: Worm<'_>) -> Range<VisitIx> {
    let origin = visits.len() as VisitIx;
    visits.push(Visit { worm, node: route.origin, entry: None, virtual_channel: 0, delivers: false });
    for hop in route.hops {
        let from = hop.parent().map_or(origin, |parent| origin + 1 + parent);
        let (node, entry) = (graph.target(hop.channel), Some((from, hop.channel)));
        visits.push(Visit { worm, node, entry, virtual_channel: 0, delivers: false });
    }
    for delivery in route.deliveries {
        visits[(origin + 1 + delivery.hop) as usize].delivers = true;
    }
    origin..visits.len() as VisitIx
}

/// Refuses runs whose visits cannot be numbered, or whose time could overflow: at every moment before the end some
/// worm pays an overhead, or some flit crosses a router or a channel, or some credit goes back.
/// Returns how many worms and visits there are.
fn check_size(starts: &[Start<'_>], timing: &Timing) -> Result<(usize, usize), SimError> {
    let (mut visits, mut worms) = (0_u64, 0_u64);
    for start in starts {
        worms += start.plan.worms.len() as u64;
        visits += (start.plan.worms.hop_count() + start.plan.worms.len()) as u64;
    }
    if visits > 1 << 31 {
        return Err(SimError::TooManyHops(visits));
    }
    let [send, receive, router, flit] = [timing.send, timing.receive, timing.router, timing.flit].map(wide);
    let last_start = starts.iter().map(|start| wide(start.at)).max().unwrap_or(0);
    let a_visit = receive + router + (flit + wide(timing.flow.credit)) * (u128::from(timing.length) + 1);
    let longest = last_start + u128::from(worms) * send + u128::from(visits) * a_visit;
    if longest > wide(HORIZON) { Err(SimError::TooLong) } else { Ok((worms as usize, visits as usize)) }
}

/// Refuses timings that make no sense, or with which a single worm could outlast the clock.
pub(crate) fn check_timing(timing: &Timing) -> Result<(), SimError> {
    timing.validate()?;
    let flits = wide(timing.flit) * u128::from(timing.length);
    let once = wide(timing.send) + wide(timing.receive) + wide(timing.router) + flits;
    if once > wide(HORIZON) { Err(SimError::TooLong) } else { Ok(()) }
}

fn wide(time: Time) -> u128 {
    time.ps().into()
}
