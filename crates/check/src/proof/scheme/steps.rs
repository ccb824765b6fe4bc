//! The channels that can follow each other in the routes of a family.

use super::forests::Forests;
use super::{SchemeRefusal, require};
use std::collections::BTreeSet;
use wormcast_plan::{Chain, ChainLane, RouteFamily};
use wormcast_topology::{ChannelId, Graph, NodeId, OwnRouting, Topology};

/// A channel, and which part of its virtual channels.
pub(super) type Step = (ChannelId, u32);

/// Into how many parts the virtual channels of a link fall, of how many there are.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub count: u32,
    pub virtual_channels: u32,
    /// Whether a rule parts the hops before and after a wrap-around.
    pub has_dateline: bool,
}

impl Parts {
    /// The part of a virtual channel: its half where there are two parts of more channels, else itself.
    fn of(self, virtual_channel: u32) -> Result<u32, SchemeRefusal> {
        let Self { count, virtual_channels, .. } = self;
        require(virtual_channels == 1 || virtual_channel < virtual_channels, || {
            format!("worms take virtual channel {virtual_channel}, and channels have {virtual_channels}")
        })?;
        match count {
            1 => Ok(0),
            2 => Ok(u32::from(virtual_channel >= virtual_channels / 2)),
            _ => Ok(virtual_channel),
        }
    }
}

/// Tells every channel that a chain may take, and every one after the one before it, to `found`; some of them more than
/// once.
///
/// Chains that do not name their virtual channels may take any, unless they follow the network's own routing over a
/// dateline.
pub(super) fn each(
    topology: &dyn Topology,
    family: &RouteFamily<NodeId>,
    parts: Parts,
    mut found: impl FnMut(Option<Step>, Step) -> Result<(), SchemeRefusal>,
) -> Result<(), SchemeRefusal> {
    let graph = topology.graph();
    match &family.chain {
        Chain::Lanes { lanes, waits } => return each_wait(graph, lanes, waits, parts, &mut found),
        Chain::Routing if parts.count == 2 && parts.has_dateline => return each_route(topology, &mut found),
        _ => {}
    }
    let mut found = |before: Option<ChannelId>, channel| {
        (0..parts.count).try_for_each(|part| match before {
            None => found(None, (channel, part)),
            Some(before) => (0..parts.count).try_for_each(|held| found(Some((before, held)), (channel, part))),
        })
    };
    match &family.chain {
        Chain::Nothing => Ok(()),
        Chain::Routing => each_hop(topology, &mut found),
        Chain::Labels { path, rising, shortcuts } => {
            let labels = labels(graph, path)?;
            each_pair(graph, &mut found, |nodes| {
                nodes.windows(2).all(|step| {
                    let [from, to] = [step[0], step[1]].map(|node: NodeId| labels[node.index()]);
                    (from < to) == *rising && (*shortcuts || from.abs_diff(to) == 1)
                })
            })
        }
        Chain::RoutingOnward => each_pair(graph, &mut found, |_| true),
        Chain::Any => each_pair(graph, &mut found, |nodes| nodes.len() < 3 || nodes[0] != nodes[2]),
        Chain::Climb => {
            let up = Forests::up(graph, &family.splits);
            let up = up.ok_or_else(|| SchemeRefusal("worms climb a tree that is not told".into()))?;
            each_climb(graph, &up, &mut found)
        }
        Chain::Triples(triples) => each_listed(graph, triples, &mut found),
        Chain::Lanes { .. } => Ok(()),
    }
}

/// The same, and where branches are copied apart all turns of the tree that a family goes down: behind what a chain
/// took to a node, and behind the channel that leads down to it.
pub(super) fn each_of(
    topology: &dyn Topology,
    family: &RouteFamily<NodeId>,
    parts: Parts,
    are_apart: bool,
    mut found: impl FnMut(Option<Step>, Step) -> Result<(), SchemeRefusal>,
) -> Result<(), SchemeRefusal> {
    let graph = topology.graph();
    let down = if are_apart { Forests::down(graph, &family.splits)? } else { None };
    let Some(down) = down else { return each(topology, family, parts, found) };
    let mut below = vec![Vec::new(); graph.node_count()];
    down.iter().flatten().for_each(|&channel| below[graph.source(channel).index()].push(channel));
    let mut reached = BTreeSet::new();
    each(topology, family, parts, |before, step| {
        reached.insert(step);
        found(before, step)
    })?;
    let on_any = |channel: ChannelId| (0..parts.count).map(move |part| (channel, part));
    for step in down.iter().flatten().copied().flat_map(on_any) {
        reached.insert(step);
        found(None, step)?;
    }
    for held in reached {
        let mut onward = below[graph.target(held.0).index()].iter().copied().flat_map(on_any);
        onward.try_for_each(|next| found(Some(held), next))?;
    }
    Ok(())
}

/// Every lane that is listed, and every wait between two of them.
fn each_wait(
    graph: &Graph,
    lanes: &[ChainLane<NodeId>],
    waits: &[[u32; 2]],
    parts: Parts,
    found: &mut impl FnMut(Option<Step>, Step) -> Result<(), SchemeRefusal>,
) -> Result<(), SchemeRefusal> {
    let step = |&ChainLane(from, to, number, virtual_channel): &ChainLane<NodeId>| {
        let channel = graph.numbered(from, to, number);
        let channel = channel.ok_or_else(|| SchemeRefusal("routes use a channel that the network lacks".into()))?;
        Ok((channel, parts.of(virtual_channel)?))
    };
    let steps = lanes.iter().map(step).collect::<Result<Vec<Step>, _>>()?;
    steps.iter().try_for_each(|&step| found(None, step))?;
    for wait in waits {
        let [held, asked] = wait.map(|place| steps.get(place as usize).copied());
        let (held, asked) = held.zip(asked).ok_or_else(|| SchemeRefusal("a wait names no lane".into()))?;
        let follow = graph.target(held.0) == graph.source(asked.0);
        require(follow, || "a wait is for a channel that leaves another node".into())?;
        found(Some(held), asked)?;
    }
    Ok(())
}

