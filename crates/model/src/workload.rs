//! The worms of a statement: what they hold, and what they ask for.

mod bubbles;
mod error;
mod layer;
mod made;
mod rings;
mod sending;
mod way;

pub use error::WorkloadError;
pub use made::{check_buffers, refuse_free_halves};
pub use rings::rings;
pub(crate) use sending::Sending;

use crate::lists::Lists;
use crate::rules::{Parts, Steps};
use crate::{Owned, ResourceId, Resources};
use std::ops::Range;
use wormcast_plan::WormId;
use wormcast_topology::NodeId;

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
    /// Whether worms behind others in a buffer may have flits in the one before, too.
    is_spread: bool,
    whole: bool,
    /// For each ring of bubble flow control and virtual channel, the visits of worms in it that ask for something else.
    leavers: Lists,
    /// For each resource its ring; [`NONE`] if it is in none. Empty if there are no bubbles.
    rings: Vec<u32>,
    pub(crate) sendings: Vec<Sending>,
}

impl Workload {
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

    /// What a worm takes at a visit: the channels to its children, then its consumption channel. It asks for that
    /// there, unless it asks at its origin for all that it ever takes.
    pub(crate) fn taken(&self, visit: VisitIx) -> impl Iterator<Item = ResourceId> {
        let channels = self.children(visit).iter().map(|&child| self.visit(child).into);
        channels.chain(Some(self.visit(visit).consumption).filter(|&ejection| ejection != NONE))
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
    /// it waits for what worms hold, each channel one worm at a time.
    pub fn can_go_down_trees(&self) -> bool {
        let channels = &self.capacity[..self.resources.virtual_channel_count() as usize];
        channels.iter().all(|&worms| worms == 1)
            && self.can_be_numbered()
            && self.parts == Parts::Together
            && !self.whole
            && self.rings.is_empty()
    }

    /// Whether messages are taken in whatever else is sent, so that who waits does so for what others hold.
    pub fn waits_for_channels_alone(&self) -> bool {
        self.sendings.is_empty()
    }

    /// Whether worms may be behind others in a buffer.
    pub fn has_queues(&self) -> bool {
        self.queues
    }

    /// Whether a head here is behind others in the buffer, and asks for its front.
    #[inline]
    pub(crate) fn is_behind(&self, visit: VisitIx) -> bool {
        self.queues && self.visit(visit).parent != NONE && (visit - self.first_of(visit)) % 2 == 1
    }

    /// How many hops farther away a head may count as: of a worm behind others in a buffer that holds flits of several,
    /// as many flits as it holds may be in it, but for one.
    #[inline]
    pub(crate) fn slack(&self, visit: VisitIx) -> u32 {
        u32::from(self.is_spread && self.is_behind(visit))
    }

    /// Whether worms ask at their origins for all that they ever take.
    pub(crate) fn asks_whole(&self) -> bool {
        self.whole
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
}
