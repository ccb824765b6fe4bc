//! Pipes that stand in place of files.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The pipes that may be read, and what came out of them.
static PIPES: Mutex<BTreeMap<PathBuf, Option<Arc<[u8]>>>> = Mutex::new(BTreeMap::new());

/// Lets the readers of this process take pipes of these names for files; `-` is standard input. Each is read when it is
/// first needed, and kept, since a pipe gives what is in it once. No other pipe is opened: whoever names one in a file
/// must not make a program wait.
///
/// ```
/// wormcast_formats::accept_pipes(["-".into()]);
/// assert!(wormcast_formats::is_accepted_pipe("-".as_ref()) && !wormcast_formats::is_accepted_pipe("pipe".as_ref()));
/// ```
pub fn accept_pipes(names: impl IntoIterator<Item = PathBuf>) {
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    for name in names {
        pipes.entry(name).or_default();
    }
}

/// Whether [`accept_pipes`] was told of it.
pub fn is_accepted_pipe(name: &Path) -> bool {
    PIPES.lock().unwrap_or_else(PoisonError::into_inner).contains_key(name)
}

/// What is in an accepted pipe, `limit + 1` bytes at most; none if it is no such pipe.
pub(crate) fn read(name: &Path, limit: u64) -> Option<io::Result<Arc<[u8]>>> {
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    let content = pipes.get_mut(name)?;
    if content.is_none() {
        let mut bytes = Vec::new();
        let read = match name == Path::new("-") {
            true => io::stdin().lock().take(limit + 1).read_to_end(&mut bytes),
            false => std::fs::File::open(name).and_then(|pipe| pipe.take(limit + 1).read_to_end(&mut bytes)),
        };
        if let Err(error) = read {
            return Some(Err(error));
        }
        *content = Some(bytes.into());
    }
    content.clone().map(Ok)
}
