//! The worms of a statement: what they hold, and what they ask for.

mod error;
mod layer;
mod rings;
mod sending;

pub use error::WorkloadError;
pub use rings::rings;
pub(crate) use sending::Sending;

use crate::lists::Lists;
use crate::rules::{Parts, Steps};
use crate::{Owned, ResourceId, Resources, WorkloadStatement, refuse_own_buffers};
use layer::Layer;
use std::ops::Range;
use wormcast_plan::{MAX_HOPS, MAX_VIRTUAL_CHANNELS, Plan, WormId, most_virtual_channels, virtual_channel_turns};
use wormcast_topology::{NodeId, Topology};

/// The number of a visit among those of all worms: a worm's origin, then the end of each of its hops.
pub type VisitIx = u32;

/// No visit, and no resource.
pub const NONE: u32 = u32::MAX;

/// The most virtual channels and classes of consumption channels of a network.
const MAX_RESOURCES: usize = 1 << 28;

/// One worm, as it takes virtual channels if its plan has a certain turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelWorm {
    /// Its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub id: WormId,
    /// The turn of its plan, from 0: which virtual channels it takes depends on how many worms come before.
    pub turn: u32,
    /// Its visits.
    pub visits: Range<VisitIx>,
}

/// A router that a worm's head comes to. Where several worms can be in one buffer, it comes to a router twice: behind
/// others, when it asks for the front of the buffer, and in front of it.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The worm.
    pub worm: u32,
    /// The router.
    pub node: NodeId,
    /// The visit before; [`NONE`] at the origin.
    pub parent: VisitIx,
    /// Hops from the origin; behind others in a buffer, those up to the router before.
    pub depth: u32,
    /// The channel that leads here, or the front of the buffer; [`NONE`] at the origin.
    pub into: ResourceId,
    /// The consumption channels of this router, if it delivers here and they are limited; else [`NONE`].
    pub consumption: ResourceId,
}

/// All worms of some plans: what they hold, and what they ask for.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The numbering of what they hold.
    pub resources: Resources,
    /// The worms, plan by plan.
    pub worms: Vec<ModelWorm>,
    /// Their visits; a visit comes after the one before it.
    pub visits: Vec<Visit>,
    capacity: Vec<u32>,
    requests: Lists,
    children: Lists,
    users: Lists,
    asking: Lists,
    pub(crate) steps: Steps,
    pub(crate) parts: Parts,
    queues: bool,
    whole: bool,
    /// For each ring of bubble flow control and virtual channel, the visits of worms in it that ask for something else.
    leavers: Lists,
    /// For each resource its ring; [`NONE`] if it is in none. Empty if there are no bubbles.
    rings: Vec<u32>,
    pub(crate) sendings: Vec<Sending>,
}

