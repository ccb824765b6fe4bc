//! Networks of Pajek (Batagelj, Mrvar 1998): vertices with labels and places, arcs and edges.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::numbered::{check_count, node, two_nodes};
use crate::own::{Own, WEIGHT};
use crate::place;
use crate::separator::{Separator, unquoted};
use crate::text::{Flaw, lines, name_problem, offset, shown};
use std::collections::HashSet;
use wormcast_topology::NodeId;

/// Pajek. Files of other programs are called `.net`, too: the content tells.
pub(crate) const FORMAT: Format = Format { name: "Pajek", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    let begins = |line: &str, word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    first_line(text).is_some_and(|line| begins(line, "*vertices") || begins(line, "*network"))
        && lines(text).any(|(_, line)| begins(line.trim_start(), "*vertices"))
}

/// What the lines of a section are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Before the first one.
    None,
    Vertices,
    Arcs,
    Edges,
    ArcLists,
    EdgeLists,
}

/// Reads a network. Vertices are called by their labels if all have one and all differ, else by their numbers, from
/// 1; the two numbers behind a label are a place, y downwards, unless all stand at the same. Edges are links, arcs
/// channels that lead one way; the third number is the weight. Repeated ones are parallel. Partitions and vectors are
/// skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut reader = Reader { text, vertices: Vec::new(), declared_at: None, ends: Vec::new() };
    let mut section = Section::None;
    let mut words = Vec::new();
    for (at, line) in lines(text) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        Separator::Blanks.fields(line, &mut words);
        match (line.starts_with('*'), section) {
            (true, _) => match reader.section(line, &words)? {
                Some(next) => section = next,
                // Other objects follow the network.
                None => break,
            },
            (false, Section::None) => {
                return Err(Flaw::new(at, format!("{} where `*Vertices` is expected", shown(line))));
            }
            (false, Section::Vertices) => reader.vertex(&words)?,
            (false, Section::Arcs | Section::Edges) => reader.line(line, &words, section == Section::Edges)?,
            (false, Section::ArcLists | Section::EdgeLists) => {
                reader.list(line, &words, section == Section::EdgeLists)?;
            }
        }
    }
    reader.draft()
}

/// A vertex as it is written.
#[derive(Clone, Copy, Default)]
struct Vertex<'t> {
    at: usize,
    label: Option<&'t str>,
    position: Option<[f64; 2]>,
}

/// An arc or an edge as it is written.
struct End<'t> {
    at: usize,
    ends: [NodeId; 2],
    is_link: bool,
    weight: Option<&'t str>,
}

struct Reader<'t> {
    text: &'t str,
    vertices: Vec<Vertex<'t>>,
    /// Where the number of vertices stands.
    declared_at: Option<usize>,
    ends: Vec<End<'t>>,
}

impl<'t> Reader<'t> {
    /// The section that a line begins; none if it is another object.
    fn section(&mut self, line: &'t str, words: &[&'t str]) -> Result<Option<Section>, Flaw> {
        let at = offset(self.text, line);
        let section = match &*words[0].to_ascii_lowercase() {
            "*network" => Section::None,
            "*vertices" if self.declared_at.is_some() => return Err(Flaw::new(at, "a second network; expected one")),
            "*vertices" => {
                let word = words.get(1).copied().unwrap_or(words[0]);
                let problem = || format!("{} where a whole number is expected", shown(word));
                let count = word.parse().map_err(|_| Flaw::new(offset(self.text, word), problem()))?;
                let count = check_count(self.text, count, "vertices", at)?;
                self.vertices = vec![Vertex { at, ..Vertex::default() }; count];
                self.declared_at = Some(at);
                Section::Vertices
            }
            _ if self.declared_at.is_none() => return Err(Flaw::new(at, "no vertices before; expected `*Vertices 9`")),
            "*arcs" => Section::Arcs,
            "*edges" => Section::Edges,
            "*arcslist" => Section::ArcLists,
            "*edgeslist" => Section::EdgeLists,
            "*partition" | "*vector" | "*cluster" | "*permutation" | "*hierarchy" => return Ok(None),
            _ => {
                let expected = "`*Arcs`, `*Edges`, `*Arcslist` or `*Edgeslist`";
                return Err(Flaw::new(at, format!("{} is no section that is read; expected {expected}", shown(line))));
            }
        };
        Ok(Some(section))
    }

    fn vertex(&mut self, words: &[&'t str]) -> Result<(), Flaw> {
        let place = node(self.text, words[0], self.vertices.len())?.index();
        let coordinate = |at: usize| words.get(at).and_then(|word| place::parse(word));
        let position = coordinate(2).and_then(|x| Some([x, coordinate(3)?]));
        let label = words.get(1).map(|word| unquoted(word));
        self.vertices[place] = Vertex { at: offset(self.text, words[0]), label, position };
        Ok(())
    }

    fn line(&mut self, line: &'t str, words: &[&'t str], is_link: bool) -> Result<(), Flaw> {
        let ends = two_nodes(self.text, line, words, self.vertices.len())?;
        let weight = words.get(2).copied().filter(|word| word.parse::<f64>().is_ok());
        self.ends.push(End { at: offset(self.text, line), ends, is_link, weight });
        Ok(())
    }

    fn list(&mut self, line: &'t str, words: &[&'t str], is_link: bool) -> Result<(), Flaw> {
        let [from, _] = two_nodes(self.text, line, words, self.vertices.len())?;
        for word in &words[1..] {
            let ends = [from, node(self.text, word, self.vertices.len())?];
            self.ends.push(End { at: offset(self.text, word), ends, is_link, weight: None });
        }
        Ok(())
    }

    fn draft(self) -> Result<Draft<'t>, Flaw> {
        let Self { text, vertices, declared_at, ends } = self;
        if declared_at.is_none() {
            return Err(Flaw::new(text.len(), "no vertices; expected `*Vertices 9`"));
        }
        let mut draft = Draft::new(Repeated::Parallel, Loops::LeftOut);
        let mut seen = HashSet::with_capacity(vertices.len());
        let is_name = |label: &str| name_problem(label).is_none();
        let by_label =
            vertices.iter().all(|vertex| vertex.label.is_some_and(|label| is_name(label) && seen.insert(label)));
        let has_places = vertices.windows(2).any(|pair| pair[0].position != pair[1].position);
        for (place, Vertex { at, label, position }) in vertices.into_iter().enumerate() {
            match label.filter(|_| by_label) {
                Some(label) => draft.add_node(label, at)?,
                None => draft.add_node((place + 1).to_string(), at)?,
            };
            position.filter(|_| has_places).into_iter().for_each(|position| draft.place(position));
        }
        for End { at, ends: [a, b], is_link, weight } in ends {
            let first = draft.channel_count();
            match is_link {
                true => draft.add_link(a, b, at)?,
                false => draft.add_channel(a, b, at)?,
            }
            let mut own = Own::default();
            if let Some(weight) = weight {
                own.set_value(WEIGHT, weight, offset(text, weight))?;
            }
            own.give(&mut draft, first, at)?;
        }
        Ok(draft)
    }
}
