//! Adjacency matrices: a line a row, with or without the names of the nodes.

use crate::draft::{Draft, Loops, Repeated};
use crate::edge_list;
use crate::format::Format;
use crate::own::{Own, WEIGHT};
use crate::separator::{Separator, strip, unquoted};
use crate::text::{Flaw, lines, name_problem, offset};
use std::collections::HashSet;
use wormcast_topology::NodeId;

/// Adjacency matrices.
pub(crate) const FORMAT: Format = Format { name: "adjacency matrix", extensions: &[], recognises, read, write: None };

/// The lines that say something, without comments.
fn told(text: &str) -> impl Iterator<Item = &str> {
    lines(text).map(|(_, line)| strip(line)).filter(|line| !line.is_empty())
}

/// The entries of a row without names, whatever stands between them.
fn entries(line: &str) -> Vec<&str> {
    line.split([' ', '\t', ',', ';']).filter(|entry| !entry.is_empty()).collect()
}

/// Whether there are as many rows as there are columns in each, three at least, and no node is linked to itself.
pub(crate) fn looks_square(text: &str) -> bool {
    let Some(side) = told(text).next().map(|line| entries(line).len()).filter(|&side| side > 2) else { return false };
    let sound = |(index, line): (usize, &str)| {
        index < side && {
            let row = entries(line);
            row.len() == side && row.iter().all(|entry| value(entry).is_some()) && is_absent(row[index])
        }
    };
    told(text).enumerate().all(sound) && told(text).count() == side
}

/// The number that an entry is; one that is empty is none, and counts as 0.
fn value(entry: &str) -> Option<f64> {
    if entry.is_empty() { Some(0.0) } else { entry.parse().ok() }
}

/// Whether an entry says that there is no channel: 0, nothing, or no finite number.
fn is_absent(entry: &str) -> bool {
    value(entry).is_some_and(|value| value == 0.0 || value.is_nan() || value == f64::INFINITY)
}

/// Where the names of the nodes stand in a matrix that has them.
struct Form {
    separator: Separator,
    has_header: bool,
    has_index: bool,
}

impl Form {
    /// The form of a text that is a matrix with names; none if it may be something else.
    fn of(text: &str) -> Option<Self> {
        let second = told(text).nth(1)?;
        let marks = [Separator::Tab, Separator::Semicolon, Separator::Comma];
        let is_between = |separator: &Separator| second.contains(|c| separator.is(c));
        let separator = marks.into_iter().find(is_between).unwrap_or(Separator::Blanks);
        let forms = [(true, true), (true, false), (false, true)];
        let form = |(has_header, has_index)| Self { separator, has_header, has_index };
        forms.into_iter().map(form).find(|form| form.fits(text))
    }

    fn fields<'t>(&self, line: &'t str) -> Vec<&'t str> {
        let mut fields = Vec::new();
        self.separator.fields(line, &mut fields);
        fields
    }

    /// The names of the nodes, those of a header if there is one.
    fn names<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let first = self.fields(told(text).next()?);
        // No matrix has more rows than names: a long list is not counted.
        let rows = told(text).take(first.len() + 2).count();
        if !self.has_header {
            let heads = || told(text).map(|line| self.fields(line)[0]).map(unquoted);
            let are_names = rows + 1 == first.len() && heads().all(|name| name.parse::<f64>().is_err());
            return are_names.then(|| heads().collect());
        }
        let side = rows - 1;
        // Over the names of the rows there may be nothing, or anything.
        let corner = first.len().checked_sub(side).filter(|&corner| corner <= usize::from(self.has_index))?;
        Some(first[corner..].iter().map(|name| unquoted(name)).collect())
    }

    /// The entries of each row: at most as many as there are nodes, as empty ones at the end are left out.
    fn rows<'t>(&self, text: &'t str) -> impl Iterator<Item = Vec<&'t str>> {
        let row = |line| self.fields(line).split_off(usize::from(self.has_index));
        told(text).skip(usize::from(self.has_header)).map(row)
    }

    fn fits(&self, text: &str) -> bool {
        let Some(names) = self.names(text) else { return false };
        let mut seen = HashSet::new();
        let side = names.len();
        // With a header and no names of rows, few rows may be links with weights as well.
        let least = match (self.has_header, self.has_index) {
            (true, true) => 2,
            (true, false) => 4,
            (false, _) => 3,
        };
        side >= least
            && names.iter().all(|name| !name.is_empty() && seen.insert(*name))
            && (self.has_index || !edge_list::is_heading(names[0], names[1]))
            && self.rows(text).enumerate().all(|(index, row)| {
                let is_whole = row.len() <= side && (self.separator != Separator::Blanks || row.len() == side);
                let diagonal = row.get(index).copied().unwrap_or_default();
                is_whole && is_absent(diagonal) && row.iter().all(|entry| value(entry).is_some())
            })
            && (!(self.has_header && self.has_index) || self.rows_are_named(text, &names))
    }

    /// Whether the rows have the names of the columns, in their order.
    fn rows_are_named(&self, text: &str, names: &[&str]) -> bool {
        let heads = told(text).skip(1).map(|line| unquoted(self.fields(line)[0]));
        heads.eq(names.iter().copied())
    }
}

fn recognises(text: &str) -> bool {
    looks_square(text) || Form::of(text).is_some()
}

/// Reads an adjacency matrix: an entry in row i and column j that is not 0, not empty, and finite, is a channel from
/// node i to node j. If all are 0 or 1 that is all, else they are the weights of the channels. Nodes are called as in
/// the first row or column, else by their numbers, from 0.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut draft = Draft::new(Repeated::Parallel, Loops::Refused);
    if looks_square(text) {
        for node in 0..told(text).count() {
            draft.add_node(node.to_string(), 0)?;
        }
        return add_channels(text, draft, || told(text).map(entries));
    }
    let expected = "expected equally many rows and columns of numbers, with zeros on the diagonal";
    let form = Form::of(text).ok_or_else(|| Flaw::new(0, format!("it is no matrix; {expected}")))?;
    for name in form.names(text).unwrap_or_default() {
        match name_problem(name) {
            None => draft.add_node(name, offset(text, name))?,
            Some(problem) => return Err(Flaw::new(offset(text, name), problem)),
        };
    }
    add_channels(text, draft, || form.rows(text))
}

fn add_channels<'t, R: Iterator<Item = Vec<&'t str>>>(
    text: &'t str,
    mut draft: Draft<'t>,
    rows: impl Fn() -> R,
) -> Result<Draft<'t>, Flaw> {
    let is_bit = |entry: &str| is_absent(entry) || value(entry) == Some(1.0);
    let has_weights = rows().flatten().any(|entry| !is_bit(entry));
    for (from, row) in rows().enumerate() {
        for (to, entry) in row.into_iter().enumerate().filter(|(_, entry)| !is_absent(entry)) {
            let at = offset(text, entry);
            let first = draft.channel_count();
            draft.add_channel(NodeId::new(from), NodeId::new(to), at)?;
            if has_weights {
                let mut own = Own::default();
                own.set_value(WEIGHT, entry, at)?;
                own.give(&mut draft, first, at)?;
            }
        }
    }
    Ok(draft)
}
