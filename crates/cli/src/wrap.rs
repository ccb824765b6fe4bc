//! Long sentences in lines that fit the terminal.

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
    let line = |line: &str| match is_long_sentence(line, width) {
        true => fill(&bound(line), &options).replace(BOUND, " "),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

fn is_long_sentence(line: &str, width: usize) -> bool {
    !line.starts_with(' ') && !line.contains("  ") && line.trim_end().chars().count() > width
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
        let table = "scheme     channels\ndual-path  3\n";
        assert_eq!(wrapped(table, Some(10)), table);
        assert_eq!(wrapped("give `--virtual-channels 2` then", Some(12)), "give\n`--virtual-channels 2`\nthen");
    }
}
