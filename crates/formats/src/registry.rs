//! The formats, and which of them a file is in.

use crate::draft::Draft;
use crate::format::Format;
use crate::text::Flaw;
use crate::{anynet, edge_list, gml, graphml};
use std::path::Path;

/// Every format. A new one is a file of its own and a line here. The last one is what a text is read as that looks like
/// none of the others.
pub const FORMATS: &[Format] = &[graphml::FORMAT, anynet::FORMAT, gml::FORMAT, edge_list::FORMAT];

/// Reads a text in the format that the name of its file says, else in the one that its content looks like. Returns the name
/// of the format, too.
pub(crate) fn read<'t>(path: &Path, text: &'t str) -> Result<(&'static str, Draft<'t>), Flaw> {
    let by_content = || FORMATS.iter().find(|format| (format.recognises)(text));
    if let Some(format) = by_name(path).or_else(by_content) {
        return Ok((format.name, (format.read)(text)?));
    }
    if looks_like_dot(text) {
        return Err(Flaw::new(
            0,
            "it looks like GraphViz DOT, which is not read; expected lines that name two nodes each, GML or GraphML",
        ));
    }
    let draft = edge_list::read(text).map_err(|Flaw { at, problem }| {
        let others = "it looks like none of GML, GraphML and BookSim's anynet, so it was read as an edge list";
        Flaw::new(at, format!("{problem} ({others})"))
    })?;
    Ok((edge_list::FORMAT.name, draft))
}

fn by_name(path: &Path) -> Option<&'static Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().find(|format| format.extensions.contains(&&*extension))
}

/// Whether a text begins as a DOT graph, `strict digraph name {`, and has edges as in DOT.
fn looks_like_dot(text: &str) -> bool {
    let Some((head, body)) = text.split_once('{') else { return false };
    let mut words = head.split_whitespace().map(str::to_ascii_lowercase).skip_while(|word| word == "strict");
    let kind = words.next();
    let is_graph = matches!(kind.as_deref(), Some("graph" | "digraph")) && words.count() <= 1;
    is_graph && (body.contains("--") || body.contains("->"))
}
