//! What the tests of the command share: calls in a folder of their own.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder to call the command in.
pub(crate) struct Folder(TempDir);

/// How a call ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The `simulate` that is printed, without the program and the quotation marks of a shell.
    pub(crate) fn simulate_command(&self) -> String {
        let command = self
            .out
            .lines()
            .find_map(|line| line.strip_prefix("  wormcast ").filter(|words| words.starts_with("simulate ")));
        command.unwrap_or_else(|| panic!("no command: {self:?}")).replace('\'', "")
    }
}

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with the plan of a multicast, `plan.json`.
    pub(crate) fn with_plan() -> Self {
        let folder = Self::new();
        let run = folder.run("plan mesh:4x4 --scheme dual-path --source 1,1 --to 3,1 0,3 2,2 --out plan.json");
        assert_eq!(run.status, Some(0), "{run:?}");
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Calls the command with arguments that are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments.split_whitespace())
    }

    pub(crate) fn run_with<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Run {
        self.command().args(arguments).output().unwrap().into()
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wormcast"));
        command.current_dir(self.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of the files in it, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<_> = std::fs::read_dir(self.path()).unwrap().map(name).collect();
        names.sort();
        names
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
