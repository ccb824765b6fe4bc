//! `wormcast plan-all`.

use crate::budget::Budget;
use crate::failure::Failure;
use crate::files::{Target, fill_folder, fresh_folder};
use crate::input;
use crate::json;
use crate::network::{FaultArgs, with_faults};
use crate::output::{self, Format};
use crate::progress;
use crate::simulate::{TimingArgs, options};
use crate::table::{self, Align};
use crate::verdict::Verdict;
use crate::words::{count, one_line, quoted};
use clap::{Args, ValueEnum};
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::schemes::together::Multicast;
use wormcast::sim::{Time, Timing};
use wormcast::{Network, Objective, Pattern, PlanAllDocument, PlannedPhase, PlannedTogether, Workload, WorkloadError};

/// Plans all multicasts of a workload together.
///
/// A bound below which no plans can be is told beside what they have. The worms cannot deadlock: those on trees are
/// proved; where they are not, the message is taken in and sent on at every node.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast plan-all all-gather --topology torus:4x4 --objective rounds --msccl \
                        all.xml\n  wormcast plan-all layer.toml --objective load --out plans\n  wormcast plan-all \
                        all-gather --topology torus:8x8 --objective rounds --parts 4")]
pub(crate) struct PlanAll {
    /// The workload: a file in TOML (tables `[[multicast]]` with `source`, `to`, `flits`, `phase`, `start_ns`, and
    /// `[[pattern]]` with `name`, `flits`, `phase`) or CSV (`source,destinations,flits,phase,start_ns`), or the name of
    /// a pattern: `all-gather`, `rows`, `columns`, `halo`, `tensor:4`, `pipeline`.
    workload: String,
    /// The network, if the file does not name it as `topology`.
    #[arg(long, value_name = "NETWORK")]
    topology: Option<String>,
    #[command(flatten)]
    faults: FaultArgs,
    /// What the plans shall have little of.
    #[arg(long, value_enum)]
    objective: ObjectiveArg,
    /// Cut each message into so many equal parts, each of which goes its own way: rounds are of parts then. The flits
    /// of a message are a multiple of it. A workload in TOML may say it as `parts`, before its tables.
    #[arg(long, value_name = "N")]
    parts: Option<NonZeroU32>,
    /// Write the plans into this folder, which has no files yet, those of each phase into one of its own:
    /// `phase-0/0.json`, ….
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write the rounds into this file, as an algorithm of MSCCL (XML); its GPUs are the nodes in their order.
    #[arg(long, value_name = "FILE")]
    msccl: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    timing: TimingArgs,
    /// The time, and if wanted MiB of memory behind a comma (`60s` or `60s,2048`), after which the command gives up. By
    /// default it takes the time that it needs.
    #[arg(long, value_name = "TIME[,MIB]")]
    budget: Option<Budget>,
}

/// An objective on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ObjectiveArg {
    /// Flits over the busiest channel.
    Load,
    /// Rounds in each of which every channel takes one message over; of messages of one length.
    Rounds,
    /// Time until all have their messages, in the engine; their lengths may differ.
    Makespan,
}

impl PlanAll {
    /// Plans, writes the files that were asked for, and prints what came out.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let msccl = self.msccl.as_deref().map(Target::at).transpose()?;
        self.out.as_deref().map(fresh_folder).transpose()?;
        let (network, workload) = self.open()?;
        let workload = match self.parts {
            Some(parts) => {
                let cut = workload.in_parts(&network, parts);
                cut.map_err(|error| Failure::new(format!("--parts {parts}: {}", error.problem)))?
            }
            None => workload,
        };
        let objective = match self.objective {
            ObjectiveArg::Load => Objective::Load,
            ObjectiveArg::Rounds => Objective::Rounds,
            ObjectiveArg::Makespan => Objective::Makespan,
        };
        let timing = Timing::from(&self.timing);
        let plan = || progress::during("planning", || network.plan_all(&workload, objective, &timing));
        let planned = match self.budget {
            Some(budget) => budget.during(plan),
            None => plan(),
        }?;
        if let Some(msccl) = msccl {
            msccl.write(|file| planned.write_msccl(file))?;
        }
        if let Some(folder) = &self.out {
            fill_folder(folder, |inside| write(inside, &planned))?;
        }
        match self.format {
            Format::Json => output::print_json(&planned.document)?,
            Format::Table => {
                let table = in_words(&network, &planned.document);
                let written = self.out.as_deref().map(|folder| written(folder, &workload, &planned.document, &timing));
                output::print_text(&(table + &written.unwrap_or_default()))?;
            }
        }
        Ok(Verdict::Yes)
    }

    fn open(&self) -> Result<(Network, Workload), Failure> {
        let path = Path::new(&self.workload);
        let is_there = path == Path::new("-") || path.exists();
        if !is_there && let Ok(pattern) = self.workload.parse::<Pattern>() {
            let network = self.network(None)?;
            let length = Timing::from(&self.timing).length;
            let workload =
                Workload::of_pattern(&network, pattern, length).map_err(|error| Failure::new(error.problem))?;
            return Ok((network, workload));
        }
        if !is_there {
            let unknown = self.workload.parse::<Pattern>().err().map_or_else(String::new, |error| error.to_string());
            return Err(Failure::new(format!("there is no file `{}`; or {unknown}", self.workload)));
        }
        let text = input::read_text(path)?;
        let refuse = |error: WorkloadError| {
            let failure = Failure::new(&error.problem);
            match error.place {
                Some(place) => {
                    let before = &text[..place.min(text.len())];
                    let (line, column) =
                        (before.matches('\n').count() + 1, before.len() - before.rfind('\n').map_or(0, |at| at + 1));
                    failure.in_line_at_byte(path, text.clone(), line, column + 1)
                }
                None => failure.prefixed(path),
            }
        };
        // What comes through a pipe has no name that tells its form.
        if path.extension().is_some_and(|end| end == "csv") || Workload::is_csv(&text) {
            let network = self.network(None)?;
            let workload = Workload::of_csv(&network, &text).map_err(refuse)?;
            return Ok((network, workload));
        }
        let network = self.network(Workload::topology_of(&text).map_err(refuse)?)?;
        let network = Workload::faulty(&network, &text).map_err(refuse)?;
        let workload = Workload::of_toml(&network, &text).map_err(refuse)?;
        Ok((network, workload))
    }

    fn network(&self, named: Option<String>) -> Result<Network, Failure> {
        let topology = self.topology.clone().or(named);
        let topology = topology.ok_or_else(|| Failure::new("no network is named; `--topology` names it"))?;
        with_faults(&topology, &self.faults)
    }
}

