//! Small words.

use std::fmt::Display;
use std::num::{NonZeroU32, ParseIntError};
use wormcast::plan::MAX_VIRTUAL_CHANNELS;

/// `1 node`, `2 nodes`.
pub fn count(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// The text with a question mark for every byte of a control character other than tabs and ends of lines: names in
/// hostile files do not reach the terminal as commands.
pub fn harmless(text: &str) -> String {
    let clean = |c: char| if c.is_control() && !"\n\t".contains(c) { "?".repeat(c.len_utf8()) } else { c.to_string() };
    text.chars().map(clean).collect()
}

/// Virtual channels a link, as an option gives them.
pub fn virtual_channels(text: &str) -> Result<NonZeroU32, String> {
    let number: NonZeroU32 = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    match number.get() {
        ..=MAX_VIRTUAL_CHANNELS => Ok(number),
        _ => Err(format!("at most {MAX_VIRTUAL_CHANNELS} virtual channels a link are looked at")),
    }
}
