//! `wormcast man`.

use crate::failure::Failure;
use crate::files::fill_folder;
use crate::verdict::Verdict;
use clap::{Args, Command, CommandFactory};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use wormcast::eval::write_whole;

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
        let mut command = crate::Cli::command().disable_help_subcommand(true);
        command.build();
        let cannot = |error| Failure::new(format!("{}: cannot write manual pages: {error}", self.folder.display()));
        std::fs::create_dir_all(&self.folder).map_err(cannot)?;
        fill_folder(&self.folder, |inside| {
            let mut pages = iter::once(&command).chain(command.get_subcommands());
            pages.try_for_each(|command| write(inside, command)).map_err(cannot)
        })?;
        Ok(Verdict::Yes)
    }
}

/// Writes the page of a command.
fn write(folder: &Path, command: &Command) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    write_whole(&folder.join(page.get_filename()), |mut file| page.render(&mut file))
}
