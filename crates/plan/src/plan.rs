//! A plan: the worms, and what they were planned for.

use crate::{Claim, Cost, FORMAT, HopDocument, NetworkSpec, PlanDocument, VERSION};
use crate::{Worm, WormDocuments, WormHead, Worms};
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
            worms: self.worm_documents(topology),
            cost: self.cost(),
            claims: self.claims.iter().map(Claim::to_string).collect(),
            extra: self.extra.clone(),
        }
    }
    fn worm_documents(&self, topology: &dyn Topology) -> WormDocuments {
        let graph = topology.graph();
        let name = |node| topology.node_name(node);
        let mut documents = WormDocuments::default();
        for worm in self.worms.iter() {
            documents.start(head(&worm, &name(worm.origin)));
            for hop in worm.hops {
                let [from, to] = [graph.source(hop.channel), graph.target(hop.channel)].map(name);
                documents.hop(HopDocument(hop.parent(), &from, &to, graph.number(hop.channel)));
            }
            worm.deliveries.iter().for_each(|delivery| documents.deliver(delivery.hop, &name(delivery.node)));
        }
        documents
    }
}

/// What a plan file says of a worm beside its route and its deliveries.
pub(crate) fn head<'a>(worm: &Worm<'_>, origin: &'a str) -> WormHead<'a> {
    let Worm { id, after, round, .. } = *worm;
    WormHead { id, origin, after, round, consumption_class: worm.consumption_class.into() }
}
