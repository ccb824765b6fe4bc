//! `wormcast import`.

use crate::dependences::{self, Entry};
use crate::failure::Failure;
use crate::files::{Target, fill_folder, fresh_folder};
use crate::message_class::MessageClass;
use crate::network::{self, FaultArgs};
use crate::output;
use crate::table::{self, Align};
use crate::verdict::Verdict;
use crate::words::one_line;
use crate::{json, progress};
use clap::Args;
use std::path::{Path, PathBuf};
use wormcast::check::Violation;
use wormcast::formats::{holds_schedule, holds_tables};
use wormcast::plan::VIRTUAL_CHANNELS_KEY;
use wormcast::{ImportedSchedule, ImportedWait, LINES_KEY, Network, Plan};

/// Makes plan files from paths or tables that somebody wrote: one plan for each node at which paths begin, or for each
/// key of multicast tables.
///
/// The file has one path a line, `a b c`, with `@0,1` behind it for the virtual channel of each hop where that matters;
/// lines that begin with `#`, and notes behind ` #`, are passed over. Each path becomes a worm that delivers at its
/// end. A tree is written as its paths, one a line to each leaf, which `--tree` puts together again; nested in
/// parentheses, as `plan` prints it, it is not read. Or the file holds multicast routing tables of a SpiNNaker machine,
/// as JSON: `[{"x": 0, "y": 0, "entries": [{"key": 1, "mask": 4294967295, "spinnaker_route": 129}]}]`. Or it is a
/// schedule of MSCCL, in XML: each of its messages becomes a unicast, and `dependences.json` beside the plans says what
/// is taken in only after something else is sent. The plans are judged as `wormcast check` does it. Exit status 1: one
/// of them is not valid, and nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast import routes.txt --topology mesh:4x4 --out plans")]
pub(crate) struct Import {
    /// The paths, one a line; or the tables; or the schedule.
    #[arg(value_name = "ROUTES")]
    routes: PathBuf,
    /// The network, such as `mesh:8x8`; `wormcast list` shows what there is.
    #[arg(long, value_name = "TOPOLOGY")]
    topology: String,
    #[command(flatten)]
    faults: FaultArgs,
    /// Make one worm of the paths of a node, which splits where they part.
    #[arg(long)]
    tree: bool,
    /// Paths of a node make several plans where an empty line stands between them.
    #[arg(long)]
    paragraphs: bool,
    /// How the messages of a schedule go, such as `up-down` [default: on the network's own routes].
    #[arg(long, value_name = "NAME|FILE")]
    routing: Option<String>,
    #[command(flatten)]
    class: MessageClass,
    /// Write the plans into this folder, which has no files yet: `0.json`, `1.json`, …
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Import {
    /// Reads the paths, writes the plans, and says what is wrong with them.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let network = network::with_faults(&self.topology, &self.faults)?;
        let (mut plans, waits) = progress::during("reading the paths", || self.read(&network))?;
        plans.iter_mut().try_for_each(|plan| self.class.put_on(plan))?;
        let problems = self.problems(&plans);
        if !problems.is_empty() {
            let left = format!("nothing was written into {}\n", self.out.display());
            output::print_text(&(problems + &left))?;
            return Ok(Verdict::No);
        }
        fresh_folder(&self.out)?;
        fill_folder(&self.out, |folder| write(folder, &plans, &waits))?;
        let mut rows = Vec::new();
        for (number, plan) in plans.iter().enumerate() {
            let path = file(&self.out, number);
            rows.push(row(&path.display().to_string(), plan));
        }
        let columns = [
            ("plan", Align::Left),
            ("from", Align::Left),
            ("destinations", Align::Right),
            ("worms", Align::Right),
            ("channels", Align::Right),
        ];
        output::print_text(&(table::render(&columns, rows) + self.hint(&plans) + self.unnamed(&plans)))?;
        Ok(Verdict::Yes)
    }

