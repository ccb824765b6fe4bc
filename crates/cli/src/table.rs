//! Tables in plain text.

use crate::words::one_line;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::io::{IsTerminal, stdout};

/// How many rows of a long table are shown.
pub(crate) const SHOWN: usize = 40;

/// How many blanks are between columns.
const GAP: usize = 2;

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

/// The table as text: columns as wide as they need to be (on a terminal, as it allows; long cells go on below, but no
/// number is broken), no frame, no blanks at the end of a line. Nothing if there are no rows.
pub(crate) fn render(columns: Columns<'_>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let cut_row = |row: Vec<String>| row.into_iter().map(cut).collect();
    text_of(columns, rows.into_iter().map(cut_row).collect(), terminal_width())
}

/// The same, without some columns where a terminal is too narrow for all: these are given by their titles, those that
/// are missed the least first. A line below the table says which are left out.
pub(crate) fn render_fitting(
    columns: Columns<'_>,
    rows: impl IntoIterator<Item = Vec<String>>,
    least_first: &[&str],
) -> String {
    let cut_row = |row: Vec<String>| row.into_iter().map(cut).collect();
    fitting(columns, rows.into_iter().map(cut_row).collect(), least_first, terminal_width())
}

fn fitting(columns: Columns<'_>, mut rows: Vec<Vec<String>>, least_first: &[&str], width: Option<usize>) -> String {
    let (mut columns, mut left_out) = (columns.to_vec(), Vec::new());
    for &title in least_first {
        if width.is_none_or(|width| least_width(&columns, &rows) <= width) {
            break;
        }
        if let Some(place) = columns.iter().position(|column| column.0 == title) {
            columns.remove(place);
            rows.iter_mut().for_each(|row| drop(row.remove(place)));
            left_out.push(title);
        }
    }
    let text = text_of(&columns, rows, width);
    match left_out.is_empty() {
        true => text,
        false => format!("{text}left out, as the terminal is narrow: {}\n", left_out.join(", ")),
    }
}

/// How many characters the lines of a table have where no cell is wrapped, but titles are.
fn least_width(columns: Columns<'_>, rows: &[Vec<String>]) -> usize {
    (0..columns.len()).map(|place| cell_width(columns, rows, place) + GAP).sum()
}

/// How wide a column must be where lines are broken between words, and numbers are not.
fn words_width(columns: Columns<'_>, rows: &[Vec<String>], place: usize) -> usize {
    if columns[place].1 == Align::Right {
        return cell_width(columns, rows, place);
    }
    let cells = rows.iter().filter_map(|row| row.get(place)).map(String::as_str).chain([columns[place].0]);
    cells.flat_map(str::split_whitespace).map(|word| word.chars().count()).fold(0, usize::max)
}

/// The width of the widest cell of a column, or of the longest word of its title.
fn cell_width(columns: Columns<'_>, rows: &[Vec<String>], place: usize) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(place)).map(String::as_str);
    cells.chain(columns[place].0.split(' ')).map(|text| text.chars().count()).fold(0, usize::max)
}

/// How wide a table may be: as `COLUMNS` says, also for a pipe, or as the terminal is on which it appears. One that
/// does not know says 0.
pub(crate) fn terminal_width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let told = || if stdout().is_terminal() { Table::new().width().map(usize::from) } else { None };
    asked.filter(|&width| width > 0).or_else(|| told().filter(|&width| width > 0))
}

fn text_of(columns: Columns<'_>, rows: Vec<Vec<String>>, width: Option<usize>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let of_words = |place: usize| words_width(columns, &rows, place) + GAP;
    if width.is_some_and(|width| (0..columns.len()).map(of_words).sum::<usize>() > width) {
        return records(columns, rows);
    }
    let mut table = Table::new();
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.try_into().unwrap_or(u16::MAX));
    }
    table.load_style(presets::NOTHING).set_header(columns.iter().map(|(title, _)| title));
    let fits = width.is_some_and(|width| least_width(columns, &rows) <= width);
    let least = |place: usize| match columns[place].1 {
        _ if fits => Some(cell_width(columns, &rows, place) + GAP),
        Align::Left if width.is_none() => None,
        _ => Some(of_words(place)),
    };
    let widths: Vec<_> = (0..columns.len()).map(least).collect();
    table.add_rows(rows);
    for ((column, (_, align)), width) in table.column_iter_mut().zip(columns).zip(widths) {
        column.set_padding((0, GAP as u16));
        if *align == Align::Right {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if let Some(width) = width {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(width.try_into().unwrap_or(u16::MAX))));
        }
    }
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The rows one below the other, a line a cell behind its title: where a table would break words, so that what stands
/// in it could not be copied.
fn records(columns: Columns<'_>, rows: Vec<Vec<String>>) -> String {
    let titles = || columns.iter().map(|(title, _)| *title);
    let record = |row| render_pairs(titles().zip(row));
    rows.into_iter().map(record).collect::<Vec<_>>().join("\n")
}

/// Names and what stands for them, a line each.
pub(crate) fn render_pairs<'t>(pairs: impl IntoIterator<Item = (&'t str, String)>) -> String {
    let pairs: Vec<_> = pairs.into_iter().collect();
    let width = pairs.iter().map(|(name, _)| name.chars().count() + 1).fold(11, usize::max);
    let line = |(name, value)| format!("{}\n", format!("{name:<width$}{value}").trim_end());
    pairs.into_iter().map(line).collect()
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

#[cfg(test)]
mod tests {
    use super::{Align, fitting};

    #[test]
    fn a_narrow_terminal_has_fewer_columns_and_whole_numbers() {
        let columns =
            [("scheme", Align::Left), ("load", Align::Right), ("mean", Align::Right), ("grants", Align::Right)];
        let row = ["dual-path", "0.020", "1543 ± 77 ns (over budget)", "1234567"].map(str::to_owned).to_vec();
        let text = |width| fitting(&columns, vec![row.clone()], &["grants", "load"], width);
        assert!(text(None).contains("1234567") && text(Some(60)) == text(None));
        let narrow = text(Some(50));
        assert!(narrow.ends_with("left out, as the terminal is narrow: grants\n"), "{narrow}");
        assert!(narrow.contains("0.020  1543 ± 77 ns (over budget)\n") && !narrow.contains("1234567"), "{narrow}");
        // Where nothing more can be left out, and a number or a word would be broken, cells stand one below the other.
        let narrowest = text(Some(34));
        assert!(narrowest.contains("1543 ± 77 ns (over budget)\n") && !narrowest.contains("0.020"), "{narrowest}");
    }

    #[test]
    fn words_are_never_broken() {
        let columns = [("figure", Align::Left), ("claim", Align::Left), ("command", Align::Left)];
        let row = ["star-11a", "two-phase-multi-path is the quickest", "wormcast reproduce star-11a"];
        let text = |width| fitting(&columns, vec![row.map(str::to_owned).to_vec(); 2], &[], Some(width));
        let record = "figure     star-11a\nclaim      two-phase-multi-path is the quickest\n\
                      command    wormcast reproduce star-11a\n";
        assert_eq!(text(30), format!("{record}\n{record}"));
        // With room for the longest words the table stays, and lines are broken between words.
        let wrapped = text(48);
        assert!(wrapped.starts_with("figure    claim") && wrapped.contains("two-phase-multi-path  "), "{wrapped}");
    }
}
