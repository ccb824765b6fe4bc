//! `wormcast report`.

use crate::access::Access;
use crate::failure::Failure;
use crate::html;
use crate::output;
use crate::plan_file::{PlanFile, one_network};
use crate::progress;
use crate::simulate::{TimingArgs, options};
use crate::verdict::Verdict;
use crate::words::{count, quoted};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wormcast::check::proof::{Answer, Statement};
use wormcast::prove::{Effort, Proof};
use wormcast::sim::{Conditions, EngineChoice, Ports, Time, Timing};
use wormcast::{Network, Plan};
use wormcast_page::{Page, RunOnPage};

/// How long the proof, and the search for what mends the plans, may take each.
const BUDGET: Duration = Duration::from_secs(20);
/// Of more plans the runs of the first ones alone are on the page.
const MOST_ALONE: usize = 8;

/// Writes a report about plans: one HTML file with the network, the plans, what they do in time together and alone,
/// whether they can deadlock, what mends them if they can, and the commands that say the same.
///
/// All plans must be for the same network. The page prints well, so that a browser makes a PDF of it. Runs and proofs
/// are about the routers that the options tell; a proof, as always, about messages of any length. Exit status 1: the
/// plans end in a deadlock when they run together, or can when they are sent at other times.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast report a.json b.json\n  wormcast report plans --html for-anna.html\n  \
                  wormcast report plans --length 16 --replication forked")]
pub(crate) struct Report {
    /// The plan files, or folders: of a folder all files that end in `.json`, in the order of their names.
    #[arg(required = true, value_name = "FOLDER|PLAN.json")]
    plans: Vec<PathBuf>,
    /// The file of the report.
    #[arg(long, value_name = "FILE", default_value = "report.html", visible_alias = "out")]
    html: PathBuf,
    /// The title of the report.
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    access: Access,
    #[command(flatten)]
    timing: TimingArgs,
}

/// What a report is about.
struct Subject {
    network: Network,
    /// The plans and the names of their files.
    plans: Vec<(String, Plan)>,
    timing: Timing,
}

impl Report {
    /// Writes the report, and says what is in it.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let target = html::target(&self.html)?;
        let files = self.files()?;
        files.iter().try_for_each(|file| target.spare(file))?;
        let subject = self.subject(&files)?;
        let (page, hangs, answer) = self.page(&subject)?;
        html::write(&target, page)?;
        let (plans, shown) = (count(subject.plans.len(), "plan"), quoted(&self.html.display().to_string()));
        let (found, verdict) = match (hangs, answer) {
            (true, _) => ("they deadlock", Verdict::No),
            (false, Answer::Deadlock) => ("all arrive, but can deadlock with other times or lengths", Verdict::No),
            (false, Answer::DeadlockFree) => ("all arrive, and cannot deadlock", Verdict::Yes),
            (false, Answer::Unknown) => ("all arrive; whether they can deadlock is not known", Verdict::Yes),
        };
        output::print_text(&format!("{plans} on {}; together {found}: {shown}\n", subject.network))?;
        Ok(verdict)
    }

    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.plans {
            no_sweep(path)?;
            match path.is_dir() {
                true => files.extend(plans_in(path)?),
                false => files.push(path.clone()),
            }
        }
        Ok(files)
    }

    fn subject(&self, files: &[PathBuf]) -> Result<Subject, Failure> {
        let files = PlanFile::open_all(files, self.access)?;
        one_network(files.iter(), "are reported")?;
        let first = files.first().ok_or_else(|| Failure::new("no plan was given"))?;
        let network = first.network.clone();
        let named = |file: &PlanFile| Ok::<_, Failure>((file.path.display().to_string(), file.plan()?));
        let plans = files.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let timing = self.timing.of_plans(&network, plans.iter().map(|(_, plan)| plan))?;
        Ok(Subject { network, plans, timing })
    }

    /// The page, whether the plans deadlock when they run together, and whether they can.
    fn page(&self, subject: &Subject) -> Result<(Page, bool, Answer), Failure> {
        let title = self.title.clone().unwrap_or_else(|| {
            format!("{} on {}", count(subject.plans.len(), "plan"), wormcast_page::name_of_network(&subject.network))
        });
        let mut page = Page::of(&subject.network, title)?;
        let named: Vec<_> = subject.plans.iter().map(|(name, plan)| (&**name, plan)).collect();
        let hangs = subject.add_run(&mut page, "All together", &named)?;
        if named.len() > 1 {
            for plan in named.iter().take(MOST_ALONE) {
                subject.add_run(&mut page, &format!("{} alone", file_name(plan.0)), &[*plan])?;
            }
        }
        let answer = subject.add_proof(&mut page)?;
        if hangs || answer == Answer::Deadlock {
            progress::telling("mending", |tell| {
                page.add_mending(&subject.network, &named, &subject.timing, &Effort::within(BUDGET).told_to(tell))
            })?;
        }
        subject.add_commands(&mut page);
        Ok((page, hangs, answer))
    }
}

