//! Small words.

use std::fmt::Display;
use std::num::{IntErrorKind, NonZeroU32, ParseIntError};
use wormcast::SafeRouting;
use wormcast::plan::MAX_VIRTUAL_CHANNELS;
use wormcast::topology::is_invisible;

/// `1 node`, `2 nodes`.
pub(crate) fn count(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// The text with a question mark for every byte of a control character other than tabs and ends of lines, and of what
/// is invisible or turns the direction of writing: names in hostile files do not reach the terminal as commands.
pub(crate) fn harmless(text: &str) -> String {
    clean(text, "\n\t")
}

/// The same on one line: a name in the middle of a sentence.
pub(crate) fn one_line(text: &str) -> String {
    clean(text, "")
}

fn clean(text: &str, kept: &str) -> String {
    let is_bad = |c: char| (c.is_control() || is_invisible(c)) && !kept.contains(c);
    text.chars().map(|c| if is_bad(c) { "?".repeat(c.len_utf8()) } else { c.to_string() }).collect()
}

/// A word as a shell takes it: between quotes if it is not plain.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || ",.:/_-+=@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", one_line(word).replace('\'', r"'\''")),
    }
}

/// A whole number above 0, as an option gives it.
pub(crate) fn positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("at most {} is looked at", u32::MAX),
        _ => "expected a whole number above 0".to_owned(),
    })
}

/// The same, where nothing else is known of it.
pub(crate) fn positive_number(text: &str) -> Result<u32, String> {
    positive(text).map(NonZeroU32::get)
}

/// Virtual channels a link, as an option gives them.
pub(crate) fn virtual_channels(text: &str) -> Result<NonZeroU32, String> {
    let number = positive(text)?;
    match number.get() {
        ..=MAX_VIRTUAL_CHANNELS => Ok(number),
        _ => Err(format!("at most {MAX_VIRTUAL_CHANNELS} virtual channels a link are looked at")),
    }
}

/// What a safe routing takes, and how evenly it fills the network: what such routings are chosen by.
pub(crate) fn figures(safe: &SafeRouting) -> String {
    let routes = count(safe.busiest, "route");
    format!("{} and at most {routes} on a channel", count(safe.virtual_channels, "virtual channel"))
}
