//! `wormcast prove`.

mod circle;
mod scheme;
mod workload;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::files::Target;
use crate::output::{self, Format};
use crate::scheme_args::SchemeArgs;
use clap::Args;
use std::path::PathBuf;
use wormcast::check::proof::{self, ProofDocument};

/// Proves that worms cannot deadlock, or shows worms that do.
///
/// With `--scheme` the first argument is a network, and the answer is about all multicasts that the scheme can plan on
/// it. Without, the arguments are plan files, any of whose worms may be in flight together. Exit status 1: they can
/// deadlock, or it is not known.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast prove mesh:8x8 --scheme dual-path\n  wormcast prove a.json b.json")]
pub struct Prove {
    /// The network, or the plan files.
    #[arg(required = true, value_name = "TOPOLOGY|PLAN.json")]
    what: Vec<String>,
    /// The scheme; `wormcast list` shows what there is.
    #[arg(long)]
    scheme: Option<String>,
    #[command(flatten)]
    options: SchemeArgs,
    #[command(flatten)]
    workload: workload::WorkloadArgs,
    /// Also write the proof into this file, for `wormcast check`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// What a proof comes to: the document, and the same in words.
struct Proved {
    document: ProofDocument,
    words: String,
}

impl Prove {
    /// Proves, and prints what came out.
    pub fn run(&self) -> Result<Answer, Failure> {
        let out = self.out.as_deref().map(Target::at).transpose()?;
        let Proved { document, words } = match &self.scheme {
            Some(scheme) => scheme::prove(&self.what, scheme, &self.options, &self.workload)?,
            None => workload::prove(&self.what, &self.workload)?,
        };
        if let Some(out) = out {
            out.write(|file| crate::json::write(file, &document))?;
        }
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&words)?,
        }
        Ok(if document.answer == proof::Answer::DeadlockFree { Answer::Yes } else { Answer::No })
    }
}
