//! The heading of a table: which columns it has, and what parts them.

use super::Column;
use super::lines::{Lines, SEPARATORS, split};

/// Whether a text begins with a heading that has all columns that are needed, by whichever separator.
pub fn begins_with_heading(text: &str, columns: &[Column]) -> bool {
    let mut lines = Lines::of(text.as_bytes());
    let Ok(Some((_, heading))) = lines.next_line() else { return false };
    is_heading(heading, columns)
}

/// Whether a line is a heading that has all columns that are needed.
pub(crate) fn is_heading(line: &str, columns: &[Column]) -> bool {
    let mut fields = Vec::new();
    SEPARATORS.into_iter().any(|separator| {
        let is_row = split(line, separator, &mut fields).is_ok();
        let has = |column: &Column| fields.iter().any(|field| column.is(field));
        is_row && columns.iter().filter(|column| column.is_needed).all(has)
    })
}

/// The separator by which the most fields of a heading are columns.
pub(super) fn separator_of(heading: &str, columns: &[Column]) -> char {
    let mut fields: Vec<String> = Vec::new();
    let mut known = |separator: char| match split(heading, separator, &mut fields) {
        Ok(()) => fields.iter().filter(|field| columns.iter().any(|column| column.is(field))).count(),
        Err(_) => 0,
    };
    let mut best = (known(SEPARATORS[0]), SEPARATORS[0]);
    for separator in SEPARATORS.into_iter().skip(1) {
        let count = known(separator);
        if count > best.0 {
            best = (count, separator);
        }
    }
    best.1
}

/// Where each column stands in a heading.
pub(super) fn places(heading: &[String], columns: &[Column]) -> Result<Vec<Option<usize>>, String> {
    let expected = || {
        let names = needed(columns).collect::<Vec<_>>().join(",");
        format!("expected the heading `{names}`{}", if_wanted(columns))
    };
    let find = |column: &Column| heading.iter().position(|field| column.is(field));
    let missing = columns.iter().find(|column| column.is_needed && find(column).is_none());
    let missing = missing.map(|column| format!("the column `{}` is missing", column.name));
    let unknown = |field: &&String| !columns.iter().any(|column| column.is(field));
    let unknown = heading.iter().find(unknown).map(|other| format!("unknown column {}", crate::text::shown(other)));
    let problems: Vec<_> = unknown.into_iter().chain(missing).collect();
    if !problems.is_empty() {
        return Err(format!("{}; {}", problems.join(", and "), expected()));
    }
    let again = |column: &&Column| heading.iter().filter(|field| column.is(field)).count() > 1;
    if let Some(twice) = columns.iter().find(again) {
        return Err(format!("two columns are called `{}`; {}", twice.name, expected()));
    }
    Ok(columns.iter().map(find).collect())
}

/// The names of the columns that every table has.
fn needed(columns: &[Column]) -> impl Iterator<Item = &'static str> {
    columns.iter().filter(|column| column.is_needed).map(|column| column.name)
}

/// The names of the others.
fn if_wanted(columns: &[Column]) -> String {
    let others = columns.iter().filter(|column| !column.is_needed);
    let others = others.map(|column| format!("`{}`", column.name)).collect::<Vec<_>>().join(", ");
    if others.is_empty() { others } else { format!(" and, if wanted, {others}") }
}

/// That something is called as no column is, such as a `key` of JSON.
pub(crate) fn unknown_name(what: &str, written: &str, columns: &[Column]) -> String {
    let needed = needed(columns).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    format!("unknown {what} {}; expected {needed}{}", crate::text::shown(written), if_wanted(columns))
}