impl Workload {
    /// The worms of these plans under a statement; `plans` are all of them, those of unicast messages too. A plan that
    /// does not name its virtual channels is laid out once for each turn that it may have. O(hops · turns).
    ///
    /// # Errors
    /// The plans make no sense together.
    ///
    /// # Panics
    /// If a plan is for another network, and names channels that this one does not have.
    pub fn new(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Result<Self, WorkloadError> {
        check_buffers(statement)?;
        let count = statement.virtual_channels.get();
        if count > MAX_VIRTUAL_CHANNELS {
            return Err(WorkloadError::TooManyVirtualChannels(count));
        }
        refuse_own_buffers(topology, statement.buffer)?;
        let most = most_virtual_channels(topology, count);
        if most > MAX_VIRTUAL_CHANNELS {
            return Err(WorkloadError::TooManyVirtualChannels(most));
        }
        let turns: Vec<_> = plans.iter().map(|plan| virtual_channel_turns(topology, plan, count)).collect();
        let visits = |plan: &Plan| (plan.worms.hop_count() + plan.worms.len()) as u64;
        let hops = plans.iter().zip(&turns).map(|(plan, &turns)| visits(plan) * u64::from(turns)).sum();
        if hops > MAX_HOPS as u64 {
            return Err(WorkloadError::TooManyHops(hops));
        }
        let classes = plans.iter().map(|plan| u32::from(plan.worms.consumption_classes())).max().unwrap_or(1);
        let ports = statement.consumption.map(|ports| ports.get());
        let pools = ports.map_or(1, |ports| classes.min(ports));
        let graph = topology.graph();
        let queues = statement.policies().has_queues();
        let resources = Resources::new(graph, most, pools);
        let resources = if queues { resources.with_fronts() } else { resources };
        if resources.count() > MAX_RESOURCES {
            return Err(WorkloadError::TooManyResources(resources.count()));
        }
        let mut capacity = vec![1; resources.count()];
        for (node, pool) in graph.nodes().flat_map(|node| (0..pools).map(move |pool| (node, pool))) {
            let channels = ports.map_or(u32::MAX, |ports| (ports - pool).div_ceil(pools));
            capacity[resources.consumption(node, pool) as usize] = channels;
        }
        let pools = ports.map(|_| pools);
        let mut laid = Layer { topology, resources, pools, queues, worms: vec![], visits: vec![] };
        for ((index, plan), turns) in plans.iter().enumerate().zip(turns) {
            (0..turns).try_for_each(|turn| laid.plan(index, plan, turn, count))?;
        }
        let sendings = sending::sendings(topology, plans, statement, &laid.worms, &laid.visits)?;
        let workload = Self::link(laid, capacity, statement, graph.node_count());
        let workload = Self { sendings, ..workload };
        workload.check_requests()?;
        if statement.bubble { workload.with_bubbles(topology) } else { Ok(workload) }
    }

    fn link(laid: Layer<'_>, capacity: Vec<u32>, statement: &WorkloadStatement, nodes: usize) -> Self {
        let Layer { resources, worms, visits, queues, .. } = laid;
        let whole = statement.policies().is_whole();
        let asks_at = |at: VisitIx| if whole { worms[visits[at as usize].worm as usize].visits.start } else { at };
        let (mut requests, mut children, mut users) = (Vec::new(), Vec::new(), Vec::new());
        for (at, visit) in (0..).zip(&visits) {
            if visit.parent != NONE {
                children.push((visit.parent, at));
                requests.push((asks_at(visit.parent), visit.into));
                users.push((visit.into, at));
            }
        }
        // Behind the channels of all children: with incremental reservation a request takes its parts in this order.
        for (at, visit) in (0..).zip(&visits).filter(|(_, visit)| visit.consumption != NONE) {
            requests.push((asks_at(at), visit.consumption));
            users.push((visit.consumption, at));
        }
        let requests = Lists::group(visits.len(), &requests);
        let asks = |&at: &u32| !requests.get(at).is_empty();
        let desk = |at: u32| if whole { 0 } else { visits[at as usize].node.index() as u32 };
        let asking: Vec<_> = (0..visits.len() as u32).filter(asks).map(|at| (desk(at), at)).collect();
        let asking = Lists::group(nodes, &asking);
        let (steps, parts) = (Steps::of(statement), statement.policies().parts());
        Self {
            children: Lists::group(visits.len(), &children),
            users: Lists::group(resources.count(), &users),
            leavers: Lists::default(),
            rings: Vec::new(),
            sendings: Vec::new(),
            resources,
            worms,
            visits,
            capacity,
            requests,
            asking,
            steps,
            parts,
            queues,
            whole,
        }
    }

    /// Refuses worms that would wait for themselves within one request.
    fn check_requests(&self) -> Result<(), WorkloadError> {
        for visit in 0..self.visits.len() as VisitIx {
            let mut asked = self.request(visit).to_vec();
            asked.sort_unstable();
            let is_too_much = |same: &[ResourceId]| same.len() > self.capacity(same[0]) as usize;
            if asked.chunk_by(|a, b| a == b).any(is_too_much) {
                let &ModelWorm { plan, id: worm, .. } = &self.worms[self.visit(visit).worm as usize];
                return Err(match self.whole {
                    true => WorkloadError::WholeTwice { plan, worm },
                    false => WorkloadError::RepeatedBranch { plan, worm },
                });
            }
        }
        Ok(())
    }

    /// The same with the rings of bubble flow control.
    fn with_bubbles(self, topology: &dyn Topology) -> Result<Self, WorkloadError> {
        let splits = |&visit: &VisitIx| self.children(visit).len() > 1;
        if let Some(visit) = (0..self.visits.len() as VisitIx).find(splits) {
            let &ModelWorm { plan, id: worm, .. } = &self.worms[self.visit(visit).worm as usize];
            return Err(WorkloadError::BubbleOfTree { plan, worm });
        }
        let of_channel = rings(topology);
        let count = self.resources.virtual_channels();
        let ring = |resource: ResourceId| match self.resources.what(resource) {
            Owned::Channel(channel, number) => of_channel[channel.index()].map_or(NONE, |ring| ring * count + number),
            _ => NONE,
        };
        let rings: Vec<_> = (0..self.resources.count() as ResourceId).map(ring).collect();
        let ring_of = |resource: ResourceId| if resource == NONE { NONE } else { rings[resource as usize] };
        let leaves = |&(ring, at): &(u32, VisitIx)| {
            ring != NONE && self.request(at).iter().any(|&resource| ring_of(resource) != ring)
        };
        let in_rings = (0..).zip(&self.visits).map(|(at, visit)| (ring_of(visit.into), at));
        let leavers: Vec<_> = in_rings.filter(leaves).collect();
        let most = rings.iter().filter(|&&ring| ring != NONE).max().map_or(0, |ring| *ring as usize + 1);
        Ok(Self { leavers: Lists::group(most, &leavers), rings, ..self })
    }

    /// A visit.
    #[inline]
    pub fn visit(&self, visit: VisitIx) -> &Visit {
        &self.visits[visit as usize]
    }

    /// What a worm asks for at a visit: the channels to its children in the order of the hops, then its consumption
    /// channel. With incremental reservation it takes them in this order.
    #[inline]
    pub fn request(&self, visit: VisitIx) -> &[ResourceId] {
        self.requests.get(visit)
    }

    /// The visits that come next.
    #[inline]
    pub fn children(&self, visit: VisitIx) -> &[VisitIx] {
        self.children.get(visit)
    }

    /// The visits at which a resource is held: those that it leads to, or that deliver through it.
    #[inline]
    pub fn users(&self, resource: ResourceId) -> &[VisitIx] {
        self.users.get(resource)
    }

    /// The visits whose requests may stand in one line with that of a visit: those at its router; all, where worms ask
    /// at their origins for all that they ever take.
    #[inline]
    pub fn asking_with(&self, visit: VisitIx) -> &[VisitIx] {
        self.asking.get(self.desk(visit))
    }

    /// Where a visit's request is made: requests made elsewhere stand in other lines.
    pub(crate) fn desk(&self, visit: VisitIx) -> u32 {
        if self.whole { 0 } else { self.visit(visit).node.index() as u32 }
    }

    /// Whether worms wait only for what worms hold, so that numbers of that may prove something.
    pub fn can_be_numbered(&self) -> bool {
        !self.queues && self.sendings.is_empty()
    }

    /// Whether the theorem about trees is about these routers: what a worm asks for at a router it gets together, and
    /// it waits for what worms hold.
    pub fn can_go_down_trees(&self) -> bool {
        self.can_be_numbered() && self.parts == Parts::Together && !self.whole && self.rings.is_empty()
    }

    /// Whether messages are taken in whatever else is sent, so that who waits does so for what others hold.
    pub fn waits_for_channels_alone(&self) -> bool {
        self.sendings.is_empty()
    }

    /// Whether worms may be behind others in a buffer.
    pub(crate) fn has_queues(&self) -> bool {
        self.queues
    }

    /// Whether a head here is behind others in the buffer, and asks for its front.
    #[inline]
    pub(crate) fn is_behind(&self, visit: VisitIx) -> bool {
        self.queues && self.visit(visit).parent != NONE && (visit - self.first_of(visit)) % 2 == 1
    }

    fn first_of(&self, visit: VisitIx) -> VisitIx {
        self.worms[self.visit(visit).worm as usize].visits.start
    }

    /// Where a part of a visit's request leads; none for an ejection channel.
    pub(crate) fn part_of(&self, child: VisitIx) -> usize {
        let siblings = self.children(self.visit(child).parent);
        siblings.iter().position(|&sibling| sibling == child).expect("a child of its parent")
    }

    /// Whether the parts of a request may be granted at different times.
    #[inline]
    pub fn is_parted(&self, visit: VisitIx) -> bool {
        self.parts != Parts::Together && self.request(visit).len() > 1
    }

    /// With bubble flow control, the visits of worms in a ring that ask for something outside; none if a resource is in
    /// no ring.
    pub(crate) fn leavers(&self, resource: ResourceId) -> Option<&[VisitIx]> {
        let ring = *self.rings.get(resource as usize)?;
        (ring != NONE).then(|| self.leavers.get(ring))
    }

    /// Whether a deadlock can be written down as a formula: with bubble flow control it cannot.
    pub(crate) fn has_formula(&self) -> bool {
        self.rings.is_empty()
    }

    /// The virtual channels that a worm takes, hop by hop.
    pub fn hop_names(&self, worm: &ModelWorm) -> impl Iterator<Item = u32> {
        worm.visits.clone().filter(|&visit| self.visit(visit).parent != NONE).filter_map(|visit| {
            match self.resources.what(self.visit(visit).into) {
                Owned::Channel(_, number) => Some(number),
                Owned::Consumption(..) | Owned::Front(..) => None,
            }
        })
    }

    /// How many worms can hold a resource at a time.
    #[inline]
    pub fn capacity(&self, resource: ResourceId) -> u32 {
        self.capacity[resource as usize]
    }

    /// A visit and those before it, up to the origin.
    pub fn up(&self, visit: VisitIx) -> impl Iterator<Item = VisitIx> {
        std::iter::successors(Some(visit), |&visit| Some(self.visit(visit).parent).filter(|&parent| parent != NONE))
    }

    /// Whether a visit is another one, or comes before it.
    pub fn is_before(&self, visit: VisitIx, later: VisitIx) -> bool {
        // Whoever comes before has a lower number.
        self.up(later).find(|&at| at <= visit) == Some(visit)
    }

    /// Hops from a visit up to the last router that it has in common with another visit of the same worm.
    pub fn hops_to_common(&self, from: VisitIx, other: VisitIx) -> u32 {
        let common = self.up(from).find(|&at| self.is_before(at, other)).expect("both begin at the origin");
        self.visit(from).depth - self.visit(common).depth
    }

    /// How far a blocked head is from what its worm holds at a visit, in [steps](crate::Reaches): the channel that
    /// leads there (`is_way`), or the ejection channel.
    pub fn distance(&self, head: VisitIx, visit: VisitIx, is_way: bool) -> u32 {
        let hops = self.hops_to_common(head, visit);
        if is_way && self.is_before(visit, head) { self.steps.below(hops) } else { self.steps.beside(hops) }
    }

    /// The greatest depth of a visit.
    pub fn height(&self) -> u32 {
        self.visits.iter().map(|visit| visit.depth).max().unwrap_or(0)
    }
}

/// Refuses buffers that do not take what they should.
///
/// # Errors
/// They are shorter than messages, where they have to take whole ones, or there are bubbles of something else.
pub fn check_buffers(statement: &WorkloadStatement) -> Result<(), WorkloadError> {
    let &WorkloadStatement { length, buffer, bubble, .. } = statement;
    if !statement.policies().takes_whole_messages() {
        return if bubble { Err(WorkloadError::BubbleOfFlits) } else { Ok(()) };
    }
    let (Some(length), Some(buffer)) = (length, buffer) else { return Ok(()) };
    let needed = u64::from(length.get()) * (1 + u64::from(bubble));
    if u64::from(buffer.get()) < needed {
        return Err(WorkloadError::BufferTooSmall { length: length.get(), buffer: buffer.get(), bubble });
    }
    Ok(())
}
