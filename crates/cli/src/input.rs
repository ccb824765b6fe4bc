//! Text files that the commands read.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, Read, stdin};
use std::path::Path;

/// The largest file that is read: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file that the user names: also of a pipe, and of standard input where the name is `-`.
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
    if path == Path::new("-") {
        stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    if is_device(&fs::metadata(path)?) && path != Path::new("/dev/stdin") {
        return Err(io::Error::other("it is a device; expected a file or a pipe"));
    }
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether reading would never end, or wait for nobody: neither a file nor a folder, and no pipe.
#[cfg(unix)]
fn is_device(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_char_device() || found.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_found: &fs::Metadata) -> bool {
    false
}

/// How many bytes files hold together, as far as it is known.
pub(crate) fn bytes_of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> u64 {
    paths.into_iter().filter_map(|path| fs::metadata(path).ok()).map(|found| found.len()).sum()
}
