//! Colours of answers on a terminal. A colour never says more than the word that it is on.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::io::stdout;

/// What separates the cells of a table.
const GAP: &str = "  ";

/// The text, with the words that answer a question in colours if standard output shows them: on a terminal, unless the
/// environment has `NO_COLOR`; also elsewhere if it has `CLICOLOR_FORCE`.
pub(crate) fn painted(text: String) -> String {
    match AutoStream::choice(&stdout()) {
        ColorChoice::Never => text,
        _ => text.split_inclusive('\n').map(line).collect(),
    }
}

/// A line with its answers in colours: where they fill a cell, or follow a colon.
fn line(line: &str) -> String {
    // Over what worms hold stands the word that is an answer elsewhere.
    if line.split(GAP).any(|cell| cell.trim() == "waits for") {
        return line.to_owned();
    }
    let cells: Vec<_> = line.split(GAP).map(cell).collect();
    cells.join(GAP)
}

fn cell(cell: &str) -> String {
    let behind_colons = cell.match_indices(": ").map(|(at, colon)| first_word(&cell[at + colon.len()..]));
    let found = std::iter::once(cell.trim()).chain(behind_colons).find_map(|word| Some((word, style(word)?)));
    let Some((word, style)) = found else { return cell.to_owned() };
    let (before, after) = cell.split_once(word).unwrap_or((cell, ""));
    format!("{before}{style}{word}{style:#}{after}")
}

fn first_word(text: &str) -> &str {
    text.split([' ', ',', ';', '\n']).next().unwrap_or_default()
}

/// The colour-blind tell blue from red. Yellow alone is weak on white, so words are bold too.
fn style(word: &str) -> Option<Style> {
    let colour = match word {
        "free" | "deadlock-free" | "valid" | "holds" => AnsiColor::Blue,
        "deadlock" | "not valid" | "does not hold" => AnsiColor::Red,
        "unknown" => AnsiColor::Yellow,
        _ => return None,
    };
    Some(colour.on_default().bold())
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn answers_are_painted_and_other_words_are_not() {
        let painted = ["spam  15  free\n", "spam on mesh:4x4: deadlock-free, for all lengths\n"].map(line);
        assert_eq!(painted[0], "spam  15  \u{1b}[1m\u{1b}[34mfree\u{1b}[0m\n");
        assert_eq!(painted[1], "spam on mesh:4x4: \u{1b}[1m\u{1b}[34mdeadlock-free\u{1b}[0m, for all lengths\n");
        let header = "  worm  stuck at  holds  waits for  held by\n";
        for plain in [header, "a deadlock of 4 worms\n", "free of deadlock\n", "\n", "  unknown node\n"] {
            assert_eq!(line(plain), plain);
        }
    }
}
