//! `wormcast check --routes`.

use crate::failure::Failure;
use crate::network::{self, FaultArgs};
use crate::output::{self, Format};
use crate::verdict::Verdict;
use crate::words::{count, one_line};
use crate::{progress, table};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use wormcast::formats::{holds_schedule, holds_tables};
use wormcast::{FlawedPairs, Network, RoutesReport, ScheduleReport};

/// How many pairs or lines of a kind are shown.
const SHOWN: usize = 10;

/// Routes that are judged on a network.
#[derive(Debug, Args)]
#[command(next_help_heading = "Routes")]
pub(super) struct RoutesArgs {
    /// Judge the routes in this file on a network, which stands in place of the plans: loops, dead ends, pairs without
    /// a route, channels that are not there. A CSV table or one path a line, as for `prove --routes`; multicast tables
    /// of a SpiNNaker machine; or a schedule of MSCCL, in XML. May be repeated.
    #[arg(long, value_name = "FILE")]
    routes: Vec<PathBuf>,
    #[command(flatten)]
    faults: FaultArgs,
}

#[derive(Serialize)]
struct Document<'r> {
    format: &'static str,
    version: u32,
    valid: bool,
    #[serde(flatten)]
    report: Option<&'r RoutesReport>,
    #[serde(skip_serializing_if = "<[TablesReport]>::is_empty")]
    tables: &'r [TablesReport],
    #[serde(skip_serializing_if = "<[ScheduleReport]>::is_empty")]
    schedules: &'r [ScheduleReport],
}

/// Multicast tables whose trees lead where they should: others are refused with the place at which they do not.
#[derive(Serialize)]
struct TablesReport {
    file: String,
    trees: usize,
    deliveries: usize,
}

impl TablesReport {
    fn of(network: &Network, file: &Path) -> Result<Self, wormcast::Error> {
        let plans = network.import_tables(file)?;
        let deliveries = plans.iter().map(|plan| plan.destinations().count()).sum();
        Ok(Self { file: file.display().to_string(), trees: plans.len(), deliveries })
    }

    fn in_words(&self, network: &Network) -> String {
        let pairs = [("trees", self.trees.to_string()), ("deliveries", self.deliveries.to_string())];
        format!("{} on {network}\n{}", one_line(&self.file), table::render_pairs(pairs))
    }
}

impl RoutesArgs {
    /// Whether routes are to be judged.
    pub(super) fn are_given(&self) -> bool {
        !self.routes.is_empty()
    }

    /// Their files.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.routes.iter().map(PathBuf::as_path)
    }

    /// Whether something is said of the network.
    pub(super) fn names_faults(&self) -> bool {
        self.faults != FaultArgs::default()
    }

    /// Judges them on the network of this description.
    pub(super) fn run(&self, named: &[PathBuf], format: Format) -> Result<Verdict, Failure> {
        let [topology] = named else {
            return Err(Failure::new("`--routes` goes with one network, such as `mesh:8x8`, and no plan files"));
        };
        let network = network::with_faults(&topology.to_string_lossy(), &self.faults)?;
        let (schedules, others): (Vec<_>, Vec<_>) = self.routes.iter().partition(|file| holds_schedule(file));
        let (tables, routes): (Vec<_>, Vec<_>) = others.into_iter().partition(|file| holds_tables(file));
        let (report, tables, schedules) = progress::during("following the routes", || {
            let report = (!routes.is_empty()).then(|| network.check_routes(&routes)).transpose()?;
            let tables = tables.into_iter().map(|file| TablesReport::of(&network, file));
            let tables = tables.collect::<Result<Vec<_>, wormcast::Error>>()?;
            let schedules = schedules.into_iter().map(|file| network.check_schedule(file));
            Ok::<_, wormcast::Error>((report, tables, schedules.collect::<Result<Vec<_>, _>>()?))
        })?;
        let (report, tables, schedules) = (report.as_ref(), &*tables, &*schedules);
        let valid = report.is_none_or(RoutesReport::is_valid) && schedules.iter().all(ScheduleReport::is_valid);
        match format {
            Format::Json => output::print_json(&Document {
                format: "wormcast-routes-check",
                version: 1,
                valid,
                report,
                tables,
                schedules,
            })?,
            Format::Table => {
                let routes = report.map_or_else(String::new, |report| in_words(&network, report));
                let tables = tables.iter().map(|report| report.in_words(&network));
                let schedules = schedules.iter().map(|report| scheduled_in_words(&network, report));
                output::print_text(&(routes + &tables.chain(schedules).collect::<String>()))?;
            }
        }
        Ok(if valid { Verdict::Yes } else { Verdict::No })
    }
}

fn scheduled_in_words(network: &Network, report: &ScheduleReport) -> String {
    let ScheduleReport { file, gpus, messages, dependences, unrouted, .. } = report;
    let mut text = format!("{} on {network}\n", one_line(file));
    text += &table::render_pairs([
        ("GPUs", gpus.to_string()),
        ("messages", messages.to_string()),
        ("waits", dependences.to_string()),
        ("unrouted", unrouted.count.to_string()),
    ]);
    text + &listed("there is no way", unrouted)
}

fn in_words(network: &Network, report: &RoutesReport) -> String {
    let RoutesReport { pairs, routed, loops, dead_ends, without_route, missing_channels, .. } = report;
    let mut text = format!("routes on {network}\n");
    text += &table::render_pairs([
        ("pairs", pairs.to_string()),
        ("routed", routed.to_string()),
        ("loops", loops.count.to_string()),
        ("dead ends", dead_ends.count.to_string()),
        ("unrouted", without_route.count.to_string()),
        ("missing", format!("channels of {}", count(missing_channels.len(), "line"))),
    ]);
    if report.choices > 0 {
        text += &format!(
            "choices    at {} of tables: a pair has a route if each choice leads to it\n",
            count(report.choices, "entry").replace("ys", "ies")
        );
    }
    text += &listed("the route runs in a loop", loops);
    text += &listed("the route ends", dead_ends);
    // A file of a few routes leaves out what nobody asked about.
    if without_route.count <= pairs / 2 {
        text += &listed("there is no route", without_route);
    }
    for line in missing_channels.iter().take(SHOWN) {
        text += &format!("{}:{}: {}\n", one_line(&line.file), line.line, one_line(&line.problem));
    }
    text
}

/// The first pairs with a flaw.
fn listed(what: &str, found: &FlawedPairs) -> String {
    let pair = |pair: &wormcast::FlawedPair| {
        let at = pair.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
        format!("from {} to {}: {what}{at}\n", pair.from, pair.to)
    };
    found.first.iter().take(SHOWN).map(pair).collect()
}
