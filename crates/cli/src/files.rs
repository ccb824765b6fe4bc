//! Files that are written whole or not at all.

use crate::failure::Failure;
use crate::gzip;
use crate::signals::{not_interrupted, say_on_interrupt};
use crate::words::one_line;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use wormcast::eval::{remove_litter, write_whole};

/// How long a pipe is waited for without a word.
const SILENT: Duration = Duration::from_secs(1);
/// The ends of names of pictures.
const PICTURES: &[&str] = &[
    "svg", "png", "pdf", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "tif", "tiff", "eps", "ps", "emf", "ico", "svgz",
];

/// Where a file is to be written. Known to be possible as far as can be told beforehand, so that a long computation
/// does not end in a wrong path.
#[derive(Debug)]
pub(crate) struct Target {
    /// As the user wrote it.
    name: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A file that does not exist yet.
    New,
    /// A file that exists, behind all symbolic links.
    Existing(PathBuf),
    /// A pipe or a device: there is nothing to keep, and nothing to rename.
    Stream,
}

impl Target {
    /// The file of this name.
    pub(crate) fn at(path: &Path) -> Result<Self, Failure> {
        let refuse = |why: &str| Err(Failure::new(format!("cannot write {}: {why}", path.display())));
        let place = match (fs::metadata(path), fs::symlink_metadata(path)) {
            _ if path == Path::new("-") => return refuse("`-` is not a file; `/dev/stdout` prints it"),
            (Ok(found), _) if found.is_dir() => return refuse("it is a folder; name a file in it"),
            (Ok(found), _) if !found.is_file() => Place::Stream,
            (Ok(found), _) if found.permissions().readonly() => return refuse("it is read-only"),
            (Ok(_), _) => Place::Existing(fs::canonicalize(path)?),
            (Err(_), Ok(_)) => return refuse("it is a symbolic link that leads nowhere"),
            (Err(error), Err(_)) if error.kind() == ErrorKind::NotFound && folder(path).is_dir() => Place::New,
            (Err(error), Err(_)) if error.kind() == ErrorKind::NotFound => {
                return refuse(&format!("there is no folder {}", folder(path).display()));
            }
            (Err(error), Err(_)) => return refuse(&error.to_string()),
        };
        Ok(Self { name: path.to_owned(), place })
    }

    /// The file of this name for a picture of this kind: a name that promises another kind is refused.
    pub(crate) fn for_picture(path: &Path, kind: &str) -> Result<Self, Failure> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if extension != kind && PICTURES.contains(&&*extension) {
            let message = format!("`--{kind}` draws {}; name a file that ends in `.{kind}`", kind.to_uppercase());
            return Err(Failure::new(format!("cannot write {}: {message}", path.display())));
        }
        Self::at(path)
    }

    /// As the user wrote it.
    pub(crate) fn name(&self) -> String {
        self.name.display().to_string()
    }

    /// Whether there was a file of this name before.
    pub(crate) fn is_there(&self) -> bool {
        matches!(self.place, Place::Existing(_))
    }

    /// Whether both are the same file.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.place, &other.place) {
            (Place::Existing(a), Place::Existing(b)) => a == b,
            (Place::New, Place::New) => self.name == other.name,
            _ => false,
        }
    }

    /// Refuses to take the place of a file that the command reads.
    pub(crate) fn spare(&self, input: &Path) -> Result<(), Failure> {
        match &self.place {
            Place::Existing(path) if fs::canonicalize(input).is_ok_and(|input| input == *path) => {
                let message = format!("{} is read by this command; name another file to write", self.name.display());
                Err(Failure::new(message))
            }
            _ => Ok(()),
        }
    }

    /// Writes the file, compressed if its name ends in `.json.gz`. It comes into being, or takes the place of the one
    /// before, when it is complete.
    pub(crate) fn write(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        match gzip::is_name(&self.name) {
            true => self.write_plain(|out| gzip::pack(out, content)),
            false => self.write_plain(content),
        }
    }

    fn write_plain(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        if let Place::New | Place::Existing(_) = &self.place {
            // What killed commands left here is no reason not to write.
            let _ = remove_litter(folder(&self.name));
        }
        let written = match &self.place {
            Place::New => write_whole(&self.name, content),
            Place::Existing(path) => write_whole(path, content),
            Place::Stream => self.open_stream().and_then(|file| fill(&file, content)),
        };
        written.map_err(|error| Failure::new(format!("cannot write {}: {error}", self.name.display())))
    }
}

impl Target {
    /// Opens a pipe or a device. A pipe that nobody reads is waited for, which is said after a while.
    fn open_stream(&self) -> io::Result<File> {
        let (opened, open) = mpsc::channel::<()>();
        let name = one_line(&self.name.display().to_string());
        thread::spawn(move || {
            if open.recv_timeout(SILENT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("note: nobody reads {name} yet; waiting for a reader");
            }
        });
        let file = File::options().write(true).open(&self.name);
        drop(opened);
        file
    }
}

/// In this folder within the one that is meant, files are written that belong together.
const UNFINISHED: &str = ".unfinished";

/// Makes a folder for files that belong together: with others in it, it would not be told which do. What a command left
/// there that was killed is taken away.
///
/// # Errors
/// It cannot be made, or has something in it.
pub(crate) fn fresh_folder(path: &Path) -> Result<(), Failure> {
    let cannot = |error: io::Error| Failure::new(format!("cannot use the folder {}: {error}", path.display()));
    fs::create_dir_all(path).map_err(cannot)?;
    let _ = fs::remove_dir_all(path.join(UNFINISHED));
    match fs::read_dir(path).map_err(cannot)?.next() {
        None => Ok(()),
        Some(_) => Err(Failure::new(format!("the folder {} has files already; name another one", path.display()))),
    }
}

/// Writes files that belong together into a folder that is there, all or none: a part would be taken for the whole.
/// They are written into a folder within, and take their places, and those of files of their names, when all are there.
/// If the command is interrupted, it says that there are none.
///
/// # Errors
/// One of them cannot be written.
pub(crate) fn fill_folder(folder: &Path, fill: impl FnOnce(&Path) -> Result<(), Failure>) -> Result<(), Failure> {
    let inside = folder.join(UNFINISHED);
    let cannot = |error: io::Error| Failure::new(format!("cannot write into {}: {error}", folder.display()));
    // What a killed command left here is no reason not to write.
    let _ = fs::remove_dir_all(&inside);
    fs::create_dir(&inside).map_err(cannot)?;
    let (left, name) = (inside.clone(), one_line(&folder.display().to_string()));
    say_on_interrupt(move || {
        // There is nobody left who could be told.
        let _ = fs::remove_dir_all(&left);
        format!("interrupted: nothing is written into {name}")
    });
    let written = fill(&inside);
    // The user knows the files by where they were to be.
    let named = |failure: Failure| Failure::new(failure.message().replace(&format!("{UNFINISHED}/"), ""));
    not_interrupted(|| {
        written.map_err(named).and_then(|()| move_up(&inside, folder).map_err(cannot)).inspect_err(|_| {
            // That the files cannot be written is told; that they stay is to be seen.
            let _ = fs::remove_dir_all(&inside);
        })
    })
}

/// Moves all that is in a folder into the one that it is in.
fn move_up(inside: &Path, folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(inside)? {
        let entry = entry?;
        fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    fs::remove_dir(inside)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

fn fill(file: &File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::new(file);
    content(&mut buffered)?;
    buffered.flush()
}