impl Subject {
    /// Adds a run, and says whether it ends in a deadlock.
    fn add_run(&self, page: &mut Page, name: &str, plans: &[(&str, &Plan)]) -> Result<bool, Failure> {
        let Self { network, timing, .. } = self;
        let engine = EngineChoice::Auto.of(network.topology(), timing, &Conditions::default());
        let starts: Vec<_> = plans.iter().map(|&(_, plan)| (plan, Time::ZERO)).collect();
        let run = network.simulate(&starts, timing, engine)?;
        page.add_run(RunOnPage { name, plans, timing, run: &run })?;
        Ok(run.is_deadlock())
    }

    /// Adds the proof, and says what it answers.
    fn add_proof(&self, page: &mut Page) -> Result<Answer, Failure> {
        let files: Vec<_> = self.plans.iter().map(|(name, _)| name.clone()).collect();
        let statement = wormcast_page::question(&files, &self.timing);
        let plans: Vec<_> = self.plans.iter().map(|(_, plan)| plan.clone()).collect();
        let proof = progress::telling("proving", |tell| {
            self.network.prove_plans_within(&plans, &statement, &Effort::within(BUDGET).told_to(tell))
        });
        // What runs is reported, though nothing may be proved of it: the page tells why.
        let proof = match proof {
            Err(wormcast::Error::Prove(refusal)) => {
                let unknown = Proof::Unknown(format!("{refusal}."));
                unknown.document(self.network.spec().clone(), Statement::Workload(statement))
            }
            proof => proof?,
        };
        page.add_proof(&self.network, &proof)?;
        Ok(proof.answer)
    }

    fn add_commands(&self, page: &mut Page) {
        let files = || self.plans.iter().map(|(name, _)| &**name);
        files().for_each(|file| page.add_command(["wormcast", "check", file]));
        let asked = self.asked_of_provers();
        for (command, options) in [("prove", &asked), ("simulate", &options::of_timing(&self.timing)), ("mend", &asked)]
        {
            let options = options.iter().map(String::as_str);
            page.add_command(["wormcast", command].into_iter().chain(files()).chain(options));
        }
    }

    /// The options by which `prove` and `mend` are asked what the report asked.
    fn asked_of_provers(&self) -> Vec<String> {
        let mut options = options::of_routers(&self.timing.flow);
        if let Ports::Limited(ports) = self.timing.consumption {
            options.extend(["--consumption".to_owned(), ports.to_string()]);
        }
        options
    }
}

/// A report is about plans; that of a sweep is written by the command that knows its experiment.
fn no_sweep(path: &Path) -> Result<(), Failure> {
    let is_experiment = path.extension().is_some_and(|extension| extension == "toml");
    let experiment = match is_experiment {
        true => quoted(&path.display().to_string()),
        false if path.join("cells").is_dir() => "EXPERIMENT.toml".to_owned(),
        false => return Ok(()),
    };
    let what = if is_experiment { "an experiment" } else { "a folder of a sweep's results" };
    let hint = format!("`wormcast sweep {experiment} --resume --html report.html` writes a page about its results");
    Err(Failure::new(format!("{} is {what}, and not about plans: {hint}", path.display())))
}

/// The plans in a folder.
fn plans_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::new(format!("cannot read the folder {}: {error}", folder.display()));
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>()).map_err(failed)?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file() && path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    match files.is_empty() {
        true => {
            Err(Failure::new(format!("{}: there is no plan in it, no file that ends in `.json`", folder.display())))
        }
        false => Ok(files),
    }
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
