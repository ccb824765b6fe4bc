//! `wormcast man`.

use crate::failure::Failure;
use crate::verdict::Verdict;
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Writes the manual pages into a folder: wormcast.1, and wormcast-COMMAND.1 for each command.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The folder; it is made if there is none.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Man {
    /// Writes the pages.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(crate::Cli::command(), &self.folder))
            .map_err(|error| Failure::new(format!("{}: cannot write manual pages: {error}", self.folder.display())))?;
        Ok(Verdict::Yes)
    }
}
