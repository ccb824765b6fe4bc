//! A plan: the worms, and what they were planned for.

use crate::{Claim, Cost, DeliveryDocument, FORMAT, HopDocument, NetworkSpec, PlanDocument, VERSION, Worm};
use crate::{WormDocument, Worms};
use wormcast_topology::{NodeId, Topology};

/// Worms that bring one message from a source to its destinations, on one network.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The network that the ids below belong to.
    pub network: NetworkSpec,
    /// The name of the scheme that planned it.
    pub scheme: String,
    /// Where the message is at first.
    pub source: NodeId,
    /// Where it must go, in the order in which the destinations were given.
    pub destinations: Vec<NodeId>,
    /// The worms.
    pub worms: Worms,
    /// What the scheme claims beyond validity.
    pub claims: Vec<Claim>,
    /// What else the plan carries, by its key in the file: certificates, headers, the tree used.
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl Plan {
    /// What it costs. O(hops).
    pub fn cost(&self) -> Cost {
        Cost::of(&self.worms)
    }

    /// The oldest version of the format that can say it.
    pub(crate) fn version(&self, topology: &dyn Topology) -> u32 {
        let graph = topology.graph();
        let numbered = |hop: &crate::Hop| graph.number(hop.channel) > 0;
        let plain =
            self.network.without_channels.is_empty() && !self.worms.iter().any(|worm| worm.hops.iter().any(numbered));
        if plain { 1 } else { VERSION }
    }

    /// Its JSON form; `topology` is the network that it was planned for.
    pub fn document(&self, topology: &dyn Topology) -> PlanDocument {
        let name = |&node: &NodeId| topology.node_name(node);
        PlanDocument {
            format: FORMAT.to_owned(),
            version: self.version(topology),
            network: self.network.clone(),
            scheme: self.scheme.clone(),
            source: name(&self.source),
            destinations: self.destinations.iter().map(name).collect(),
            consumption_classes: self.worms.consumption_classes().into(),
            worms: self.worms.iter().map(|worm| worm_document(worm, topology)).collect(),
            cost: self.cost(),
            claims: self.claims.iter().map(Claim::to_string).collect(),
            extra: self.extra.clone(),
        }
    }
}

pub(crate) fn worm_document(worm: Worm<'_>, topology: &dyn Topology) -> WormDocument {
    let graph = topology.graph();
    let name = |node| topology.node_name(node);
    let hop = |hop: &crate::Hop| {
        let [from, to] = [graph.source(hop.channel), graph.target(hop.channel)].map(name);
        HopDocument(hop.parent(), from, to, graph.number(hop.channel))
    };
    WormDocument {
        id: worm.id,
        origin: name(worm.origin),
        after: worm.after,
        round: worm.round,
        consumption_class: worm.consumption_class.into(),
        route: worm.hops.iter().map(hop).collect(),
        deliver: worm.deliveries.iter().map(|d| DeliveryDocument { hop: d.hop, node: name(d.node) }).collect(),
    }
}
