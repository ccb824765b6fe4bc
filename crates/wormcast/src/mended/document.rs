//! The JSON form of proposals, in which plans have the names of their files.

use super::{MendProposal, Mended, MendedPhase};
use crate::{Network, Plan};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use wormcast_check::proof::{ProofDocument, Reservation, Statement};
use wormcast_plan::{PlanDocument, VIRTUAL_CHANNELS_KEY};
use wormcast_prove::mend::{Change, WormName};

/// What a search for changes comes to.
#[derive(Clone, Debug, Serialize)]
pub struct MendingDocument {
    /// `wormcast-mending`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// `deadlock-free`, `mended`, `unknown`, or `others-deadlock`: what is in flight beside the plans does without
    /// them.
    pub answer: &'static str,
    /// The cheapest first.
    pub proposals: Vec<ProposalDocument>,
    /// The kinds of changes for which the search gave up.
    pub gave_up: Vec<&'static str>,
    /// Routers that grant channels like this (`--reservation`) have no deadlock with the plans as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_with: Option<Reservation>,
    /// Why nothing is known, where the budget was used up before anything was found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A proposal.
#[derive(Clone, Debug, Serialize)]
pub struct ProposalDocument {
    /// What is changed about which worms.
    pub changes: Vec<ChangeDocument>,
    /// The virtual channels that are added to links, and the channels that worms take more than before.
    pub channels: u64,
    /// How many of those are virtual channels that are added to links.
    pub virtual_channels: u64,
    /// The consumption channels that are added to each node.
    #[serde(skip_serializing_if = "is_zero")]
    pub consumption_channels: u64,
    /// How long it takes until all have the message, if all of a phase start at once.
    pub latency_ns: Option<f64>,
    /// What is sent together: one phase after another.
    pub phases: Vec<PhaseDocument>,
}

/// What is changed about a worm.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeDocument {
    /// The file of its plan.
    pub plan: String,
    /// Its number in the plan.
    pub worm: u32,
    /// What.
    #[serde(flatten)]
    pub what: WhatChanges,
    /// The cycle that it breaks: without it, each of these would wait for the next one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<WormDocument>,
}

/// A worm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WormDocument {
    /// The file of its plan.
    pub plan: String,
    /// Its number in the plan.
    pub worm: u32,
}

/// What can change about a worm.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum WhatChanges {
    /// It is sent when the phases before have been delivered.
    SendLater {
        /// Its phase, from 1.
        phase: usize,
    },
    /// It takes another virtual channel on a hop, and on all that follow it: an added one, or one that is unused.
    VirtualChannel {
        /// The first hop on it.
        from_hop: u32,
        /// The channel of that hop.
        channel: String,
        /// The number of the virtual channel.
        number: u32,
    },
    /// It takes the added virtual channel on all its hops, as all worms of the plans do.
    OwnVirtualChannel {
        /// The number of the virtual channel.
        number: u32,
    },
    /// It delivers through the consumption channels of a class, and its plan names the virtual channels of it.
    Class {
        /// The class, from 0.
        class: u8,
    },
    /// It asks for its branches in another order.
    BranchOrder,
    /// It goes by these channels.
    Reroute {
        /// In the order of its hops.
        channels: Vec<String>,
    },
}

/// What is sent together.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseDocument {
    /// By the names of their files.
    pub plans: BTreeMap<String, PlanDocument>,
    /// How many virtual channels links have.
    pub virtual_channels: u32,
    /// That they never deadlock.
    pub proof: ProofDocument,
}

