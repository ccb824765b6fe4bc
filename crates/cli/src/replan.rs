//! `wormcast replan`.

use crate::access::Access;
use crate::failure::Failure;
use crate::files::Target;
use crate::json;
use crate::network::FaultArgs;
use crate::output::{self, Format};
use crate::plan_file::{PlanFile, one_network};
use crate::progress;
use crate::table::{self, Align, SHOWN};
use crate::verdict::Verdict;
use crate::words::count;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use wormcast::check::proof::Answer;
use wormcast::{ChangedPlan, Error, Members, Plan, ReplanDocument};

/// Changes plans that are in use as little as can be: a node or link is lost, a member joins or leaves.
///
/// The plans are of one worm on a tree. Trees that do not take what is lost stay as they are; of the others, what is
/// cut off keeps its form and is joined again. The routes of before and the new ones may be in flight together: the
/// answer says whether they close a cycle of dependences. Exit status 1: they do, or a destination that is not lost
/// gets the message no more. What wormhole switching needs beyond that is told beside it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast replan a.json b.json --without-node 3,3 --out after\n  wormcast replan \
                        a.json --join a.json=5,5 --leave a.json=2,1 --out after")]
pub(crate) struct Replan {
    /// The plan files.
    #[arg(required = true, value_name = "PLAN.json")]
    plans: Vec<String>,
    #[command(flatten)]
    faults: FaultArgs,
    /// This node becomes a destination of this plan.
    #[arg(long, value_name = "PLAN=NODE", num_args = 1..)]
    join: Vec<String>,
    /// This node is a destination of this plan no more.
    #[arg(long, value_name = "PLAN=NODE", num_args = 1..)]
    leave: Vec<String>,
    /// Write all plans into this folder, as they are now.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    access: Access,
}

impl Replan {
    /// Changes the plans, writes them, and says what was touched.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let files = PlanFile::open_all(&self.plans, self.access)?;
        one_network(files.iter(), "are changed")?;
        let plans = files.iter().map(PlanFile::plan).collect::<Result<Vec<_>, _>>()?;
        let Some(before) = files.first().map(|file| file.network.clone()) else {
            return Err(Failure::new("no plan was given"));
        };
        let now = self.faults.beyond(&before)?;
        let members = Members { join: self.members(&self.join)?, leave: self.members(&self.leave)? };
        let replanned = progress::during("changing the plans", || before.replan(&plans, &now, &members));
        let replanned = replanned.map_err(|error| match error {
            Error::NoTree { plan, problem } => Failure::new(format!("{}: {problem}", self.plans[plan])),
            error => error.into(),
        })?;
        if let Some(folder) = &self.out {
            self.write(folder, &replanned.plans)?;
        }
        let document = &replanned.document;
        match self.format {
            Format::Json => output::print_json(document)?,
            Format::Table => output::print_text(&self.in_words(document))?,
        }
        let is_kept = |change: &ChangedPlan| change.dropped.iter().all(|node| now.nodes().all(|other| other != *node));
        let is_served = document.changed.iter().all(is_kept);
        Ok(if document.free_while_changing && is_served { Verdict::Yes } else { Verdict::No })
    }

    /// Plans by their files, with nodes.
    fn members(&self, texts: &[String]) -> Result<Vec<(usize, String)>, Failure> {
        let member = |text: &String| {
            // Names of files and of nodes may have `=` in them.
            let node_of = |path: &String| text.strip_prefix(&**path)?.strip_prefix('=');
            let named = self.plans.iter().enumerate().filter_map(|(number, path)| Some((number, node_of(path)?)));
            if let Some((number, node)) = named.min_by_key(|(_, node)| node.len()) {
                return Ok((number, node.to_owned()));
            }
            Err(Failure::new(match text.rsplit_once('=') {
                Some((plan, _)) => format!("`{plan}` is none of the plan files that are given"),
                None => format!("`{text}` is no plan and node; expected such as `{}=1,1`", self.plans[0]),
            }))
        };
        texts.iter().map(member).collect()
    }

    fn write(&self, folder: &PathBuf, plans: &[(usize, Plan)]) -> Result<(), Failure> {
        let failed = |error| Failure::new(format!("cannot make the folder {}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        let file = |number: usize| folder.join(Path::new(&self.plans[number]).file_name().unwrap_or_default());
        for (number, plan) in plans {
            Target::at(&file(*number))?.write(|file| json::write(file, plan))?;
        }
        // What stands there of a plan without members is of before.
        let is_written = |path: &Path| plans.iter().any(|(number, _)| file(*number) == path);
        for old in (0..self.plans.len()).map(file).filter(|path| path.is_file() && !is_written(path)) {
            fs::remove_file(&old).map_err(|error| Failure::new(format!("cannot remove {}: {error}", old.display())))?;
            output::note(&format!("{} is removed: its plan has no members left", old.display()));
        }
        Ok(())
    }

    fn in_words(&self, document: &ReplanDocument) -> String {
        let columns = [
            ("plan", Align::Left),
            ("before", Align::Right),
            ("channels", Align::Right),
            ("entries", Align::Right),
            ("touched nodes", Align::Left),
            ("dropped", Align::Left),
        ];
        let row = |change: &ChangedPlan| {
            vec![
                self.plans[change.plan].clone(),
                change.channels_before.to_string(),
                change.channels.to_string(),
                change.entries.len().to_string(),
                change.entries.join(" "),
                change.dropped.join(" "),
            ]
        };
        let free = match document.free_while_changing {
            true => {
                "old and new routes together close no cycle of dependences: free of deadlock with virtual cut-through and \
                 independent branches (--switching cut-through --reservation independent)"
            }
            false if document.free_before => {
                "old and new routes together close a cycle of dependences: let the old messages arrive first"
            }
            false => {
                "the plans close a cycle of dependences before any change, and so new routes are the shortest: let the \
                 old messages arrive first"
            }
        };
        let exact = match document.exact {
            Some(Answer::DeadlockFree) => "\nfree of deadlock with wormhole switching too, by the exact prover",
            Some(Answer::Deadlock) => {
                "\nwith wormhole switching old and new worms together can deadlock, says the exact prover; `wormcast prove` \
                 tells whether the new ones can by themselves"
            }
            Some(Answer::Unknown) => "\nthe exact prover did not find out whether that holds with wormhole switching",
            None => "",
        };
        format!(
            "{}{}{} of {} changed, {}\n{free}{exact}\n",
            table::render(&columns, document.changed.iter().take(SHOWN).map(row)),
            table::rest(document.changed.len(), "plan", "plans"),
            document.changed.len(),
            count(document.plans, "plan"),
            count(document.entries, "table entry").replace("ys", "ies"),
        )
    }
}
