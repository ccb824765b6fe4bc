//! The planner of trees with `--beside` and `--within`.

use super::files::Read;
use super::options::LAYERS;
use super::{Beside, Demand, FittedTree, Form, Outcome, Refutation, files};
use crate::least_trees::{Limit, Search, WEIGHT, Weighted};
use crate::route_space::{any_tree, trees_along};
use crate::{Options, PlanError, Planner, SchemeError};
use serde_json::{Map, Value, json};
use std::num::NonZeroU32;
use wormcast_plan::{ChannelWeight, MulticastSet, NoTrees, RouteSpace, Worms};
use wormcast_routing::{DependencyGraph, Lane, MulticastLanes, UpDownOrder};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Plans each multicast in the first layer that has a tree for it.
pub(crate) struct BesidePlanner<'t> {
    topology: &'t dyn Topology,
    beside: Beside<'t>,
    what: ChannelWeight,
    routes: String,
    layers: u32,
    /// A plan beside which no tree may take another virtual channel than the first ([`files::Read`]).
    unnamed: Option<String>,
    /// Whether turns keep to an order, whatever other trees take.
    in_order: bool,
    form: Form,
    certificate: bool,
    extra: Map<String, Value>,
}

impl<'t> BesidePlanner<'t> {
    /// Beside what stands in this list ([`files::read`]).
    ///
    /// # Errors
    /// Something in it cannot be read, or it closes a cycle by itself.
    pub(crate) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        routes: &str,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let layers = options.get(&LAYERS).map(NonZeroU32::get);
        let Read { beside, unnamed } =
            files::read(topology, routes, layers).map_err(|problem| SchemeError::Routing { scheme, problem })?;
        let layers = layers.map_or(beside.layers(), |layers| layers.min(beside.layers()));
        let planner = Self::weighing(scheme, topology, options, beside, (routes.to_owned(), layers))?;
        Ok(Self { unnamed, ..planner })
    }

    /// Within `up-down`, or `up-down:ROOT`.
    ///
    /// # Errors
    /// Another order, or there is no such root.
    pub(crate) fn within(
        scheme: &'static str,
        topology: &'t dyn Topology,
        order: &str,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let refuse = |problem: String| SchemeError::Routing { scheme, problem };
        let (name, root) = order.split_once(':').map_or((order, None), |(name, root)| (name, Some(root)));
        if name != "up-down" {
            return Err(refuse(format!("`{order}` is no order; expected `up-down`, or `up-down:ROOT` with the root")));
        }
        let order = UpDownOrder::new(topology, root)?;
        let routes = format!("{name}:{}", topology.node_name(order.root()));
        let lanes = Ordered(order);
        let none = DependencyGraph::new(topology.graph(), 1);
        let beside = Beside::new(topology.graph(), &none, Box::new(lanes)).expect("there are no unicasts");
        let planner = Self::weighing(scheme, topology, options, beside, (routes, 1))?;
        Ok(Self { in_order: true, ..planner })
    }

    /// With the weights and bounds that the options name.
    fn weighing(
        scheme: &'static str,
        topology: &'t dyn Topology,
        options: &Options,
        beside: Beside<'t>,
        (routes, layers): (String, u32),
    ) -> Result<Self, SchemeError> {
        let what = options.get(&WEIGHT).unwrap_or_default();
        let network = Weighted::by(scheme, topology, &what)?;
        let beside = beside.weighing(network, Limit::of(scheme, topology, options)?);
        let (unnamed, in_order, form, certificate, extra) = (None, false, Form::Least, false, Map::new());
        Ok(Self { topology, beside, what, routes, layers, unnamed, in_order, form, certificate, extra })
    }

    /// The planner for trees of this form.
    pub(crate) fn growing(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Puts into plans why lower virtual channels have no tree.
    pub(crate) fn certified(self, certificate: bool) -> Self {
        Self { certificate, ..self }
    }

    /// The first layer with a tree.
    fn find(&mut self, demand: Demand<'_>) -> Result<(u32, Lower, FittedTree), PlanError> {
        let mut lower = Lower { have_none: true, why: Vec::new() };
        for layer in 0..self.layers {
            self.beside.go_to(layer);
            match self.beside.fit_as(demand, layer, self.form) {
                Outcome::Tree(tree) => return Ok((layer, lower, tree)),
                Outcome::None(why) => lower.why.extend(why),
                Outcome::Unknown => lower.have_none = false,
            }
        }
        let is_bounded = self.beside.limit.is_some();
        Err(PlanError::NoTreeBeside { layers: self.layers, is_proved: lower.have_none, is_bounded })
    }

    /// All trees whose turns keep to the order. O(channels · degree).
    fn trees_in_order(&self) -> RouteSpace<NodeId> {
        let graph = self.topology.graph();
        let lanes: Vec<_> = graph.channels().map(|channel| Lane::new(channel, 0)).collect();
        let onward = |held: Lane| {
            let next = graph.out_channels(graph.target(held.channel));
            next.filter(move |&next| self.beside.lanes.lane(Some(held), next, 0).is_some())
                .map(move |next| [held.channel, next].map(|channel| channel.index() as u32))
        };
        let waits = lanes.iter().copied().flat_map(onward).collect();
        trees_along(graph, &lanes, waits)
    }

    /// The certificate that lower layers have no tree, if there is one for each of them.
    fn certificate(&self, layer: u32, lower: &Lower) -> Option<Value> {
        let node = |node: &NodeId| self.topology.node_name(*node);
        let channel = |channel: &ChannelId| self.topology.channel_name(*channel);
        let no_tree: Vec<_> = lower.why.iter().map(|why| why.map(&node, &channel)).collect();
        let is_whole = layer > 0 && no_tree.len() == layer as usize;
        (self.certificate && is_whole).then(|| json!(NoTrees { routes: self.routes.clone(), no_tree }))
    }
}

