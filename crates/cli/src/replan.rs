//! `wormcast replan`.

use crate::access::Access;
use crate::dependences::plans_named;
use crate::failure::Failure;
use crate::files::{Target, fill_folder};
use crate::folders;
use crate::json;
use crate::network::FaultArgs;
use crate::output::{self, Format};
use crate::plan_file::{PlanFile, one_network};
use crate::progress;
use crate::table::{self, Align, SHOWN};
use crate::verdict::Verdict;
use crate::words::{count, one_line};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use wormcast::check::proof::Answer;
use wormcast::{ChangedPlan, Error, Members, Network, Plan, ReplanDocument, Replanned};

/// Changes plans that are in use as little as can be: a node or link is lost, a member joins or leaves.
///
/// The plans are of one worm on a tree, on one virtual channel; others are kept as they are where they do not take what
/// is lost. Trees that do not take what is lost stay as they are; of the others, what is
/// cut off keeps its form and is joined again. The routes of before and the new ones may be in flight together: the
/// answer says whether they close a cycle of dependences. Exit status 1: they do, or a destination that is not lost
/// gets the message no more. What wormhole switching needs beyond that is told beside it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast replan a.json b.json --without-node 3,3 --out after\n  wormcast replan \
                        a.json --join a.json=5,5 --leave a.json=2,1 --out after")]
pub(crate) struct Replan {
    /// The plan files; a folder stands for all plans in it.
    #[arg(required = true, value_name = "PLAN.json")]
    plans: Vec<String>,
    #[command(flatten)]
    faults: FaultArgs,
    /// This node becomes a destination of this plan, which is called by its path or by the name of its file.
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

/// What is told of a change, with the plans that were kept without being looked at.
#[derive(Serialize)]
struct Document<'d> {
    #[serde(flatten)]
    document: &'d ReplanDocument,
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    kept: &'d [usize],
}

/// The same plan on a network with more faults, if it takes nothing that is lost.
fn moved(plan: &Plan, now: &Network) -> Option<Plan> {
    let mut document = plan.document();
    document.network = now.spec().clone();
    let plan = Plan::of_document(now.clone(), &document).ok()?;
    plan.check().is_valid().then_some(plan)
}

impl Replan {
    /// Changes the plans, writes them, and says what was touched.
    pub(crate) fn run(mut self) -> Result<Verdict, Failure> {
        let paths = folders::expanded(self.plans.iter().map(PathBuf::from).collect())?;
        self.plans = paths.iter().map(|path| path.display().to_string()).collect();
        self.refuse_namesakes()?;
        let files = PlanFile::open_all(&self.plans, self.access)?;
        one_network(files.iter(), "are changed")?;
        let plans = files.iter().map(PlanFile::plan).collect::<Result<Vec<_>, _>>()?;
        let Some(before) = files.first().map(|file| file.network.clone()) else {
            return Err(Failure::new("no plan was given"));
        };
        let now = self.faults.beyond(&before)?;
        let members = Members { join: self.members(&self.join)?, leave: self.members(&self.leave)? };
        let (replanned, kept) =
            progress::during("changing the plans", || self.replan(&before, &plans, &now, &members))?;
        if let Some(folder) = &self.out {
            self.write(folder, &replanned.plans)?;
        }
        let document = &replanned.document;
        match self.format {
            Format::Json => output::print_json(&Document { document, kept: &kept })?,
            Format::Table => output::print_text(&(self.in_words(document) + &self.kept_in_words(&kept)))?,
        }
        let is_kept = |change: &ChangedPlan| change.dropped.iter().all(|node| now.nodes().all(|other| other != *node));
        let is_served = document.changed.iter().all(is_kept);
        Ok(if document.free_while_changing && is_served && kept.is_empty() { Verdict::Yes } else { Verdict::No })
    }

    /// Refuses a plan that is given twice, and two that would be written into one file.
    fn refuse_namesakes(&self) -> Result<(), Failure> {
        let mut known: BTreeMap<&OsStr, &String> = BTreeMap::new();
        for plan in &self.plans {
            let name = Path::new(plan).file_name().unwrap_or_default();
            let Some(other) = known.insert(name, plan) else { continue };
            let [plan, other] = [plan, other].map(|plan| one_line(plan));
            if plan == other {
                return Err(Failure::new(format!("the plan {plan} is given twice; give it once")));
            }
            if self.out.is_some() {
                return Err(Failure::new(format!(
                    "{other} and {plan} have the same name, and would be one file in the folder of `--out`; give them other \
                     names"
                )));
            }
        }
        Ok(())
    }

