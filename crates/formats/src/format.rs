//! What a format is.

use crate::draft::Draft;
use crate::text::{Flaw, lines};
use std::io::{self, Write};
use wormcast_topology::Topology;

/// Writes a network.
pub(crate) type Writer = fn(&dyn Topology, &mut dyn Write) -> io::Result<()>;

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
    /// Writes a network, in formats that are written too.
    pub(crate) write: Option<Writer>,
}

impl Format {
    /// Its name in a word, for command lines.
    ///
    /// ```
    /// let words: Vec<_> = wormcast_formats::FORMATS.iter().map(|format| format.word()).collect();
    /// assert!(words.contains(&"node-link".to_owned()));
    /// ```
    pub fn word(&self) -> String {
        self.name.split(' ').next().unwrap_or_default().to_lowercase()
    }

    /// Whether networks are written in it.
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Writes a network. What the format has no words for is left out; our own JSON leaves nothing out.
    ///
    /// # Errors
    /// The writer's, or that networks are not written in this format.
    pub fn write(&self, network: &dyn Topology, out: &mut dyn Write) -> io::Result<()> {
        let refusal = || io::Error::other(format!("networks are not written as {}", self.name));
        self.write.ok_or_else(refusal)?(network, out)
    }
}

/// The first line of a text that is not empty and no comment.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    let mut told = lines(text).map(|(_, line)| line.trim()).filter(|line| !line.starts_with(['#', '%']));
    told.find(|line| !line.is_empty())
}
