//! The heading of an edge list, where it has one.

use super::lines::ends;
use crate::separator::{Separator, unquoted};

/// What programs call the two columns of a link, in lower case and without signs: `FromNodeId`, `from_node_id`.
const HEADINGS: [[&[&str]; 2]; 4] = [
    [
        &["source", "src", "sourcenode", "srcnode", "sourceid"],
        &[
            "target",
            "destination",
            "dest",
            "dst",
            "sink",
            "targetnode",
            "destnode",
            "dstnode",
            "destinationnode",
            "targetid",
        ],
    ],
    [
        &["from", "fromnode", "fromnodeid", "fromid", "start", "startnode", "tail", "head"],
        &["to", "tonode", "tonodeid", "toid", "end", "endnode", "head", "tail"],
    ],
    [
        &["node1", "device1", "switch1", "router1", "host1", "end1", "vertex1", "id1"],
        &["node2", "device2", "switch2", "router2", "host2", "end2", "vertex2", "id2"],
    ],
    [&["u", "nodea", "devicea", "switcha", "routera"], &["v", "nodeb", "deviceb", "switchb", "routerb"]],
];

/// Whether the first line is a heading: its words are those of one, and no other line has them for nodes.
pub(super) fn begins_with_heading(separator: Separator, lines: &[&str]) -> bool {
    let Some((first, rest)) = lines.split_first() else { return false };
    let mut fields = Vec::new();
    separator.fields(first, &mut fields);
    let Some(([a, b], _)) = ends(&fields) else { return false };
    is_heading(unquoted(a), unquoted(b))
        && !rest.iter().any(|line| {
            separator.fields(line, &mut fields);
            ends(&fields).is_some_and(|(ends, _)| ends.iter().any(|end| [a, b].contains(end)))
        })
}

/// Whether two words are what programs call the ends of a link.
pub(crate) fn is_heading(from: &str, to: &str) -> bool {
    let plain =
        |word: &str| word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let [from, to] = [from, to].map(plain);
    HEADINGS.iter().any(|words| words[0].contains(&&*from) && words[1].contains(&&*to))
}
