//! `wormcast completions`.

use crate::failure::Failure;
use crate::output;
use crate::verdict::Verdict;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// Prints what a shell needs to complete commands, options and their values.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast completions bash > ~/.local/share/bash-completion/completions/wormcast")]
pub(crate) struct Completions {
    /// The shell that is to complete.
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut crate::Cli::command(), "wormcast", &mut script);
        output::print_bytes(&script)?;
        Ok(Verdict::Yes)
    }
}
