//! STP files of SteinLib (Koch, Martin, Voß 2001): graphs with weights, and the terminals of a Steiner tree problem.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::numbered::{check_count, node, two_nodes};
use crate::own::{Own, WEIGHT};
use crate::place;
use crate::text::{Flaw, lines, offset, shown};

/// SteinLib.
pub(crate) const FORMAT: Format = Format { name: "SteinLib STP", extensions: &["stp"], recognises, read, write: None };

/// What all files of it begin with.
const MAGIC: &str = "33d32945";
/// So many terminals are named in a warning.
const MOST_NAMED: usize = 100;

fn recognises(text: &str) -> bool {
    first_line(text).is_some_and(|line| line.to_ascii_lowercase().starts_with(MAGIC))
}

/// Reads a problem. In the section `Graph`, `E a b w` is a link and `A a b w` a channel that leads one way, both of
/// weight `w`. Nodes are called by their numbers, from 1, and placed by the section `Coordinates`, y upwards. A warning
/// tells the terminals, and the root if there is one. Other sections are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let draft = Draft::new(Repeated::OnceIfAlike, Loops::LeftOut);
    let mut reader = Reader { text, draft, count: None, announced: None, edges: 0, terminals: Vec::new(), root: None };
    let mut section: Option<(String, usize)> = None;
    let mut words = Vec::new();
    for (at, line) in lines(text) {
        words.clear();
        words.extend(line.split_whitespace());
        let Some(first) = words.first().map(|word| word.to_ascii_lowercase()) else { continue };
        match (&*first, &section) {
            ("section", Some((open, _))) => {
                return Err(Flaw::new(at, format!("a section in the section {}; expected `END` before", shown(open))));
            }
            ("section", None) => {
                section = Some((words.get(1).copied().unwrap_or_default().to_ascii_lowercase(), at));
            }
            ("end", Some(_)) => section = None,
            ("eof", None) => break,
            (_, Some((section, _))) => reader.line(section, &first, line, &words)?,
            (_, None) if first == MAGIC || first.starts_with('#') => {}
            (_, None) => return Err(Flaw::new(at, format!("{} where `SECTION` or `EOF` is expected", shown(line)))),
        }
    }
    match section {
        Some((name, at)) => Err(Flaw::new(at, format!("the section {} is never closed; expected `END`", shown(&name)))),
        None => reader.finished(),
    }
}

struct Reader<'t> {
    text: &'t str,
    draft: Draft<'t>,
    /// How many nodes there are.
    count: Option<usize>,
    /// How many edges and arcs there should be, and how many there are.
    announced: Option<(u64, usize)>,
    edges: u64,
    terminals: Vec<&'t str>,
    root: Option<&'t str>,
}

impl<'t> Reader<'t> {
    /// A line of a section, by its first word in lower case.
    fn line(&mut self, section: &str, first: &str, line: &'t str, words: &[&'t str]) -> Result<(), Flaw> {
        let at = offset(self.text, words[0]);
        match (section, first) {
            ("graph", "nodes") => {
                if self.count.is_some() {
                    return Err(Flaw::new(at, "a second number of nodes; expected one"));
                }
                let count = check_count(self.text, number(self.text, line, words)?, "nodes", at)?;
                self.count = Some(count);
                (1..=count).try_for_each(|number| self.draft.add_node(number.to_string(), at).map(drop))
            }
            ("graph", "edges" | "arcs") => {
                let (before, _) = self.announced.unwrap_or_default();
                self.announced = Some((before + u64::from(number(self.text, line, words)?), at));
                Ok(())
            }
            ("graph", "e" | "a") => self.edge(first == "e", line, words),
            ("graph", "obstacles" | "name" | "creator" | "remark" | "problem") => Ok(()),
            ("graph", _) => {
                let problem = format!("{} in the section of the graph; expected `E a b w` or `A a b w`", shown(line));
                Err(Flaw::new(at, problem))
            }
            ("terminals", "t" | "root" | "rootp") => {
                let word = words.get(1).copied().unwrap_or(words[0]);
                node(self.text, word, self.nodes(at)?)?;
                if first == "t" {
                    self.terminals.push(word)
                } else {
                    self.root = Some(word)
                }
                Ok(())
            }
            ("coordinates", "d" | "dd") => self.place(line, words),
            _ => Ok(()),
        }
    }

    fn nodes(&self, at: usize) -> Result<usize, Flaw> {
        self.count.ok_or_else(|| Flaw::new(at, "no number of nodes before; expected a line `Nodes 9`"))
    }

    fn edge(&mut self, is_link: bool, line: &'t str, words: &[&'t str]) -> Result<(), Flaw> {
        let at = offset(self.text, words[0]);
        let [a, b] = two_nodes(self.text, line, &words[1..], self.nodes(at)?)?;
        let first = self.draft.channel_count();
        match is_link {
            true => self.draft.add_link(a, b, at)?,
            false => self.draft.add_channel(a, b, at)?,
        }
        self.edges += 1;
        let mut own = Own::default();
        if let Some(weight) = words.get(3) {
            let at = offset(self.text, weight);
            weight
                .parse::<f64>()
                .map_err(|_| Flaw::new(at, format!("{} where a weight is expected", shown(weight))))?;
            own.set_value(WEIGHT, weight, at)?;
        }
        own.give(&mut self.draft, first, at)
    }

    fn place(&mut self, line: &'t str, words: &[&'t str]) -> Result<(), Flaw> {
        let at = offset(self.text, words[0]);
        let &[_, number, x, y, ..] = words else {
            return Err(Flaw::new(at, format!("{} is no place; expected `DD 1 x y`", shown(line))));
        };
        let node = node(self.text, number, self.nodes(at)?)?;
        let coordinate = |word: &str| {
            let problem = || format!("{} is not a coordinate; expected a finite number", shown(word));
            place::parse(word).ok_or_else(|| Flaw::new(offset(self.text, word), problem()))
        };
        self.draft.place_node(node, [coordinate(x)?, -coordinate(y)?]);
        Ok(())
    }

    fn finished(mut self) -> Result<Draft<'t>, Flaw> {
        if self.count.is_none() {
            return Err(Flaw::new(self.text.len(), "no graph; expected `SECTION Graph` with a line `Nodes 9`"));
        }
        if let Some((announced, at)) = self.announced.filter(|(announced, _)| *announced != self.edges) {
            return Err(Flaw::new(at, format!("{announced} edges are announced, and {} follow", self.edges)));
        }
        let told = |names: &[&str]| {
            let more = if names.len() > MOST_NAMED { " …" } else { "" };
            names[..names.len().min(MOST_NAMED)].join(" ") + more
        };
        let Self { terminals, root, .. } = self;
        if let Some(root) = root {
            let others: Vec<_> = terminals.iter().copied().filter(|terminal| *terminal != root).collect();
            self.draft.warn(format!(
                "the root and the terminals of the problem are `--source {root} --to {}`",
                told(&others)
            ));
        } else if let Some((first, others)) = terminals.split_first() {
            self.draft.warn(format!("the terminals of the problem are `--source {first} --to {}`", told(others)));
        }
        Ok(self.draft)
    }
}

/// The whole number that follows the first word of a line.
fn number(text: &str, line: &str, words: &[&str]) -> Result<u32, Flaw> {
    let word = words.get(1).copied().unwrap_or(line);
    word.parse().map_err(|_| Flaw::new(offset(text, word), format!("{} where a whole number is expected", shown(word))))
}