/// What is known of the layers below that of a tree.
struct Lower {
    /// Whether it is known that none of them has a tree.
    have_none: bool,
    /// Why, as far as that was found.
    why: Vec<Refutation>,
}

impl Planner for BesidePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        check_reached(self.topology, set)?;
        let demand = Demand { set, everyone_sends: false };
        if let Some(limit) = &self.beside.limit {
            limit.refuse_far(set, &mut Search::default())?;
        }
        let (layer, lower, tree) = self.find(demand)?;
        let (value, bound) = (self.beside.weight(&tree.channels), tree.bound);
        let highest = self.beside.append(set, layer, &tree.channels, worms);
        if let Some(plan) = self.unnamed.as_ref().filter(|_| highest > 0) {
            return Err(PlanError::BesideUnnamed { problem: files::unnamed(plan) });
        }
        let beside = json!({"routes": self.routes, "layer": layer, "lower_ones_have_no_tree": lower.have_none});
        self.extra = Map::from_iter([("beside".to_owned(), beside)]);
        self.extra.extend(self.beside.limit.as_ref().map(Limit::told));
        let certificate = self.certificate(layer, &lower);
        self.extra.extend(certificate.map(|certificate| (wormcast_plan::CERTIFICATE.to_owned(), certificate)));
        if self.form == Form::Least {
            let told = self.beside.network.weights().optimality(&self.what, value, bound, value == bound);
            self.extra.insert("optimality".to_owned(), told);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(if self.in_order { self.trees_in_order() } else { any_tree() })
    }

    fn extra(&self) -> Map<String, Value> {
        self.extra.clone()
    }
}

/// One layer, in which turns keep to an order.
struct Ordered(UpDownOrder);

impl MulticastLanes for Ordered {
    fn layers(&self) -> u32 {
        1
    }

    fn lane(&self, came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane> {
        let is_allowed = came_by.is_none_or(|before| self.0.allows(before.channel, channel));
        is_allowed.then_some(Lane::new(channel, layer))
    }

    fn is_fixed(&self, _layer: u32) -> bool {
        true
    }
}

/// Refuses a destination to which no way leads.
fn check_reached(topology: &dyn Topology, set: MulticastSet<'_>) -> Result<(), PlanError> {
    let graph = topology.graph();
    let mut reached = vec![false; graph.node_count()];
    let mut open = vec![set.source];
    reached[set.source.index()] = true;
    while let Some(node) = open.pop() {
        if node == set.source || !graph.is_endpoint(node) {
            for &next in graph.neighbours(node) {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    open.push(next);
                }
            }
        }
    }
    let missed = set.destinations.iter().find(|node| !reached[node.index()]);
    missed.map_or(Ok(()), |&to| Err(PlanError::Unreachable { from: set.source, to }))
}
