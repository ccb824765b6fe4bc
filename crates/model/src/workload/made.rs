//! Workloads of plans: worms are laid out, and what they hold and ask for is listed.

use super::layer::Layer;
use super::{MAX_RESOURCES, ModelWorm, NONE, ResourceId, VisitIx, Workload, WorkloadError, sending};
use crate::lists::Lists;
use crate::rules::Steps;
use crate::{Resources, WorkloadStatement, refuse_own_buffers};
use std::num::NonZeroU32;
use wormcast_plan::{
    Handover, MAX_HOPS, MAX_VIRTUAL_CHANNELS, Plan, VcRule, most_virtual_channels, virtual_channel_turns_by,
    virtual_channels_at,
};
use wormcast_topology::Topology;

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
        Self::with_places(topology, plans, statement, 1)
    }

    /// The same where buffers that take whole messages take so many, one behind the other.
    ///
    /// # Errors
    /// As [`Self::new`].
    ///
    /// # Panics
    /// As [`Self::new`].
    pub fn with_places(
        topology: &dyn Topology,
        plans: &[Plan],
        statement: &WorkloadStatement,
        places: u32,
    ) -> Result<Self, WorkloadError> {
        check_buffers(statement)?;
        refuse_own_buffers(topology, statement.buffer)?;
        let most = most_lanes(topology, statement)?;
        let turns = turns(topology, plans, statement)?;
        let classes = plans.iter().map(|plan| u32::from(plan.worms.consumption_classes())).max().unwrap_or(1);
        let ports = statement.consumption.map(|ports| ports.get());
        let pools = ports.map_or(1, |ports| classes.min(ports));
        let queues = statement.policies().has_queues() || places > 1;
        // Where worms choose, all virtual channels of a link are one thing that several may hold.
        let told_apart = if statement.chooses_freely() { 1 } else { most };
        let resources = Resources::new(topology.graph(), told_apart, pools);
        let resources = if queues { resources.with_fronts() } else { resources };
        if resources.count() > MAX_RESOURCES {
            return Err(WorkloadError::TooManyResources(resources.count()));
        }
        let pools = ports.map(|_| pools);
        let is_spread = statement.policies().has_queues();
        let mut laid = Layer { topology, resources, pools, queues, is_spread, worms: vec![], visits: vec![] };
        let count = statement.virtual_channels.get();
        for ((index, plan), turns) in plans.iter().enumerate().zip(turns) {
            (0..turns).try_for_each(|turn| laid.plan(index, plan, turn, (statement.vc_rule, count)))?;
        }
        let sendings = sending::sendings(topology, plans, statement, &laid.worms, &laid.visits)?;
        let mut capacity = capacities(topology, resources, ports, pools.unwrap_or(1));
        capacity[..resources.virtual_channel_count() as usize].fill(places);
        if statement.chooses_freely() {
            let each = topology.graph().channels().map(|channel| virtual_channels_at(topology, channel, count));
            capacity.iter_mut().zip(each).for_each(|(capacity, count)| *capacity = count);
        }
        let workload = Self::link(laid, capacity, statement, topology.graph().node_count());
        let workload = Self { sendings, ..workload };
        workload.check_requests()?;
        if statement.bubble { workload.with_bubbles(topology) } else { Ok(workload) }
    }

    fn link(laid: Layer<'_>, capacity: Vec<u32>, statement: &WorkloadStatement, nodes: usize) -> Self {
        let Layer { resources, worms, visits, queues, is_spread, .. } = laid;
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
            is_spread,
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
}

/// The most virtual channels that a channel has.
fn most_lanes(topology: &dyn Topology, statement: &WorkloadStatement) -> Result<u32, WorkloadError> {
    let count = statement.virtual_channels.get();
    let most = most_virtual_channels(topology, count);
    match count.max(most) {
        many if many > MAX_VIRTUAL_CHANNELS => Err(WorkloadError::TooManyVirtualChannels(many)),
        _ => Ok(most),
    }
}

/// How often each plan is laid out.
fn turns(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Result<Vec<u32>, WorkloadError> {
    let count = statement.virtual_channels.get();
    let turns: Vec<_> =
        plans.iter().map(|plan| virtual_channel_turns_by(topology, statement.vc_rule, plan, count)).collect();
    let visits = |plan: &Plan| (plan.worms.hop_count() + plan.worms.len()) as u64;
    let hops = plans.iter().zip(&turns).map(|(plan, &turns)| visits(plan) * u64::from(turns)).sum();
    if hops > MAX_HOPS as u64 { Err(WorkloadError::TooManyHops(hops)) } else { Ok(turns) }
}

/// How many worms can hold each resource: of ejection channels, which fall into pools, as many as `ports` says.
fn capacities(topology: &dyn Topology, resources: Resources, ports: Option<u32>, pools: u32) -> Vec<u32> {
    let mut capacity = vec![1; resources.count()];
    for (node, pool) in topology.graph().nodes().flat_map(|node| (0..pools).map(move |pool| (node, pool))) {
        let channels = ports.map_or(u32::MAX, |ports| (ports - pool).div_ceil(pools));
        capacity[resources.consumption(node, pool) as usize] = channels;
    }
    capacity
}

/// Proofs do not know heads that take whichever virtual channel is free of those on their side of a dateline.
///
/// # Errors
/// That is asked, of several virtual channels.
pub fn refuse_free_halves(rule: VcRule, virtual_channels: NonZeroU32) -> Result<(), WorkloadError> {
    match rule == VcRule::FreeDateline && virtual_channels > NonZeroU32::MIN {
        true => Err(WorkloadError::FreeChoiceOfHalf),
        false => Ok(()),
    }
}

/// Refuses buffers that do not take what they should.
///
/// # Errors
/// They are shorter than messages, where they have to take whole ones, there are bubbles of something else, or several
/// worms share one of those that heads choose from.
pub fn check_buffers(statement: &WorkloadStatement) -> Result<(), WorkloadError> {
    let &WorkloadStatement { length, buffer, bubble, handover, .. } = statement;
    refuse_free_halves(statement.vc_rule, statement.virtual_channels)?;
    if statement.chooses_freely() && (bubble || handover == Handover::Tail) {
        return Err(WorkloadError::FreeChoiceOfShared);
    }
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
