//! `ner`: neighbour exploring routing.

use crate::beside::{BESIDE, Form, LAYERS, WITHIN, safe_planner};
use crate::least_trees::{Grow, Limit, MAX_DELAY, MAX_DEPTH, Search, Terminals, Tree, TreePlanner, WEIGHT, Weighted};
use crate::{OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The scheme `ner`: neighbour exploring routing (J. Navaridas, M. Luján, L. A. Plana, S. Temple, S. B. Furber,
/// *SpiNNaker: Enhanced multicast routing*, 2015), with which SpiNNaker machines are routed. The destinations are taken
/// in the order of their distance from the source; each looks around, ring by ring up to `--radius`, for the nearest
/// node of the tree, and joins it by a shortest route; if there is none so near, by a shortest route from the source.
/// Distances are weights where `--weight` says so; the radius is in hops. One worm that splits. **It can deadlock**,
/// but for trees beside routes or within an order ([`beside`](crate::beside)). Networks may be directed: then a
/// destination looks against the channels.
///
/// O(channels · log nodes) a plan for distances, and the neighbourhood of each destination.
pub(crate) struct Ner;

/// How far destinations look for the tree, in hops, where nobody says more.
pub(crate) const USUAL_RADIUS: u32 = 20;

/// The option that says how far destinations look around.
pub const RADIUS: OptionSpec<u32> =
    OptionSpec::new("radius", "HOPS", "How far a destination looks for the tree before it takes a route of its own")
        .expects("a number of hops, such as 20")
        .default("20");

impl Scheme for Ner {
    fn name(&self) -> &'static str {
        "ner"
    }

    fn summary(&self) -> &'static str {
        "neighbour exploring routing: each destination joins the nearest node of the tree; it can deadlock"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[
            RADIUS.declaration,
            WEIGHT.declaration,
            MAX_DEPTH.declaration,
            MAX_DELAY.declaration,
            BESIDE.declaration,
            LAYERS.declaration,
            WITHIN.declaration,
        ]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let radius = options.get(&RADIUS).unwrap_or(USUAL_RADIUS);
        if let Some(safe) = safe_planner(self.name(), topology, options, Form::Neighbours(radius)) {
            return safe;
        }
        let network = Weighted::by(self.name(), topology, &options.get(&WEIGHT).unwrap_or_default())?;
        let limit = Limit::of(self.name(), topology, options)?;
        let rule = Exploring::new(network.graph.node_count(), radius);
        Ok(Box::new(TreePlanner::new(network, rule).within(limit)))
    }
}

/// Grows by exploring neighbours.
pub(crate) struct Exploring {
    radius: u32,
    from_source: Search,
    around: Around,
    order: Vec<NodeId>,
    route: Vec<ChannelId>,
}

/// The surroundings of a destination, against the channels.
struct Around {
    /// The first channel of a cheapest route to the destination.
    out: Vec<Option<ChannelId>>,
    /// What it costs, and how many hops it has; `u64::MAX` where none is known.
    far: Vec<(u64, u32)>,
    /// The nodes that were met.
    met: Vec<NodeId>,
    /// The cost of a node, the place among all offers, and the node.
    open: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl Grow for Exploring {
    fn grow(
        &mut self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        _: &Terminals,
        tree: &mut Tree,
    ) -> Result<(), PlanError> {
        self.measure(network, set)?;
        for place in 0..self.order.len() {
            let destination = self.order[place];
            if !tree.has(destination) {
                self.join(network, tree, destination);
            }
        }
        Ok(())
    }
}

impl Exploring {
    /// On a network of so many nodes, each of which looks this far.
    pub(crate) fn new(nodes: usize, radius: u32) -> Self {
        let around = Around::new(nodes);
        Self { radius, from_source: Search::default(), around, order: Vec::new(), route: Vec::new() }
    }

    /// Finds the distances from the source, and puts the destinations into their order.
    fn measure(&mut self, network: &Weighted<'_>, set: MulticastSet<'_>) -> Result<(), PlanError> {
        let search = &mut self.from_source;
        search.all_from(network, set.source);
        if let Some(&to) = set.destinations.iter().find(|&&node| search.cost(node).is_none()) {
            return Err(PlanError::Unreachable { from: set.source, to });
        }
        self.order.clear();
        self.order.extend_from_slice(set.destinations);
        self.order.sort_unstable_by_key(|&node| (search.cost(node), node));
        Ok(())
    }

    /// Lets a destination join the tree.
    fn join(&mut self, network: &Weighted<'_>, tree: &mut Tree, destination: NodeId) {
        let route = &mut self.route;
        route.clear();
        if let Some(mut at) = self.around.nearest(network, tree, destination, self.radius) {
            while let Some(channel) = self.around.out[at.index()] {
                route.push(channel);
                at = network.graph.target(channel);
            }
        } else {
            // The last node of the tree on the route from the source is where it leaves the tree.
            let back = self.from_source.back(network, destination);
            route.extend(back.take_while(|&channel| !tree.has(network.graph.target(channel))));
            route.reverse();
        }
        route.drain(..).for_each(|channel| tree.join(network.graph, channel));
    }
}

impl Around {
    fn new(nodes: usize) -> Self {
        let far = vec![(u64::MAX, 0); nodes];
        Self { out: vec![None; nodes], far, met: Vec::new(), open: BinaryHeap::new() }
    }

    /// The nearest node of the tree from which a destination can be reached, within a radius. Of nodes that are equally
    /// near, the one that was met first.
    fn nearest(&mut self, network: &Weighted<'_>, tree: &Tree, destination: NodeId, radius: u32) -> Option<NodeId> {
        self.met.drain(..).for_each(|node| {
            self.out[node.index()] = None;
            self.far[node.index()].0 = u64::MAX;
        });
        self.open.clear();
        let mut offers = 0;
        self.offer(destination, (0, 0), None, &mut offers);
        while let Some(Reverse((cost, _, node))) = self.open.pop() {
            let node = NodeId::new(node as usize);
            let (least, hops) = self.far[node.index()];
            if cost > least {
                continue;
            }
            if tree.has(node) {
                return Some(node);
            }
            if hops == radius {
                continue;
            }
            for channel in network.graph.in_channels(node) {
                let before = network.graph.source(channel);
                if network.forwards(before, tree.source()) {
                    let further = cost.saturating_add(network.weight(channel));
                    self.offer(before, (further, hops + 1), Some(channel), &mut offers);
                }
            }
        }
        None
    }

    fn offer(&mut self, node: NodeId, far: (u64, u32), out: Option<ChannelId>, offers: &mut u32) {
        let known = &mut self.far[node.index()];
        if far.0 >= known.0 {
            return;
        }
        if known.0 == u64::MAX {
            self.met.push(node);
        }
        *known = far;
        self.out[node.index()] = out;
        self.open.push(Reverse((far.0, *offers, node.index() as u32)));
        *offers += 1;
    }
}
