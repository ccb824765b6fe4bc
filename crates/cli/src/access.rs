//! Which files a command opens.
//!
//! What the user names is read: a file, `-` for standard input, or a pipe. What a file names is read only if it is a
//! regular file beside it, or below the current folder: a plan from elsewhere must not choose among all files of the
//! machine.

use crate::failure::Failure;
use crate::words::one_line;
use clap::Args;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use wormcast::plan::NetworkSpec;

/// The option that says which files may be opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct Access {
    /// Also read files that plans and proofs name outside their own folder and the current one.
    #[arg(long)]
    allow_files: bool,
}

/// The option that printed commands about plans of a network need, where a file outside of the current folder describes
/// it: the plans are not beside that file.
pub(crate) fn needed_for(network: &NetworkSpec) -> Option<String> {
    let file = network.topology.strip_prefix("file:").and_then(|file| fs::canonicalize(file).ok())?;
    let is_below = fs::canonicalize(".").is_ok_and(|folder| file.starts_with(folder));
    (!is_below).then(|| "--allow-files".to_owned())
}

impl Access {
    /// The file of this name in a plan or proof at `from`: from the current folder, or else from the folder of the
    /// plan.
    ///
    /// # Errors
    /// It is not a regular file, or it is elsewhere.
    pub(crate) fn named(self, name: &str, from: &Path) -> Result<PathBuf, Failure> {
        let here = PathBuf::from(name);
        let there = folder_of(from).join(name);
        if here.symlink_metadata().is_err() && there.symlink_metadata().is_err() {
            let beside = match folder_of(from) {
                folder if folder == Path::new(".") => String::new(),
                folder => format!(", nor in {}, where the file that names it is", folder.display()),
            };
            return Err(Failure::new(format!("there is no file `{}` in the current folder{beside}", one_line(name))));
        }
        self.at(if !here.exists() && there.exists() { there } else { here }, from)
    }

    /// The same, from the folder of the plan or proof alone.
    ///
    /// # Errors
    /// As for [`named`](Self::named).
    pub(crate) fn beside(self, name: &str, from: &Path) -> Result<PathBuf, Failure> {
        self.at(folder_of(from).join(name), from)
    }

    fn at(self, path: PathBuf, from: &Path) -> Result<PathBuf, Failure> {
        let folder = folder_of(from);
        let cannot = |error: Error| Failure::new(format!("cannot read {}: {error}", path.display()));
        let place = fs::canonicalize(&path).map_err(cannot)?;
        if !fs::metadata(&place).map_err(cannot)?.is_file() {
            return Err(cannot(Error::new(ErrorKind::InvalidInput, "it is not a regular file")));
        }
        let is_below = |folder: &Path| fs::canonicalize(folder).is_ok_and(|folder| place.starts_with(folder));
        if self.allow_files || is_below(Path::new(".")) || is_below(folder) {
            return Ok(path);
        }
        Err(Failure::new(format!(
            "{} names {}, which is neither beside it nor below the current folder; `--allow-files` reads it",
            from.display(),
            path.display()
        )))
    }
}

/// The folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
