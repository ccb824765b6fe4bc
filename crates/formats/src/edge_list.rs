//! Edge lists: a line a link.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::own::{Own, WEIGHT};
use crate::separator::{Separator, strip, unquoted};
use crate::text::{Flaw, lines, offset, shown};
use crate::{adjacency, matrix};
use std::borrow::Cow;
use strum::IntoEnumIterator;
use wormcast_topology::NodeId;

/// Edge lists.
pub(crate) const FORMAT: Format = Format {
    name: "edge list",
    extensions: &["edges", "edgelist", "csv", "tsv"],
    recognises: |_| false,
    read,
    write: None,
};

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

/// Reads an edge list. Every line names two nodes, `a b` for a link and `a > b` for a channel that leads one way. One
/// separator holds for the whole file: commas, semicolons, tabs or blanks, found from all lines. All lines have equally
/// many columns; more than two must be numbers, and never the name of a node: the third is the weight, the others are
/// called by their numbers, and all as a heading `source target …` calls them. Numbers in braces behind a line,
/// `{'weight': 3}`, have their own names. `#` and `%` begin comments. Nodes are numbered as they come.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let list = List::of(text);
    let separator = list.separator()?;
    let keys = list.keys(separator);
    if let Some(key) = keys.iter().enumerate().find_map(|(at, key)| keys[..at].contains(key).then_some(*key)) {
        let problem = format!("two columns are called {}; every column needs a name of its own", shown(key));
        return Err(Flaw::new(offset(text, key), problem));
    }
    let mut fields = Vec::new();
    let mut reader = Reader {
        text,
        keys,
        draft: Draft::new(Repeated::OnceIfAlike, Loops::Refused),
        nodes: Nodes::default(),
        weights: Vec::new(),
    };
    for &line in &list.lines {
        separator.fields(line, &mut fields);
        reader.line(line, &fields)?;
    }
    match reader.draft.node_count() {
        0 => Err(Flaw::new(text.len(), "no link; expected lines that name two nodes each")),
        _ if list.heading.is_some() => {
            if let Some(heading) = list.heading.filter(|_| reader.keys.is_empty()) {
                reader.draft.warn(format!("the first line, {}, is taken for a heading", shown(heading)));
            }
            Ok(reader.draft)
        }
        _ => reader.checked(),
    }
}

/// The lines that say something.
struct List<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    heading: Option<&'t str>,
}

impl<'t> List<'t> {
    fn of(text: &'t str) -> Self {
        let stripped = lines(text).map(|(_, line)| strip(line));
        let mut lines: Vec<_> = stripped.filter(|line| !line.is_empty()).collect();
        let has_heading = Separator::iter().any(|separator| begins_with_heading(separator, &lines));
        let heading = has_heading.then(|| lines.remove(0));
        Self { text, lines, heading }
    }

