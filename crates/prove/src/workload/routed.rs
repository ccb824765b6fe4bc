//! Unicasts between all nodes by routings, multicasts by tables, and messages of schedules, beside given plans.

use super::scheduled::schedule;
use crate::ProveError;
use crate::choices::chosen_routes;
use crate::proof::network_of;
use std::borrow::Cow;
use std::path::Path;
use wormcast_formats::{holds_schedule, holds_tables, is_named, named_routing, read_spinnaker_tables};
use wormcast_model::WorkloadStatement;
use wormcast_plan::{MAX_HOPS, Plan, Worms};
use wormcast_routing::{ChosenRoute, Lane, RouteFlaw, Routing, RoutingError, pairs, terminals};
use wormcast_topology::{NodeId, Topology};

/// All that a question is about.
pub(crate) struct Asked<'s> {
    /// The plans: those that are given, one for each message of each schedule, and one for each routing or table.
    pub plans: Vec<Plan>,
    /// How many of them are sent whole: worms of the others are sent one by one.
    pub whole: usize,
    /// The statement, with the dependences of the schedules.
    pub statement: Cow<'s, WorkloadStatement>,
    /// Whether messages by a routing choose among more routes than those that are listed.
    pub choose: bool,
}

/// The plans with what is beside them: a unicast for each message of a schedule; for each routing a worm for each pair
/// of nodes that has a route, on the virtual channels that the routing names, and one for each of the
/// [`chosen_routes`]; or a worm for each key and chip of multicast tables. O(hops).
///
/// # Errors
/// There is no such routing or file of routes, or there are too many hops.
pub(crate) fn with_routes<'s>(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &'s WorkloadStatement,
) -> Result<Asked<'s>, ProveError> {
    let (whole, choose) = (plans.len(), false);
    let mut asked = Asked { plans: plans.to_vec(), whole, statement: Cow::Borrowed(statement), choose };
    let is_file = |name: &&String, holds: fn(&Path) -> bool| !is_named(name) && holds(Path::new(name));
    for file in statement.routes.iter().filter(|name| is_file(name, holds_schedule)) {
        let (plans, dependences) = schedule(topology, Path::new(file), asked.plans.len())?;
        asked.plans.extend(plans);
        asked.statement.to_mut().dependences.extend(dependences);
    }
    asked.whole = asked.plans.len();
    for name in statement.routes.iter().filter(|name| !is_file(name, holds_schedule)) {
        if is_file(&name, holds_tables) {
            asked.plans.push(multicasts(topology, name)?);
            continue;
        }
        let routing = named_routing(topology, name, statement.virtual_channels.get());
        let mut routing = routing.map_err(|error| ProveError::Routes(error.to_string()))?;
        let chosen = chosen_routes(topology, name, &mut *routing)?;
        asked.choose |= chosen.is_some();
        asked.plans.push(unicasts(topology, name, &mut *routing, &chosen.unwrap_or_default())?);
    }
    Ok(asked)
}

/// What plans of multicasts by tables are called.
const TABLES: &str = "tables";

fn multicasts(topology: &dyn Topology, file: &str) -> Result<Plan, ProveError> {
    let trees = read_spinnaker_tables(topology, Path::new(file));
    let trees = trees.map_err(|error| ProveError::Routes(error.to_string()))?;
    let mut worms = Worms::new();
    for tree in &trees {
        worms.start(tree.source, None, 0);
        for &(parent, channel) in &tree.hops {
            worms.hop(parent, channel);
        }
        tree.deliveries(topology.graph()).into_iter().for_each(|(hop, node)| worms.deliver(hop, node));
    }
    Ok(plan(topology, TABLES, worms))
}

fn unicasts(
    topology: &dyn Topology,
    name: &str,
    routing: &mut dyn Routing,
    chosen: &[ChosenRoute],
) -> Result<Plan, ProveError> {
    let nodes = terminals(topology);
    let mut worms = Worms::new();
    let mut route: Vec<Lane> = Vec::new();
    for (from, to) in pairs(&nodes, routing.goes_by_source()) {
        route.clear();
        match routing.append_route(from, to, &mut route) {
            Ok(()) => {}
            Err(RouteFlaw::Failed(problem)) => return Err(ProveError::Own(problem.to_string())),
            Err(RouteFlaw::Loop { at }) => {
                let [from, to, at] = [from, to, at].map(|node| topology.node_name(node));
                return Err(ProveError::Routes(in_a_loop(name, &from, &to, &at)));
            }
            Err(_) => continue,
        }
        append(&mut worms, from, to, &route, name)?;
    }
    for ChosenRoute { from, to, lanes } in chosen {
        append(&mut worms, *from, *to, lanes, name)?;
    }
    if let (true, true, [from, to, ..]) = (worms.is_empty(), is_named(name), &*nodes) {
        let [from, to] = [from, to].map(|&node| topology.node_name(node));
        let none = RoutingError::ServesNone { routing: name.to_owned(), from, to };
        return Err(ProveError::Routes(none.to_string()));
    }
    Ok(plan(topology, "unicast", worms))
}

/// Why nothing is proved beside routes that lead back.
fn in_a_loop(name: &str, from: &str, to: &str, at: &str) -> String {
    format!(
        "the route by {name} from {from} to {to} runs in a loop at {at}, in which a long message waits for what it holds \
         itself; expected routes that arrive (`wormcast check NETWORK --routes` tells all that do not)"
    )
}

/// Appends a unicast on its route by a routing of this name.
fn append(worms: &mut Worms, from: NodeId, to: NodeId, route: &[Lane], name: &str) -> Result<(), ProveError> {
    worms.start(from, None, 0);
    let hop = |last, lane: &Lane| Some(worms.hop_on(last, lane.channel, lane.virtual_channel));
    if let Some(last) = route.iter().fold(None, hop) {
        worms.deliver(last, to);
    }
    if worms.hop_count() > MAX_HOPS {
        let problem = format!("the routes by {name} have more than the {MAX_HOPS} hops that are looked at together");
        return Err(ProveError::Routes(problem));
    }
    Ok(())
}

/// Worms between any nodes as a plan.
fn plan(topology: &dyn Topology, scheme: &str, worms: Worms) -> Plan {
    let nodes = terminals(topology);
    Plan {
        network: network_of(topology),
        scheme: scheme.to_owned(),
        source: nodes.first().copied().unwrap_or(NodeId::new(0)),
        destinations: nodes,
        extra: worms.carried(),
        worms,
        claims: Vec::new(),
    }
}
