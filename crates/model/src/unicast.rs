//! The unicast messages of a network.

use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;
use wormcast_plan::{NetworkSpec, Plan, VcRule, WormId, Worms, has_dateline};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes, Topology};

/// The most hops that unicast messages between all nodes may have together.
const MAX_UNICAST_HOPS: usize = 1 << 21;
/// The most hops that are gone over for some of them.
const MAX_FOLLOWED_HOPS: usize = 1 << 28;

/// Between more nodes there are more worms than numbers.
const MOST_NUMBERED: usize = 1 << 16;

/// Too many nodes.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("unicast messages between all {nodes} nodes have more than {most} hops together; take a smaller network")]
pub struct UnicastError {
    nodes: usize,
    most: usize,
}

/// Some of the unicast messages between all nodes.
#[derive(Clone, Debug)]
pub struct Unicasts {
    /// A worm each.
    pub plan: Plan,
    /// The number of each worm among those between all nodes.
    pub ids: Vec<WormId>,
}

/// A worm from every node to every other one that it can reach, by the routing of the network; where there are
/// endpoints, from each of them to every other one. O(nodes² · diameter).
///
/// # Errors
/// That is too much.
pub fn unicast_plan(topology: &dyn Topology) -> Result<Plan, UnicastError> {
    let mut some = Unicasts::none(topology);
    each_unicast(topology, MAX_UNICAST_HOPS, |id, to, route| some.add(topology, id, to, route))?;
    Ok(some.plan)
}

/// Unicast messages with all dependencies of those between all nodes: whatever channel one of those holds while it asks
/// for the next one, or delivers behind, one of these does. So they have numbers in common. They are as few as pairs
/// of channels, unless links have several virtual channels, and a worm changes them on its way by the rule.
///
/// O(channels · ports) if pieces of routes are routes; else O(nodes² · diameter).
///
/// # Errors
/// That is too much.
pub fn unicast_dependencies(
    topology: &dyn Topology,
    rule: VcRule,
    virtual_channels: u32,
) -> Result<Unicasts, UnicastError> {
    let depends_on_way = match rule {
        VcRule::Dateline | VcRule::FreeDateline | VcRule::Class => has_dateline(topology),
        VcRule::PerHop => true,
        VcRule::Fixed | VcRule::Free => false,
    };
    if (virtual_channels > 1 && depends_on_way) || topology.has_own_channels() {
        let plan = unicast_plan(topology)?;
        let ids = (0..plan.worms.len() as WormId).collect();
        return Ok(Unicasts { plan, ids });
    }
    let graph = topology.graph();
    let nodes = graph.terminals().count();
    if nodes > MOST_NUMBERED {
        return Err(UnicastError { nodes, most: MAX_FOLLOWED_HOPS });
    }
    if !graph.endpoints().is_empty() {
        return covering(topology);
    }
    let shortest = match topology.own_routing() {
        Some(routing) if routing.pieces_are_routes() => short_routes(topology),
        _ => beginnings(topology)?,
    };
    let mut some = Unicasts::none(topology);
    shortest.into_values().for_each(|Route { id, to, route }| some.add(topology, id, to, &route));
    Ok(some)
}

/// The worms of these numbers among those between all nodes, in ascending order. O(nodes² · diameter).
///
/// # Errors
/// That is too much.
pub fn unicasts_numbered(topology: &dyn Topology, ids: &[WormId]) -> Result<Unicasts, UnicastError> {
    let mut some = Unicasts::none(topology);
    let mut wanted = ids.to_vec();
    wanted.sort_unstable();
    if topology.own_routing().is_some() {
        let mut routes = ShortestRoutes::new(topology);
        let nodes: Vec<_> = topology.graph().terminals().collect();
        wanted.dedup();
        for id in wanted {
            let Some([from, to]) = ends(&nodes, id) else { continue };
            let mut route = Vec::new();
            if routes.append(from, to, &mut route).is_ok() {
                some.add(topology, id, to, &route);
            }
        }
        return Ok(some);
    }
    each_unicast(topology, MAX_FOLLOWED_HOPS, |id, to, route| {
        if wanted.binary_search(&id).is_ok() {
            some.add(topology, id, to, route);
        }
    })?;
    Ok(some)
}

struct Route {
    id: WormId,
    to: NodeId,
    route: Vec<ChannelId>,
}

/// By channel and the one behind it, if any: a short route that begins so.
type Beginnings = BTreeMap<(ChannelId, Option<ChannelId>), Route>;

