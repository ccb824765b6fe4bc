//! `wormcast mend`.

mod folder;
mod in_words;

use crate::failure::Failure;
use crate::folders;
use crate::json;
use crate::output::{self, Format};
use crate::progress;
use crate::prove::workload::Routes;
use crate::prove::workload_args::WorkloadArgs;
use crate::verdict::Verdict;
use clap::Args;
use folder::Folders;
use std::path::PathBuf;
use wormcast::MendingDocument;
use wormcast::prove::Effort;
use wormcast::prove::mend::{Limits, PROOFS};

/// Proposes the smallest changes that make plans free of deadlock, each proved.
///
/// The changes are: worms that are sent when the others have been delivered; another virtual channel on some links,
/// which worms take from some hop on, one that is there and unused, or else one more; beside other messages one that
/// all worms take from the start; where messages depend on messages (`--dependences`) classes of consumption and
/// virtual channels; with incremental reservation another order of branches; other routes. Of each kind the one that
/// changes the fewest worms is proposed, and the cheapest stands first: in virtual and consumption channels that are
/// added, then in hops, then in latency. Messages beside the plans (`--with-unicast`, `--routes`) stay as they are.
/// Exit status 1: nothing was found.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast mend a.json b.json\n  wormcast mend a.json b.json --out mended\n  \
                        wormcast prove mended/1/phase-1/*.json")]
pub(crate) struct Mend {
    /// The plan files, any of whose worms may be in flight together.
    #[arg(required = true, value_name = "PLAN.json")]
    plans: Vec<String>,
    /// How many proofs a search may make for each kind of change.
    #[arg(long, value_name = "NUMBER", default_value_t = PROOFS)]
    proofs: usize,
    /// Routes in this file are in flight beside the plans, and stay as they are: a CSV table or paths, multicast
    /// tables, or a schedule, as `prove` takes them. May be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "routing")]
    routes: Vec<String>,
    /// The routing of the unicasts that `--with-unicast` adds, such as `up-down`; they stay as they are.
    #[arg(long, value_name = "NAME|FILE", requires = "with_unicast")]
    routing: Option<String>,
    #[command(flatten)]
    question: WorkloadArgs,
    /// Write the plans of each proposal into this folder, which has no files yet, with the proof of each phase and its
    /// routes, one a line: `1/phase-1/a.json`, `1/phase-1-proof.json`, `1/phase-1-routes.txt`, ….
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    out: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    format: Format,
}

impl Mend {
    /// Looks for changes, and prints what came out.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        self.question.refuse_for_mend()?;
        let paths = folders::expanded(self.plans.iter().map(PathBuf::from).collect())?;
        let files: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        let (network, plans) = self.question.open(&files)?;
        let routes = Routes { files: self.routes.clone(), unicasts: self.routing.clone() };
        let statement = self.question.statement_beside(&network, &files, &plans, routes)?;
        let folders = self.out.as_deref().map(Folders::into).transpose()?;
        let budget = self.question.budget;
        let mending = |tell: &dyn Fn(&str)| {
            let effort = Effort::within(budget.time()).told_to(tell);
            network.mend_plans(&plans, &statement, Limits { proofs: self.proofs, effort: &effort })
        };
        let format = self.format;
        let unknown = move |reason: &str| match format {
            Format::Table => format!("whether the plans can deadlock, and what mends them, is not known: {reason}\n"),
            Format::Json => json::text(&MendingDocument::unknown(reason)),
        };
        let mended = budget.searching(unknown, || progress::telling("mending", mending))?;
        let document = MendingDocument::of(&network, &mended, &files);
        match folders {
            Some(folders) if mended.proposals.is_empty() => {
                folders.leave();
                output::note("nothing is written: there is no proposal");
            }
            Some(folders) => folders.write(&document, &mended)?,
            None => {}
        }
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table if mended.others_deadlock => {
                output::print_text(&self.question.asked_of_mend(&network, &plans, &statement).fault())?;
            }
            Format::Table => {
                output::print_text(&in_words::in_words(&document, mended.is_unknown, self.out.as_deref()))?
            }
        }
        Ok(if mended.is_free || !mended.proposals.is_empty() { Verdict::Yes } else { Verdict::No })
    }
}
