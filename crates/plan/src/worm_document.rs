//! The JSON form of a worm.

use crate::Worms;
use crate::object::Object;
use serde::{Deserialize, Deserializer, Serialize};
use wormcast_topology::{NodeId, Topology, UnknownNode};

/// A worm in a plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WormDocument {
    /// Its number.
    pub id: u32,
    /// The node that it starts from.
    pub origin: String,
    /// The worm whose delivery at the origin lets this one start.
    pub after: Option<u32>,
    /// Its round, from 0.
    pub round: u32,
    /// The class of the consumption channels that it delivers through; 0 is not written.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub consumption_class: u32,
    /// Its hops, parents first.
    pub route: Vec<HopDocument>,
    /// Its deliveries, in visiting order.
    #[serde(deserialize_with = "deliveries")]
    pub deliver: Vec<DeliveryDocument>,
}

pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A hop in a plan file: the index of its parent, the node that it leaves, the node that it enters, and the number of
/// its channel among parallel ones; 0 is not written, and others need version 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a hop: [parent or null, from, to] or [parent or null, from, to, number of the channel]")]
pub struct HopDocument(
    pub Option<u32>,
    pub String,
    pub String,
    #[serde(default, skip_serializing_if = "is_zero")] pub u32,
);

/// A delivery in a plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDocument {
    /// The index of the hop that arrives.
    pub hop: u32,
    /// The node that it arrives at.
    pub node: String,
}

/// Reads the deliveries of a worm.
fn deliveries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<DeliveryDocument>, D::Error> {
    let deliveries = Vec::<Object<DeliveryDocument>>::deserialize(deserializer)?;
    Ok(deliveries.into_iter().map(|Object(delivery)| delivery).collect())
}

/// What makes no sense in a worm.
pub(crate) enum WormError {
    UnknownNode(UnknownNode),
    Problem(String),
}

impl From<UnknownNode> for WormError {
    fn from(error: UnknownNode) -> Self {
        Self::UnknownNode(error)
    }
}

impl WormDocument {
    /// Adds its hops and deliveries to the worm that was started last.
    pub(crate) fn resolve_into(&self, worms: &mut Worms, topology: &dyn Topology) -> Result<(), WormError> {
        let graph = topology.graph();
        let origin = topology.find_node(&self.origin)?;
        let mut arrivals: Vec<NodeId> = Vec::with_capacity(self.route.len());
        for (index, HopDocument(parent, from, to, number)) in self.route.iter().enumerate() {
            let (a, b) = (topology.find_node(from)?, topology.find_node(to)?);
            let problem = |what: String| {
                let number = if *number == 0 { String::new() } else { format!(", number {number}") };
                WormError::Problem(format!("hop {index} ({from} to {to}{number}) {what}"))
            };
            let channel = graph.numbered(a, b, *number);
            let channel = channel.ok_or_else(|| problem("is not a channel of the network".into()))?;
            let at = match parent {
                None => origin,
                Some(parent) => *arrivals
                    .get(*parent as usize)
                    .ok_or_else(|| problem(format!("hangs from hop {parent}, which does not come before it")))?,
            };
            if at != a {
                return Err(problem(format!("leaves {from}, but the worm is at {} then", topology.node_name(at))));
            }
            arrivals.push(b);
            worms.hop(*parent, channel);
        }
        for DeliveryDocument { hop, node } in &self.deliver {
            let node_id = topology.find_node(node)?;
            if arrivals.get(*hop as usize) != Some(&node_id) {
                return Err(WormError::Problem(format!("it delivers at {node}, where hop {hop} does not arrive")));
            }
            worms.deliver(*hop, node_id);
        }
        Ok(())
    }
}
