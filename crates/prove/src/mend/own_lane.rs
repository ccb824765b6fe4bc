//! One more virtual channel on the links of the plans, for all their worms on all their hops.
//!
//! Beside other messages that is the change of the textbooks: whoever shares no virtual channel never waits for each
//! other. It is one proof, however many worms there are. Where the plans deadlock by themselves, it is a part of the
//! change: the rest is looked for among them on their virtual channel.

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

/// The plans on a virtual channel of their own, and what is then asked about them.
pub(super) struct OwnLane {
    pub(super) plans: Vec<Plan>,
    pub(super) statement: WorkloadStatement,
    /// Its number.
    own: u32,
    /// The links that get one more.
    links: u64,
}

impl OwnLane {
    /// None where nothing is beside them, where links have as many as are looked at or a number of their own, or where
    /// the others would take the added one, too.
    pub(super) fn of(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Option<Self> {
        let stated = with_one_more(topology, plans, statement)?;
        let own = statement.virtual_channels.get();
        let plans: Vec<_> = plans.iter().map(|plan| on(plan, own)).collect();
        Some(Self { links: links_on(&plans, own), own, plans, statement: stated })
    }

    /// What it comes to by itself, if that makes the plans free; and whether it was not decided.
    pub(super) fn mended(
        &self,
        topology: &dyn Topology,
        limits: Limits<'_>,
    ) -> Result<(Option<Proposal>, bool), ProveError> {
        let (plans, statement) = (&self.plans, &self.statement);
        let certificate = match prove_workload_within(topology, plans, statement, limits.effort)? {
            Proof::DeadlockFree(certificate) => certificate,
            Proof::Deadlock(_) => return Ok((None, false)),
            Proof::Unknown(_) => return Ok((None, true)),
        };
        let numbered = plans.iter().cloned().enumerate().collect();
        let nothing_else = Proposal {
            changes: Vec::new(),
            breaks: Vec::new(),
            channels: 0,
            virtual_channels: 0,
            consumption_channels: 0,
            latency: latency(topology, plans, statement),
            phases: vec![Phase { plans: numbered, statement: statement.clone(), certificate }],
        };
        Ok((Some(self.and(nothing_else)), false))
    }

    /// A proposal about the plans on their virtual channel as one about them as they were.
    pub(super) fn and(&self, further: Proposal) -> Proposal {
        let worms = self.plans.iter().enumerate();
        let worms = worms.flat_map(|(plan, of)| of.worms.iter().map(move |worm| WormName { plan, worm: worm.id }));
        let mut changes: Vec<_> = worms.map(|worm| (worm, Change::OwnChannel(self.own))).collect();
        let mut breaks = vec![Vec::new(); changes.len()];
        changes.extend(further.changes);
        breaks.extend(further.breaks);
        let (channels, virtual_channels) = (further.channels + self.links, further.virtual_channels + self.links);
        Proposal { changes, breaks, channels, virtual_channels, ..further }
    }
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
