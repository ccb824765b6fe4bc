//! Given plans, and messages by routings and tables, in flight beside the messages of a scheme.

use super::trees::Trees;
use crate::ProveError;
use crate::choices::unicasts_choose;
use crate::workload::{alone, with_routes};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_check::proof::SchemeStatement;
use wormcast_model::WorkloadStatement;
use wormcast_plan::{
    Chain, ChainLane, Delivers, Plan, RouteFamily, RouteSpace, Splits, VIRTUAL_CHANNELS_KEY, VcRule, Worm,
    virtual_channel_turns, virtual_channels,
};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// The plans in flight beside a scheme's: those that are given, and one for each worm of the routings and tables of the
/// statement; and whether messages choose among more routes than those that are listed, the unicasts of the statement
/// among them. O(hops).
///
/// # Errors
/// There is no such routing or table, its messages wait for each other, or there are too many hops.
pub(crate) fn beside(
    topology: &dyn Topology,
    given: &[Plan],
    statement: &SchemeStatement,
) -> Result<(Vec<Plan>, bool), ProveError> {
    let about = WorkloadStatement { routes: statement.routes.clone(), ..statement.about_plans() };
    let asked = with_routes(topology, given, &about)?;
    if !asked.statement.dependences.is_empty() {
        return Err(ProveError::ScheduleBesideScheme);
    }
    let (whole, routed) = asked.plans.split_at(asked.whole);
    let apart = routed.iter().flat_map(|plan| plan.worms.iter().map(move |worm| one(plan, worm)));
    let choose = asked.choose || unicasts_choose(topology, statement)?;
    Ok((whole.iter().cloned().chain(apart).collect(), choose))
}

/// One worm of a plan as a plan of its own, on the virtual channels that it names.
fn one(plan: &Plan, worm: Worm<'_>) -> Plan {
    let mut alone = alone(plan, worm.id);
    if !worm.virtual_channels.is_empty() {
        alone.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!([worm.virtual_channels]));
    }
    alone
}

/// The same space with the routes of these plans: their chains, by the virtual channels that they take, and trees that
/// are pieces of the scheme's. None if a rule names virtual channels that cannot be told beforehand. O(hops · turns).
pub(super) fn with_plans(
    topology: &dyn Topology,
    space: RouteSpace<NodeId>,
    plans: &[Plan],
    statement: &SchemeStatement,
) -> Option<RouteSpace<NodeId>> {
    let count = statement.virtual_channels.get();
    let by_rule =
        |plan: &Plan| count > 1 && statement.vc_rule != VcRule::Dateline && plan.virtual_channels_needed() == 1;
    if plans.iter().any(by_rule) {
        return None;
    }
    let are_apart = statement.policies.copies_apart();
    let trees = Trees::of(topology.graph(), &space, are_apart).ok();
    let graph = topology.graph();
    let mut routes = Routes { graph, trees: trees.as_ref(), are_apart, classes: space.classes, kinds: BTreeMap::new() };
    for plan in plans {
        for turn in 0..virtual_channel_turns(topology, plan, count) {
            let numbers = virtual_channels(topology, plan, turn, count).ok()?;
            plan.worms.iter().zip(&numbers).for_each(|(worm, numbers)| routes.add(worm, numbers));
        }
        routes.classes = routes.classes.max(plan.worms.consumption_classes());
    }
    let splits: Vec<_> = space.trees().into_iter().map(|(parents, numbers)| down(parents, numbers)).collect();
    let (classes, kinds) = (routes.classes, routes.kinds);
    let families = kinds.into_iter().map(|(kind, chains)| chains.family(graph, kind, &splits));
    Some(space.with(RouteSpace { classes, families: families.collect() }))
}

fn down(parents: &[Option<NodeId>], numbers: &[u32]) -> Splits<NodeId> {
    Splits::Down { parents: parents.to_vec(), numbers: numbers.to_vec() }
}

/// How worms go on when they are no chains any more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    Chain,
    /// Down the tree of this number.
    Down(u32),
    Along,
    Anywhere,
}

/// The consumption class, whether worms deliver before they split, and how they go on.
type Kind = (u8, bool, Ends);

/// A channel, and which of its virtual channels.
type Taken = (ChannelId, u32);

