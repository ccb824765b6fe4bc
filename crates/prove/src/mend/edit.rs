//! Plans with some worms changed.

use super::WormName;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_plan::{Delivery, Hop, Plan, VIRTUAL_CHANNELS_KEY, Worm, WormId, Worms};
use wormcast_topology::NodeId;

/// Another route of a worm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub hops: Vec<Hop>,
    pub deliveries: Vec<Delivery>,
}

/// The plan of this number with other routes for some worms. What it claims or carries besides may no longer hold, and
/// is left out.
pub(super) fn rerouted(number: usize, plan: &Plan, routes: &BTreeMap<WormName, &Route>) -> Plan {
    let of = |id: WormId| routes.get(&WormName { plan: number, worm: id });
    if !plan.worms.iter().any(|worm| of(worm.id).is_some()) {
        return plan.clone();
    }
    let mut worms = Worms::new();
    worms.set_consumption_classes(plan.worms.consumption_classes());
    for worm in plan.worms.iter() {
        match of(worm.id) {
            Some(route) => append(&mut worms, worm, worm.after, &route.hops, &route.deliveries),
            None => append(&mut worms, worm, worm.after, worm.hops, worm.deliveries),
        }
    }
    let mut changed = plan.clone();
    changed.worms = worms;
    changed.claims.clear();
    let named = changed.extra.remove(VIRTUAL_CHANNELS_KEY);
    changed.extra.clear();
    let length = |id: WormId| of(id).map(|route| route.hops.len());
    if let Some(lists) = named.as_ref().and_then(|lists| renamed(lists, length)) {
        changed.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), lists);
    }
    changed
}

/// The virtual channels of worms, some of which have so many hops now: on these they keep the one that they took on all
/// hops before. None where one of them took several.
fn renamed(lists: &Value, length: impl Fn(WormId) -> Option<usize>) -> Option<Value> {
    let of_worm = |(id, list): (WormId, &Value)| {
        let Some(hops) = length(id) else { return Some(list.clone()) };
        let named = list.as_array()?;
        let first = named.first()?;
        named.iter().all(|number| number == first).then(|| vec![first.clone(); hops].into())
    };
    let lists: Option<Vec<Value>> = (0..).zip(lists.as_array()?).map(of_worm).collect();
    lists.map(Value::from)
}

fn append(worms: &mut Worms, worm: Worm<'_>, after: Option<WormId>, hops: &[Hop], deliveries: &[Delivery]) {
    worms.start(worm.origin, after, worm.round);
    worms.set_consumption_class(worm.consumption_class);
    for hop in hops {
        worms.hop(hop.parent(), hop.channel);
    }
    deliveries.iter().for_each(|delivery| worms.deliver(delivery.hop, delivery.node));
}

/// Some worms of a plan, as plans of their own: one for each node at which one of them starts without waiting for
/// another of them. With each come the numbers that its worms had.
pub(super) fn parts(plan: &Plan, chosen: &BTreeSet<WormId>) -> Vec<(Plan, Vec<WormId>)> {
    let mut roots: BTreeMap<NodeId, Vec<WormId>> = BTreeMap::new();
    let mut root_of: BTreeMap<WormId, NodeId> = BTreeMap::new();
    for worm in plan.worms.iter().filter(|worm| chosen.contains(&worm.id)) {
        let root = worm.after.and_then(|leader| root_of.get(&leader).copied()).unwrap_or(worm.origin);
        root_of.insert(worm.id, root);
        roots.entry(root).or_default().push(worm.id);
    }
    roots.into_iter().map(|(source, ids)| (part(plan, source, &ids), ids)).collect()
}

fn part(plan: &Plan, source: NodeId, ids: &[WormId]) -> Plan {
    let mut worms = Worms::new();
    worms.set_consumption_classes(plan.worms.consumption_classes());
    for &id in ids {
        let worm = plan.worms.get(id);
        let after = worm.after.and_then(|leader| ids.iter().position(|&other| other == leader));
        append(&mut worms, worm, after.map(|number| number as WormId), worm.hops, worm.deliveries);
    }
    let delivered = ids.iter().flat_map(|&id| plan.worms.get(id).deliveries.iter().map(|delivery| delivery.node));
    let delivered: BTreeSet<_> = delivered.filter(|&node| node != source).collect();
    let mut part = Plan { source, destinations: delivered.into_iter().collect(), worms, ..plan.clone() };
    part.claims.clear();
    let named = part.extra.remove(VIRTUAL_CHANNELS_KEY);
    part.extra.clear();
    if let Some(Value::Array(lists)) = named {
        let own: Vec<_> = ids.iter().filter_map(|&id| lists.get(id as usize).cloned()).collect();
        part.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), own.into());
    }
    part
}
