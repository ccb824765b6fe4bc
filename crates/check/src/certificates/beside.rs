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
    let told = |key: &str| document.extra.get(BESIDE).and_then(|beside| beside.get(key));
    let layer = certificate.no_tree.len();
    let is_beside = told("routes").and_then(Value::as_str) == Some(&*certificate.routes);
    require(is_beside, || "it is about other routes than those that the plan says it is beside".into())?;
    let is_next = told("layer").and_then(Value::as_u64) == Some(layer as u64);
    require(is_next, || {
        format!("it says why {layer} virtual channels have no tree, and the plan says that it is in another one")
    })?;
    let says_none = told("lower_ones_have_no_tree") == Some(&Value::Bool(true));
    require(says_none, || "the plan does not say that lower virtual channels have no tree".into())?;
    let plan = document.resolve(topology).map_err(|error| Refusal::Wrong(error.to_string()))?;
    let lanes = lanes_of(topology, &plan)?;
    let is_there = lanes.iter().flatten().all(|lane| lane.virtual_channel as usize == layer);
    require(is_there, || format!("it says why {layer} virtual channels have no tree, and worms take another one"))?;
    require(closes_no_cycle(topology, waits, &plan, &lanes), || {
        "the plan closes a cycle of dependences with the routes that it is beside".into()
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
