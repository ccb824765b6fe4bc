//! The lines of an edge list, and what separates their columns.

use super::doubts::has_decimal_comma;
use super::heading::begins_with_heading;
use crate::separator::{Separator, strip, unquoted};
use crate::text::{Flaw, lines, offset, shown};
use crate::{adjacency, matrix};
use strum::IntoEnumIterator;

/// The lines that say something.
pub(super) struct List<'t> {
    text: &'t str,
    pub(super) lines: Vec<&'t str>,
    pub(super) heading: Option<&'t str>,
    /// Those by which the first line is a heading; all, where there is none.
    separators: Vec<Separator>,
}

impl<'t> List<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut lines: Vec<_> = lines(text).map(|(_, line)| strip(line)).filter(|line| !line.is_empty()).collect();
        let by_heading: Vec<_> = Separator::iter().filter(|by| begins_with_heading(*by, &lines)).collect();
        let heading = (!by_heading.is_empty()).then(|| lines.remove(0));
        let separators = if heading.is_some() { by_heading } else { Separator::iter().collect() };
        Self { text, lines, heading, separators }
    }

    /// The first line, if it may count nodes and links, as lists of other programs begin.
    pub(super) fn counts(&self) -> Option<&'t str> {
        let may_count = |separator| self.heading.is_none() && begins_with_counts(separator, &self.lines);
        self.lines.first().copied().filter(|_| Separator::iter().any(may_count))
    }

    /// What the columns behind the nodes are called, as far as a heading says it.
    pub(super) fn keys(&self, separator: Separator) -> Vec<&'t str> {
        let mut keys = Vec::new();
        self.heading.into_iter().for_each(|heading| separator.fields(heading, &mut keys));
        keys.into_iter().skip(2).map(unquoted).collect()
    }

    /// The separator that fits all lines. Of several, the one by which no name has another separator in it; else
    /// blanks, if by them all names are coordinates such as `0,1`; else another one, if by that names are words.
    pub(super) fn separator(&self) -> Result<Separator, Flaw> {
        let mut fitting = Vec::new();
        // What is told is wrong by the separator that goes the farthest, and of these by one that parts two nodes.
        let mut farthest: Option<((usize, bool), Flaw)> = None;
        for &separator in &self.separators {
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
        // Behind a heading a line may end early, and has no more columns than that.
        let most = self.heading.map(|heading| {
            separator.fields(heading, &mut fields);
            fields.len().saturating_sub(2)
        });
        let mut columns = most;
        self.lines.iter().enumerate().find_map(|(index, line)| {
            separator.fields(line, &mut fields);
            let flaw = self.line_flaw(separator, line, &fields).or_else(|| {
                let (_, weights) = ends(&fields)?;
                let first = *columns.get_or_insert(weights.len());
                let fits = if most.is_some() { weights.len() <= first } else { weights.len() == first };
                (!fits).then(|| self.ragged(line, 2 + weights.len(), 2 + first))
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
        if let Some(name) = names.iter().find(|name| is_sign(name)) {
            let problem = format!("{} stands where a node is expected; comments begin with `#`", shown(name));
            return Some(Flaw::new(offset(self.text, name), problem));
        }
        // Semicolons would part the columns, if they part anything.
        let has_semicolon = |name: &&&str| separator == Separator::Comma && parts(Separator::Semicolon, name);
        if let Some(name) = names.iter().find(has_semicolon) {
            let problem = format!("{} has a semicolon in it; expected quotation marks around such names", shown(name));
            return Some(Flaw::new(offset(self.text, name), problem));
        }
        let stray =
            |name: &&&str| separator == Separator::Blanks && name.starts_with([',', ';']) | name.ends_with([',', ';']);
        let commas = |name: &str| name.matches([',', ';']).count();
        let is_signed = fields.get(1).is_some_and(|sign| is_sign(sign));
        if separator == Separator::Blanks && is_signed && commas(names[0]) != commas(names[1]) {
            let problem = format!(
                "{} is no name beside {}; expected blanks around numbers, too",
                shown(names[1]),
                shown(names[0])
            );
            return Some(Flaw::new(offset(self.text, names[1]), problem));
        }
        let has_arrow = |name: &&&str| ["->", "<-", "→", "↔"].iter().any(|arrow| name.contains(arrow));
        if let Some(name) = names.iter().filter(|name| !name.starts_with('"')).find(has_arrow) {
            let problem = format!(
                "{} has an arrow in it; expected two nodes with the same separator around it as in the rest of the file, or a \
                 name in quotation marks",
                shown(name)
            );
            return Some(Flaw::new(offset(self.text, name), problem));
        }
        if let Some(name) = names.iter().find(|name| name.contains('=') && !name.starts_with(['"', '(', '['])) {
            let problem =
                format!("{} looks like a setting; expected a node, in quotation marks if it is one", shown(name));
            return Some(Flaw::new(offset(self.text, name), problem));
        }
        if let Some(name) = names.iter().find(stray) {
            return Some(Flaw::new(offset(self.text, name), format!("{} is no name; expected a node", shown(name))));
        }
        let other = weights.iter().find(|weight| !weight.is_empty() && weight.parse::<f64>().is_err())?;
        let problem = match has_decimal_comma(other) && !has_decimal_comma(names[0]) {
            true => format!("{} has a decimal comma; expected a point, `{}`", shown(other), other.replace(',', ".")),
            false => format!("{} follows two nodes; only numbers may", shown(other)),
        };
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
pub(super) fn looks_like(text: &str) -> &'static str {
    if matrix::looks_square(text) {
        "it looks like a matrix; expected an edge list of two nodes a line, or a file whose name ends in `.txt`"
    } else if adjacency::names_its_rows(text) {
        "it looks like an adjacency list; expected an edge list of two nodes a line, or a file whose name ends in `.adjlist`"
    } else {
        "expected two nodes in each line and, if wanted, equally many weights behind them"
    }
}

/// What may stand between two nodes of which the second is reached from the first alone.
const ONE_WAY: [&str; 3] = [">", "->", "→"];

/// What may stand between two nodes that are reached from each other.
const BOTH_WAYS: [&str; 3] = ["--", "<->", "↔"];

/// Whether what stands between the nodes of a line says that the channel leads one way; none if nothing does.
pub(super) fn leads_one_way(fields: &[&str]) -> Option<bool> {
    let sign = fields.get(1)?;
    if ONE_WAY.contains(sign) { Some(true) } else { BOTH_WAYS.contains(sign).then_some(false) }
}

pub(super) fn is_sign(word: &str) -> bool {
    ONE_WAY.contains(&word) || BOTH_WAYS.contains(&word)
}

/// The two nodes of a line, and the columns behind them.
pub(super) fn ends<'f, 't>(fields: &'f [&'t str]) -> Option<([&'t str; 2], &'f [&'t str])> {
    match *fields {
        [a, sign, b, ref weights @ ..] if is_sign(sign) => Some(([a, b], weights)),
        [a, b, ref weights @ ..] if !is_sign(b) => Some(([a, b], weights)),
        _ => None,
    }
}

/// Whether the first line may count nodes and links: so many links follow, and all between nodes with names, or with
/// numbers of so many nodes.
fn begins_with_counts(separator: Separator, lines: &[&str]) -> bool {
    let Some((first, rest)) = lines.split_first() else { return false };
    let mut fields = Vec::new();
    separator.fields(first, &mut fields);
    let count = |field: &&str| field.parse::<u64>().ok();
    let &[Some(nodes), Some(links)] = &*fields.iter().map(count).collect::<Vec<_>>() else { return false };
    if links != rest.len() as u64 {
        return false;
    }
    let mut highest: Option<u64> = None;
    for line in rest {
        separator.fields(line, &mut fields);
        let Some((names, _)) = ends(&fields) else { return false };
        for name in names {
            highest = highest.max(name.parse::<u64>().ok());
        }
    }
    !rest.is_empty() && highest.is_none_or(|highest| highest <= nodes)
}

/// The comment that says that links lead one way: `# Directed graph` (SNAP), `# directed: true`, or `% asym` (KONECT).
pub(super) fn says_directed(text: &str) -> Option<&str> {
    let comments =
        lines(text).map(|(_, line)| line.trim()).take_while(|line| line.is_empty() || line.starts_with(['#', '%']));
    comments.into_iter().find(|comment| {
        let text = comment.to_lowercase();
        let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let says_no = ["no", "not", "false", "0", "undirected"].iter().any(|word| words.contains(word));
        let says = if comment.starts_with('%') { words.first() == Some(&"asym") } else { words.contains(&"directed") };
        says && !says_no
    })
}

/// Whether a name has no other separator in it than in brackets or quotation marks.
fn is_plain(separator: Separator, name: &str) -> bool {
    Separator::iter().filter(|other| *other != separator).all(|other| !parts(other, name))
}

/// Whether a name has such a separator in it, in no brackets or quotation marks.
fn parts(separator: Separator, name: &str) -> bool {
    let mut fields = Vec::new();
    separator.fields(name, &mut fields);
    fields.len() > 1
}

/// Whether a name is a list of numbers, `0,1`.
fn is_coordinate(name: &str) -> bool {
    name.contains(',') && name.split(',').all(|number| number.parse::<i64>().is_ok())
}