    /// The plans after the change, and the numbers of those that are no trees of one worm on one virtual channel and do
    /// not take what is lost: these are kept, and nobody joins or leaves them.
    fn replan(
        &self,
        before: &Network,
        plans: &[Plan],
        now: &Network,
        members: &Members,
    ) -> Result<(Replanned, Vec<usize>), Failure> {
        let mut open: Vec<usize> = (0..plans.len()).collect();
        let mut kept: Vec<(usize, Plan)> = Vec::new();
        let replanned = loop {
            let place = |plan: usize| open.iter().position(|&other| other == plan);
            let of = |list: &[(usize, String)]| {
                list.iter().filter_map(|(plan, node)| Some((place(*plan)?, node.clone()))).collect()
            };
            let own = Members { join: of(&members.join), leave: of(&members.leave) };
            let trees: Vec<_> = open.iter().map(|&plan| plans[plan].clone()).collect();
            match before.replan(&trees, now, &own) {
                Err(Error::NoTree { plan, problem }) => {
                    let number = open[plan];
                    let changes = |list: &[(usize, String)]| list.iter().any(|(other, _)| *other == number);
                    let is_member = changes(&members.join) || changes(&members.leave);
                    let moved = if is_member { None } else { moved(&plans[number], now) };
                    let Some(moved) = moved else { return Err(self.no_tree(number, &problem)) };
                    kept.push((number, moved));
                    open.remove(plan);
                }
                replanned => break replanned?,
            }
        };
        let Replanned { plans: mut all, mut document } = replanned;
        all.iter_mut().for_each(|(number, _)| *number = open[*number]);
        document.changed.iter_mut().for_each(|change| change.plan = open[change.plan]);
        document.plans = plans.len();
        let mut numbers: Vec<_> = kept.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        all.extend(kept);
        all.sort_by_key(|(number, _)| *number);
        Ok((Replanned { plans: all, document }, numbers))
    }

    /// Why a plan that takes what is lost, or whose members change, is not changed.
    fn no_tree(&self, number: usize, problem: &str) -> Failure {
        let file = one_line(&self.plans[number]);
        // What is wrong with a member begins with its name.
        if problem.starts_with('`') {
            return Failure::new(format!("{file}: {problem}"));
        }
        Failure::new(format!(
            "{file}: {problem}; what `replan` changes are plans of one worm on a tree, such as those of `shortest-path-tree` \
             and `steiner`; plan this one anew on the network as it is now"
        ))
    }

    fn kept_in_words(&self, kept: &[usize]) -> String {
        let names: Vec<_> = kept.iter().take(SHOWN).map(|&plan| one_line(&self.plans[plan])).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!(
                "kept as they are, and not in this answer, since they are no trees of one worm on one virtual channel: {}{}; \
                 `wormcast prove` decides about all plans together\n",
                names.join(" "),
                table::rest(kept.len(), "plan", "plans").trim_end()
            ),
        }
    }

    /// Plans by their files, with nodes.
    fn members(&self, texts: &[String]) -> Result<Vec<(usize, String)>, Failure> {
        let member = |text: &String| {
            // Names of files and of nodes may have `=` in them.
            let parts = || text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
            let named = parts().filter_map(|(plan, node)| Some((*plans_named(plan, &self.plans).ok()?.first()?, node)));
            if let Some((number, node)) = named.min_by_key(|(_, node)| node.len()) {
                return Ok((number, node.to_owned()));
            }
            match parts().next_back() {
                Some((plan, _)) => Err(plans_named(plan, &self.plans).err().unwrap_or_else(|| Failure::new(plan))),
                None => {
                    let example = &self.plans[0];
                    Err(Failure::new(format!("`{text}` is no plan and node; expected such as `{example}=1,1`")))
                }
            }
        };
        texts.iter().map(member).collect()
    }

    fn write(&self, folder: &PathBuf, plans: &[(usize, Plan)]) -> Result<(), Failure> {
        let failed = |error| Failure::new(format!("cannot make the folder {}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        let file = |number: usize| folder.join(Path::new(&self.plans[number]).file_name().unwrap_or_default());
        // Where a file cannot stand is told before any is written.
        plans.iter().try_for_each(|(number, _)| Target::at(&file(*number)).map(|_| ()))?;
        fill_folder(folder, |inside| {
            plans.iter().try_for_each(|(number, plan)| {
                let name = file(*number);
                Target::at(&inside.join(name.file_name().unwrap_or_default()))?.write(|file| json::write(file, plan))
            })
        })?;
        // What stands there of a plan without members is of before.
        let is_written = |path: &Path| plans.iter().any(|(number, _)| file(*number) == path);
        for old in (0..self.plans.len()).map(file).filter(|path| path.is_file() && !is_written(path)) {
            fs::remove_file(&old).map_err(|error| Failure::new(format!("cannot remove {}: {error}", old.display())))?;
            output::note(&format!("{} is removed: its plan has no members left", old.display()));
        }
        Ok(())
    }

    /// Which plans have nobody left to send to.
    fn ended_in_words(&self, document: &ReplanDocument) -> String {
        let is_over = |change: &&ChangedPlan| change.channels == 0 && !change.dropped.is_empty();
        let ended: Vec<_> = document.changed.iter().filter(is_over).map(|change| &*self.plans[change.plan]).collect();
        if ended.is_empty() {
            return String::new();
        }
        let rest = table::rest(ended.len(), "plan", "plans");
        let shown = ended[..ended.len().min(SHOWN)].join(" ");
        let have = if ended.len() == 1 { "has" } else { "have" };
        let who = count(ended.len(), "plan");
        format!(
            "{who} {have} nobody left to send to, as the source or all destinations are lost: {shown}{}\n",
            rest.trim_end()
        )
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
            "{}{}{} of {} changed, {}\n{}{free}{exact}\n",
            table::render(&columns, document.changed.iter().take(SHOWN).map(row)),
            table::rest(document.changed.len(), "plan", "plans"),
            document.changed.len(),
            count(document.plans, "plan"),
            count(document.entries, "table entry").replace("ys", "ies"),
            self.ended_in_words(document),
        )
    }
}
