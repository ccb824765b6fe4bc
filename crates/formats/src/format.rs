//! What a format is.

use crate::draft::Draft;
use crate::text::{Flaw, lines};

/// A format that networks are written in.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What it is called.
    pub name: &'static str,
    /// The ends of the names of its files, without the dot. Other ends leave it to the content.
    pub extensions: &'static [&'static str],
    /// Whether a text looks like it. Formats are asked in the order of [`FORMATS`](crate::FORMATS).
    pub(crate) recognises: fn(&str) -> bool,
    /// Reads a text.
    pub(crate) read: fn(&str) -> Result<Draft<'_>, Flaw>,
}

/// The first line of a text that is not empty and no comment.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    let mut told = lines(text).map(|(_, line)| line.trim()).filter(|line| !line.starts_with(['#', '%']));
    told.find(|line| !line.is_empty())
}
