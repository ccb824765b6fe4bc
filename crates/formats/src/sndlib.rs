//! Networks of SNDlib (Orlowski and others 2010), in its native format and in XML.

mod words;

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::nodes::Nodes;
use crate::own::Own;
use crate::place::{self, Place};
use crate::text::{Flaw, name_problem, shown};
use crate::xml::{self, attribute, children};
use roxmltree::Node;
use std::borrow::Cow;
use words::Words;

/// SNDlib.
pub(crate) const FORMAT: Format = Format { name: "SNDlib", extensions: &[], recognises, read, write: None };

/// What the four numbers of a link are, in this order; in XML elements are called by the second names.
const KEYS: [(&str, &str); 4] = [
    ("preinstalled_capacity", "capacity"),
    ("preinstalled_cost", "cost"),
    ("routing_cost", "routingCost"),
    ("setup_cost", "setupCost"),
];
/// What the two numbers of a module of capacity are.
const MODULE: [&str; 2] = ["capacity", "cost"];

fn recognises(text: &str) -> bool {
    let is_xml = text.trim_start().starts_with('<') && text.contains("<networkStructure");
    is_xml || first_line(text).is_some_and(|line| line.to_ascii_lowercase().starts_with("?sndlib native format"))
}

/// Reads a network. Nodes are called by their ids and placed by their coordinates, y upwards, degrees as on a map.
/// Links go both ways, and are parallel if they repeat. Of the modules of capacity that can be installed on a link
/// the first one is kept, as `capacity` and `cost`; other numbers are `preinstalled_capacity`, `preinstalled_cost`,
/// `routing_cost` and `setup_cost`. Demands and paths are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let draft = Draft::new(Repeated::Parallel, Loops::LeftOut);
    let mut reader = Reader { draft, nodes: Nodes::default() };
    if text.trim_start().starts_with('<') {
        reader.xml(text)?;
    } else {
        reader.native(text)?;
    }
    match reader.draft.node_count() {
        0 => Err(Flaw::new(text.len(), "no node; expected `NODES ( a ( 1.0 2.0 ) )`, or the same in XML")),
        _ => Ok(reader.draft),
    }
}

struct Reader<'t> {
    draft: Draft<'t>,
    nodes: Nodes<'t>,
}

impl<'t> Reader<'t> {
    fn node(&mut self, name: Cow<'t, str>, place: &Place, at: usize) -> Result<(), Flaw> {
        if let Some(problem) = name_problem(&name) {
            return Err(Flaw::new(at, problem));
        }
        self.nodes.declare(&mut self.draft, name, false, at)?;
        place.position().into_iter().for_each(|position| self.draft.place(position));
        Ok(())
    }

    fn link(&mut self, [a, b]: [&str; 2], own: &Own, at: usize) -> Result<(), Flaw> {
        let [a, b] = [self.nodes.find(a, at)?, self.nodes.find(b, at)?];
        let first = self.draft.channel_count();
        self.draft.add_link(a, b, at)?;
        own.give(&mut self.draft, first, at)
    }

    fn native(&mut self, text: &'t str) -> Result<(), Flaw> {
        let mut words = Words::new(text);
        while let Some((section, at)) = words.next() {
            words.open("a section such as `NODES (`")?;
            match section {
                "NODES" => self.native_nodes(&mut words)?,
                "LINKS" => self.native_links(&mut words)?,
                // Demands, paths, and what the file tells of itself.
                _ => words.skip(at)?,
            }
        }
        Ok(())
    }

    /// `id ( longitude latitude )`, up to the end of the section.
    fn native_nodes(&mut self, words: &mut Words<'t>) -> Result<(), Flaw> {
        while let Some((id, at)) = words.entry()? {
            words.open("the place of a node, `( 1.0 2.0 )`,")?;
            let mut place = Place::default();
            for axis in ["longitude", "latitude"] {
                let (word, at) = words.word("a coordinate")?;
                let problem =
                    || Flaw::new(at, format!("{} is not a coordinate; expected a finite number", shown(word)));
                let number = place::parse(word).ok_or_else(problem)?;
                place.coordinate(axis).into_iter().for_each(|coordinate| *coordinate = Some(number));
            }
            words.close()?;
            self.node(id.into(), &flat(place), at)?;
        }
        Ok(())
    }

