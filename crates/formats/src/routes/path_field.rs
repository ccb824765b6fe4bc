//! A path in one field of a table, or in one text of JSON.

use super::{Names, bare_name};
use crate::text::shown;
use wormcast_topology::NodeId;

/// What may stand between the nodes of a path: the names of the network decide which it is.
const SEPARATORS: [&str; 9] = ["->", "→", " ", ">", ";", "|", "-", ",", "/"];

/// The nodes of a path in a field.
///
/// # Errors
/// By no separator all parts are nodes, or by several and they are others.
pub(super) fn nodes(field: &str, names: &mut Names<'_>) -> Result<Vec<NodeId>, String> {
    // A name may have separators in it, and its parts be nodes, too.
    let mut found: Option<Vec<NodeId>> = names.known_as(field.trim()).map(|only| vec![only]);
    // The first part that is no node, by the separator that goes the farthest.
    let mut farthest = (0, field);
    for separator in SEPARATORS.into_iter().filter(|separator| field.contains(separator)) {
        let parts = field.split(separator).map(str::trim).filter(|part| separator != " " || !part.is_empty());
        let mut nodes = Vec::new();
        let mut stray = None;
        for part in parts {
            match names.known_as(part) {
                Some(node) => nodes.push(node),
                None => {
                    stray = Some(part);
                    break;
                }
            }
        }
        match (stray, &found) {
            (Some(part), _) if nodes.len() >= farthest.0 => farthest = (nodes.len(), part),
            (Some(_), _) => {}
            (None, Some(other)) if *other != nodes => {
                return Err(format!(
                    "{} may be several paths by the names of this network; expected `->` between the nodes",
                    shown(field)
                ));
            }
            (None, _) => found = Some(nodes),
        }
    }
    found.ok_or_else(|| {
        format!(
            "{} is no path of this network, which has no node {}; expected its nodes with blanks or `->` between them{}",
            shown(field),
            shown(farthest.1),
            without_parentheses(field, names)
        )
    })
}

/// That names stand without parentheses, where some part of a field is a node but for these.
fn without_parentheses(field: &str, names: &Names<'_>) -> String {
    let mut parts = SEPARATORS.into_iter().flat_map(|separator| field.split(separator));
    parts.find_map(|part| bare_name(names.topology, part.trim())).unwrap_or_default()
}
