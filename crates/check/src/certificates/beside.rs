//! Whether what a plan says of the routes that it is beside is what it is, and what its certificate is about.

use super::{BESIDE, Refusal, Verdict, require};
use serde_json::Value;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, NoTrees, Plan, PlanDocument, named_virtual_channels};
use wormcast_routing::{DependencyGraph, Lane};
use wormcast_topology::Topology;

/// The plan is beside the routes of its certificate, all of it in the first virtual channel for which that shows no
/// missing tree, and closes no cycle with these dependences.
pub(super) fn verify(
    certificate: &NoTrees,
    document: &PlanDocument,
    topology: &dyn Topology,
    waits: &DependencyGraph,
) -> Verdict {
    let layer = certificate.no_tree.len();
    require(is_beside(document, &certificate.routes), || {
        "it is about other routes than those that the plan says it is beside".into()
    })?;
    let is_next = told(document, "layer").and_then(Value::as_u64) == Some(layer as u64);
    require(is_next, || {
        format!("it says why {layer} virtual channels have no tree, and the plan says that it is in another one")
    })?;
    require(says_none_below(document), || "the plan does not say that lower virtual channels have no tree".into())?;
    let plan = document.resolve(topology).map_err(|error| Refusal::Wrong(error.to_string()))?;
    let lanes = lanes_of(topology, &plan)?;
    let is_there = lanes.iter().flatten().all(|lane| lane.virtual_channel as usize == layer);
    require(is_there, || format!("it says why {layer} virtual channels have no tree, and worms take another one"))?;
    require(closes_no_cycle(topology, waits, &plan, &lanes), || {
        "the plan closes a cycle of dependences with the routes that it is beside".into()
    })
}

/// What a plan says under a key about the routes that it is beside.
fn told<'d>(document: &'d PlanDocument, key: &str) -> Option<&'d Value> {
    document.extra.get(BESIDE).and_then(|beside| beside.get(key))
}

/// Whether a plan says that it is beside these routes.
pub(super) fn is_beside(document: &PlanDocument, routes: &str) -> bool {
    told(document, "routes").and_then(Value::as_str) == Some(routes)
}

/// Whether it says that lower virtual channels have no tree.
pub(super) fn says_none_below(document: &PlanDocument) -> bool {
    told(document, "lower_ones_have_no_tree") == Some(&Value::Bool(true))
}

/// The plan closes no cycle with the dependences of these routes, and takes the virtual channel that it says, if it
/// says that it is beside them.
pub(super) fn fits(
    document: &PlanDocument,
    topology: &dyn Topology,
    (routes, waits): (&str, &DependencyGraph),
) -> Verdict {
    let plan = document.resolve(topology).map_err(|error| Refusal::Wrong(error.to_string()))?;
    let lanes = lanes_of(topology, &plan)?;
    let layer = told(document, "layer").and_then(Value::as_u64).filter(|_| is_beside(document, routes));
    let other = lanes.iter().flatten().find(|lane| layer.is_some_and(|layer| layer != u64::from(lane.virtual_channel)));
    if let (Some(layer), Some(other)) = (layer, other) {
        let taken = other.virtual_channel;
        return Err(Refusal::Wrong(format!("it says that it takes virtual channel {layer}, and it takes {taken}")));
    }
    require(closes_no_cycle(topology, waits, &plan, &lanes), || {
        "it closes a cycle of dependences with them, each of its branches being granted by itself".into()
    })
}

/// What each hop of each worm takes: what the plan names, or the lowest.
pub(super) fn lanes_of(topology: &dyn Topology, plan: &Plan) -> Result<Vec<Vec<Lane>>, Refusal> {
    let named = named_virtual_channels(topology, plan, MAX_VIRTUAL_CHANNELS).map_err(Refusal::Wrong)?;
    let worms = plan.worms.iter().map(|worm| {
        let own = named.as_ref().map(|named| &named[worm.id as usize]);
        let hops = worm.hops.iter().enumerate();
        hops.map(|(hop, taken)| Lane::new(taken.channel, own.map_or(0, |own| own[hop]))).collect()
    });
    Ok(worms.collect())
}

/// Whether the dependences that are there and those of the plan have no cycle: lanes that nobody asks for any more are
/// taken away until none is left. O(dependences).
fn closes_no_cycle(topology: &dyn Topology, waits: &DependencyGraph, plan: &Plan, lanes: &[Vec<Lane>]) -> bool {
    let highest = lanes.iter().flatten().map(|lane| lane.virtual_channel + 1).max().unwrap_or(1);
    let count = waits.virtual_channels().max(highest);
    let mut asked = vec![Vec::new(); topology.graph().channel_count() * count as usize];
    let mut held_by = vec![0_usize; asked.len()];
    let mut add = |held: Lane, next: Lane| {
        asked[held.index(count) as usize].push(next.index(count) as usize);
        held_by[next.index(count) as usize] += 1;
    };
    waits.dependencies().for_each(|wait| add(wait.held, wait.asked));
    for (worm, own) in plan.worms.iter().zip(lanes) {
        let behind = worm.hops.iter().zip(own).filter_map(|(hop, lane)| Some((own[hop.parent()? as usize], *lane)));
        behind.for_each(|(held, next)| add(held, next));
    }
    let mut open: Vec<_> = (0..asked.len()).filter(|&lane| held_by[lane] == 0).collect();
    let mut left = asked.len();
    while let Some(lane) = open.pop() {
        left -= 1;
        for &next in &asked[lane] {
            held_by[next] -= 1;
            if held_by[next] == 0 {
                open.push(next);
            }
        }
    }
    left == 0
}
