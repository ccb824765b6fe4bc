//! Long sentences in lines that fit the terminal.
//!
//! What is set in is a sentence if it has the marks of one and is no command.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm, fill};

/// Stands for a blank within backticks; texts for people have no control characters.
const BOUND: &str = "\u{1}";

/// Breaks long lines between words where a width is known: sentences, not what is set in or has columns, which fit
/// already or are to be copied. What stands in backticks, such as a command, is not broken.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let options = Options::new(width)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    let line = |line: &str| {
        let words = line.trim_start_matches(' ');
        let margin = &line[..line.len() - words.len()];
        if !is_long_sentence(line, words, width) {
            return line.to_owned();
        }
        // What follows a set-in line is set in once more, and is no line of its own.
        let rest = if margin.is_empty() { String::new() } else { format!("{margin}  ") };
        let options = options.clone().initial_indent(margin).subsequent_indent(&rest);
        fill(&bound(words), &options).replace(BOUND, " ")
    };
    text.split_inclusive('\n').map(line).collect()
}

fn is_long_sentence(line: &str, words: &str, width: usize) -> bool {
    let is_set_in = words.len() < line.len();
    let is_sentence =
        !is_set_in || !words.starts_with("wormcast ") && [", ", "; "].iter().any(|mark| words.contains(mark));
    is_sentence && !words.contains("  ") && line.trim_end().chars().count() > width
}

fn bound(line: &str) -> String {
    let parts = line.split('`').enumerate();
    let parts: Vec<_> =
        parts.map(|(at, part)| if at % 2 == 1 { part.replace(' ', BOUND) } else { part.into() }).collect();
    parts.join("`")
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn sentences_are_broken_and_commands_are_not() {
        let text = "the cheapest: `dual-path`, which is safe\n  wormcast prove mesh:8x8 --scheme dual-path\n";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(
            wrapped(text, Some(20)),
            "the cheapest:\n`dual-path`, which\nis safe\n  wormcast prove mesh:8x8 --scheme dual-path\n"
        );
        let set_in = "  worm 0 is stuck at a; it holds b, c\n";
        assert_eq!(wrapped(set_in, Some(20)), "  worm 0 is stuck at\n    a; it holds b, c\n");
        let table = "scheme     channels\ndual-path  3\n";
        assert_eq!(wrapped(table, Some(10)), table);
        assert_eq!(wrapped("give `--virtual-channels 2` then", Some(12)), "give\n`--virtual-channels 2`\nthen");
    }
}
