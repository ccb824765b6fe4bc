//! Text files that the commands read.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let mut bytes = read(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::new(format!("{name} is too large; files up to {MAX_BYTES} bytes are read")));
    }
    // Some editors begin a file with a byte order mark, which says nothing about UTF-8.
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        Failure::new(format!("{name}, line {line}: not UTF-8 text"))
    })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
