//! MatrixMarket files (Boisvert, Pozo, Remington 1996): an entry of a sparse matrix a line.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
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

/// So many nodes are read whether they have links or not.
const FEW_NODES: usize = 1 << 16;
const BANNER: &str = "%%MatrixMarket";

/// Reads a square sparse matrix (`coordinate`): an entry in row i and column j that is not 0 is a channel from node i
/// to node j; in a symmetric matrix it is a link. Nodes are called by their numbers, from 1; values are ignored but for
/// that.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let symmetric = is_symmetric(text)?;
    let mut lines = lines(text).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('%'));
    let missing = || Flaw::new(text.len(), "no size; expected a line `rows columns entries`");
    let (at, size) = lines.next().ok_or_else(missing)?;
    let [rows, columns, entries] = numbers(text, size)?;
    if rows != columns || rows == 0 || rows as usize > MAX_NODES {
        let problem = format!("{rows} rows and {columns} columns; expected equally many, from 1 to {MAX_NODES}");
        return Err(Flaw::new(at, problem));
    }
    // A network in one piece has an entry for nearly every node, and an entry takes four bytes.
    let most = text.len().max(FEW_NODES);
    if rows as usize > most {
        let problem = format!(
            "{rows} rows in a text of {} bytes: nearly all nodes would have no link; expected at most {most}",
            text.len()
        );
        return Err(Flaw::new(at, problem));
    }
    let mut draft = Draft::new(Repeated::Once, Loops::LeftOut);
    for node in 1..=rows {
        draft.add_node(node.to_string(), at)?;
    }
    let mut count = 0;
    for (at, line) in lines {
        count += 1;
        let [row, column] = numbers(text, line)?;
        if let Some(outside) = [row, column].iter().find(|&&index| index == 0 || index > rows) {
            return Err(Flaw::new(at, format!("index {outside} is outside; expected 1 to {rows}")));
        }
        let [from, to] = [row, column].map(|index| NodeId::new(index as usize - 1));
        match (is_zero(line), symmetric) {
            (true, _) => {}
            (false, true) => draft.add_link(from, to, at)?,
            (false, false) => draft.add_channel(from, to, at)?,
        }
    }
    match count == entries {
        true => Ok(draft),
        false => Err(Flaw::new(at, format!("{entries} entries are announced, and {count} follow"))),
    }
}

/// What the banner says.
fn is_symmetric(text: &str) -> Result<bool, Flaw> {
    let banner = lines(text).next().map_or("", |(_, line)| line);
    let words: Vec<_> = banner.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        [_, "matrix", "coordinate", "pattern" | "integer" | "real", "general"] => Ok(false),
        [_, "matrix", "coordinate", "pattern" | "integer" | "real", "symmetric"] => Ok(true),
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

/// Whether the value of an entry is given, and is 0.
fn is_zero(line: &str) -> bool {
    line.split_whitespace().nth(2).is_some_and(|value| value.parse() == Ok(0.0_f64))
}
