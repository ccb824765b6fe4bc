//! Finished cells on disk: each under the hash of all that decides its result, written whole or not at all.

use crate::whole_file::{remove_litter, write_named};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};

/// A folder of finished cells.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// The name of a cell: the hash of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

/// What a store has under a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept<T> {
    /// Nothing: the cell is not finished.
    Missing,
    /// A file that is cut or altered, or was copied from another cell: the cell counts as not finished.
    Damaged,
    /// The result of the cell.
    Whole(T),
}

impl<T> Kept<T> {
    /// The result, if it is whole.
    pub fn whole(self) -> Option<T> {
        match self {
            Self::Whole(result) => Some(result),
            Self::Missing | Self::Damaged => None,
        }
    }
}

/// A cell's file. It holds its own key, and that of its result: one that stands under the name of another cell is not
/// believed, nor one in which a digit has changed.
#[derive(Serialize, Deserialize)]
struct CellFile<K, T> {
    key: K,
    result: T,
    result_key: K,
}

/// Bytes as hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Key {
    /// The key of what decides a result: the SHA-256 of its JSON form.
    ///
    /// # Panics
    /// If the content has no JSON form.
    pub fn of(content: &impl Serialize) -> Self {
        let json = serde_json::to_vec(content).expect("what decides a cell has a JSON form");
        Self(hexadecimal(&Sha256::digest(&json)))
    }

    /// The key in hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The result in a cell's file; none unless it is that of this cell, unaltered.
fn read_cell<T: Serialize + DeserializeOwned>(text: &[u8], key: &Key) -> Option<T> {
    let CellFile { key: own, result, result_key } = serde_json::from_slice::<CellFile<String, T>>(text).ok()?;
    (own == key.as_str() && result_key == Key::of(&result).as_str()).then_some(result)
}

impl Store {
    /// The store in this folder, which is made if it is missing.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        remove_litter(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// What is kept of a cell. What cannot be read counts as damaged, and so does what is no file: a pipe would be
    /// waited for.
    pub fn load<T: Serialize + DeserializeOwned>(&self, key: &Key) -> Kept<T> {
        let path = self.path(key);
        if path.exists() && !path.is_file() {
            return Kept::Damaged;
        }
        match std::fs::read(path) {
            Ok(text) => read_cell(&text, key).map_or(Kept::Damaged, Kept::Whole),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kept::Missing,
            Err(_) => Kept::Damaged,
        }
    }

    /// Keeps the result of a cell.
    ///
    /// # Errors
    /// The file cannot be written; then there is none. The error names it.
    pub fn save(&self, key: &Key, result: &impl Serialize) -> io::Result<()> {
        let path = self.path(key);
        write_named(&path, |file| {
            let result_key = Key::of(result);
            let whole = CellFile { key: key.as_str(), result, result_key: result_key.as_str() };
            serde_json::to_writer(&mut *file, &whole)?;
            writeln!(file)
        })
    }

    /// Whether there is a file of this cell, whole or damaged.
    pub fn has(&self, key: &Key) -> bool {
        self.path(key).is_file()
    }

    /// Whether there is any finished cell.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(std::fs::read_dir(&self.folder)?.next().is_none())
    }

    /// How many cells there are files of, whole or damaged.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn count(&self) -> io::Result<usize> {
        let is_cell = |entry: &std::fs::DirEntry| entry.path().extension().is_some_and(|end| end == "json");
        Ok(std::fs::read_dir(&self.folder)?.flatten().filter(is_cell).count())
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}.json", key.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole_file::{LITTER, UNFINISHED};

    #[test]
    fn what_is_saved_is_loaded_and_what_is_broken_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cells")).unwrap();
        assert!(store.is_empty().unwrap());
        let key = Key::of(&("mesh:4x4", 0.1, 7));
        assert_eq!(store.load::<f64>(&key), Kept::Missing);
        store.save(&key, &1.5).unwrap();
        assert_eq!(store.load::<f64>(&key), Kept::Whole(1.5));
        assert_eq!((store.is_empty().unwrap(), store.count().unwrap()), (false, 1));
        std::fs::write(store.path(&key), "1.").unwrap();
        assert_eq!(store.load::<f64>(&key), Kept::Damaged);
    }

    #[test]
    fn a_result_in_which_a_digit_has_changed_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let key = Key::of(&1);
        store.save(&key, &340.341_925).unwrap();
        assert_eq!(store.load(&key), Kept::Whole(340.341_925));
        let changed = std::fs::read_to_string(store.path(&key)).unwrap().replace("340.3", "940.3");
        std::fs::write(store.path(&key), changed).unwrap();
        assert_eq!(store.load::<f64>(&key), Kept::Damaged);
    }

    /// Reading a pipe would wait for somebody to write to it.
    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_a_cell_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let key = Key::of(&1);
        assert!(std::process::Command::new("mkfifo").arg(store.path(&key)).status().unwrap().success());
        assert_eq!(store.load::<f64>(&key), Kept::Damaged);
        store.save(&key, &1.5).unwrap();
        assert_eq!(store.load(&key), Kept::Whole(1.5));
    }

    #[test]
    fn old_litter_is_taken_away_and_young_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let [old, young] = ["old", "young"].map(|name| folder.path().join(format!("{UNFINISHED}{name}")));
        for (path, age) in [(&old, 2 * LITTER), (&young, LITTER / 2)] {
            let file = std::fs::File::create(path).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        }
        Store::open(folder.path()).unwrap();
        assert_eq!((old.exists(), young.exists()), (false, true));
    }

    #[test]
    fn a_cell_under_the_name_of_another_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let [one, other] = [0.1, 0.2].map(|load: f64| Key::of(&load));
        store.save(&one, &1.5).unwrap();
        std::fs::copy(store.path(&one), store.path(&other)).unwrap();
        assert_eq!((store.load::<f64>(&one), store.load::<f64>(&other)), (Kept::Whole(1.5), Kept::Damaged));
    }

    #[test]
    fn different_contents_have_different_keys() {
        assert_ne!(Key::of(&("mesh:4x4", 0.1)), Key::of(&("mesh:4x4", 0.2)));
        assert_eq!(Key::of(&"a").as_str().len(), 64);
    }
}