    /// `id ( a b ) … … … … ( capacity cost … )`, up to the end of the section.
    fn native_links(&mut self, words: &mut Words<'t>) -> Result<(), Flaw> {
        while let Some((_, at)) = words.entry()? {
            words.open("the ends of a link, `( a b )`,")?;
            let ends = [words.word("a node")?.0, words.word("a node")?.0];
            words.close()?;
            let mut own = Own::default();
            for (key, _) in KEYS {
                let (word, at) = words.word("a number")?;
                number(word, at)?;
                own.set(key, word, at)?;
            }
            let opened = words.open("modules, `( 40.0 2.0 )`,")?;
            for key in MODULE {
                if words.peek().is_some_and(|(word, _)| word != ")") {
                    let (word, at) = words.word("a number")?;
                    number(word, at)?;
                    own.set(key, word, at)?;
                }
            }
            words.skip(opened)?;
            self.link(ends, &own, at)?;
        }
        Ok(())
    }

    fn xml(&mut self, text: &str) -> Result<(), Flaw> {
        let document = xml::parse(text, "a network of SNDlib", "network")?;
        let root = document.root_element();
        let structure = children(root, "networkStructure").next();
        let missing = || Flaw::new(root.range().start, "no network; expected a `networkStructure` element");
        let structure = structure.ok_or_else(missing)?;
        for nodes in children(structure, "nodes") {
            let is_map = nodes.attribute("coordinatesType") == Some("geographical");
            for node in children(nodes, "node") {
                let mut place = Place::default();
                if let Some(coordinates) = children(node, "coordinates").next() {
                    for (axis, degrees) in [("x", "longitude"), ("y", "latitude")] {
                        let number = element(coordinates, axis)?.map(|(word, at)| number(word, at)).transpose()?;
                        place.coordinate(degrees).into_iter().for_each(|coordinate| *coordinate = number);
                    }
                }
                let place = if is_map { place } else { flat(place) };
                self.node(attribute(node, "id")?.to_owned().into(), &place, node.range().start)?;
            }
        }
        children(structure, "links").flat_map(|links| children(links, "link")).try_for_each(|link| self.xml_link(link))
    }

    fn xml_link(&mut self, link: Node<'_, '_>) -> Result<(), Flaw> {
        let at = link.range().start;
        let end = |side: &'static str| {
            let missing = || Flaw::new(at, format!("a link without a `{side}`; expected one"));
            Ok(element(link, side)?.ok_or_else(missing)?.0)
        };
        let ends = [end("source")?, end("target")?];
        let mut own = Own::default();
        let mut set = |of: Node<'_, '_>, element_name: &'static str, key: &str| match element(of, element_name)? {
            Some((word, at)) => number(word, at).and_then(|_| own.set(key, word, at)),
            None => Ok(()),
        };
        let installed = children(link, "preInstalledModule").next();
        for ((key, name), of) in KEYS.into_iter().zip([installed, installed, Some(link), Some(link)]) {
            of.map_or(Ok(()), |of| set(of, name, key))?;
        }
        if let Some(module) =
            children(link, "additionalModules").flat_map(|modules| children(modules, "addModule")).next()
        {
            MODULE.into_iter().try_for_each(|key| set(module, key, key))?;
        }
        self.link(ends, &own, at)
    }
}

/// A place of which it is not told that it is one on a map: in a picture, y upwards.
fn flat(place: Place) -> Place {
    let [x, y] = place.degrees();
    let mut flat = Place::default();
    flat.picture = [x, y.map(|y| -y)];
    flat
}

fn number(word: &str, at: usize) -> Result<f64, Flaw> {
    place::parse(word).ok_or_else(|| Flaw::new(at, format!("{} where a number is expected", shown(word))))
}

/// The text of the element of this name in an element, and where it is.
fn element<'d>(of: Node<'d, '_>, name: &'static str) -> Result<Option<(&'d str, usize)>, Flaw> {
    let Some(element) = children(of, name).next() else { return Ok(None) };
    let at = element.range().start;
    let text = element.text().map(str::trim).filter(|text| !text.is_empty());
    let empty = || Flaw::new(at, format!("an empty `{name}`; expected a text in it"));
    Ok(Some((text.ok_or_else(empty)?, at)))
}
