//! Who is at work in a folder of results: two experiments at a time would write over each other's tables.

use super::cells::cells;
use super::store::Key;
use crate::experiment::Experiment;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The file that whoever is at work holds locked. It says which cells are made.
const NAME: &str = ".at-work";

/// A sweep at work in a folder, until this is dropped. Parts of one sweep may be at work together.
#[derive(Debug)]
pub struct AtWork(Arc<Held>);

/// The file that tells it.
#[derive(Debug)]
struct Held {
    path: PathBuf,
    file: File,
}

/// The files of this process.
static HELD: Mutex<Vec<Arc<Held>>> = Mutex::new(Vec::new());

impl Held {
    /// The last one takes the file away.
    fn leave(&self) {
        // A file that stays is no harm: nobody holds it.
        if self.file.unlock().is_ok() && self.file.try_lock().is_ok() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Leaves all folders: the process is about to end.
pub(crate) fn leave_all() {
    HELD.lock().unwrap_or_else(PoisonError::into_inner).drain(..).for_each(|held| held.leave());
}

impl AtWork {
    /// Begins to work in a folder; none if another experiment is at work there. Where files cannot be locked, nothing
    /// is known of others.
    ///
    /// # Errors
    /// The file that is locked cannot be made or read.
    pub fn begin(folder: &Path, experiment: &Experiment) -> io::Result<Option<Self>> {
        let keys: Vec<_> = cells(experiment).into_iter().map(|cell| cell.key.as_str().to_owned()).collect();
        Self::on(folder, Key::of(&keys).as_str())
    }

    fn on(folder: &Path, own: &str) -> io::Result<Option<Self>> {
        let path = folder.join(NAME);
        Self::at(&path, own).map_err(|error| {
            // What could not be written whole says nothing to anybody.
            let _ = std::fs::remove_file(&path);
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        })
    }

    fn at(path: &Path, own: &str) -> io::Result<Option<Self>> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {
                file.set_len(0)?;
                file.write_all(own.as_bytes())?;
                file.unlock()?;
            }
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(_)) => return Ok(Some(Self::with(path, file))),
        }
        file.lock_shared()?;
        // Another one may have come in between.
        let mut told = String::new();
        file.rewind()?;
        file.read_to_string(&mut told)?;
        Ok((told == own).then(|| Self::with(path, file)))
    }

    fn with(path: &Path, file: File) -> Self {
        let held = Arc::new(Held { path: path.to_owned(), file });
        HELD.lock().unwrap_or_else(PoisonError::into_inner).push(held.clone());
        Self(held)
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let mut all = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has left all folders has left this one.
        if let Some(place) = all.iter().position(|held| Arc::ptr_eq(held, &self.0)) {
            all.swap_remove(place).leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_experiment_is_at_work_in_a_folder_with_all_its_parts() {
        let folder = tempfile::tempdir().unwrap();
        let begin = |own: &str| AtWork::on(folder.path(), own).unwrap();
        let [first, part] = [begin("a"), begin("a")];
        assert!(first.is_some() && part.is_some());
        assert!(begin("b").is_none());
        drop(first);
        assert!(begin("b").is_none());
        drop(part);
        assert!(begin("b").is_some());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
