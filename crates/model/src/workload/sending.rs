//! What nodes take in only as they send something else.

use super::{ModelWorm, NONE, Visit, VisitIx, Workload, WorkloadError};
use crate::WorkloadStatement;
use std::collections::BTreeSet;
use wormcast_plan::{Plan, WormId};
use wormcast_topology::{NodeId, Topology};

/// A dependence, in worms and visits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sending {
    /// Where worms of the plan that is taken in deliver at the node: the visits, in ascending order.
    pub taken: Vec<VisitIx>,
    /// The worms that have to leave the node, which is their origin.
    pub senders: Vec<u32>,
    /// The worms of the same plan that one of those starts after.
    pub leaders: Vec<u32>,
}

impl Workload {
    /// What nodes take in only as they send others, among messages of these worms: the message that is taken in, where,
    /// and the one that is to be sent. Of a dependence the nth waits for the nth.
    pub fn pairs(&self, worms: &[u32]) -> Vec<(usize, VisitIx, usize)> {
        let mut pairs = Vec::new();
        for sending in &self.sendings {
            let is_own = |worm: u32| move |visit: &&VisitIx| self.visit(**visit).worm == worm;
            let own = |&worm: &u32| sending.taken.iter().find(is_own(worm)).copied();
            let taken = worms.iter().enumerate().filter_map(|(message, worm)| Some((message, own(worm)?)));
            let sent = worms.iter().enumerate().filter(|(_, worm)| sending.senders.contains(worm));
            pairs.extend(taken.zip(sent).map(|((taken, visit), (sent, _))| (taken, visit, sent)));
        }
        pairs
    }
}

/// The dependences of a statement.
pub(super) fn sendings(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    worms: &[ModelWorm],
    visits: &[Visit],
) -> Result<Vec<Sending>, WorkloadError> {
    if !statement.dependences.is_empty() && statement.consumption.is_none() {
        return Err(WorkloadError::DependenceOfNobody);
    }
    let mut all = Vec::new();
    for dependence in &statement.dependences {
        let at = topology.find_node(&dependence.at);
        let at = at.map_err(|_| WorkloadError::NoSuchNode(dependence.at.clone()))?;
        let [takes_in, sends] = [dependence.takes_in, dependence.only_after_sending];
        if let Some(plan) = [takes_in, sends].into_iter().find(|&plan| plan >= plans.len()) {
            return Err(WorkloadError::NoSuchPlan { plan, plans: plans.len() });
        }
        let pointless = |plan, what| WorkloadError::PointlessDependence { node: dependence.at.clone(), plan, what };
        let is_taken = |visit: &Visit| worms[visit.worm as usize].plan == takes_in && visit.node == at;
        let taken = (0..).zip(visits).filter(|(_, visit)| visit.consumption != NONE && is_taken(visit));
        let [senders, leaders] = senders(&plans[sends], at);
        let numbered = |ids: &BTreeSet<WormId>| {
            let is_one = |worm: &ModelWorm| worm.plan == sends && ids.contains(&worm.id);
            (0..).zip(worms).filter(|(_, worm)| is_one(worm)).map(|(number, _)| number).collect::<Vec<u32>>()
        };
        let sending = Sending {
            taken: taken.map(|(visit, _)| visit).collect(),
            senders: numbered(&senders),
            leaders: numbered(&leaders),
        };
        if sending.taken.is_empty() {
            return Err(pointless(takes_in, "delivers"));
        }
        if sending.senders.is_empty() {
            return Err(pointless(sends, "starts"));
        }
        all.push(sending);
    }
    Ok(all)
}

/// The worms of a plan that start at a node, and those that one of them starts after, directly or not.
fn senders(plan: &Plan, at: NodeId) -> [BTreeSet<WormId>; 2] {
    let starting = plan.worms.iter().filter(|worm| worm.origin == at).map(|worm| worm.id);
    let senders: BTreeSet<_> = starting.collect();
    let mut leaders = BTreeSet::new();
    let mut open: Vec<_> = senders.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(plan.worms.get(id).after.filter(|&leader| leaders.insert(leader)));
    }
    [senders, leaders]
}
