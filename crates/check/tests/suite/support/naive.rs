//! Whether a plan is valid, straight from the definition, in whatever time that takes.

use wormcast_plan::{Claim, Cost, Plan, Worm};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Whether the plan is valid and keeps its claims. Its hops are known to be connected: it was resolved.
pub(crate) fn valid(plan: &Plan, stated: Cost, topology: &dyn Topology) -> bool {
    valid_set(plan)
        && plan.worms.iter().all(|worm| valid_worm(worm))
        && every_worm_starts(plan)
        && topology.graph().nodes().all(|node| valid_deliveries(plan, node))
        && Some(stated) == cost(plan)
        && plan.claims.iter().all(|&claim| keeps(plan, claim, topology))
}

fn valid_set(plan: &Plan) -> bool {
    let destinations = &plan.destinations;
    !destinations.is_empty()
        && !destinations.contains(&plan.source)
        && (0..destinations.len()).all(|i| !destinations[..i].contains(&destinations[i]))
}

fn ancestors<'a>(worm: Worm<'a>, hop: u32) -> impl Iterator<Item = u32> + 'a {
    std::iter::successors(Some(hop), move |&hop| worm.hops[hop as usize].parent())
}

fn valid_worm(worm: Worm<'_>) -> bool {
    let hops = 0..worm.hops.len() as u32;
    let on_the_way = |hop| worm.deliveries.iter().any(|delivery| ancestors(worm, delivery.hop).any(|h| h == hop));
    let fresh = |hop: u32| worm.hops[..hop as usize].iter().all(|h| h.channel != worm.hops[hop as usize].channel);
    let in_order = |late: usize| {
        let hop = worm.deliveries[late].hop;
        worm.deliveries[..late].iter().all(|early| early.hop == hop || ancestors(worm, early.hop).all(|h| h != hop))
    };
    !hops.is_empty()
        && !worm.deliveries.is_empty()
        && hops.clone().all(|hop| on_the_way(hop) && fresh(hop))
        && (0..worm.deliveries.len()).all(in_order)
}

fn brings(worm: Worm<'_>, node: NodeId) -> bool {
    worm.deliveries.iter().any(|delivery| delivery.node == node)
}

/// Lets worms start until none can, and looks whether all have.
fn every_worm_starts(plan: &Plan) -> bool {
    let mut started = vec![false; plan.worms.len()];
    loop {
        let can_start = |worm: Worm<'_>| match worm.after {
            None => worm.origin == plan.source,
            Some(after) => {
                let before = plan.worms.get(after);
                worm.origin != plan.source
                    && started[after as usize]
                    && brings(before, worm.origin)
                    && before.round < worm.round
            }
        };
        let Some(next) = plan.worms.iter().find(|&worm| !started[worm.id as usize] && can_start(worm)) else {
            return started.iter().all(|&started| started);
        };
        started[next.id as usize] = true;
    }
}

fn valid_deliveries(plan: &Plan, node: NodeId) -> bool {
    let by = plan.worms.iter().flat_map(|worm| worm.deliveries.iter().map(move |delivery| (worm.id, delivery.node)));
    let by: Vec<_> = by.filter(|delivery| delivery.1 == node).collect();
    let relays = |id| plan.worms.iter().any(|worm| worm.after == Some(id) && worm.origin == node);
    match by[..] {
        [] => !plan.destinations.contains(&node),
        [(id, _)] => node != plan.source && (plan.destinations.contains(&node) || relays(id)),
        _ => false,
    }
}

/// The costs. The round 2^32 - 1 has no number of rounds that a file could state.
fn cost(plan: &Plan) -> Option<Cost> {
    let mut rounds: Vec<_> = plan.worms.iter().map(|worm| worm.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let depth = |worm: Worm<'_>, hop| ancestors(worm, hop).count() as u64;
    let deepest = |worm: Worm<'_>| worm.deliveries.iter().map(|end| depth(worm, end.hop)).max().unwrap_or(0);
    let longest = |&round: &u32| plan.worms.iter().filter(|worm| worm.round == round).map(deepest).max().unwrap_or(0);
    Some(Cost {
        channels: plan.worms.iter().map(|worm| worm.hops.len() as u64).sum(),
        longest_path: rounds.iter().map(longest).sum(),
        rounds: rounds.last().map_or(Some(0), |last| last.checked_add(1))?,
        worms: plan.worms.len() as u32,
    })
}

fn keeps(plan: &Plan, claim: Claim, topology: &dyn Topology) -> bool {
    let graph = topology.graph();
    let link = |channel: ChannelId| graph.link(channel);
    match claim {
        Claim::MonotoneLabels => {
            let labelling = topology.any_labelling().unwrap();
            let label = |node| labelling.label(node);
            plan.worms.iter().all(|worm| {
                (0..worm.hops.len() as u32).all(|end| {
                    let mut labels = vec![label(worm.arrival(graph, end))];
                    let hops = ancestors(worm, end).map(|hop| graph.source(worm.hops[hop as usize].channel));
                    labels.extend(hops.map(label));
                    labels.is_sorted() || labels.is_sorted_by(|a, b| a > b)
                })
            })
        }
        Claim::DisjointRounds => uses(plan, |channel| channel).is_some(),
        Claim::HalfDuplexRounds => uses(plan, link).is_some(),
    }
}

/// What every round uses, if it uses nothing twice.
fn uses(plan: &Plan, key: impl Fn(ChannelId) -> ChannelId) -> Option<Vec<(u32, ChannelId)>> {
    let mut used = Vec::new();
    for worm in plan.worms.iter() {
        for hop in worm.hops {
            let this = (worm.round, key(hop.channel));
            if used.contains(&this) {
                return None;
            }
            used.push(this);
        }
    }
    Some(used)
}
