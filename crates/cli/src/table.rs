//! Tables in plain text.

use crate::words::one_line;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::io::{IsTerminal, stdout};

/// How many rows of a long table are shown.
pub(crate) const SHOWN: usize = 40;

/// How many characters of a cell are shown.
const WIDEST: usize = 1000;

/// The columns of a table: their titles, and where their cells stand.
pub(crate) type Columns<'a> = &'a [(&'a str, Align)];

/// Where the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The table as text: columns as wide as they need to be (on a terminal, as it allows; long cells go on below), no
/// frame, no blanks at the end of a line. Nothing if there are no rows.
pub(crate) fn render(columns: Columns<'_>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        return String::new();
    }
    let mut table = Table::new();
    let width = asked_width();
    if stdout().is_terminal() || width.is_some() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    width.into_iter().for_each(|width| {
        table.set_width(width);
    });
    table.load_style(presets::NOTHING).set_header(columns.iter().map(|(title, _)| title));
    table.add_rows(rows.map(|row| row.into_iter().map(cut).collect::<Vec<_>>()));
    for (column, (_, align)) in table.column_iter_mut().zip(columns) {
        column.set_padding((0, 2));
        if *align == Align::Right {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    keep_words_whole(&mut table);
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// How wide a table may be where that is said, also for a pipe.
fn asked_width() -> Option<u16> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|&width| width > 0)
}

/// Breaks lines between words, as long as the longest words of all columns stand beside each other.
fn keep_words_whole(table: &mut Table) {
    let Some(width) = table.width() else { return };
    let longest_word = |cell: &str| cell.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let rows = table.header().into_iter().chain(table.row_iter());
    let mut longest: Vec<usize> = Vec::new();
    for row in rows {
        for (place, cell) in row.cell_iter().enumerate() {
            longest.resize(longest.len().max(place + 1), 0);
            longest[place] = longest[place].max(longest_word(&cell.content()));
        }
    }
    // Each column has a gap of two behind it.
    if longest.iter().map(|word| word + 2).sum::<usize>() > usize::from(width) {
        return;
    }
    for (column, word) in table.column_iter_mut().zip(longest) {
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(word as u16 + 2)));
    }
}

/// Names and what stands for them, a line each.
pub(crate) fn render_pairs(pairs: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let pairs: Vec<_> = pairs.into_iter().collect();
    let width = pairs.iter().map(|(name, _)| name.len() + 1).fold(11, usize::max);
    pairs.into_iter().map(|(name, value)| format!("{name:<width$}{value}\n")).collect()
}

/// A cell that is not longer than a table can bear, whatever the names of the nodes.
fn cut(cell: String) -> String {
    // What stands in a cell may come from a file, and must not look like lines of ours.
    let cell = one_line(&cell);
    match cell.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell,
    }
}

/// The line below a table that shows only the first [`SHOWN`] of so many rows; nothing if it shows all.
pub(crate) fn rest(rows: usize, one: &str, many: &str) -> String {
    match rows.saturating_sub(SHOWN) {
        0 => String::new(),
        1 => format!("… and 1 more {one}; --format json prints all\n"),
        more => format!("… and {more} more {many}; --format json prints all\n"),
    }
}
