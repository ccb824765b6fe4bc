//! XML, read with limits: what its readers share.

use crate::text::{Flaw, cut, shown};
use roxmltree::{Document, Node, ParsingOptions, TextPos};

/// The largest number of elements, texts and comments in a file; parsed, they take some 400 MiB.
const MAX_XML_NODES: u32 = 1 << 22;
/// The largest number of attributes of one element: comparing them takes time with its square.
const MAX_ATTRIBUTES: usize = 64;
/// The largest number of namespace declarations in a file: each copies those around it.
const MAX_NAMESPACES: usize = 64;

/// Parses a text whose root is this element; `what` is what is expected, in messages. A document type that
/// defines entities is refused; one that only names a file is passed over, and the file is not read.
pub(crate) fn parse<'t>(text: &'t str, what: &str, root: &str) -> Result<Document<'t>, Flaw> {
    check_tags(text)?;
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, allow_dtd: !defines(text), ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| not_xml(text, what, &error))?;
    let found = document.root_element();
    if found.tag_name().name() == root {
        return Ok(document);
    }
    let (at, found) = (found.range().start, shown(found.tag_name().name()));
    let forms = "the XML that is read: GraphML, GEXF, SNDlib and hwloc";
    Err(Flaw::new(at, format!("the root element is {found}; expected `{root}`, or another root of {forms}")))
}

/// The elements of this name in an element.
pub(crate) fn children<'d, 'i>(node: Node<'d, 'i>, name: &'static str) -> impl Iterator<Item = Node<'d, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// An attribute that must be there.
pub(crate) fn attribute<'d>(node: Node<'d, '_>, name: &str) -> Result<&'d str, Flaw> {
    let missing = || format!("{} has no attribute `{name}`; expected one", shown(node.tag_name().name()));
    node.attribute(name).ok_or_else(|| Flaw::new(node.range().start, missing()))
}

/// Whether a text has a document type with definitions of its own, in brackets.
fn defines(text: &str) -> bool {
    let Some(start) = text.find("<!DOCTYPE") else { return false };
    text[start..].find(['>', '[']).is_none_or(|end| text[start + end..].starts_with('['))
}

/// Refuses what would cost the XML parser more than linear time or memory.
fn check_tags(text: &str) -> Result<(), Flaw> {
    if let Some((at, _)) = text.match_indices("xmlns").nth(MAX_NAMESPACES) {
        return Err(Flaw::new(at, format!("more than {MAX_NAMESPACES} namespace declarations; expected a few")));
    }
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|start| at + start) {
        let rest = &text[start..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        let end = match skipped.iter().find(|(open, _)| rest.starts_with(open)) {
            Some((open, close)) => rest[open.len()..].find(close).map(|end| open.len() + end + close.len()),
            None => tag_length(rest).map_err(|problem| Flaw::new(start, problem))?,
        };
        let Some(length) = end else { return Ok(()) };
        at = start + length;
    }
    Ok(())
}

/// The length of the tag at the start of the text; none if it does not end.
fn tag_length(text: &str) -> Result<Option<usize>, String> {
    let mut attributes = 0;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Ok(Some(at + 1)),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        if attributes > MAX_ATTRIBUTES {
            return Err(format!("more than {MAX_ATTRIBUTES} attributes of one element; expected a few"));
        }
    }
    Ok(None)
}

fn not_xml(text: &str, what: &str, error: &roxmltree::Error) -> Flaw {
    let problem = match error {
        roxmltree::Error::DtdDetected => "a document type, which may define entities; expected none".into(),
        roxmltree::Error::NodesLimitReached => {
            format!("more than {MAX_XML_NODES} elements, texts and comments; expected fewer")
        }
        error => {
            let text = error.to_string();
            let problem = text.strip_suffix(&format!(" at {}", error.pos())).unwrap_or(&text);
            format!("{}; expected {what}, which is XML", cut(problem, 200))
        }
    };
    Flaw::new(byte_at(text, error.pos()), problem)
}

/// The byte at a row and a column that the XML parser names.
fn byte_at(text: &str, place: TextPos) -> usize {
    let line = place
        .row
        .saturating_sub(1)
        .checked_sub(1)
        .map_or(Some(0), |before| text.match_indices('\n').nth(before as usize).map(|(at, _)| at + 1));
    let line = line.unwrap_or(text.len());
    let column = text[line..].char_indices().nth(place.col.saturating_sub(1) as usize);
    column.map_or(text.len(), |(at, _)| line + at)
}
