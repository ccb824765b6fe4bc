//! Small words.

use std::fmt::Display;

/// `1 node`, `2 nodes`.
pub fn count(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// The text without control characters other than the ends of lines.
pub fn harmless(text: &str) -> String {
    let clean = |c: char| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(clean).collect()
}
