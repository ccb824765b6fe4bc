//! Other routes of some worms, with the same deliveries.

use super::edit::{Route, rerouted};
use super::search::{Changed, Remedy};
use super::{Change, WormName};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use wormcast_check::proof::WorkloadStatement;
use wormcast_plan::{Delivery, Hop, Plan, Worm};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// How many other routes of a worm are tried at most.
const ROUTES: usize = 24;
/// How many steps a search for the routes of one worm takes at most.
const STEPS: usize = 20_000;

/// The other routes of each worm, short ones first. They are found when a worm is first asked about: most never are.
pub(super) struct Reroutes<'a> {
    topology: &'a dyn Topology,
    plans: &'a [Plan],
    statement: &'a WorkloadStatement,
    routes: RefCell<BTreeMap<WormName, Rc<[Route]>>>,
}

impl<'a> Reroutes<'a> {
    pub(super) fn new(topology: &'a dyn Topology, plans: &'a [Plan], statement: &'a WorkloadStatement) -> Self {
        Self { topology, plans, statement, routes: RefCell::default() }
    }

    fn of(&self, name: WormName) -> Rc<[Route]> {
        let found = || routes(self.topology, self.plans[name.plan].worms.get(name.worm)).into();
        self.routes.borrow_mut().entry(name).or_insert_with(found).clone()
    }
}

impl Remedy for Reroutes<'_> {
    fn ways(&self, worm: WormName) -> usize {
        self.of(worm).len()
    }

    fn change(&self, worm: WormName, way: usize) -> Change {
        Change::Reroute(self.of(worm)[way].hops.iter().map(|hop| hop.channel).collect())
    }

    fn applied(&self, changed: &Changed) -> Vec<Plan> {
        let routes: BTreeMap<_, _> = changed.keys().map(|&worm| (worm, self.of(worm))).collect();
        let routes = changed.iter().map(|(&worm, &way)| (worm, &routes[&worm][way])).collect();
        self.plans.iter().enumerate().map(|(number, plan)| rerouted(number, plan, &routes)).collect()
    }

    fn statement(&self) -> &WorkloadStatement {
        self.statement
    }
}

/// Other routes of a worm: of one with a single destination all simple ones, short ones first; of others those that
/// keep off one of its channels.
fn routes(topology: &dyn Topology, worm: Worm<'_>) -> Vec<Route> {
    let own = Route { hops: worm.hops.to_vec(), deliveries: worm.deliveries.to_vec() };
    let mut found = match worm.deliveries {
        [only] => simple_paths(topology, worm.origin, only.node),
        _ => worm.hops.iter().filter_map(|hop| without(topology, worm, hop.channel)).collect(),
    };
    found.retain(|route| *route != own);
    found.sort_by_key(|route| route.hops.len());
    found.dedup();
    found.truncate(ROUTES);
    found
}

/// The channels by which a message goes on from a node: endpoints send nothing on.
fn onward(topology: &dyn Topology, node: NodeId, origin: NodeId) -> impl Iterator<Item = ChannelId> {
    let graph = topology.graph();
    let is_open = node == origin || !graph.is_endpoint(node);
    graph.out_channels(node).filter(move |_| is_open)
}

fn chain(channels: &[ChannelId], node: NodeId) -> Route {
    let hops = channels.iter().enumerate();
    let hops: Vec<_> = hops.map(|(at, &channel)| Hop::new(at.checked_sub(1).map(|at| at as u32), channel)).collect();
    let deliveries = vec![Delivery { hop: hops.len() as u32 - 1, node }];
    Route { hops, deliveries }
}

/// The simple paths between two nodes, breadth first, as far as the steps reach.
fn simple_paths(topology: &dyn Topology, from: NodeId, to: NodeId) -> Vec<Route> {
    let graph = topology.graph();
    let (mut open, mut found) = (VecDeque::from([Vec::new()]), Vec::new());
    for _ in 0..STEPS {
        let Some(path): Option<Vec<ChannelId>> = open.pop_front() else { break };
        let at = path.last().map_or(from, |&last| graph.target(last));
        for channel in onward(topology, at, from) {
            let next = graph.target(channel);
            if next == from || path.iter().any(|&taken| graph.target(taken) == next) {
                continue;
            }
            let longer = [&path[..], &[channel]].concat();
            if next == to {
                found.push(chain(&longer, to));
            } else {
                open.push_back(longer);
            }
        }
        if found.len() > ROUTES {
            break;
        }
    }
    found
}

/// The same deliveries without a channel: a worm that never splits goes from one to the next by the shortest ways;
/// another one down a tree of shortest ways. None if a node is out of reach, a channel would be taken twice, or the
/// worm would turn back on the spot, which many routers cannot do.
fn without(topology: &dyn Topology, worm: Worm<'_>, avoided: ChannelId) -> Option<Route> {
    let splits = worm.hops.iter().enumerate().any(|(at, hop)| hop.parent() != at.checked_sub(1).map(|at| at as u32));
    let mut route = Route { hops: Vec::new(), deliveries: Vec::new() };
    let mut taken = vec![avoided];
    let mut end: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut at = worm.origin;
    for delivery in worm.deliveries {
        let start = if splits { worm.origin } else { at };
        let back = route.hops.last().filter(|_| !splits).and_then(|hop| topology.graph().reverse(hop.channel));
        let mut blocked = if splits { vec![avoided] } else { taken.clone() };
        blocked.extend(back);
        let path = shortest(topology, start, worm.origin, delivery.node, &blocked)?;
        let mut last = if splits { None } else { (route.hops.len() as u32).checked_sub(1) };
        for channel in path {
            let target = topology.graph().target(channel);
            let known = end.get(&target).copied().filter(|_| splits);
            last = Some(known.unwrap_or_else(|| {
                route.hops.push(Hop::new(last, channel));
                taken.push(channel);
                route.hops.len() as u32 - 1
            }));
            end.insert(target, last?);
        }
        route.deliveries.push(Delivery { hop: last?, node: delivery.node });
        at = delivery.node;
    }
    route.deliveries.sort_by_key(|delivery| delivery.hop);
    Some(route)
}

/// A shortest way without some channels; the same tree of ways for all that start at one node.
fn shortest(
    topology: &dyn Topology,
    from: NodeId,
    origin: NodeId,
    to: NodeId,
    avoided: &[ChannelId],
) -> Option<Vec<ChannelId>> {
    let graph = topology.graph();
    let mut into: Vec<Option<ChannelId>> = vec![None; graph.node_count()];
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for channel in onward(topology, at, origin).filter(|channel| !avoided.contains(channel)) {
            let next = graph.target(channel);
            if next != from && into[next.index()].is_none() {
                into[next.index()] = Some(channel);
                open.push_back(next);
            }
        }
    }
    let mut path: Vec<_> =
        std::iter::successors(into[to.index()], |&channel| into[graph.source(channel).index()]).collect();
    path.reverse();
    (!path.is_empty()).then_some(path)
}
