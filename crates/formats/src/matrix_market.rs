//! MatrixMarket files (Boisvert, Pozo, Remington 1996): an entry of a sparse matrix a line.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::numbered::check_count;
use crate::own::WEIGHT;
use crate::place;
use crate::text::{Flaw, lines, offset, shown};
use wormcast_topology::{MAX_NODES, NodeId};

/// MatrixMarket.
pub(crate) const FORMAT: Format = Format {
    name: "MatrixMarket",
    extensions: &["mtx"],
    recognises: |text| text.starts_with(BANNER),
    read,
    write: None,
};

const BANNER: &str = "%%MatrixMarket";

/// Reads a square sparse matrix (`coordinate`): an entry in row i and column j that is not 0 is a channel from node i
/// to node j; in a symmetric matrix it is a link. Nodes are called by their numbers, from 1. Values are the weights of
/// channels, unless one is less than 0: then a warning tells.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let kind = kind(text)?;
    let mut lines = lines(text).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('%'));
    let missing = || Flaw::new(text.len(), "no size; expected a line `rows columns entries`");
    let (at, size) = lines.next().ok_or_else(missing)?;
    let [rows, columns, entries] = numbers(text, size)?;
    if rows != columns {
        let problem = format!("{rows} rows and {columns} columns; expected equally many, from 1 to {MAX_NODES}");
        return Err(Flaw::new(at, problem));
    }
    check_count(text, rows, "rows", at)?;
    let mut draft = Draft::new(Repeated::Once, Loops::LeftOut);
    for node in 1..=rows {
        draft.add_node(node.to_string(), at)?;
    }
    let lines: Vec<_> = lines.collect();
    let count = lines.len() as u64;
    let mut has_negative = false;
    for (at, line) in &lines {
        has_negative |= kind.has_values && value(text, *at, line)? < 0.0;
    }
    for (at, line) in lines {
        let [row, column] = numbers(text, line)?;
        if let Some(outside) = [row, column].iter().find(|&&index| index == 0 || index > rows) {
            return Err(Flaw::new(at, format!("index {outside} is outside; expected 1 to {rows}")));
        }
        let [from, to] = [row, column].map(|index| NodeId::new(index as usize - 1));
        let value = if kind.has_values { Some(value(text, at, line)?) } else { None };
        let first = draft.channel_count();
        match (value == Some(0.0), kind.is_symmetric) {
            (true, _) => {}
            (false, true) => draft.add_link(from, to, at)?,
            (false, false) => draft.add_channel(from, to, at)?,
        }
        if let Some(weight) = value.filter(|_| !has_negative) {
            draft.set_value(first, WEIGHT, weight);
        }
    }
    if has_negative {
        draft.warn("values of the matrix are less than 0: they are not taken for weights".into());
    }
    match count == u64::from(entries) {
        true => Ok(draft),
        false => Err(Flaw::new(text.len(), format!("{entries} entries are announced, and {count} follow"))),
    }
}

/// What the banner says.
struct Kind {
    is_symmetric: bool,
    has_values: bool,
}

fn kind(text: &str) -> Result<Kind, Flaw> {
    let banner = lines(text).next().map_or("", |(_, line)| line);
    let words: Vec<_> = banner.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        [_, "matrix", "coordinate", field @ ("pattern" | "integer" | "real"), kind @ ("general" | "symmetric")] => {
            Ok(Kind { is_symmetric: kind == "symmetric", has_values: field != "pattern" })
        }
        _ => {
            let expected = "`%%MatrixMarket matrix coordinate pattern general` (or `integer`, `real`; or `symmetric`)";
            Err(Flaw::new(0, format!("{} is no graph that is read; expected {expected}", shown(banner))))
        }
    }
}

/// The whole numbers that a line starts with.
fn numbers<const N: usize>(text: &str, line: &str) -> Result<[u32; N], Flaw> {
    let mut words = line.split_whitespace();
    let mut numbers = [0; N];
    for number in &mut numbers {
        let word = words.next().unwrap_or_default();
        let at = if word.is_empty() { offset(text, line) } else { offset(text, word) };
        let problem = || format!("{} where a whole number is expected, {N} in all", shown(word));
        *number = word.parse().map_err(|_| Flaw::new(at, problem()))?;
    }
    Ok(numbers)
}

/// The value of an entry, the third word of its line.
fn value(text: &str, at: usize, line: &str) -> Result<f64, Flaw> {
    let word = line.split_whitespace().nth(2);
    let number = word.and_then(place::parse);
    let problem = || format!("{} where `row column value` is expected", shown(line));
    number.ok_or_else(|| Flaw::new(word.map_or(at, |word| offset(text, word)), problem()))
}