/// All routes of one and two channels, where every network with a routing of its own has all pairs.
fn short_routes(topology: &dyn Topology) -> Beginnings {
    let graph = topology.graph();
    let Some(routing) = topology.own_routing() else { return Beginnings::new() };
    let mut found = Beginnings::new();
    for first in graph.channels() {
        let (from, at) = (graph.source(first), graph.target(first));
        found.insert((first, None), Route { id: number(topology, from, at), to: at, route: vec![first] });
        for second in graph.out_channels(at) {
            let to = graph.target(second);
            if to != from && routing.next(from, to) == at {
                let route = Route { id: number(topology, from, to), to, route: vec![first, second] };
                found.insert((first, Some(second)), route);
            }
        }
    }
    found
}

/// Routes in their order, but for those that bring no new dependency: a piece of a route between endpoints is none.
fn covering(topology: &dyn Topology) -> Result<Unicasts, UnicastError> {
    let (mut some, mut seen) = (Unicasts::none(topology), BTreeSet::new());
    each_unicast(topology, MAX_FOLLOWED_HOPS, |id, to, route| {
        let dependencies = (0..route.len()).map(|at| (route[at], route.get(at + 1).copied()));
        let before = seen.len();
        seen.extend(dependencies);
        if seen.len() > before {
            some.add(topology, id, to, route);
        }
    })?;
    Ok(some)
}

/// What follows each other later on a route follows at the start of the rest, which is a route, too.
fn beginnings(topology: &dyn Topology) -> Result<Beginnings, UnicastError> {
    let mut found = Beginnings::new();
    each_unicast(topology, MAX_FOLLOWED_HOPS, |id, to, route| {
        let Some(&first) = route.first() else { return };
        let key = (first, route.get(1).copied());
        if found.get(&key).is_none_or(|known| known.route.len() > route.len()) {
            found.insert(key, Route { id, to, route: route.to_vec() });
        }
    })?;
    Ok(found)
}

/// The number of a worm between two nodes where there is one between any two.
fn number(topology: &dyn Topology, from: NodeId, to: NodeId) -> WormId {
    let others = topology.graph().node_count() - 1;
    (from.index() * others + to.index() - usize::from(to > from)) as WormId
}

/// The ends of the worm of a number, where there is one between any two of these nodes; none if there are fewer worms.
fn ends(nodes: &[NodeId], id: WormId) -> Option<[NodeId; 2]> {
    let others = nodes.len().checked_sub(1).filter(|&others| others > 0)?;
    let (from, to) = (id as usize / others, id as usize % others);
    (from < nodes.len()).then(|| [nodes[from], nodes[to + usize::from(to >= from)]])
}

/// Tells the number, the end and the route of every worm.
fn each_unicast(
    topology: &dyn Topology,
    most: usize,
    mut found: impl FnMut(WormId, NodeId, &[ChannelId]),
) -> Result<(), UnicastError> {
    let graph = topology.graph();
    let mut routes = ShortestRoutes::new(topology);
    let (mut route, mut hops, mut id) = (Vec::new(), 0, 0);
    for from in graph.terminals() {
        for to in graph.terminals().filter(|&to| to != from) {
            route.clear();
            if routes.append(from, to, &mut route).is_err() {
                continue;
            }
            hops += route.len();
            if hops > most {
                return Err(UnicastError { nodes: graph.terminals().count(), most });
            }
            found(id, to, &route);
            id += 1;
        }
    }
    Ok(())
}

impl Unicasts {
    fn none(topology: &dyn Topology) -> Self {
        let mut nodes = topology.graph().terminals();
        let source = nodes.next().unwrap_or(NodeId::new(0));
        let plan = Plan {
            network: topology.faults().map_or_else(|| NetworkSpec::whole(topology.spec()), NetworkSpec::of),
            scheme: "unicast".to_owned(),
            source,
            // With several these would be worms of a multicast, which may have virtual channels of its own.
            destinations: nodes.take(1).collect(),
            worms: Worms::new(),
            claims: Vec::new(),
            extra: Default::default(),
        };
        Self { plan, ids: Vec::new() }
    }

    fn add(&mut self, topology: &dyn Topology, id: WormId, to: NodeId, route: &[ChannelId]) {
        let Some(&first) = route.first() else { return };
        self.plan.worms.start(topology.graph().source(first), None, 0);
        if let Some(last) = self.plan.worms.chain(None, route.iter().copied()) {
            self.plan.worms.deliver(last, to);
        }
        self.ids.push(id);
    }
}