    /// What the columns behind the nodes are called, as far as a heading says it.
    fn keys(&self, separator: Separator) -> Vec<&'t str> {
        let mut keys = Vec::new();
        self.heading.into_iter().for_each(|heading| separator.fields(heading, &mut keys));
        keys.into_iter().skip(2).map(unquoted).collect()
    }

    /// The separator that fits all lines. Of several, the one by which no name has another separator in it; else
    /// blanks, if by them all names are coordinates such as `0,1`; else another one, if by that names are words.
    fn separator(&self) -> Result<Separator, Flaw> {
        let mut fitting = Vec::new();
        // What is told is wrong by the separator that goes the farthest, and of these by one that parts two nodes.
        let mut farthest: Option<((usize, bool), Flaw)> = None;
        for separator in Separator::iter() {
            let Some((line, flaw)) = self.misfit(separator) else {
                fitting.push(separator);
                continue;
            };
            let mut fields = Vec::new();
            separator.fields(self.lines[line], &mut fields);
            let reached = (line, ends(&fields).is_some());
            if farthest.as_ref().is_none_or(|(most, _)| reached >= *most) {
                farthest = Some((reached, flaw));
            }
        }
        match (&*fitting, farthest) {
            (&[only], _) => Ok(only),
            ([], Some((_, flaw))) => Err(flaw),
            ([], None) => Ok(Separator::Blanks),
            (several, _) => self.likeliest(several),
        }
    }

    fn likeliest(&self, fitting: &[Separator]) -> Result<Separator, Flaw> {
        let plain = |separator: &&Separator| self.all_names(**separator, |name| is_plain(**separator, name));
        if let Some(&separator) = fitting.iter().find(plain) {
            return Ok(separator);
        }
        let coordinates = |separator: &&Separator| self.all_names(**separator, is_coordinate);
        let words = |separator: &&Separator| {
            let is_word = |name: &str| is_plain(**separator, name) || name.contains(char::is_alphabetic);
            **separator != Separator::Blanks && self.all_names(**separator, is_word)
        };
        let likely = fitting.iter().find(coordinates).or_else(|| fitting.iter().find(words));
        likely.copied().ok_or_else(|| {
            let names: Vec<_> = fitting.iter().map(ToString::to_string).collect();
            let problem = format!(
                "the names may be separated by {}; expected names in quotation marks, or tabs between them",
                names.join(" or by ")
            );
            Flaw::new(offset(self.text, self.lines[0]), problem)
        })
    }

    fn all_names(&self, separator: Separator, accepts: impl Fn(&str) -> bool) -> bool {
        let mut fields = Vec::new();
        self.lines.iter().all(|line| {
            separator.fields(line, &mut fields);
            ends(&fields).is_some_and(|(ends, _)| ends.into_iter().all(&accepts))
        })
    }

    /// The first line that makes no sense by this separator, and why.
    fn misfit(&self, separator: Separator) -> Option<(usize, Flaw)> {
        let mut fields = Vec::new();
        let mut columns = None;
        self.lines.iter().enumerate().find_map(|(index, line)| {
            separator.fields(line, &mut fields);
            let flaw = self.line_flaw(separator, line, &fields).or_else(|| {
                let (_, weights) = ends(&fields)?;
                let first = *columns.get_or_insert(weights.len());
                (weights.len() != first).then(|| self.ragged(line, 2 + weights.len(), 2 + first))
            });
            flaw.map(|flaw| (index, flaw))
        })
    }

    fn line_flaw(&self, separator: Separator, line: &str, fields: &[&str]) -> Option<Flaw> {
        let Some((names, weights)) = ends(fields) else {
            let name = fields.first().copied().unwrap_or(line);
            let problem = format!("only {} in this line; expected two nodes", shown(name));
            return Some(Flaw::new(offset(self.text, line), problem));
        };
        let stray =
            |name: &&&str| separator == Separator::Blanks && name.starts_with([',', ';']) | name.ends_with([',', ';']);
        if let Some(name) = names.iter().find(|name| name.contains('=') && !name.starts_with(['"', '(', '['])) {
            let problem =
                format!("{} looks like a setting; expected a node, in quotation marks if it is one", shown(name));
            return Some(Flaw::new(offset(self.text, name), problem));
        }
        if let Some(name) = names.iter().find(stray) {
            return Some(Flaw::new(offset(self.text, name), format!("{} is no name; expected a node", shown(name))));
        }
        let other = weights.iter().find(|weight| !weight.is_empty() && weight.parse::<f64>().is_err())?;
        let problem = format!("{} follows two nodes; only numbers may", shown(other));
        Some(Flaw::new(offset(self.text, other), problem))
    }

    fn ragged(&self, line: &str, columns: usize, first: usize) -> Flaw {
        let problem = format!("{columns} columns, where the first line has {first}; {}", self.looks_like());
        Flaw::new(offset(self.text, line), problem)
    }

    /// What the file may be, and what would be accepted.
    fn looks_like(&self) -> &'static str {
        looks_like(self.text)
    }
}

/// What a file looks like whose columns are not those of an edge list, and what would be accepted.
fn looks_like(text: &str) -> &'static str {
    if matrix::looks_square(text) {
        "it looks like a matrix; expected an edge list of two nodes a line, or a file whose name ends in `.txt`"
    } else if adjacency::names_its_rows(text) {
        "it looks like an adjacency list; expected an edge list of two nodes a line, or a file whose name ends in `.adjlist`"
    } else {
        "expected two nodes in each line and, if wanted, equally many weights behind them"
    }
}

