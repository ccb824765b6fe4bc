//! Another virtual channel on some links, for some worms from some hop on: one that is there and unused, or one more.

use super::search::{Changed, Remedy};
use super::{Change, WormName};
use serde_json::json;
use std::collections::BTreeSet;
use wormcast_check::proof::WorkloadStatement;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, Plan, VIRTUAL_CHANNELS_KEY, Worm, has_dateline, virtual_channels};
use wormcast_topology::Topology;

/// Each worm may take the other virtual channel on one of its hops and on all that follow it.
pub(super) struct Lanes<'a> {
    plans: &'a [Plan],
    statement: WorkloadStatement,
    /// The virtual channels that hops take as given.
    named: Vec<Vec<Vec<u32>>>,
    /// The number of the other virtual channel.
    other: u32,
    /// Whether it is added to links.
    is_added: bool,
}

impl<'a> Lanes<'a> {
    /// None if links have as many as are looked at, or plans do not say which they take where there are several.
    pub(super) fn new(topology: &dyn Topology, plans: &'a [Plan], statement: &WorkloadStatement) -> Option<Self> {
        let added = statement.virtual_channels.get();
        let is_named = |plan: &Plan| added == 1 || plan.extra.contains_key(VIRTUAL_CHANNELS_KEY);
        let is_fixed = statement.with_unicast || topology.has_own_channels();
        if added >= MAX_VIRTUAL_CHANNELS || is_fixed || statement.chooses_freely() || !plans.iter().all(is_named) {
            return None;
        }
        let named = plans.iter().map(|plan| virtual_channels(topology, plan, 0, added).ok()).collect::<Option<_>>()?;
        let statement =
            WorkloadStatement { virtual_channels: statement.virtual_channels.saturating_add(1), ..statement.clone() };
        Some(Self { plans, statement, named, other: added, is_added: true })
    }

    /// A virtual channel that links have and no plan names. Plans that name none are put on as few of the first ones
    /// as the network asks for. None if all are taken, or worms choose.
    pub(super) fn unused(topology: &dyn Topology, plans: &'a [Plan], statement: &WorkloadStatement) -> Option<Self> {
        let there = statement.virtual_channels.get();
        let is_fixed = statement.with_unicast || topology.has_own_channels();
        if there == 1 || is_fixed || statement.chooses_freely() {
            return None;
        }
        let fewest = if has_dateline(topology) { 2.min(there - 1) } else { 1 };
        let of = |plan: &Plan| match plan.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
            true => virtual_channels(topology, plan, 0, there).ok(),
            false => virtual_channels(topology, plan, 0, fewest).ok(),
        };
        let named: Vec<_> = plans.iter().map(of).collect::<Option<_>>()?;
        let highest = named.iter().flatten().flatten().copied().max().unwrap_or(0);
        // Routes beside the plans name low ones, as a rule.
        let other = if statement.routes.is_empty() { highest + 1 } else { there - 1 };
        (highest < other && other < there).then(|| Self {
            plans,
            statement: statement.clone(),
            named,
            other,
            is_added: false,
        })
    }

    fn worm(&self, name: WormName) -> Worm<'a> {
        self.plans[name.plan].worms.get(name.worm)
    }

    /// The hop of a way: late ones first, which need the fewest channels.
    fn first_hop(&self, name: WormName, way: usize) -> u32 {
        (self.worm(name).hops.len() - 1 - way) as u32
    }
}

/// The hop and all that follow it.
fn from_on(worm: Worm<'_>, first: u32) -> Vec<bool> {
    let mut follows = vec![false; worm.hops.len()];
    for (number, hop) in worm.hops.iter().enumerate() {
        follows[number] = number as u32 == first || hop.parent().is_some_and(|parent| follows[parent as usize]);
    }
    follows
}

impl Remedy for Lanes<'_> {
    fn ways(&self, worm: WormName) -> usize {
        self.worm(worm).hops.len()
    }

    /// The whole worm.
    fn surest_way(&self, worm: WormName) -> usize {
        self.ways(worm) - 1
    }

    fn change(&self, worm: WormName, way: usize) -> Change {
        Change::SecondChannel(self.first_hop(worm, way))
    }

    fn applied(&self, changed: &Changed) -> Vec<Plan> {
        let mut named = self.named.clone();
        for (&name, &way) in changed {
            let follows = from_on(self.worm(name), self.first_hop(name, way));
            let numbers = named[name.plan][name.worm as usize].iter_mut().zip(follows);
            numbers.filter(|(_, follows)| *follows).for_each(|(number, _)| *number = self.other);
        }
        let with_names = |(plan, named): (&Plan, &Vec<Vec<u32>>)| {
            let mut plan = plan.clone();
            plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(named));
            plan
        };
        self.plans.iter().zip(&named).map(with_names).collect()
    }

    fn statement(&self) -> &WorkloadStatement {
        &self.statement
    }

    fn added_channels(&self, mended: &[Plan]) -> u64 {
        if self.is_added { links_on(mended, self.other) } else { 0 }
    }
}

/// On how many links these plans take the virtual channel of this number.
pub(super) fn links_on(plans: &[Plan], number: u32) -> u64 {
    let mut links = BTreeSet::new();
    for plan in plans {
        let named = plan.extra.get(VIRTUAL_CHANNELS_KEY).and_then(|lists| lists.as_array());
        for (worm, list) in plan.worms.iter().zip(named.into_iter().flatten()) {
            let taken = worm.hops.iter().zip(list.as_array().into_iter().flatten());
            links.extend(taken.filter(|(_, taken)| **taken == json!(number)).map(|(hop, _)| hop.channel));
        }
    }
    links.len() as u64
}