    /// What plans of several worms may have been meant to be.
    fn hint(&self, plans: &[Plan]) -> &'static str {
        let share_their_first = |plan: &Plan| {
            let mut first: Vec<_> =
                plan.by_number().worms.iter().filter_map(|worm| Some(worm.hops.first()?.channel)).collect();
            first.sort_unstable();
            first.windows(2).any(|pair| pair[0] == pair[1])
        };
        if self.tree || !plans.iter().any(share_their_first) {
            return "";
        }
        "worms of one plan begin on the same channel: each path is a worm of its own; for one worm that splits where paths \
         part, give `--tree`\n"
    }

    /// What virtual channels mean where the paths name none: for plans another thing than for routes.
    fn unnamed(&self, plans: &[Plan]) -> &'static str {
        let is_unnamed = |plan: &Plan| {
            let extra = &plan.by_number().extra;
            extra.contains_key(LINES_KEY) && !extra.contains_key(VIRTUAL_CHANNELS_KEY)
        };
        if !plans.iter().any(is_unnamed) {
            return "";
        }
        "the paths name no virtual channel, so where links have several a rule assigns them to these plans (`--vc-rule`); \
         `prove --routes` takes the first one, as plans do with `--virtual-channel 0`\n"
    }

    /// What is wrong with the plans, and on which lines it stands.
    fn problems(&self, plans: &[Plan]) -> String {
        let mut problems = String::new();
        for plan in plans {
            for violation in plan.check().violations.iter() {
                let place = self.place_of(plan, violation).unwrap_or_else(|| format!("from {}", plan.source()));
                let problem = self.twice_in_words(violation).unwrap_or_else(|| violation.to_string());
                problems += &format!("{}:{place}: {problem}\n", one_line(&self.routes.display().to_string()));
            }
        }
        problems
    }

    /// Why a tree cannot lead to a node on two ways.
    fn twice_in_words(&self, violation: &Violation) -> Option<String> {
        match violation {
            Violation::DeliveredAgain { node, .. } if self.tree => Some(format!(
                "two paths lead to {node}, and a tree has one to each node; without `--tree` each path is a worm"
            )),
            _ => None,
        }
    }

    /// The line of a worm with a violation; all lines of the plan where that is about no worm, or all are one.
    fn place_of(&self, plan: &Plan, violation: &Violation) -> Option<String> {
        let lines = plan.by_number().extra.get(LINES_KEY)?.as_array()?;
        let fields = serde_json::to_value(violation).ok()?;
        let worm = fields.get("worm").and_then(|worm| worm.as_u64()).filter(|_| !self.tree);
        match worm {
            Some(worm) => lines.get(worm as usize).map(ToString::to_string),
            None => Some(lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
        }
    }

    /// The plans, and the dependences between them.
    fn read(&self, network: &Network) -> Result<(Vec<Plan>, Vec<Entry>), Failure> {
        if holds_schedule(&self.routes) {
            let ImportedSchedule { plans, waits, .. } =
                network.import_schedule(&self.routes, self.routing.as_deref())?;
            if plans.is_empty() {
                let path = one_line(&self.routes.display().to_string());
                return Err(Failure::new(format!("{path}: the schedule sends no message; expected a `send` at least")));
            }
            return Ok((plans, waits.into_iter().map(entry).collect()));
        }
        if self.routing.is_some() {
            return Err(Failure::new("paths and tables say how messages go; `--routing` is for schedules"));
        }
        let plans = match holds_tables(&self.routes) {
            true => network.import_tables(&self.routes)?,
            false if self.paragraphs => network.import_paragraphs(&self.routes, self.tree)?,
            false => network.import(&self.routes, self.tree)?,
        };
        Ok((plans, Vec::new()))
    }
}

/// The file of a plan.
fn file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number}.json"))
}

fn write(folder: &Path, plans: &[Plan], waits: &[Entry]) -> Result<(), Failure> {
    if !waits.is_empty() {
        Target::at(&folder.join(dependences::FILE))?.write(|file| json::write(file, &waits))?;
    }
    for (number, plan) in plans.iter().enumerate() {
        Target::at(&file(folder, number))?.write(|file| json::write(file, plan))?;
    }
    Ok(())
}

fn entry(ImportedWait { at, takes_in, only_after_sending, .. }: ImportedWait) -> Entry {
    Entry::numbered(at, takes_in, only_after_sending)
}

fn row(path: &str, plan: &Plan) -> Vec<String> {
    let cost = plan.cost();
    let destinations = plan.destinations().count();
    vec![path.to_owned(), plan.source(), destinations.to_string(), cost.worms.to_string(), cost.channels.to_string()]
}
