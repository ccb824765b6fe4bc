//! Folders in place of the files in them.

use crate::dependences;
use crate::failure::Failure;
use crate::gzip;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The same paths with the JSON files of a folder in its place: those whose names are numbers first, in the order of
/// these, then the others in that of their names.
///
/// # Errors
/// A folder cannot be read, or has no such file.
pub(crate) fn expanded(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() { all.extend(files(&path)?) } else { all.push(path) }
    }
    Ok(all)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(cannot)?.collect::<Result<Vec<_>, _>>().map_err(cannot)?;
    let inner = entries.iter().map(|entry| entry.path()).filter(|path| path.is_dir()).min();
    let is_json = |path: &PathBuf| path.extension() == Some(OsStr::new("json")) || gzip::is_name(path);
    let is_plan =
        |path: &PathBuf| is_json(path) && path.file_name() != Some(OsStr::new(dependences::FILE)) && path.is_file();
    let mut found: Vec<_> = entries.into_iter().map(|entry| entry.path()).filter(is_plan).collect();
    found.sort_by_cached_key(|path| {
        let number = path.file_stem().and_then(OsStr::to_str).and_then(|stem| stem.parse::<u64>().ok());
        (number.is_none(), number, path.clone())
    });
    match found.is_empty() {
        true => {
            let hint = inner.map_or_else(String::new, |path| format!("; it has folders, such as {}", path.display()));
            Err(Failure::new(format!("the folder {} has no files `*.json`{hint}", folder.display())))
        }
        false => Ok(found),
    }
}
