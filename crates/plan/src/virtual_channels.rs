//! Which virtual channel of a link each hop of a worm takes.

use crate::{Plan, Worm};
use serde::Deserialize;
use wormcast_topology::{ChannelId, Grid, NodeId, Topology};

/// The key of a plan under which it names the virtual channels of its hops: a list a worm, a number a hop.
pub const VIRTUAL_CHANNELS_KEY: &str = "virtual_channels";

/// The most virtual channels a link that are looked at.
pub const MAX_VIRTUAL_CHANNELS: u32 = 64;

/// The virtual channel of every hop of every worm of a plan, where links have `count` of them, numbered from 0. The
/// worms are numbered from `first` among those of all plans that run together.
///
/// A plan may name them under [`VIRTUAL_CHANNELS_KEY`]. If it does not, then on a grid with wrap-around the lower half
/// of the numbers is for hops before a worm crosses the wrap-around of the line that it is moving along, and the upper
/// half from that crossing on (the dateline of Dally and Seitz): so dimension-order routes, which never cross one
/// twice, do not wait in circles. Within its half, or everywhere on other networks, a worm keeps to one number, and
/// worms take turns.
///
/// # Errors
/// The plan's own list does not fit its worms or the links.
pub fn virtual_channels(topology: &dyn Topology, plan: &Plan, first: u32, count: u32) -> Result<Vec<Vec<u32>>, String> {
    if count <= 1 {
        return Ok(plan.worms.iter().map(|worm| vec![0; worm.hops.len()]).collect());
    }
    if let Some(own) = own_list(plan, count)? {
        return Ok(own);
    }
    let dateline = topology.grid().filter(|grid| wraps(topology, grid));
    let worms = plan.worms.iter().zip(first..);
    Ok(worms.map(|(worm, number)| by_rule(topology, dateline, worm, number, count)).collect())
}

/// After how many numbers of its first worm a plan takes the same virtual channels again, by the rule of
/// [`virtual_channels`]: 1 if it names its own.
pub fn virtual_channel_turns(topology: &dyn Topology, plan: &Plan, count: u32) -> u32 {
    if count <= 1 || plan.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
        return 1;
    }
    let half = count / 2;
    match topology.grid().is_some_and(|grid| wraps(topology, grid)) {
        false => count,
        true if count.is_multiple_of(2) => half,
        // The halves are neighbours, and so have no common divisor.
        true => half.saturating_mul(half + 1),
    }
}

/// The list that a plan carries, if it does.
fn own_list(plan: &Plan, count: u32) -> Result<Option<Vec<Vec<u32>>>, String> {
    let Some(value) = plan.extra.get(VIRTUAL_CHANNELS_KEY) else { return Ok(None) };
    let list = Vec::<Vec<u32>>::deserialize(value).map_err(|error| error.to_string())?;
    if list.len() != plan.worms.len() {
        return Err(format!("there are {} lists for {} worms", list.len(), plan.worms.len()));
    }
    for (worm, own) in plan.worms.iter().zip(&list) {
        if own.len() != worm.hops.len() {
            let (id, hops) = (worm.id, worm.hops.len());
            return Err(format!("the list of worm {id} has {} numbers for {hops} hops", own.len()));
        }
        if let Some(number) = own.iter().find(|&&number| number >= count) {
            let id = worm.id;
            return Err(format!("worm {id} names number {number}; links have {count}, numbered from 0"));
        }
    }
    Ok(Some(list))
}

fn by_rule(topology: &dyn Topology, dateline: Option<&Grid>, worm: Worm<'_>, number: u32, count: u32) -> Vec<u32> {
    let Some(grid) = dateline else { return vec![number % count; worm.hops.len()] };
    let mut steps: Vec<(usize, bool)> = Vec::with_capacity(worm.hops.len());
    for hop in worm.hops {
        let (dimension, wraps) = step(topology, grid, hop.channel);
        let before = hop.parent().map(|parent| steps[parent as usize]);
        let crossed = before.is_some_and(|(before, crossed)| before == dimension && crossed);
        steps.push((dimension, wraps || crossed));
    }
    let half = count / 2;
    let name = |&(_, crossed): &(usize, bool)| if crossed { half + number % (count - half) } else { number % half };
    steps.iter().map(name).collect()
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
