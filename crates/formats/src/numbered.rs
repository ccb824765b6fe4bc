//! Nodes that a file only counts: they are called by their numbers, from 1.

use crate::text::{Flaw, offset, shown};
use wormcast_topology::{MAX_NODES, NodeId};

/// So many nodes are read whether they have links or not.
const FEW_NODES: usize = 1 << 16;

/// Refuses more nodes than are accepted, or than a file of this length has links for. `what` is what the file counts,
/// and `at` where it does so.
pub(crate) fn check_count(text: &str, count: u32, what: &str, at: usize) -> Result<usize, Flaw> {
    if count == 0 || count as usize > MAX_NODES {
        return Err(Flaw::new(at, format!("{count} {what}; expected 1 to {MAX_NODES}")));
    }
    // A network in one piece has an entry for nearly every node, and an entry takes four bytes.
    let most = text.len().max(FEW_NODES);
    if count as usize > most {
        let problem = format!(
            "{count} {what} in a text of {} bytes: nearly all nodes would have no link; expected at most {most}",
            text.len()
        );
        return Err(Flaw::new(at, problem));
    }
    Ok(count as usize)
}

/// The node whose number a word is, one of so many.
pub(crate) fn node(text: &str, word: &str, count: usize) -> Result<NodeId, Flaw> {
    let number = word.parse().ok().filter(|number| (1..=count).contains(number));
    let problem = || format!("{} is no node; expected a number from 1 to {count}", shown(word));
    Ok(NodeId::new(number.ok_or_else(|| Flaw::new(offset(text, word), problem()))? - 1))
}

/// The nodes that the first two words of a list are.
pub(crate) fn two_nodes(text: &str, line: &str, words: &[&str], count: usize) -> Result<[NodeId; 2], Flaw> {
    let [a, b, ..] = *words else {
        return Err(Flaw::new(offset(text, line), format!("{} does not name two nodes; expected two", shown(line))));
    };
    Ok([node(text, a, count)?, node(text, b, count)?])
}
