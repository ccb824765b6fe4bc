//! JSON, read piece by piece: a flaw in a piece is still known by its place in the file.

use crate::text::{Flaw, cut, name_problem, offset, shown};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{self, Write};

/// Reads a piece of a text as JSON; `expected` is what would be accepted.
pub(crate) fn parse<'t, T: Deserialize<'t>>(text: &'t str, piece: &'t str, expected: &str) -> Result<T, Flaw> {
    serde_json::from_str(piece).map_err(|error| {
        let message = error.to_string();
        let what = message.strip_suffix(&format!(" at line {} column {}", error.line(), error.column()));
        let problem = format!("{}; expected {expected}", cut(what.unwrap_or(&message), 200));
        Flaw::new(offset(text, piece) + byte_at(piece, error.line(), error.column()), problem)
    })
}

/// The byte at a line and a column, both from 1, the column in bytes.
fn byte_at(piece: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => piece.match_indices('\n').nth(line - 2).map_or(piece.len(), |(at, _)| at + 1),
    };
    let mut at = (start + column.saturating_sub(1)).min(piece.len());
    while !piece.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The name that a JSON value is: a text, a number as it is written, or a list of them such as `[0, 1]`, which is
/// `0,1`.
pub(crate) fn name<'t>(text: &'t str, value: &'t RawValue) -> Result<Cow<'t, str>, Flaw> {
    let written = value.get();
    let at = offset(text, written);
    let name = match written.as_bytes().first() {
        Some(b'"') => parse(text, written, "a name")?,
        Some(b'-' | b'0'..=b'9') => Cow::Borrowed(written),
        Some(b'[') => {
            let parts: Vec<&RawValue> = parse(text, written, "a list of numbers or texts")?;
            let part = |part: &&'t RawValue| match part.get().as_bytes().first() {
                Some(b'[') => Err(Flaw::new(offset(text, part.get()), "a list in a name; expected numbers or texts")),
                _ => name(text, part),
            };
            Cow::Owned(parts.iter().map(part).collect::<Result<Vec<_>, _>>()?.join(","))
        }
        _ => return Err(Flaw::new(at, format!("{} is no name; expected a text or a number", shown(written)))),
    };
    match name_problem(&name) {
        None => Ok(name),
        Some(problem) => Err(Flaw::new(at, problem)),
    }
}

/// Writes an entry of a list on a line of its own; `index` is its place in the list.
pub(crate) fn write_entry(out: &mut dyn Write, index: usize, entry: &impl Serialize) -> io::Result<()> {
    out.write_all(if index == 0 { b"\n  " } else { b",\n  " })?;
    entry.serialize(&mut serde_json::Serializer::with_formatter(out, Visible)).map_err(io::Error::from)
}

/// Writes on one line, and so that all characters are seen.
struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        writer.write_all(wormcast_topology::escape_invisible(fragment).as_bytes())
    }
}
