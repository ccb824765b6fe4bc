//! Classes of messages where some depend on others: requests and replies.
//!
//! A node that takes a request in only as it sends the reply must not keep that back for want of what requests hold. So
//! replies deliver through consumption channels of a class of their own, and if that is not enough go on virtual
//! channels of their own, too. It is one proof or two, however many worms there are.

use super::lanes::links_on;
use super::latency::latency;
use super::{Change, Limits, Phase, Proposal, WormName};
use crate::{Proof, ProveError, prove_workload_within};
use serde_json::json;
use std::num::NonZeroU32;
use wormcast_check::proof::{Certificate, WorkloadStatement};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, Plan, VIRTUAL_CHANNELS_KEY, virtual_channels, virtual_channels_at};
use wormcast_topology::Topology;

/// The most classes that are made.
const MOST: u8 = 8;

/// The plans in classes, if that makes them free; and whether it was not decided.
pub(super) fn mended_by_classes(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    limits: Limits<'_>,
) -> Result<(Option<Proposal>, bool), ProveError> {
    let Some(classes) = Classes::of(plans.len(), statement) else { return Ok((None, false)) };
    let mut gave_up = false;
    for (mended, stated) in
        [classes.consuming(plans, statement), classes.apart(topology, plans, statement)].into_iter().flatten()
    {
        match prove_workload_within(topology, &mended, &stated, limits.effort)? {
            Proof::DeadlockFree(certificate) => {
                return Ok((
                    Some(classes.proposal(topology, (plans, statement), (mended, stated), certificate)),
                    false,
                ));
            }
            Proof::Deadlock(_) => {}
            Proof::Unknown(_) => gave_up = true,
        }
    }
    Ok((None, gave_up))
}

/// The class of each plan: one more than those that are taken in only as it is sent.
struct Classes {
    of: Vec<u8>,
    count: u8,
}

impl Classes {
    /// None where nothing depends on anything, or plans depend on each other in a circle.
    fn of(plans: usize, statement: &WorkloadStatement) -> Option<Self> {
        let waits: Vec<_> = statement.dependences.iter().map(|wait| [wait.takes_in, wait.only_after_sending]).collect();
        if waits.is_empty() || waits.iter().flatten().any(|&plan| plan >= plans) {
            return None;
        }
        let mut of = vec![0; plans];
        // Without a circle each round settles the plans of one more class.
        for _ in 0..=MOST {
            let late: Vec<_> = waits.iter().filter(|[taken, sent]| of[*sent] <= of[*taken]).copied().collect();
            if late.is_empty() {
                let count = of.iter().max().map_or(1, |highest| highest + 1);
                return Some(Self { of, count });
            }
            late.into_iter().for_each(|[taken, sent]| of[sent] = of[sent].max(of[taken] + 1));
            if of.iter().any(|&class| class >= MOST) {
                return None;
            }
        }
        None
    }

    /// With a class of consumption channels for each.
    fn consuming(&self, plans: &[Plan], statement: &WorkloadStatement) -> Option<(Vec<Plan>, WorkloadStatement)> {
        if plans.iter().any(|plan| plan.worms.consumption_classes() > 1) {
            return None;
        }
        let classified = plans.iter().zip(&self.of).map(|(plan, &class)| {
            let mut plan = plan.clone();
            plan.worms.classify(self.count, |_| class);
            plan
        });
        let needed = NonZeroU32::MIN.saturating_add(u32::from(self.count) - 1);
        let consumption = statement.consumption.map(|there| there.max(needed));
        Some((classified.collect(), WorkloadStatement { consumption, ..statement.clone() }))
    }

    /// And with virtual channels for each. None where unicasts or routes beside them may take any, or links have fewer.
    fn apart(
        &self,
        topology: &dyn Topology,
        plans: &[Plan],
        statement: &WorkloadStatement,
    ) -> Option<(Vec<Plan>, WorkloadStatement)> {
        let (mut mended, stated) = self.consuming(plans, statement)?;
        if statement.with_unicast || statement.chooses_freely() {
            return None;
        }
        let there = statement.virtual_channels.get();
        let own: Vec<_> =
            plans.iter().map(|plan| virtual_channels(topology, plan, 0, there).ok()).collect::<Option<_>>()?;
        let each = 1 + own.iter().flatten().flatten().copied().max().unwrap_or(0);
        let all = each.checked_mul(self.count.into()).filter(|&all| all <= MAX_VIRTUAL_CHANNELS)?.max(there);
        let mut hops = plans.iter().flat_map(|plan| plan.worms.iter()).flat_map(|worm| worm.hops);
        if hops.any(|hop| virtual_channels_at(topology, hop.channel, all) != all) {
            return None;
        }
        for ((plan, mut own), &class) in mended.iter_mut().zip(own).zip(&self.of) {
            own.iter_mut().flatten().for_each(|number| *number += u32::from(class) * each);
            plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(own));
        }
        Some((mended, WorkloadStatement { virtual_channels: NonZeroU32::new(all)?, ..stated }))
    }

    fn proposal(
        &self,
        topology: &dyn Topology,
        (plans, statement): (&[Plan], &WorkloadStatement),
        (mended, stated): (Vec<Plan>, WorkloadStatement),
        certificate: Certificate,
    ) -> Proposal {
        let worms = plans.iter().enumerate().flat_map(|(plan, of)| of.worms.iter().map(move |worm| (plan, worm.id)));
        let changes: Vec<_> =
            worms.map(|(plan, worm)| (WormName { plan, worm }, Change::Class(self.of[plan]))).collect();
        let added = statement.virtual_channels.get()..stated.virtual_channels.get();
        let links: u64 = added.map(|number| links_on(&mended, number)).sum();
        let ports = |statement: &WorkloadStatement| statement.consumption.map_or(0, |ports| u64::from(ports.get()));
        Proposal {
            breaks: vec![Vec::new(); changes.len()],
            changes,
            channels: links,
            virtual_channels: links,
            consumption_channels: ports(&stated) - ports(statement),
            latency: latency(topology, &mended, &stated),
            phases: vec![Phase { plans: mended.into_iter().enumerate().collect(), statement: stated, certificate }],
        }
    }
}