fn write(folder: &Path, planned: &PlannedTogether) -> Result<(), Failure> {
    for (phase, plans) in planned.document.phases.iter().zip(&planned.phases) {
        let folder = folder.join(format!("phase-{}", phase.phase));
        let failed = |error| Failure::new(format!("cannot make the folder {}: {error}", folder.display()));
        fs::create_dir_all(&folder).map_err(failed)?;
        for (plan_number, plan) in plans.iter().enumerate() {
            Target::at(&folder.join(format!("{plan_number}.json")))?.write(|file| json::write(file, plan))?;
        }
    }
    Ok(())
}

/// Where the plans are, and the commands that run them as they are meant: with their lengths and starts, which are not
/// in the plans.
fn written(folder: &Path, workload: &Workload, document: &PlanAllDocument, timing: &Timing) -> String {
    let mut text = format!("written into {}", one_line(&folder.display().to_string()));
    let runs = document.phases.iter().filter_map(|phase| {
        let within = folder.join(format!("phase-{}", phase.phase));
        run_of(&within, workload.phases.get(phase.phase)?, timing)
    });
    let runs: String = runs.map(|run| format!("  {run}\n")).collect();
    text += if runs.is_empty() { "\n" } else { "; each phase runs by\n" };
    text + &runs
}

/// The command that runs the plans of a phase; none where there are several lengths, of which a run has one.
fn run_of(folder: &Path, multicasts: &[Multicast], timing: &Timing) -> Option<String> {
    let length = multicasts.first()?.flits;
    if multicasts.iter().any(|multicast| multicast.flits != length) {
        return None;
    }
    let start = |multicast: &Multicast| Time::from_ps(multicast.start_ps);
    let files: Vec<_> = match multicasts.iter().all(|multicast| multicast.start_ps == 0) {
        true => vec![folder.display().to_string()],
        false => {
            let file = |number: usize| folder.join(format!("{number}.json"));
            let named = multicasts.iter().enumerate();
            named.map(|(number, multicast)| format!("{}@{}", file(number).display(), start(multicast))).collect()
        }
    };
    let options = options::of_timing(&Timing { length, ..timing.clone() });
    let words = ["wormcast".to_owned(), "simulate".to_owned()].into_iter().chain(files).chain(options);
    Some(words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" "))
}

fn in_words(network: &Network, document: &PlanAllDocument) -> String {
    let columns = [
        ("phase", Align::Right),
        ("multicasts", Align::Right),
        ("deliveries", Align::Right),
        (document.unit, Align::Right),
        ("lower bound", Align::Right),
        ("gap", Align::Right),
        ("load", Align::Right),
        ("free of deadlock by", Align::Left),
    ];
    let row = |phase: &PlannedPhase| {
        let gap = if phase.lower_bound > 0.0 { 100.0 * (phase.value / phase.lower_bound - 1.0) } else { 0.0 };
        vec![
            phase.phase.to_string(),
            phase.multicasts.to_string(),
            phase.deliveries.to_string(),
            phase.value.to_string(),
            phase.lower_bound.to_string(),
            if phase.value <= phase.lower_bound { "none".into() } else { format!("{gap:.1} %") },
            phase.load.to_string(),
            phase.reason.to_owned(),
        ]
    };
    let rows = document.phases.iter().map(row);
    let parts = document.parts.map_or_else(String::new, |parts| format!(", each message in {parts} parts"));
    format!("{} on {network}{parts}\n\n{}", count(document.phases.len(), "phase"), table::render(&columns, rows))
}
