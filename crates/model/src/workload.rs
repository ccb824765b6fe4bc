//! The worms of a statement: what they hold, and what they ask for.

use crate::lists::Lists;
use crate::{OwnChannel, ResourceId, Resources, WorkloadStatement, refuse_own_buffers};
use std::ops::Range;
use thiserror::Error;
use wormcast_plan::{
    MAX_HOPS, MAX_VIRTUAL_CHANNELS, Plan, Reservation, WormId, most_virtual_channels, virtual_channel_turns,
    virtual_channels,
};
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

/// A router that a worm's head comes to.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The worm.
    pub worm: u32,
    /// The router.
    pub node: NodeId,
    /// The visit before; [`NONE`] at the origin.
    pub parent: VisitIx,
    /// Hops from the origin.
    pub depth: u32,
    /// The channel that leads here; [`NONE`] at the origin.
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
    at_node: Lists,
}

/// Why plans are no statement.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WorkloadError {
    /// Too many worms.
    #[error("{0} hops are more than the {MAX_HOPS} that are looked at together")]
    TooManyHops(u64),
    /// Too many virtual channels.
    #[error("{0} virtual channels a link are more than the {MAX_VIRTUAL_CHANNELS} that are looked at")]
    TooManyVirtualChannels(u32),
    /// Proofs do not know how channels are reserved.
    #[error("{0} reservation is not proved; `atomic` and `incremental` are")]
    Reservation(Reservation),
    /// Too many things to hold.
    #[error(
        "{0} virtual channels and consumption channels are more than the {MAX_RESOURCES} that are looked at together"
    )]
    TooManyResources(usize),
    /// A plan's own list of virtual channels does not fit.
    #[error("plan {plan}: its virtual channels make no sense: {problem}")]
    VirtualChannels {
        /// The plan.
        plan: usize,
        /// What is wrong.
        problem: String,
    },
    /// A channel has a buffer of its own.
    #[error(transparent)]
    OwnChannel(#[from] OwnChannel),
    /// A worm takes one channel twice at one router: it would wait for itself within one request.
    #[error("plan {plan}, worm {worm}: two hops leave the same router by the same channel")]
    RepeatedBranch {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: WormId,
    },
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
        if !matches!(statement.reservation, Reservation::Atomic | Reservation::Incremental) {
            return Err(WorkloadError::Reservation(statement.reservation));
        }
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
        let resources = Resources::new(graph, most, pools);
        if resources.count() > MAX_RESOURCES {
            return Err(WorkloadError::TooManyResources(resources.count()));
        }
        let mut capacity = vec![1; resources.count()];
        for (node, pool) in graph.nodes().flat_map(|node| (0..pools).map(move |pool| (node, pool))) {
            let channels = ports.map_or(u32::MAX, |ports| (ports - pool).div_ceil(pools));
            capacity[resources.consumption(node, pool) as usize] = channels;
        }
        let mut laid = Layer { topology, resources, pools: ports.map(|_| pools), worms: vec![], visits: vec![] };
        for ((index, plan), turns) in plans.iter().enumerate().zip(turns) {
            (0..turns).try_for_each(|turn| laid.plan(index, plan, turn, count))?;
        }
        Self::link(laid.worms, laid.visits, resources, capacity, graph.node_count())
    }

    fn link(
        worms: Vec<ModelWorm>,
        visits: Vec<Visit>,
        resources: Resources,
        capacity: Vec<u32>,
        nodes: usize,
    ) -> Result<Self, WorkloadError> {
        let (mut requests, mut children, mut users) = (Vec::new(), Vec::new(), Vec::new());
        for (at, visit) in (0..).zip(&visits) {
            if visit.parent != NONE {
                children.push((visit.parent, at));
                requests.push((visit.parent, visit.into));
                users.push((visit.into, at));
            }
        }
        // Behind the channels of all children: with incremental reservation a request takes its parts in this order.
        for (at, visit) in (0..).zip(&visits).filter(|(_, visit)| visit.consumption != NONE) {
            requests.push((at, visit.consumption));
            users.push((visit.consumption, at));
        }
        let requests = Lists::group(visits.len(), &requests);
        let asks = |&at: &u32| !requests.get(at).is_empty();
        let at_node: Vec<_> = (0..visits.len() as u32).filter(asks).map(|at| (node_of(&visits, at), at)).collect();
        let children = Lists::group(visits.len(), &children);
        let users = Lists::group(resources.count(), &users);
        let at_node = Lists::group(nodes, &at_node);
        let workload = Self { resources, worms, visits, capacity, requests, children, users, at_node };
        workload.check_branches().map(|()| workload)
    }

    fn check_branches(&self) -> Result<(), WorkloadError> {
        for visit in 0..self.visits.len() as VisitIx {
            let mut asked = self.request(visit).to_vec();
            asked.sort_unstable();
            if asked.windows(2).any(|pair| pair[0] == pair[1]) {
                let worm = &self.worms[self.visit(visit).worm as usize];
                return Err(WorkloadError::RepeatedBranch { plan: worm.plan, worm: worm.id });
            }
        }
        Ok(())
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

    /// The visits at a router that ask for something.
    #[inline]
    pub fn asking_at(&self, node: NodeId) -> &[VisitIx] {
        self.at_node.get(node.index() as u32)
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
        let depth = self.visit(visit).depth;
        self.up(later).find(|&at| self.visit(at).depth <= depth) == Some(visit)
    }

    /// Hops from a visit up to the last router that it has in common with another visit of the same worm.
    pub fn hops_to_common(&self, from: VisitIx, other: VisitIx) -> u32 {
        let common = self.up(from).find(|&at| self.is_before(at, other)).expect("both begin at the origin");
        self.visit(from).depth - self.visit(common).depth
    }

    /// The greatest depth of a visit.
    pub fn height(&self) -> u32 {
        self.visits.iter().map(|visit| visit.depth).max().unwrap_or(0)
    }
}

