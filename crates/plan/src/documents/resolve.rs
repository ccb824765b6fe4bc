//! From the words of a plan file to the worms that they mean.

use super::{DeliveryDocument, HopDocument, WormDocument};
use crate::Worms;
use wormcast_topology::{NodeId, Topology, UnknownNode};

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

impl WormDocument<'_> {
    /// Adds its hops and deliveries to the worm that was started last.
    pub(crate) fn resolve_into(self, worms: &mut Worms, topology: &dyn Topology) -> Result<(), WormError> {
        let graph = topology.graph();
        let origin = topology.find_node(self.origin)?;
        let mut arrivals: Vec<NodeId> = Vec::with_capacity(self.route().len());
        for (index, HopDocument(parent, from, to, number)) in self.route().enumerate() {
            let (a, b) = (topology.find_node(from)?, topology.find_node(to)?);
            let problem = |what: String| {
                let number = if number == 0 { String::new() } else { format!(", number {number}") };
                WormError::Problem(format!("hop {index} ({from} to {to}{number}) {what}"))
            };
            let channel = graph.numbered(a, b, number);
            let channel = channel.ok_or_else(|| problem("is not a channel of the network".into()))?;
            let at = match parent {
                None => origin,
                Some(parent) => *arrivals
                    .get(parent as usize)
                    .ok_or_else(|| problem(format!("hangs from hop {parent}, which does not come before it")))?,
            };
            if at != a {
                return Err(problem(format!("leaves {from}, but the worm is at {} then", topology.node_name(at))));
            }
            arrivals.push(b);
            worms.hop(parent, channel);
        }
        for DeliveryDocument { hop, node } in self.deliver() {
            let node_id = topology.find_node(node)?;
            if arrivals.get(hop as usize) != Some(&node_id) {
                return Err(WormError::Problem(format!("it delivers at {node}, where hop {hop} does not arrive")));
            }
            worms.deliver(hop, node_id);
        }
        Ok(())
    }
}
