//! `wormcast man`.

use crate::failure::Failure;
use crate::verdict::Verdict;
use clap::{Args, Command, CommandFactory};
use std::io;
use std::path::PathBuf;
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
        self.write_all(command)
            .map_err(|error| Failure::new(format!("{}: cannot write manual pages: {error}", self.folder.display())))?;
        Ok(Verdict::Yes)
    }

    fn write_all(&self, command: Command) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        self.write(&command)?;
        command.get_subcommands().try_for_each(|command| self.write(command))
    }

    /// Writes the page of a command whole, or not at all.
    fn write(&self, command: &Command) -> io::Result<()> {
        let page = clap_mangen::Man::new(command.clone());
        write_whole(&self.folder.join(page.get_filename()), |mut file| page.render(&mut file))
    }
}