/// What chains of one kind take, and what follows each other.
#[derive(Default)]
struct Chains {
    lanes: BTreeSet<Taken>,
    waits: BTreeSet<[Taken; 2]>,
}

struct Routes<'a> {
    graph: &'a Graph,
    trees: Option<&'a Trees>,
    /// Whether branches are copied apart, so that all of their turns count.
    are_apart: bool,
    classes: u8,
    kinds: BTreeMap<Kind, Chains>,
}

impl Routes<'_> {
    fn add(&mut self, worm: Worm<'_>, numbers: &[u32]) {
        let (length, ends) = self.chain_of(worm);
        let is_early = worm.deliveries.iter().any(|delivery| (delivery.hop as usize) + 1 < length);
        let chains = self.kinds.entry((worm.consumption_class, is_early, ends)).or_default();
        let lanes: Vec<_> = worm.hops.iter().zip(numbers).take(length).map(|(hop, &own)| (hop.channel, own)).collect();
        let before = |place: usize| worm.hops[place].parent().map(|parent| lanes[parent as usize]);
        chains.waits.extend((0..length).filter_map(|place| Some([before(place)?, lanes[place]])));
        chains.lanes.extend(lanes);
    }

    /// Whether a hop leaves where the one before it arrives.
    fn leads_on(&self, worm: Worm<'_>, place: usize) -> bool {
        let hop = worm.hops[place];
        let before = hop.parent().map(|parent| self.graph.target(worm.hops[parent as usize].channel));
        self.graph.source(hop.channel) == before.unwrap_or(worm.origin)
    }

    /// How many hops a worm is a chain, and how it goes on: a worm that splits takes the channels of one tree from some
    /// hop on, or splits anywhere.
    fn chain_of(&self, worm: Worm<'_>) -> (usize, Ends) {
        let follows = |place: usize| worm.hops[place].parent() == (place as u32).checked_sub(1);
        let chained = (0..worm.hops.len()).take_while(|&place| follows(place)).count();
        if chained == worm.hops.len() {
            return (chained, Ends::Chain);
        }
        if self.are_apart && (0..worm.hops.len()).all(|place| self.leads_on(worm, place)) {
            return (worm.hops.len(), Ends::Along);
        }
        let down = |place: usize| self.trees.and_then(|trees| trees.down(worm.hops[place].channel));
        let first = (0..worm.hops.len()).find(|&place| down(place).is_some()).filter(|&first| first <= chained);
        let Some((first, tree)) = first.and_then(|first| Some((first, down(first)?))) else {
            return (0, Ends::Anywhere);
        };
        let turn = (first as u32).checked_sub(1);
        let is_behind =
            |place: usize| worm.hops[place].parent() == turn || worm.hops[place].parent() >= Some(first as u32);
        let taken: BTreeSet<_> = worm.hops[first..].iter().map(|hop| hop.channel).collect();
        let keeps = taken.len() == worm.hops.len() - first
            && (first..worm.hops.len())
                .all(|place| down(place) == Some(tree) && is_behind(place) && self.leads_on(worm, place));
        if keeps { (first, Ends::Down(tree)) } else { (0, Ends::Anywhere) }
    }
}

impl Chains {
    fn family(self, graph: &Graph, (class, is_early, ends): Kind, splits: &[Splits<NodeId>]) -> RouteFamily<NodeId> {
        let place: BTreeMap<Taken, u32> = self.lanes.iter().copied().zip(0..).collect();
        let lane = |&(channel, own): &Taken| {
            ChainLane(graph.source(channel), graph.target(channel), graph.number(channel), own)
        };
        RouteFamily {
            class,
            chain: Chain::Lanes {
                lanes: self.lanes.iter().map(lane).collect(),
                waits: self.waits.iter().map(|pair| pair.map(|taken| place[&taken])).collect(),
            },
            delivers: if is_early { Delivers::OnTheWay } else { Delivers::AtEnd },
            splits: match ends {
                Ends::Chain => Splits::Never,
                Ends::Down(tree) => splits.get(tree as usize).cloned().unwrap_or(Splits::Anywhere),
                Ends::Along => Splits::Along,
                Ends::Anywhere => Splits::Anywhere,
            },
        }
    }
}
