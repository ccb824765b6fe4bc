//! Files that are written whole or not at all.

use crate::sweep::at_work::leave_all;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// How the names of files begin that are not yet whole.
pub(crate) const UNFINISHED: &str = ".wormcast-";

/// Writes a file whole or not at all: into a neighbour first, which then takes its name. A file that had the name keeps
/// its permissions, and is still there if anything fails.
///
/// # Errors
/// What the operating system or `fill` says.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let (file, _entry) = neighbour(path)?;
    let mut buffered = BufWriter::new(file.as_file());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// The same; the error names the file.
///
/// # Errors
/// What the operating system or `fill` says, behind the name of the file.
pub fn write_named(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()));
    write_whole(path, fill).map_err(named)
}

/// The files that this process is writing.
static AT_WORK: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file among those that are being written, until it is dropped.
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.0);
    }
}

/// Takes away the files that this process has not finished, and what says that it is at work: it is about to end.
/// Nobody begins another one from then on: whoever wants to waits for the end.
pub fn remove_unfinished() {
    let mut files = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
    for path in files.drain(..) {
        // There is nobody left who could be told.
        let _ = fs::remove_file(path);
    }
    mem::forget(files);
    leave_all();
}

/// What a writer that was killed leaves behind is taken away when it is so old, whoever wrote it.
pub(crate) const LITTER: Duration = Duration::from_secs(3600);

/// Takes away the unfinished files in a folder whose writers have gone; where the system does not tell, those that are
/// old.
///
/// # Errors
/// The folder cannot be read, or a file in it not be taken away.
pub fn remove_litter(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(UNFINISHED)) else { continue };
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        if has_gone(rest) || age.is_some_and(|age| age > LITTER) {
            remove_if_there(&entry.path())?;
        }
    }
    Ok(())
}

/// Takes a file away, unless another process has done so: several may share a folder.
///
/// # Errors
/// It is there, and cannot be taken away.
pub(crate) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Whether it is known that the process whose number begins a name has gone: one of these here.
fn has_gone(name: &str) -> bool {
    let Some((number, rest)) = name.split_once('-') else { return false };
    let Ok(number) = number.parse::<u32>() else { return false };
    let processes = Path::new("/proc");
    rest.starts_with(&here()) && processes.join("self").exists() && !processes.join(number.to_string()).exists()
}

/// Tells this machine, since it was started, from others that share a folder, and a container from others: the number
/// of a process says nothing there.
fn here() -> String {
    let machine = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let processes = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    (machine, processes).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// How the names of the unfinished files of a process here begin.
fn unfinished_by(process: u32) -> String {
    format!("{UNFINISHED}{process}-{}-", here())
}

/// A new file in the same folder, with the usual permissions of a new file, and not those of a secret.
/// It is known as unfinished as soon as it is there.
fn neighbour(path: &Path) -> io::Result<(NamedTempFile, Entry)> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    let prefix = unfinished_by(process::id());
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut files = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
    let file = builder.tempfile_in(folder)?;
    files.push(file.path().to_owned());
    let entry = Entry(file.path().to_owned());
    Ok((file, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write_whole(&path, |file| file.write_all(b"old")).unwrap();
        let failed = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn litter_of_processes_that_are_no_more_is_taken_away_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut other = process::Command::new("true").spawn().unwrap();
        other.wait().unwrap();
        let [gone, alive] = [other.id(), process::id()].map(|id| folder.path().join(unfinished_by(id) + "a"));
        // One of another machine, where that process may be alive.
        let there = folder.path().join(format!("{UNFINISHED}{}-0-a", other.id()));
        [&gone, &alive, &there].into_iter().for_each(|path| fs::write(path, "x").unwrap());
        remove_litter(folder.path()).unwrap();
        assert_eq!([gone, alive, there].map(|path| path.exists()), [false, true, true]);
    }
}
