//! The name of a link, `A-B`, where the names of nodes may themselves contain `-`.

use crate::unknown_ends::unknown_link;
use crate::{NodeId, Topology, TopologyError, UnknownNode};

/// The most `-` in the name of a link: each of them may be the one between the two nodes, and is tried.
const MAX_DASHES: usize = 16;

/// The link that a text such as `0,0-1,0` names.
///
/// Every `-` is tried as the one between the names of the nodes; there may be 16. The reading that names a link is
/// taken.
///
/// ```
/// use wormcast_topology::{build, find_link};
/// let mesh = build("mesh:4x4")?;
/// assert_eq!(find_link(&*mesh, "1,0-1,1")?, (mesh.find_node("1,0")?, mesh.find_node("1,1")?));
/// let error = find_link(&*mesh, "0,0-1,1").unwrap_err();
/// assert_eq!(error.to_string(), "mesh:4x4 has no link 0,0-1,1; `0,0` is linked to `1,0`, `0,1`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No reading names a link, or several do, or there are too many.
pub fn find_link(topology: &dyn Topology, text: &str) -> Result<(NodeId, NodeId), TopologyError> {
    if text.matches('-').nth(MAX_DASHES).is_some() {
        return Err(not_a_link(topology, text));
    }
    let mut readings = Vec::new();
    let mut unknown: Option<UnknownNode> = None;
    for (dash, _) in text.match_indices('-') {
        match (topology.find_node(&text[..dash]), topology.find_node(&text[dash + 1..])) {
            (Ok(a), Ok(b)) => readings.push((a, b)),
            // The best complaint is about the one end that is wrong.
            (Ok(_), Err(error)) | (Err(error), Ok(_)) => unknown = unknown.or(Some(error)),
            _ => {}
        }
    }
    let graph = topology.graph();
    let is_link = |&&(a, b): &&(NodeId, NodeId)| graph.channel(a, b).or(graph.channel(b, a)).is_some();
    let links: Vec<_> = readings.iter().filter(is_link).copied().collect();
    match (&links[..], &readings[..], unknown) {
        (&[link], ..) => Ok(link),
        (&[], &[(a, b), ..], _) => Err(unknown_link(topology, a, b)),
        (&[], &[], Some(error)) => Err(error.into()),
        (&[], &[], None) => Err(not_a_link(topology, text)),
        (links, ..) => Err(ambiguous(topology, text, links)),
    }
}

fn not_a_link(topology: &dyn Topology, text: &str) -> TopologyError {
    let graph = topology.graph();
    let name = |node| topology.node_name(node);
    let link = graph.channels().next().map(|channel| (name(graph.source(channel)), name(graph.target(channel))));
    let example = link.map(|(a, b)| format!(", such as `{a}-{b}`")).unwrap_or_default();
    TopologyError::NotALink { text: text.to_owned(), spec: topology.spec(), example }
}

fn ambiguous(topology: &dyn Topology, text: &str, links: &[(NodeId, NodeId)]) -> TopologyError {
    let name = |node| topology.node_name(node);
    let readings: Vec<_> = links.iter().map(|&(a, b)| format!("from `{}` to `{}`", name(a), name(b))).collect();
    TopologyError::AmbiguousLink { text: text.to_owned(), spec: topology.spec(), readings: readings.join(" or ") }
}