type Found<'f> = dyn FnMut(Option<ChannelId>, ChannelId) -> Result<(), SchemeRefusal> + 'f;

fn labels(graph: &Graph, path: &[NodeId]) -> Result<Vec<usize>, SchemeRefusal> {
    let mut labels = vec![usize::MAX; graph.node_count()];
    path.iter().enumerate().for_each(|(label, node)| labels[node.index()] = label);
    let whole = path.len() == labels.len() && !labels.contains(&usize::MAX);
    require(whole, || "the labels do not name every node once".into())?;
    Ok(labels)
}

/// All channels and pairs of channels along nodes that `may` be passed.
fn each_pair(graph: &Graph, found: &mut Found<'_>, may: impl Fn(&[NodeId]) -> bool) -> Result<(), SchemeRefusal> {
    for channel in graph.channels() {
        let (from, at) = (graph.source(channel), graph.target(channel));
        if may(&[from, at]) {
            found(None, channel)?;
            for next in graph.out_channels(at).filter(|&next| may(&[from, at, graph.target(next)])) {
                found(Some(channel), next)?;
            }
        }
    }
    Ok(())
}

/// The channel up from each node, and the one that follows it. Of parallel ones that is one alone: a tree has one link
/// between a node and its parent.
fn each_climb(graph: &Graph, up: &[Option<ChannelId>], found: &mut Found<'_>) -> Result<(), SchemeRefusal> {
    up.iter().flatten().try_for_each(|&channel| {
        found(None, channel)?;
        up[graph.target(channel).index()].map_or(Ok(()), |next| found(Some(channel), next))
    })
}

/// A chain of one channel may be any; longer ones run along triples.
fn each_listed(graph: &Graph, triples: &[[NodeId; 3]], found: &mut Found<'_>) -> Result<(), SchemeRefusal> {
    graph.channels().try_for_each(|channel| found(None, channel))?;
    for &[a, b, c] in triples {
        let pair = graph.channel(a, b).zip(graph.channel(b, c));
        let (before, after) = pair.ok_or_else(|| SchemeRefusal("routes use a link that the network lacks".into()))?;
        found(Some(before), after)?;
    }
    Ok(())
}

/// The first two channels of every route: what follows each other later on a route follows at the start of the rest.
fn each_hop(topology: &dyn Topology, found: &mut Found<'_>) -> Result<(), SchemeRefusal> {
    let graph = topology.graph();
    let routing = topology.own_routing().ok_or_else(no_routing)?;
    if routing.pieces_are_routes() {
        return each_pair(graph, found, |nodes| nodes.len() < 3 || is_route(routing, nodes));
    }
    for to in graph.nodes() {
        for from in graph.nodes().filter(|&from| from != to) {
            let at = routing.next(from, to);
            let channel = graph.channel(from, at).ok_or_else(no_routing)?;
            found(None, channel)?;
            if at != to {
                found(Some(channel), graph.channel(at, routing.next(at, to)).ok_or_else(no_routing)?)?;
            }
        }
    }
    Ok(())
}

/// Whether the route from the first of three neighbours to the last goes along the other one.
fn is_route(routing: &dyn OwnRouting, nodes: &[NodeId]) -> bool {
    nodes[0] != nodes[2] && routing.next(nodes[0], nodes[2]) == nodes[1]
}

fn no_routing() -> SchemeRefusal {
    SchemeRefusal("the network has no routing of its own".into())
}

/// Every route from its start to its end. Part 1 begins where a route crosses the wrap-around of the line that it moves
/// along, and ends with that line.
fn each_route(
    topology: &dyn Topology,
    found: &mut impl FnMut(Option<Step>, Step) -> Result<(), SchemeRefusal>,
) -> Result<(), SchemeRefusal> {
    let graph = topology.graph();
    let routing = topology.own_routing().ok_or_else(no_routing)?;
    let grid = topology.grid().ok_or_else(|| SchemeRefusal("the network has no wrap-around".into()))?;
    let line = |from: NodeId, to: NodeId| {
        let gap = |&dimension: &usize| grid.coordinate(from, dimension).abs_diff(grid.coordinate(to, dimension));
        let dimension = (0..grid.sides().len()).find(|dimension| gap(dimension) > 0)?;
        Some((dimension, gap(&dimension) > 1))
    };
    for (from, to) in graph.nodes().flat_map(|from| graph.nodes().map(move |to| (from, to))) {
        let (mut at, mut before, mut crossed_in) = (from, None, None);
        while at != to {
            let next = routing.next(at, to);
            let (dimension, wraps) = line(at, next).ok_or_else(no_routing)?;
            if wraps {
                crossed_in = Some(dimension);
            } else if crossed_in != Some(dimension) {
                crossed_in = None;
            }
            let channel = graph.channel(at, next).ok_or_else(no_routing)?;
            let step = (channel, u32::from(crossed_in.is_some()));
            found(before, step)?;
            (at, before) = (next, Some(step));
        }
    }
    Ok(())
}
