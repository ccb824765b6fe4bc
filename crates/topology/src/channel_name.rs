//! The name of a channel, `A>B` or `A>B#1`, where the names of nodes may themselves contain `>` and `#`.

use crate::{ChannelId, NodeId, Topology, TopologyError, UnknownNode};

/// The most `>` in the name of a channel: each of them may be the one between the two nodes, and is tried.
const MAX_ARROWS: usize = 16;

/// The channel that a text such as `0,0>1,0` names; `0,0>1,0#1` is the second of parallel ones.
///
/// Every `>` is tried as the one between the names of the nodes; there may be 16. The reading that names a channel is
/// taken, and one without a number before one with a number.
///
/// ```
/// use wormcast_topology::{build, find_channel};
/// let mesh = build("mesh:4x4")?;
/// assert_eq!(mesh.channel_name(find_channel(&*mesh, "1,0>1,1")?), "1,0>1,1");
/// let error = find_channel(&*mesh, "0,0>1,1").unwrap_err();
/// assert_eq!(error.to_string(), "mesh:4x4 has no channel 0,0>1,1; from `0,0` channels lead to `1,0`, `0,1`");
/// assert!(find_channel(&*mesh, "0,0>1,0#1").unwrap_err().to_string().contains("has no channel 0,0>1,0#1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No reading names a channel, or there are too many.
pub fn find_channel(topology: &dyn Topology, text: &str) -> Result<ChannelId, TopologyError> {
    let (whole, numbered) = (readings(topology, text, 0), split_number(text));
    let numbered = numbered.map(|(ends, number)| readings(topology, ends, number)).unwrap_or_default();
    let all = || whole.iter().chain(&numbered);
    let channel = |&(from, to, number): &(NodeId, NodeId, u32)| topology.graph().numbered(from, to, number);
    if let Some(channel) = all().find_map(channel) {
        return Ok(channel);
    }
    if let Some(&(from, ..)) = all().next() {
        return Err(TopologyError::unknown_channel(topology, from, text));
    }
    Err(best_complaint(topology, text))
}

/// The text before a last `#` with a number behind it, and the number.
pub fn split_number(text: &str) -> Option<(&str, u32)> {
    let (before, number) = text.rsplit_once('#')?;
    Some((before, crate::grid::canonical_number(number)?))
}

/// The pairs of nodes that a text may name, with this number.
fn readings(topology: &dyn Topology, text: &str, number: u32) -> Vec<(NodeId, NodeId, u32)> {
    let halves = text.match_indices('>').take(MAX_ARROWS).map(|(at, _)| (&text[..at], &text[at + 1..]));
    let nodes = |(a, b)| Some((topology.find_node(a).ok()?, topology.find_node(b).ok()?, number));
    halves.filter_map(nodes).collect()
}

/// About the one end that is wrong, if the other is right.
fn best_complaint(topology: &dyn Topology, text: &str) -> TopologyError {
    let ends = split_number(text).map_or(text, |(ends, _)| ends);
    let halves = ends.match_indices('>').take(MAX_ARROWS).map(|(at, _)| (&ends[..at], &ends[at + 1..]));
    let complaint = |(a, b)| match (topology.find_node(a), topology.find_node(b)) {
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => Some::<UnknownNode>(error),
        _ => None,
    };
    let mut halves = halves.filter_map(complaint);
    if let Some(error) = halves.next() {
        return error.into();
    }
    let example = topology.graph().channels().next().map(|channel| topology.channel_name(channel));
    let example = example.map(|name| format!(", such as `{name}`")).unwrap_or_default();
    let expected = format!("expected two nodes with `>` between them{example}");
    TopologyError::UnknownChannel { spec: topology.spec(), channel: text.to_owned(), expected }
}
