//! Compressed files: written where their name says so, recognised by their content.

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Cursor, Error, ErrorKind, Read, Write};
use std::path::Path;
use std::rc::Rc;

/// The bytes that a compressed file begins with.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// How many times as long as the compressed file the text of a plan is at most, as a rule.
const RATIO: u64 = 24;

/// How many times as long it may be, and how much is read whatever it is: no plan comes near, and blanks by the
/// gigabyte do.
const MOST_RATIO: u64 = 250;
const ANY_RATIO: u64 = 1 << 24;

/// Whether a file of this name is written compressed.
pub(crate) fn is_name(path: &Path) -> bool {
    path.to_string_lossy().to_lowercase().ends_with(".json.gz")
}

/// Writes the content compressed: the same bytes for the same content.
pub(crate) fn pack(out: &mut dyn Write, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut encoder = io::BufWriter::with_capacity(1 << 16, GzEncoder::new(out, Compression::default()));
    content(&mut encoder)?;
    encoder.into_inner()?.finish()?.flush()
}

/// The text of a source, which may be compressed.
pub(crate) fn unpacked(mut source: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut head = Vec::new();
    source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == MAGIC;
    let whole = Cursor::new(head).chain(source);
    if !is_packed {
        return Ok(Box::new(whole));
    }
    let packed = Rc::new(Cell::new(0));
    let counted = Counted { inner: whole, packed: packed.clone() };
    Ok(Box::new(Unpacked { inner: MultiGzDecoder::new(counted), packed, text: 0 }))
}

/// A source that tells how many bytes were read from it.
struct Counted<R> {
    inner: R,
    packed: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.packed.set(self.packed.get() + length as u64);
        Ok(length)
    }
}

/// About how many bytes of text a file holds.
pub(crate) fn text_length(path: &Path) -> io::Result<u64> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Ok(found.len());
    }
    let mut head = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(if head == MAGIC { found.len().saturating_mul(RATIO) } else { found.len() })
}

/// A decoder whose errors say what is wrong with the file, and which gives up where a little is far too much.
struct Unpacked<R> {
    inner: MultiGzDecoder<R>,
    packed: Rc<Cell<u64>>,
    /// The bytes of text so far.
    text: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => Error::other("the compressed file ends too early; it was cut off"),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => {
                Error::other(format!("the compressed file is damaged ({error})"))
            }
            _ => error,
        })?;
        self.text += read as u64;
        if self.text > ANY_RATIO.max(self.packed.get().saturating_mul(MOST_RATIO)) {
            return Err(Error::other(format!("the compressed file expands to more than {MOST_RATIO} times its size")));
        }
        Ok(read)
    }
}

/// Reads at most so many bytes; more of them are an error, and not an end.
pub(crate) struct AtMost<R> {
    inner: R,
    most: u64,
    left: u64,
}

impl<R> AtMost<R> {
    pub(crate) fn new(inner: R, most: u64) -> Self {
        Self { inner, most, left: most }
    }
}

impl<R: Read> Read for AtMost<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.left = self
            .left
            .checked_sub(length as u64)
            .ok_or_else(|| Error::other(format!("it is too large; {} bytes are read", self.most)))?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::{AtMost, pack, unpacked};
    use std::io::{Cursor, Read};

    fn read(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        let mut source = unpacked(Box::new(Cursor::new(bytes))).map_err(|error| error.to_string())?;
        source.read_to_end(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        pack(&mut bytes, |out| out.write_all(text)).unwrap();
        bytes
    }

    #[test]
    fn what_is_packed_is_read_as_it_was() {
        let texts = [&b""[..], b"x", b"\x1f", b"\x1f\x8c", b"a text that is longer, longer, longer"];
        for text in texts.iter().map(|text| text.to_vec()).chain((0..60).map(|size| vec![b'7'; size * size * 37])) {
            assert_eq!(read(packed(&text)).as_ref(), Ok(&text));
            assert_eq!(read(text.clone()), Ok(text.clone()), "a text that is not compressed");
            assert_eq!(packed(&text), packed(&text));
        }
    }

    #[test]
    fn cut_and_damaged_files_are_refused() {
        let text: Vec<u8> =
            (0..20_000_u32).flat_map(|number| format!("[{number},\"{}\"]", number % 97).into_bytes()).collect();
        let whole = packed(&text);
        for length in (2..whole.len()).step_by(101) {
            let problem = read(whole[..length].to_vec()).unwrap_err();
            assert!(problem.contains("cut off"), "{length}: {problem}");
        }
        for place in (10..whole.len()).step_by(89) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x10;
            let problem = read(damaged).unwrap_err();
            assert!(problem.contains("compressed file"), "{place}: {problem}");
        }
    }

    #[test]
    fn a_little_that_is_far_too_much_is_refused() {
        let problem = read(packed(&vec![b' '; 1 << 25])).unwrap_err();
        assert!(problem.contains("more than 250 times"), "{problem}");
    }

    #[test]
    fn more_than_is_read_is_an_error() {
        let mut text = Vec::new();
        AtMost::new(&[7; 10][..], 10).read_to_end(&mut text).unwrap();
        assert_eq!(text, [7; 10]);
        assert!(AtMost::new(&[7; 11][..], 10).read_to_end(&mut text).is_err());
    }
}
