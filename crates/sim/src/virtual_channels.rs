//! Which virtual channel of a link each hop of a worm takes.

use crate::fleet::Fleet;
use crate::{SimError, Start};
use serde::Deserialize;
use wormcast_plan::Worm;
use wormcast_topology::{ChannelId, Grid, NodeId, Topology};

/// The key of a plan under which it names the virtual channels of its hops: a list a worm, a number a hop.
pub const VIRTUAL_CHANNELS_KEY: &str = "virtual_channels";

/// The virtual channel of the hop that leads to each visit, of so many a link; 0 for origins.
///
/// A plan may name them under [`VIRTUAL_CHANNELS_KEY`]. If it does not, then on a grid with wrap-around the lower half
/// of the numbers is for hops before a worm crosses the wrap-around of the line that it is moving along, and the upper half from that
/// crossing on (the dateline of Dally and Seitz): so dimension-order routes, which never cross one twice, do not wait in
/// circles. Within its half, or everywhere on other networks, a worm keeps to one number, and worms take turns.
///
/// # Errors
/// A plan's own list does not fit its worms or the links.
pub(crate) fn assign(
    topology: &dyn Topology,
    fleet: &Fleet,
    starts: &[Start<'_>],
    count: u32,
) -> Result<Vec<u32>, SimError> {
    let mut assigned = vec![0; fleet.visits.len()];
    if count == 1 {
        return Ok(assigned);
    }
    let dateline = topology.grid().filter(|grid| wraps(topology, grid));
    let mut worms = (0..).zip(&fleet.worms);
    for (plan, start) in starts.iter().enumerate() {
        let own = own_list(plan, start, count)?;
        for worm in start.plan.worms.iter() {
            let (number, place) = worms.next().expect("the fleet has all worms");
            let visits = &mut assigned[place.visits.start as usize + 1..place.visits.end as usize];
            match &own {
                Some(own) => visits.copy_from_slice(&own[worm.id as usize]),
                None => by_rule(topology, dateline, worm, number, count, visits),
            }
        }
    }
    Ok(assigned)
}

/// The list that a plan carries, if it does.
fn own_list(plan: usize, start: &Start<'_>, count: u32) -> Result<Option<Vec<Vec<u32>>>, SimError> {
    let Some(value) = start.plan.extra.get(VIRTUAL_CHANNELS_KEY) else { return Ok(None) };
    let refuse = |problem: String| SimError::VirtualChannels { plan, problem };
    let list = Vec::<Vec<u32>>::deserialize(value).map_err(|error| refuse(error.to_string()))?;
    if list.len() != start.plan.worms.len() {
        return Err(refuse(format!("there are {} lists for {} worms", list.len(), start.plan.worms.len())));
    }
    for (worm, own) in start.plan.worms.iter().zip(&list) {
        if own.len() != worm.hops.len() {
            let (id, hops) = (worm.id, worm.hops.len());
            return Err(refuse(format!("the list of worm {id} has {} numbers for {hops} hops", own.len())));
        }
        if let Some(number) = own.iter().find(|&&number| number >= count) {
            let id = worm.id;
            return Err(refuse(format!("worm {id} names number {number}; links have {count}, numbered from 0")));
        }
    }
    Ok(Some(list))
}

fn by_rule(
    topology: &dyn Topology,
    dateline: Option<&Grid>,
    worm: Worm<'_>,
    number: u32,
    count: u32,
    visits: &mut [u32],
) {
    let Some(grid) = dateline else { return visits.fill(number % count) };
    let half = count / 2;
    let mut moves: Vec<(usize, bool)> = Vec::with_capacity(visits.len());
    for (hop, visit) in worm.hops.iter().zip(visits) {
        let (dimension, mut crossed) = step(topology, grid, hop.channel);
        if let Some(before) = hop.parent().map(|parent| moves[parent as usize]) {
            crossed |= before.0 == dimension && before.1;
        }
        moves.push((dimension, crossed));
        *visit = if crossed { half + number % (count - half) } else { number % half };
    }
}

/// The dimension in which a channel leads, and whether it is a wrap-around.
fn step(topology: &dyn Topology, grid: &Grid, channel: ChannelId) -> (usize, bool) {
    let graph = topology.graph();
    let ends: [NodeId; 2] = [graph.source(channel), graph.target(channel)];
    let gap = |dimension| {
        let [from, to] = ends.map(|node| grid.coordinate(node, dimension));
        from.abs_diff(to)
    };
    let dimension = (0..grid.sides().len()).find(|&dimension| gap(dimension) > 0).unwrap_or(0);
    (dimension, gap(dimension) > 1)
}

fn wraps(topology: &dyn Topology, grid: &Grid) -> bool {
    topology.graph().channels().any(|channel| step(topology, grid, channel).1)
}
