//! Whether worms take the turns of given routes alone, as a plan says.

use super::beside::lanes_of;
use super::{Refusal, Verdict, require};
use wormcast_plan::PlanDocument;
use wormcast_routing::DependencyGraph;
use wormcast_topology::Topology;

/// All that the worms hold and ask for is held and asked for by messages of the routes. O(hops · degree).
pub(super) fn verify(document: &PlanDocument, topology: &dyn Topology, waits: &DependencyGraph) -> Verdict {
    let plan = document.resolve(topology).map_err(|error| Refusal::Wrong(error.to_string()))?;
    for (worm, own) in plan.worms.iter().zip(lanes_of(topology, &plan)?) {
        for (hop, asked) in worm.hops.iter().zip(&own) {
            let Some(held) = hop.parent().map(|parent| own[parent as usize]) else { continue };
            let has_room = [held, *asked].iter().all(|lane| lane.virtual_channel < waits.virtual_channels());
            require(has_room && waits.depends(held, *asked), || {
                let [held, asked] = [held, *asked].map(|lane| topology.channel_name(lane.channel));
                format!("worm {} holds {held} while it asks for {asked}, which no message on them does", worm.id)
            })?;
        }
    }
    Ok(())
}