fn node_of(visits: &[Visit], at: VisitIx) -> u32 {
    visits[at as usize].node.index() as u32
}

/// Lays worms out.
struct Layer<'a> {
    topology: &'a dyn Topology,
    resources: Resources,
    /// The pools of consumption channels per node, if they are limited.
    pools: Option<u32>,
    worms: Vec<ModelWorm>,
    visits: Vec<Visit>,
}

impl Layer<'_> {
    fn plan(&mut self, index: usize, plan: &Plan, turn: u32, count: u32) -> Result<(), WorkloadError> {
        let refuse = |problem| WorkloadError::VirtualChannels { plan: index, problem };
        let named = virtual_channels(self.topology, plan, turn, count).map_err(refuse)?;
        for (worm, named) in plan.worms.iter().zip(named) {
            let start = self.visits.len() as VisitIx;
            let number = self.worms.len() as u32;
            let origin =
                Visit { worm: number, node: worm.origin, parent: NONE, depth: 0, into: NONE, consumption: NONE };
            self.visits.push(origin);
            for (hop, name) in worm.hops.iter().zip(named) {
                let parent = hop.parent().map_or(start, |parent| start + 1 + parent);
                let node = self.topology.graph().target(hop.channel);
                let depth = self.visits[parent as usize].depth + 1;
                let into = self.resources.channel(hop.channel, name);
                self.visits.push(Visit { worm: number, node, parent, depth, into, consumption: NONE });
            }
            let pool = self.pools.map(|pools| u32::from(worm.consumption_class) % pools);
            for (delivery, pool) in worm.deliveries.iter().filter_map(|delivery| Some((delivery, pool?))) {
                let visit = &mut self.visits[(start + 1 + delivery.hop) as usize];
                visit.consumption = self.resources.consumption(visit.node, pool);
            }
            let visits = start..self.visits.len() as VisitIx;
            self.worms.push(ModelWorm { plan: index, id: worm.id, turn, visits });
        }
        Ok(())
    }
}
