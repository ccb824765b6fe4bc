//! The formats, and which of them a file is in.

use crate::draft::Draft;
use crate::format::{Format, first_line};
use crate::text::Flaw;
use crate::{
    adjacency, anynet, dimacs, dot, edge_list, foreign, gexf, gml, graphml, hwloc, ibnetdiscover, matrix,
    matrix_market, mesh_graph, node_link, nvidia_topo, pajek, sndlib, spinnaker, steinlib, wormcast,
};
#[cfg(feature = "yaml")]
use crate::{cluster_descriptor, floogen, soc_descriptor};
use std::path::Path;

/// Every format. A new one is a file of its own and a line here. The last one is what a text is read as that looks like
/// none of the others.
pub const FORMATS: &[Format] = &[
    wormcast::FORMAT,
    node_link::FORMAT,
    spinnaker::FORMAT,
    #[cfg(feature = "yaml")]
    cluster_descriptor::FORMAT,
    #[cfg(feature = "yaml")]
    soc_descriptor::FORMAT,
    #[cfg(feature = "yaml")]
    floogen::FORMAT,
    mesh_graph::FORMAT,
    hwloc::FORMAT,
    sndlib::FORMAT,
    gexf::FORMAT,
    graphml::FORMAT,
    matrix_market::FORMAT,
    steinlib::FORMAT,
    dimacs::FORMAT,
    pajek::FORMAT,
    dot::FORMAT,
    ibnetdiscover::FORMAT,
    nvidia_topo::FORMAT,
    anynet::FORMAT,
    gml::FORMAT,
    matrix::FORMAT,
    adjacency::FORMAT,
    edge_list::FORMAT,
];

/// Reads a text in the format that the name of its file says, else in the one that its content looks like. Returns the
/// name of the format, too.
pub(crate) fn read<'t>(path: &Path, text: &'t str) -> Result<(&'static str, Draft<'t>), Flaw> {
    let by_content = || FORMATS.iter().find(|format| (format.recognises)(text));
    if let Some(format) = matrix_in_table(path, text).or_else(|| by_name(path)).or_else(by_content) {
        return Ok((format.name, (format.read)(text)?));
    }
    if let Some(problem) = foreign::problem(text) {
        return Err(problem);
    }
    if let Some(language) = language(text) {
        // Adjacency JSON of networkx.
        let is_other = language == "JSON" && text.contains("\"adjacency\"");
        let hint = if is_other { "; networkx gives node-link JSON with `node_link_data`" } else { "" };
        let problem = format!("it is {language}, but none of the forms that are read: {}{hint}", names(language));
        return Err(Flaw::new(0, problem));
    }
    let last = FORMATS.last().expect("there are formats");
    let draft = (last.read)(text).map_err(|Flaw { at, problem }| {
        let others = "it looks like none of the other formats, so it was read as an edge list";
        Flaw::new(at, format!("{problem} ({others})"))
    })?;
    Ok((last.name, draft))
}

/// The format of matrices, if a table is one: of tables the name of the file says only what separates their columns.
fn matrix_in_table(path: &Path, text: &str) -> Option<&'static Format> {
    let is_table =
        path.extension().is_some_and(|end| ["csv", "tsv"].iter().any(|table| end.eq_ignore_ascii_case(table)));
    (is_table && (matrix::FORMAT.recognises)(text)).then_some(&matrix::FORMAT)
}

fn by_name(path: &Path) -> Option<&'static Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().find(|format| format.extensions.contains(&&*extension))
}

/// The format that networks are written in for this name of a file: that of its end, and for `.json` our own; none if
/// networks are not written in it.
///
/// ```
/// use std::path::Path;
/// assert_eq!(wormcast_formats::format_to_write(Path::new("campus.gv")).unwrap().name, "DOT");
/// assert_eq!(wormcast_formats::format_to_write(Path::new("campus.json")).unwrap().name, "wormcast-network JSON");
/// assert!(wormcast_formats::format_to_write(Path::new("campus.gml")).is_none());
/// ```
pub fn format_to_write(path: &Path) -> Option<&'static Format> {
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let format = if is_json { Some(&wormcast::FORMAT) } else { by_name(path) };
    format.filter(|format| format.is_written())
}

/// The language of a text that is surely no list of words: what holds it together says nothing about networks.
fn language(text: &str) -> Option<&'static str> {
    let first = first_line(text)?;
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    match first.chars().next()? {
        '{' | '[' => Some("JSON"),
        _ if first == "---"
            || first
                .split_once(':')
                .is_some_and(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with(' '))) =>
        {
            Some("YAML")
        }
        _ => None,
    }
}

/// The names of the formats in a language.
fn names(language: &str) -> String {
    let of_it: Vec<_> = FORMATS.iter().map(|format| format.name).filter(|name| name.ends_with(language)).collect();
    if of_it.is_empty() { "there is none in this build".into() } else { of_it.join(", ") }
}
