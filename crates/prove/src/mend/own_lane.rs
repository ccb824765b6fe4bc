//! One more virtual channel on the links of the plans, for all their worms on all their hops.
//!
//! Beside other messages that is the change of the textbooks: whoever shares no virtual channel never waits for each
//! other. It is one proof, however many worms there are.

use super::lanes::links_on;
use super::latency::latency;
use super::{Change, Limits, Phase, Proposal, WormName};
use crate::{Proof, ProveError, prove_workload_within};
use serde_json::json;
use std::borrow::Cow;
use wormcast_check::proof::WorkloadStatement;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, Plan, VIRTUAL_CHANNELS_KEY, virtual_channels_at};
use wormcast_topology::Topology;

/// The routing that is the network's own, on virtual channel 0.
const OWN_ROUTES: &str = "shortest";

/// The plans on a virtual channel of their own beside others, if that makes them free; and whether it was not decided.
pub(super) fn mended_by_own_lane(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    limits: Limits<'_>,
) -> Result<(Option<Proposal>, bool), ProveError> {
    let Some(stated) = with_one_more(topology, plans, statement) else { return Ok((None, false)) };
    let own = statement.virtual_channels.get();
    let mended: Vec<_> = plans.iter().map(|plan| on(plan, own)).collect();
    let certificate = match prove_workload_within(topology, &mended, &stated, limits.effort)? {
        Proof::DeadlockFree(certificate) => certificate,
        Proof::Deadlock(_) => return Ok((None, false)),
        Proof::Unknown(_) => return Ok((None, true)),
    };
    let worms = plans.iter().enumerate().flat_map(|(plan, of)| of.worms.iter().map(move |worm| (plan, worm.id)));
    let changes: Vec<_> = worms.map(|(plan, worm)| (WormName { plan, worm }, Change::OwnChannel)).collect();
    let links = links_on(&mended, own);
    let proposal = Proposal {
        breaks: vec![Vec::new(); changes.len()],
        changes,
        channels: links,
        virtual_channels: links,
        consumption_channels: 0,
        latency: latency(topology, &mended, &stated),
        phases: vec![Phase { plans: mended.into_iter().enumerate().collect(), statement: stated, certificate }],
    };
    Ok((Some(proposal), false))
}

/// What is stated about the plans on their own virtual channel; none where nothing is beside them, where links have as
/// many as are looked at or a number of their own, or where the others would take the added one, too.
fn with_one_more(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Option<WorkloadStatement> {
    let added = statement.virtual_channels.checked_add(1)?;
    let has_others = statement.with_unicast || !statement.routes.is_empty();
    if !has_others || added.get() > MAX_VIRTUAL_CHANNELS || statement.chooses_freely() {
        return None;
    }
    let mut hops = plans.iter().flat_map(|plan| plan.worms.iter()).flat_map(|worm| worm.hops);
    if hops.any(|hop| virtual_channels_at(topology, hop.channel, added.get()) != added.get()) {
        return None;
    }
    let mut stated = Cow::Borrowed(statement);
    if statement.with_unicast {
        // Unicasts that name no virtual channel take turns on all of them. Where there is one, that is number 0.
        if statement.virtual_channels.get() > 1 {
            return None;
        }
        let stated = stated.to_mut();
        stated.with_unicast = false;
        stated.routes.push(OWN_ROUTES.to_owned());
    }
    Some(WorkloadStatement { virtual_channels: added, ..stated.into_owned() })
}

/// The plan with all its hops on the virtual channel of this number.
fn on(plan: &Plan, number: u32) -> Plan {
    let named: Vec<_> = plan.worms.iter().map(|worm| vec![number; worm.hops.len()]).collect();
    let mut plan = plan.clone();
    plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(named));
    plan
}
