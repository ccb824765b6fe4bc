//! The words of a line of a path: names of nodes, some of them between quotes, and what stands behind them.

use serde_json::Deserializer;

/// What may stand between two nodes, beside blanks.
pub(super) const ARROWS: [&str; 2] = ["->", "→"];

/// A name as a word of a line: between quotes, as JSON has them, where it would be taken for something else.
pub(super) fn written(name: &str) -> String {
    let is_other = |c: char| c.is_whitespace() || "\"@".contains(c);
    let is_arrow = ARROWS.iter().any(|arrow| name.contains(arrow));
    // A file that begins with `<` is taken for XML.
    match name.is_empty() || name.starts_with(['#', '<']) || name.contains(is_other) || is_arrow {
        true => serde_json::Value::from(name).to_string(),
        false => name.to_owned(),
    }
}

/// The words of a line.
#[derive(Debug, PartialEq)]
pub(super) struct Words<'l> {
    pub names: Vec<String>,
    /// What stands behind its last `@`, if there is one outside of quotes.
    pub list: Option<&'l str>,
    /// Whether some nodes are parted by arrows, and some by blanks.
    pub is_mixed: bool,
}

/// The words of a line. In one that `has_signs`, arrows part nodes, and a note begins at a blank and `#`.
pub(super) fn apart(line: &str, has_signs: bool) -> Words<'_> {
    let mut names = Vec::new();
    let mut rest = line;
    // The line with a word in place of every name between quotes.
    let mut plainly = String::new();
    loop {
        let (plain, quoted) = match quoted(rest) {
            Some(found) if !has_signs || note(found.before).is_none() => (found.before, Some(found)),
            _ => (rest, None),
        };
        let Some(Quoted { name, behind, .. }) = quoted else {
            let plain = note(plain).filter(|_| has_signs).map_or(plain, |at| &plain[..at]);
            let (words, list) = match plain.rsplit_once('@') {
                Some((words, list)) => (words, Some(list.trim())),
                None => (plain, None),
            };
            names.extend(plain_names(words, has_signs));
            plainly += words;
            return Words { names, list, is_mixed: has_signs && is_mixed(&plainly) };
        };
        names.extend(plain_names(plain, has_signs));
        plainly += plain;
        plainly += "q";
        names.push(name);
        rest = behind;
    }
}

/// A name between quotes, and what is around it.
struct Quoted<'l> {
    before: &'l str,
    name: String,
    behind: &'l str,
}

/// The first name between quotes; a quotation mark within a word is a part of it.
fn quoted(line: &str) -> Option<Quoted<'_>> {
    line.match_indices('"').find_map(|(at, _)| {
        let before = &line[..at];
        let begins = before.is_empty()
            || before.ends_with(char::is_whitespace)
            || ARROWS.iter().any(|arrow| before.ends_with(arrow));
        let mut names = Deserializer::from_str(&line[at..]).into_iter::<String>();
        let name = if begins { names.next()?.ok()? } else { return None };
        Some(Quoted { before, name, behind: &line[at + names.byte_offset()..] })
    })
}

/// Where the note behind a path begins.
fn note(line: &str) -> Option<usize> {
    let mut marks = line.match_indices('#').map(|(at, _)| at);
    marks.find(|&at| line[..at].ends_with(char::is_whitespace))
}

/// Whether some nodes are parted by arrows, and some by blanks.
fn is_mixed(words: &str) -> bool {
    let parts: Vec<_> = words.split("->").flat_map(|part| part.split('→')).collect();
    parts.len() > 1 && parts.iter().any(|part| part.split_whitespace().count() > 1)
}

/// The names in a line without quotes.
fn plain_names(words: &str, has_signs: bool) -> Vec<String> {
    let words = if has_signs { words.replace(ARROWS[0], " ").replace(ARROWS[1], " ") } else { words.to_owned() };
    words.split_whitespace().filter(|word| !ARROWS.contains(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = ["a b", "<b", "a\u{a0}b", "#h", "t@0", "a->b", "x\"y", "\"", "→", "plain", "(1,1", "back\\slash"];
        let line = names.map(written).join(" ");
        for has_signs in [false, true] {
            let words = Words { names: names.map(str::to_owned).to_vec(), list: Some("0,1"), is_mixed: false };
            assert_eq!(apart(&format!("{line} @0,1"), has_signs), words);
        }
    }

    #[test]
    fn notes_and_arrows_stand_outside_of_quotes() {
        let Words { names, list, is_mixed } = apart("a->\"b c\" → d @0, 1 # said \"so\" @9", true);
        assert_eq!((names.join("|"), list, is_mixed), ("a|b c|d".to_owned(), Some("0, 1"), false));
        let Words { names, list, .. } = apart("a # \"b\"", true);
        assert_eq!((names.join("|"), list), ("a".to_owned(), None));
        // What only looks like a quotation is a name.
        assert_eq!(apart("5\" a\"b\" \"c", true).names.join("|"), "5\"|a\"b\"|\"c");
    }

    #[test]
    fn arrows_and_blanks_do_not_both_part_nodes() {
        for (line, is_mixed) in
            [("0 0->1 3 0->1", true), ("a -> b c", true), ("\"a b\" -> c -> d", false), ("a b", false)]
        {
            assert_eq!(apart(line, true).is_mixed, is_mixed, "{line}");
        }
        assert!(!apart("a->b c", false).is_mixed);
    }
}
