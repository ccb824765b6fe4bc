//! Errors about links and channels that do not exist, though their first node does: they tell where channels lead.

use crate::{NodeId, Topology, TopologyError};

/// The error for a link that does not exist between two nodes that do.
pub(crate) fn unknown_link(topology: &dyn Topology, a: NodeId, b: NodeId) -> TopologyError {
    TopologyError::UnknownLink {
        spec: topology.spec(),
        a: topology.node_name(a),
        b: topology.node_name(b),
        neighbours: neighbours_in_words(topology, a),
    }
}

impl TopologyError {
    /// The error for a channel that does not exist, though the node does that it would leave.
    pub fn unknown_channel(topology: &dyn Topology, from: NodeId, channel: &str) -> Self {
        let (a, neighbours) = (topology.node_name(from), neighbours_in_words(topology, from));
        let expected = format!("from `{a}` channels lead to {neighbours}");
        Self::UnknownChannel { spec: topology.spec(), channel: channel.to_owned(), expected }
    }
}

/// The nodes that channels lead to from a node, or the first of them.
fn neighbours_in_words(topology: &dyn Topology, node: NodeId) -> String {
    const SHOWN: usize = 6;
    let mut neighbours = topology.graph().neighbours(node).to_vec();
    neighbours.dedup();
    let mut names: Vec<_> =
        neighbours.iter().take(SHOWN).map(|&node| format!("`{}`", topology.node_name(node))).collect();
    match neighbours.len() {
        0 => names.push("no node".into()),
        count if count > SHOWN => names.push(format!("… ({count} in all)")),
        _ => {}
    }
    names.join(", ")
}
