//! Which virtual channel of a link each hop of a worm takes.

use crate::fleet::Fleet;
use crate::{SimError, Start, Timing};
use serde::Deserialize;
use wormcast_plan::Worm;
use wormcast_topology::{ChannelId, Grid, NodeId, Topology};

/// The key of a plan under which it names the virtual channels of its hops: a list a worm, a number a hop.
pub const VIRTUAL_CHANNELS_KEY: &str = "virtual_channels";

/// Names the virtual channel of every hop.
///
/// A plan may name them under [`VIRTUAL_CHANNELS_KEY`]. If it does not, then on a grid with wrap-around the lower half
/// of the numbers is for hops before a worm crosses the wrap-around of the line that it is moving along, and the upper
/// half from that crossing on (the dateline of Dally and Seitz): so dimension-order routes, which never cross one twice,
/// do not wait in circles. Within its half, or everywhere on other networks, a worm keeps to one number, and worms take turns.
///
/// # Errors
/// A plan's own list does not fit its worms or the links.
pub(crate) fn assign(
    topology: &dyn Topology,
    fleet: &mut Fleet,
    starts: &[Start<'_>],
    timing: &Timing,
) -> Result<(), SimError> {
    let count = timing.flow.virtual_channels.get();
    if count == 1 {
        return Ok(());
    }
    let dateline = topology.grid().filter(|grid| wraps(topology, grid));
    let Fleet { worms, visits, .. } = fleet;
    let mut places = (0..).zip(worms);
    for (plan, start) in starts.iter().enumerate() {
        let own = own_list(plan, start, count)?;
        for worm in start.plan.worms.iter() {
            let (number, place) = places.next().expect("the fleet has all worms");
            let named = match &own {
                Some(own) => own[worm.id as usize].clone(),
                None => by_rule(topology, dateline, worm, number, count),
            };
            let hops = &mut visits[place.visits.start as usize + 1..place.visits.end as usize];
            hops.iter_mut().zip(named).for_each(|(visit, name)| visit.virtual_channel = name);
        }
    }
    Ok(())
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
