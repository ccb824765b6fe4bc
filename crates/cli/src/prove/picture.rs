//! A deadlock as a picture: what the worms of the circle hold, and beside it the channels that they wait for.

use crate::failure::Failure;
use crate::words::harmless;
use std::collections::BTreeMap;
use wormcast::check::proof::{BlockedWorm, Counterexample, Named};
use wormcast::draw::{DrawOptions, plan_svg};
use wormcast::plan::{NetworkSpec, Plan, Worms};
use wormcast::topology::{ChannelId, NodeId, Topology, UnknownNode};

/// The circle on its network. First come the worms, as far as they hold channels; then, one by one, the channels that
/// they wait for.
pub fn circle_svg(
    topology: &dyn Topology,
    network: &NetworkSpec,
    counterexample: &Counterexample,
) -> Result<String, Failure> {
    let mut worms = Worms::new();
    let (mut wanted, mut stuck, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for blocked in &counterexample.worms {
        let name = format!("worm {} of plan {}", blocked.worm, blocked.plan);
        hold(topology, blocked, &mut worms)?;
        lines.resize(worms.len(), format!("held by {name}, which waits at {}", blocked.at));
        wanted.extend(blocked.waits_for.iter().map(|named| (named, name.clone())));
        stuck.push(topology.find_node(&blocked.at)?);
    }
    for (named, name) in wanted {
        if let Some((channel, from)) = channel(topology, named)? {
            worms.start(from, None, 1);
            worms.hop(None, channel);
            lines.push(format!("{name} waits for it"));
        }
    }
    let title = match lines.len() == counterexample.worms.len() {
        true => "Deadlock: channels that are held; the worms wait for consumption channels",
        false => "Deadlock: channels that are held, and that are waited for",
    };
    let scheme = "deadlock".to_owned();
    let source = worms.iter().next().map_or(stuck[0], |worm| worm.origin);
    stuck.sort_unstable();
    stuck.dedup();
    let plan = Plan {
        network: network.clone(),
        scheme,
        source,
        destinations: stuck,
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    };
    let options = DrawOptions {
        title: Some(title.to_owned()),
        worm_lines: Some(lines.iter().map(|line| harmless(line)).collect()),
        ..DrawOptions::default()
    };
    Ok(plan_svg(topology, &plan, &options)?)
}

fn channel(topology: &dyn Topology, named: &Named) -> Result<Option<(ChannelId, NodeId)>, UnknownNode> {
    let Named(from, Some(to), _) = named else { return Ok(None) };
    let (from, to) = (topology.find_node(from)?, topology.find_node(to)?);
    Ok(topology.graph().channel(from, to).map(|channel| (channel, from)))
}

/// The channels that a worm holds, each behind the one that leads to it; a new worm where there is none.
fn hold(topology: &dyn Topology, blocked: &BlockedWorm, worms: &mut Worms) -> Result<(), UnknownNode> {
    let mut arrivals: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut origin = None;
    for named in &blocked.holds {
        let Some((channel, from)) = channel(topology, named)? else {
            // A consumption channel: it delivers there.
            if let (Some(&hop), node) = (arrivals.get(&topology.find_node(&named.0)?), topology.find_node(&named.0)?) {
                worms.deliver(hop, node);
            }
            continue;
        };
        let parent = arrivals.get(&from).copied();
        if parent.is_none() && origin != Some(from) {
            worms.start(from, None, 0);
            arrivals.clear();
            origin = Some(from);
        }
        let hop = worms.hop(parent, channel);
        arrivals.insert(topology.graph().target(channel), hop);
    }
    Ok(())
}
