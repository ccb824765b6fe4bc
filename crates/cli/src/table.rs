//! Tables in plain text.

use crate::words::one_line;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
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
    if stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    table.load_style(presets::NOTHING).set_header(columns.iter().map(|(title, _)| title));
    table.add_rows(rows.map(|row| row.into_iter().map(cut).collect::<Vec<_>>()));
    for (column, (_, align)) in table.column_iter_mut().zip(columns) {
        column.set_padding((0, 2));
        if *align == Align::Right {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
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
