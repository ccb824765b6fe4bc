//! Files that the commands read.

use crate::failure::Failure;
use crate::gzip;
use crate::words::one_line;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, stdin};
use std::path::{Path, PathBuf};

/// The largest file that is read as one text: 256 MiB. What is made of a proof or of headers takes up to 17 bytes for
/// each of them.
const MAX_BYTES: u64 = 1 << 28;

/// The largest file that is read as one text where it can also be read as a stream: 64 MiB. What is wrong in a text is
/// told with its line.
const MAX_SMALL: u64 = 1 << 26;

/// The largest text that is read as a stream: 8 GiB, some 2^28 hops.
const MAX_STREAMED: u64 = 1 << 33;

/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What stands in a file.
pub(crate) enum Input {
    /// A text that was read whole.
    Text(String),
    /// A text that is too large for that.
    Large(Large),
}

/// A large text that is read bit by bit.
pub(crate) struct Large {
    /// Its beginning.
    head: Vec<u8>,
    rest: Box<dyn Read>,
}

impl fmt::Debug for Large {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Large").finish_non_exhaustive()
    }
}

impl Large {
    /// Its beginning.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// All of it. Longer than what is read, it ends in an error.
    pub(crate) fn reader(self) -> impl Read {
        let left = MAX_STREAMED - self.head.len() as u64;
        Cursor::new(self.head).chain(gzip::AtMost::new(self.rest, left))
    }

    /// The whole text after all, if it is not too large for that.
    pub(crate) fn into_text(self, path: &Path) -> Result<String, Failure> {
        let mut bytes = self.head;
        self.rest
            .take(MAX_BYTES + 1 - bytes.len() as u64)
            .read_to_end(&mut bytes)
            .map_err(|error| cannot(path, &error))?;
        text_of(path, bytes)
    }
}

/// What stands in a file that the user names, compressed or not: also in a pipe, or on standard input where the name is
/// `-`.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    let mut rest = source(path).and_then(gzip::unpacked).map_err(|error| cannot(path, &error))?;
    let mut head = Vec::new();
    rest.by_ref().take(MAX_SMALL + 1).read_to_end(&mut head).map_err(|error| cannot(path, &error))?;
    if head.len() as u64 > MAX_SMALL {
        return Ok(Input::Large(Large { head: without_mark(head), rest }));
    }
    text_of(path, head).map(Input::Text)
}

/// The text of a file that the user names, as [`open`] finds it.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    match open(path)? {
        Input::Text(text) => Ok(text),
        Input::Large(large) => large.into_text(path),
    }
}

fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    let name = path.display();
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::new(format!("{name} is too large; texts up to {MAX_BYTES} bytes are read")));
    }
    String::from_utf8(without_mark(bytes)).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        Failure::new(format!("{name}, line {line}: not UTF-8 text"))
    })
}

/// Some editors begin a file with a byte order mark, which says nothing about UTF-8.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    bytes
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}

fn source(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    let found = fs::metadata(path)?;
    if is_device(&found) && path != Path::new("/dev/stdin") {
        return Err(io::Error::other("it is a device; expected a file or a pipe"));
    }
    if found.is_dir() {
        return Err(io::Error::other("it is a folder; name its files, such as `FOLDER/*.json`"));
    }
    tell_of_waiting(path);
    Ok(Box::new(File::open(path)?))
}

/// To open a named pipe means to wait until somebody writes: the user hears for whom.
fn tell_of_waiting(path: &Path) {
    if is_pipe(path) {
        eprintln!("waiting for somebody to write to the pipe {}", one_line(&path.display().to_string()));
    }
}

/// Lets networks and routes come through the pipes that these words of the command line name, alone, in a list, or
/// behind `file:` or `=`.
pub(crate) fn accept_pipes(words: impl Iterator<Item = OsString>) {
    let names = words.filter_map(|word| word.into_string().ok()).flat_map(|word| {
        let value = word.strip_prefix("--").and_then(|word| word.split_once('=')).map_or(&*word, |(_, value)| value);
        let value = value.strip_prefix("file:").unwrap_or(value);
        value.split(',').filter(|name| is_stream(name)).map(PathBuf::from).collect::<Vec<_>>()
    });
    wormcast::formats::accept_pipes(names, tell_of_waiting);
}

/// Whether a name stands for standard input or a pipe.
fn is_stream(name: &str) -> bool {
    name == "-" || fs::metadata(name).is_ok_and(|found| is_fifo(&found))
}

/// Whether opening a file waits until somebody writes.
pub(crate) fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| is_named_pipe(path, &found))
}

/// Whether it is a pipe in a folder. Those of `<(…)` have their writers already.
fn is_named_pipe(path: &Path, found: &fs::Metadata) -> bool {
    is_fifo(found) && !["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

#[cfg(unix)]
fn is_fifo(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
}

#[cfg(not(unix))]
fn is_fifo(_found: &fs::Metadata) -> bool {
    false
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

/// How many bytes of text files hold together, as far as it is known.
pub(crate) fn bytes_of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> u64 {
    paths.into_iter().filter_map(|path| gzip::text_length(path).ok()).sum()
}
