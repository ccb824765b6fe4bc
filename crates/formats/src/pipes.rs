//! Pipes that stand in place of files.

use crate::text::{MAX_BYTES, too_large};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The pipes that may be read.
static PIPES: Mutex<BTreeMap<PathBuf, Pipe>> = Mutex::new(BTreeMap::new());

struct Pipe {
    /// Called before it is opened.
    opening: fn(&Path),
    /// What came out of it, once it is read.
    content: Option<Arc<[u8]>>,
}

/// Lets the readers of this process take pipes of these names for files; `-` is standard input. Each is read when it is
/// first needed, and kept, since a pipe gives what is in it once. No other pipe is opened: whoever names one in a file
/// must not make a program wait. To open one may mean to wait until somebody writes: `opening` is called before, so
/// that it can tell for whom.
///
/// ```
/// wormcast_formats::accept_pipes(["-".into()], |pipe| eprintln!("reading {}", pipe.display()));
/// assert!(wormcast_formats::is_accepted_pipe("-".as_ref()) && !wormcast_formats::is_accepted_pipe("pipe".as_ref()));
/// ```
pub fn accept_pipes(names: impl IntoIterator<Item = PathBuf>, opening: fn(&Path)) {
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    for name in names {
        pipes.entry(name).or_insert(Pipe { opening, content: None });
    }
}

/// Whether [`accept_pipes`] was told of it.
pub fn is_accepted_pipe(name: &Path) -> bool {
    PIPES.lock().unwrap_or_else(PoisonError::into_inner).contains_key(name)
}

/// What is in an accepted pipe; none if it is no such pipe. More than 64 MiB are refused.
pub(crate) fn read(name: &Path) -> Option<io::Result<Arc<[u8]>>> {
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    let Pipe { opening, content } = pipes.get_mut(name)?;
    if content.is_none() {
        opening(name);
        let mut bytes = Vec::new();
        let read = match name == Path::new("-") {
            true => io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes),
            false => std::fs::File::open(name).and_then(|pipe| pipe.take(MAX_BYTES + 1).read_to_end(&mut bytes)),
        };
        if let Err(error) = read {
            return Some(Err(error));
        }
        *content = Some(bytes.into());
    }
    // What is too large stays so, and is not gone on with where it was cut off.
    let fits = |bytes: &Arc<[u8]>| bytes.len() as u64 <= MAX_BYTES;
    content.clone().map(|bytes| if fits(&bytes) { Ok(bytes) } else { Err(too_large(MAX_BYTES)) })
}
