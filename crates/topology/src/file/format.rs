//! Which of the formats a file is in.

use super::draft::Draft;
use super::text::{Flaw, lines};
use super::{anynet, edge_list, gml, graphml};
use std::path::Path;

/// A format that networks are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    EdgeList,
    Gml,
    GraphMl,
    Anynet,
}

/// Reads a text in the format that the name of its file says, else in the one that its content looks like. Returns the
/// name of the format, too.
pub(super) fn read<'t>(path: &Path, text: &'t str) -> Result<(&'static str, Draft<'t>), Flaw> {
    if let Some(format) = Format::by_name(path).or_else(|| Format::by_content(text)) {
        return Ok((format.name(), format.read(text)?));
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
    Ok((Format::EdgeList.name(), draft))
}

/// Whether a text begins as a DOT graph, `strict digraph name {`, and has edges as in DOT.
fn looks_like_dot(text: &str) -> bool {
    let Some((head, body)) = text.split_once('{') else { return false };
    let mut words = head.split_whitespace().map(str::to_ascii_lowercase).skip_while(|word| word == "strict");
    let kind = words.next();
    let is_graph = matches!(kind.as_deref(), Some("graph" | "digraph")) && words.count() <= 1;
    is_graph && (body.contains("--") || body.contains("->"))
}

impl Format {
    fn by_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            "gml" => Some(Self::Gml),
            "graphml" => Some(Self::GraphMl),
            "anynet" => Some(Self::Anynet),
            "edges" | "edgelist" | "csv" | "tsv" => Some(Self::EdgeList),
            _ => None,
        }
    }

    /// The format by the first words that are no comment; none if it can only be an edge list.
    fn by_content(text: &str) -> Option<Self> {
        let mut told = lines(text).map(|(_, line)| line.trim()).filter(|line| !line.starts_with(['#', '%']));
        let first = told.find(|line| !line.is_empty())?;
        let mut words = first.split_whitespace();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match words.next()? {
            word if word.starts_with('<') => Some(Self::GraphMl),
            "router" | "node" if words.next().is_some_and(is_number) => Some(Self::Anynet),
            _ if has_gml_graph(text) => Some(Self::Gml),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::EdgeList => "edge list",
            Self::Gml => "GML",
            Self::GraphMl => "GraphML",
            Self::Anynet => "BookSim anynet",
        }
    }

    fn read(self, text: &str) -> Result<Draft<'_>, Flaw> {
        match self {
            Self::EdgeList => edge_list::read(text),
            Self::Gml => gml::read(text),
            Self::GraphMl => graphml::read(text),
            Self::Anynet => anynet::read(text),
        }
    }
}

/// Whether a list called `graph` opens somewhere.
fn has_gml_graph(text: &str) -> bool {
    text.match_indices("graph").any(|(at, key)| text[at + key.len()..].trim_start().starts_with('['))
}