/// The two nodes of a line, and the columns behind them.
fn ends<'f, 't>(fields: &'f [&'t str]) -> Option<([&'t str; 2], &'f [&'t str])> {
    match *fields {
        [a, ">", b, ref weights @ ..] => Some(([a, b], weights)),
        [a, b, ref weights @ ..] if b != ">" => Some(([a, b], weights)),
        _ => None,
    }
}

/// Whether the first line is a heading: its words are those of one, and no other line has them for nodes.
fn begins_with_heading(separator: Separator, lines: &[&str]) -> bool {
    let Some((first, rest)) = lines.split_first() else { return false };
    let mut fields = Vec::new();
    separator.fields(first, &mut fields);
    let [a, b, ..] = fields[..] else { return false };
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

/// Whether a name has no other separator in it than in brackets or quotation marks.
fn is_plain(separator: Separator, name: &str) -> bool {
    let mut fields = Vec::new();
    Separator::iter().filter(|other| *other != separator).all(|other| {
        other.fields(name, &mut fields);
        fields.len() < 2
    })
}

/// Whether a name is a list of numbers, `0,1`.
fn is_coordinate(name: &str) -> bool {
    name.contains(',') && name.split(',').all(|number| number.parse::<i64>().is_ok())
}

struct Reader<'t> {
    text: &'t str,
    /// What the columns behind the nodes are called.
    keys: Vec<&'t str>,
    draft: Draft<'t>,
    nodes: Nodes<'t>,
    /// The columns behind the nodes that are whole numbers, and so may be names.
    weights: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: &'t str, fields: &[&'t str]) -> Result<(), Flaw> {
        let Some((names, weights)) = ends(fields) else { return Ok(()) };
        let at = offset(self.text, names[0]);
        let [a, b] = [self.node(names[0])?, self.node(names[1])?];
        let first = self.draft.channel_count();
        match fields[1] {
            ">" => self.draft.add_channel(a, b, at)?,
            _ => self.draft.add_link(a, b, at)?,
        }
        self.weights.extend(weights.iter().filter(|weight| !weight.is_empty()));
        let mut own = Own::default();
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_empty()) {
            own.set(&self.key(place), weight, offset(self.text, weight))?;
        }
        self.attributes(line, &mut own)?;
        own.give(&mut self.draft, first, at)
    }

    /// What a column behind the nodes is called.
    fn key(&self, place: usize) -> Cow<'t, str> {
        match (self.keys.get(place), place) {
            (Some(key), _) => Cow::Borrowed(*key),
            (None, 0) => Cow::Borrowed(WEIGHT),
            (None, _) => Cow::Owned((place + 3).to_string()),
        }
    }

    /// Takes in the numbers in braces behind a line, as networkx writes them: `{'weight': 3}`.
    fn attributes(&self, line: &'t str, own: &mut Own) -> Result<(), Flaw> {
        let behind = &self.text[offset(self.text, line) + line.len()..];
        let behind = behind.split(['\n', '\r']).next().unwrap_or_default().trim_start_matches([' ', '\t', ',', ';']);
        let Some((inside, _)) = behind.strip_prefix('{').and_then(|behind| behind.split_once('}')) else {
            return Ok(());
        };
        for (key, value) in inside.split(',').filter_map(|entry| entry.split_once(':')) {
            let key = key.trim();
            let bare = key.trim_matches(['\'', '"']);
            if bare.len() + 2 == key.len() {
                own.set_value(bare, value, offset(self.text, value))?;
            }
        }
        Ok(())
    }

    fn node(&mut self, field: &'t str) -> Result<NodeId, Flaw> {
        self.nodes.find_or_add(&mut self.draft, unquoted(field), offset(self.text, field))
    }

    /// The draft, if no column behind the nodes holds the name of one: then these may be more neighbours, not weights.
    fn checked(self) -> Result<Draft<'t>, Flaw> {
        let Some(name) = self.weights.iter().find(|weight| self.nodes.has(weight)) else {
            return Ok(self.draft);
        };
        let problem = format!(
            "{} follows two nodes, and is the name of a node itself; {}; for weights, put a heading \
             `source target weight` before the first line",
            shown(name),
            looks_like(self.text)
        );
        Err(Flaw::new(offset(self.text, name), problem))
    }
}