impl MendingDocument {
    /// What was found on a network, with the names of the given files.
    pub fn of(network: &Network, mended: &Mended, files: &[String]) -> Self {
        let proposal = |proposal: &MendProposal| ProposalDocument {
            changes: changes(network, proposal, files),
            channels: proposal.channels,
            virtual_channels: proposal.virtual_channels,
            consumption_channels: proposal.consumption_channels,
            latency_ns: proposal.latency.map(|time| time.ps() as f64 / 1000.0),
            phases: proposal.phases.iter().map(|phase| phase_document(phase, files)).collect(),
        };
        let answer = match () {
            () if mended.is_free => "deadlock-free",
            () if mended.others_deadlock => "others-deadlock",
            () if mended.proposals.is_empty() => "unknown",
            () => "mended",
        };
        Self {
            format: "wormcast-mending",
            version: 1,
            answer,
            proposals: mended.proposals.iter().map(proposal).collect(),
            gave_up: mended.gave_up.clone(),
            free_with: mended.free_with,
            reason: None,
        }
    }

    /// That nothing is known, and why.
    pub fn unknown(reason: &str) -> Self {
        Self {
            format: "wormcast-mending",
            version: 1,
            answer: "unknown",
            proposals: Vec::new(),
            gave_up: Vec::new(),
            free_with: None,
            reason: Some(reason.to_owned()),
        }
    }
}

fn changes(network: &Network, proposal: &MendProposal, files: &[String]) -> Vec<ChangeDocument> {
    let channel_name = |channel| network.topology().channel_name(channel);
    let number = virtual_channels(&proposal.phases[0]) - 1;
    let worm = |name: &WormName| WormDocument { plan: files[name.plan].clone(), worm: name.worm };
    let document = |((name, change), cycle): (&(WormName, Change), &Vec<WormName>)| {
        let what = match change {
            Change::Later(phase) => WhatChanges::SendLater { phase: *phase },
            Change::SecondChannel(hop) => {
                let plans = &proposal.phases[0].plans;
                let (_, plan) = &plans[name.plan];
                let taken = plan.by_number().worms.get(name.worm).hops[*hop as usize].channel;
                let named = named_on(plan, name.worm, *hop).unwrap_or(number);
                WhatChanges::VirtualChannel { from_hop: *hop, channel: channel_name(taken), number: named }
            }
            Change::OwnChannel(number) => WhatChanges::OwnVirtualChannel { number: *number },
            Change::Class(class) => WhatChanges::Class { class: *class },
            Change::BranchOrder => WhatChanges::BranchOrder,
            Change::Reroute(route) => {
                WhatChanges::Reroute { channels: route.iter().map(|&channel| channel_name(channel)).collect() }
            }
        };
        let WormDocument { plan, worm: own } = worm(name);
        ChangeDocument { plan, worm: own, what, breaks: cycle.iter().map(worm).collect() }
    };
    proposal.changes.iter().zip(&proposal.breaks).map(document).collect()
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The virtual channel that a plan names for a hop of a worm.
fn named_on(plan: &Plan, worm: u32, hop: u32) -> Option<u32> {
    let lists = plan.by_number().extra.get(VIRTUAL_CHANNELS_KEY)?;
    u32::try_from(lists.get(worm as usize)?.get(hop as usize)?.as_u64()?).ok()
}

fn virtual_channels(phase: &MendedPhase) -> u32 {
    match &phase.proof.statement {
        Statement::Workload(statement) => statement.virtual_channels.get(),
        _ => 1,
    }
}

/// The plans of a phase under the names of the given files; the proof names them so.
fn phase_document(phase: &MendedPhase, files: &[String]) -> PhaseDocument {
    let mut plans: BTreeMap<String, PlanDocument> = BTreeMap::new();
    let mut names = Vec::new();
    for (number, plan) in &phase.plans {
        let stem = Path::new(&files[*number]).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = |copy: usize| if copy == 1 { format!("{stem}.json") } else { format!("{stem}-{copy}.json") };
        let name = (1..).map(numbered).find(|name| !plans.contains_key(name)).unwrap_or_default();
        names.push(name.clone());
        plans.insert(name, plan.document());
    }
    let mut proof = phase.proof.clone();
    if let Statement::Workload(statement) = &mut proof.statement {
        statement.plans = names;
    }
    PhaseDocument { plans, virtual_channels: virtual_channels(phase), proof }
}
