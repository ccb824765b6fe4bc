//! Proofs about given plans.

use super::Proved;
use super::routing::holds_worms;
use super::routing_in_words::unrouted_in_words;
use super::workload_args::WorkloadArgs;
use super::workload_in_words::in_words;
use crate::access::Access;
use crate::failure::Failure;
use crate::plan_file::{PlanFile, one_network};
use crate::progress;
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::Answer;
use wormcast::{Network, Plan};

/// What is in flight beside plans.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    /// Files of routes, tables and schedules.
    pub files: Vec<String>,
    /// The routing of unicasts.
    pub unicasts: Option<String>,
}

/// How many virtual channels these routings and routes take.
pub(super) fn taken_by(network: &Network, routes: &[String]) -> Result<NonZeroU32, Failure> {
    let mut most = NonZeroU32::MIN;
    for routing in routes.iter().filter(|routes| !holds_worms(Path::new(routes))) {
        most = most.max(network.virtual_channels_of(routing)?);
    }
    Ok(most)
}

/// Proves something about plans, with unicasts by these routings beside them.
pub(super) fn prove(files: &[String], routes: Routes, args: &WorkloadArgs) -> Result<Proved, Failure> {
    let (network, plans) = args.open(files)?;
    prove_on(network, files, &plans, routes, args)
}

/// Proves something about plans from these files, and about messages by these routings and tables.
pub(super) fn prove_on(
    network: Network,
    files: &[String],
    plans: &[Plan],
    routes: Routes,
    args: &WorkloadArgs,
) -> Result<Proved, Failure> {
    if args.unicast_scheme.is_some() {
        let message = "`--unicast-scheme` goes with `--scheme`; beside plan files, `--with-unicast` sends unicasts on the \
                       network's own routes, or by `--routing`";
        return Err(Failure::new(message));
    }
    let statement = args.statement_beside(&network, files, plans, routes)?;
    let effort = args.effort();
    let document =
        progress::telling("proving", |tell| network.prove_plans_within(plans, &statement, &effort.told_to(tell)))?;
    let mut words = in_words(&document, &statement, args.saved_in());
    if document.answer == Answer::DeadlockFree {
        words += &unrouted_in_words(&network, &statement.routes, statement.virtual_channels);
    }
    let deadlock = document.counterexample.as_ref();
    if deadlock.is_some() && !files.is_empty() {
        let asked = args.asked_of_mend(&network, plans, &statement);
        // No change of the plans mends what others do without them.
        let others_deadlock =
            progress::during("looking at the others", || network.others_deadlock(&statement, &effort))?;
        words += &if others_deadlock { asked.fault() } else { asked.hint() };
    }
    let dependences = deadlock.map(|deadlock| network.dependences_in(plans, &statement, deadlock)).transpose()?;
    Ok(Proved { document, words, network, dependences: dependences.unwrap_or_default() })
}

/// Reads plan files of one network.
pub(crate) fn open(files: &[String], access: Access) -> Result<(Network, Vec<Plan>), Failure> {
    let opened = PlanFile::open_all(files, access)?;
    one_network(opened.iter(), "are in flight")?;
    opened.iter().try_for_each(refuse_what_never_runs)?;
    let plans = opened.iter().map(PlanFile::plan).collect::<Result<Vec<_>, _>>()?;
    let first = opened.into_iter().next().ok_or_else(|| Failure::new("no plan was given"))?;
    Ok((first.network, plans))
}

/// Violations with which worms never start, or bring their message to nobody: about such plans there is nothing to
/// prove.
const NEVER_RUNS: [&str; 8] = [
    "no-destinations",
    "no-hops",
    "no-deliveries",
    "not-delivered",
    "starts-without-message",
    "no-such-worm",
    "after-delivers-elsewhere",
    "after-circle",
];

fn refuse_what_never_runs(file: &PlanFile) -> Result<(), Failure> {
    let report = file.network.check(&file.document);
    match report.violations.iter().find(|violation| NEVER_RUNS.contains(&violation.kind())) {
        Some(violation) => {
            Err(Failure::new(format!("{violation}; `wormcast check` tells all that is wrong")).prefixed(&file.path))
        }
        None => Ok(()),
    }
}
