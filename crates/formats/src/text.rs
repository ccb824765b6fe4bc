//! The text of a file: read with a limit, checked to be text, and addressed by line and column.

use crate::pipes;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use wormcast_topology::{TopologyError, is_invisible};

/// The largest file that is read, in bytes: 64 MiB.
pub(crate) const MAX_BYTES: u64 = 64 << 20;
/// The longest name of a node, in bytes.
pub(crate) const MAX_NAME: usize = 256;

/// What is wrong in a text, and at which byte.
#[derive(Debug)]
pub(crate) struct Flaw {
    /// The byte, from the start of the text.
    pub at: usize,
    /// What is wrong, and what would be accepted.
    pub problem: String,
}

impl Flaw {
    pub(crate) fn new(at: usize, problem: impl Into<String>) -> Self {
        Self { at, problem: problem.into() }
    }

    /// The flaw with its line and column.
    pub(crate) fn locate(self, path: &Path, text: &str) -> TopologyError {
        let (line, column) = place(&text[..self.at]);
        TopologyError::File { path: path.into(), line, column, problem: self.problem }
    }
}

/// So many bytes tell the kinds of files apart.
const HEAD: usize = 512;

/// How a file begins: by that the kinds of files are told apart. Nothing of one that cannot be read.
pub(crate) fn head(path: &Path) -> Vec<u8> {
    if let Some(content) = pipes::read(path) {
        return content.map_or_else(|_| Vec::new(), |bytes| bytes[..bytes.len().min(HEAD)].to_vec());
    }
    let mut head = Vec::new();
    let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
    if let Some(file) = is_file.then(|| File::open(path).ok()).flatten()
        && file.take(HEAD as u64).read_to_end(&mut head).is_err()
    {
        head.clear();
    }
    head
}

/// The bytes of a file that is not too large for a network.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, TopologyError> {
    read_regular(path, MAX_BYTES)
}

/// The bytes of a regular file, or of an [accepted pipe](crate::accept_pipes), that is not larger than this. Never
/// waits for another pipe, never reads a device.
///
/// # Errors
/// It cannot be read, is no such file, or is larger.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, TopologyError> {
    let attempt = || {
        let bytes = match pipes::read(path) {
            Some(content) => content?.to_vec(),
            None => read_file(path, limit)?,
        };
        match bytes.len() as u64 > limit {
            true => Err(too_large(limit)),
            false => Ok(bytes),
        }
    };
    attempt().map_err(|source| TopologyError::Io { path: path.into(), source })
}

/// The error of a file that is larger than so many bytes.
pub(crate) fn too_large(limit: u64) -> io::Error {
    io::Error::other(format!("it is larger than the {} MiB that are accepted", limit >> 20))
}

fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a folder" } else { "a pipe or a device" };
        return Err(io::Error::other(format!("it is {what}; expected a regular file")));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes as text, without a byte-order mark.
pub(crate) fn decode<'b>(path: &Path, bytes: &'b [u8]) -> Result<&'b str, TopologyError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(TopologyError::Io { path: path.into(), source: too_large(MAX_BYTES) });
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let valid = std::str::from_utf8(valid).expect("valid up to here");
        Flaw::new(valid.len(), format!("byte 0x{:02X} is not UTF-8; expected UTF-8 text", rest[0])).locate(path, valid)
    })?;
    match text.find(|c: char| c.is_control() && !"\t\r\n".contains(c)) {
        None => Ok(text),
        Some(at) => {
            let control = text[at..].chars().next().map_or(0, u32::from);
            let problem = format!("control character U+{control:04X}; expected printable text");
            Err(Flaw::new(at, problem).locate(path, text))
        }
    }
}

/// The text without the escapes by which programs underline and colour it on a terminal: `ESC [ … m`.
pub(crate) fn without_styles(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&0x1b) {
        return Cow::Borrowed(bytes);
    }
    let (mut kept, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
    while let Some(at) = rest.iter().position(|&byte| byte == 0x1b) {
        kept.extend_from_slice(&rest[..at]);
        let inside = rest[at + 1..].strip_prefix(b"[");
        let length = inside.and_then(|inside| inside.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';'));
        match (inside, length) {
            (Some(inside), Some(length)) if inside[length] == b'm' => rest = &inside[length + 1..],
            // What is no style is refused with other control characters.
            _ => {
                kept.push(0x1b);
                rest = &rest[at + 1..];
            }
        }
    }
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

/// Line and column, from 1, of what follows this text. Lines end with a line feed, a carriage return, or both.
fn place(before: &str) -> (usize, usize) {
    let bytes = before.as_bytes();
    let ends = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    let last_end = (0..bytes.len()).rev().find(|&at| ends(at));
    let line = 1 + (0..bytes.len()).filter(|&at| ends(at)).count();
    (line, 1 + before[last_end.map_or(0, |at| at + 1)..].chars().count())
}

/// The line, from 1, in which a byte of a text stands.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    place(&text[..at]).0
}

/// The lines of a text, each with the byte at which it starts.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(['\n', '\r']).map(|line| (offset(text, line), line))
}

/// Where a part of a text starts, in bytes. The part must be a piece of the text itself: an equal text that stands
/// elsewhere, such as a literal, has no place in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    let pieces = text.as_bytes().as_ptr_range();
    debug_assert!((pieces.start..=pieces.end).contains(&part.as_ptr()), "{part:?} is no piece of the text");
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// A piece of the text, short enough for a message and on one line.
pub(crate) fn shown(piece: &str) -> String {
    format!("`{}`", cut(piece, 40))
}

/// At most so many characters of a text, on one line.
pub(crate) fn cut(text: &str, length: usize) -> String {
    let end = text.char_indices().nth(length).map_or(text.len(), |(end, _)| end);
    let more = if end < text.len() { "…" } else { "" };
    text[..end].replace(char::is_control, " ").replace(is_invisible, "?") + more
}

/// Why a node cannot have this name; none if it can.
pub(crate) fn name_problem(name: &str) -> Option<String> {
    match name {
        "" => Some(format!("a name is empty; expected 1 to {MAX_NAME} bytes")),
        _ if name.len() > MAX_NAME => {
            Some(format!("{} is too long for a name; expected 1 to {MAX_NAME} bytes", shown(name)))
        }
        _ if name.contains(char::is_control) => Some("a name has a control character; expected none".into()),
        _ => None,
    }
}
