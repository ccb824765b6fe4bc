//! What must hold of the project's own files is tested here: `cargo test -p wormcast-tidy` takes a second.
//!
//! - `comments`: comments fit 120 columns.
//! - `links`: links, anchors and pictures of all pages exist, and the book has every page.
//! - `manifests`: crates can be released; dependencies are used, have accepted licences, and need no newer Rust.
//! - `modules`: a module with parts is a file beside a folder of its name.
//! - `sizes`: constants of the type `usize` fit 32 bits.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder of the project with this ending, in the order of their names, without what builds leave.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(folder: &str, ending: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_symlink() || path.ends_with("target") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
