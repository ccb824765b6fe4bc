//! Proofs about given plans.

use super::{Proved, circle};
use crate::failure::Failure;
use crate::network::Network;
use crate::plan_file::PlanFile;
use crate::progress;
use crate::words::count;
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::judge;
use wormcast::check::proof::{
    BlockedWorm, Certificate, Copies, Counterexample, HeadsCertificate, Part, Reservation, SchemeStatement, Statement,
    WorkloadStatement,
};
use wormcast::plan::{Plan, PlanDocument};
use wormcast::prove::{Proof, prove_workload};
use wormcast::sim::Handover;

/// Over the options that schemes do not take.
const PLANS_ONLY: &str = "Plan files only";

/// What is asked about plans, and in part about schemes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Schemes and plans")]
pub struct WorkloadArgs {
    /// How many messages of each plan may be in flight: a number or `any`.
    #[arg(long, help_heading = PLANS_ONLY, value_name = "NUMBER", default_value_t)]
    copies: Copies,
    /// Length of a message, in flits [default: every length].
    #[arg(long, help_heading = PLANS_ONLY, value_name = "FLITS")]
    length: Option<NonZeroU32>,
    /// Flits that a channel's buffer holds [default: every size].
    #[arg(long, help_heading = PLANS_ONLY, value_name = "FLITS")]
    buffer: Option<NonZeroU32>,
    /// Consumption channels a node, which bring messages from the router into the node [default: nobody waits for one].
    #[arg(long, value_name = "PORTS")]
    consumption: Option<NonZeroU32>,
    /// Virtual channels a link.
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::words::virtual_channels)]
    virtual_channels: NonZeroU32,
    /// How a worm gets the channels that it takes next: all at once (`atomic`), or one after another
    /// (`incremental`).
    #[arg(long, help_heading = PLANS_ONLY, value_name = "POLICY", default_value_t)]
    reservation: Reservation,
    /// When a channel is handed over to the next worm: only `empty`, when its buffer is, is proved.
    #[arg(long, value_name = "WHEN", default_value_t)]
    handover: Handover,
    /// Unicast messages between all nodes, on the network's own shortest routes and not on the scheme's, may be in flight
    /// too. A scheme's own multicasts to one node are always among its messages. With plan files all pairs
    /// of nodes are looked at, which takes long on large networks; `prove TOPOLOGY --scheme NAME` is quicker.
    #[arg(long)]
    with_unicast: bool,
    /// Write the plans that are sent in a deadlock into this folder: `0.json`, `1.json`, …
    #[arg(long, value_name = "FOLDER", help_heading = super::OUTPUT)]
    pub save_plans: Option<PathBuf>,
}

impl WorkloadArgs {
    /// Refuses what proofs do not know.
    pub fn refuse_tail(&self) -> Result<(), Failure> {
        match self.handover {
            Handover::Empty => Ok(()),
            Handover::Tail => Err(Failure::new(
                "`--handover tail` is not proved: a head would also wait for the worm before it in the same buffer, and \
                 proofs know only waits for channels; take `empty`, or run plans with `simulate --engine flit --handover tail`",
            )),
        }
    }

    fn statement(&self, files: &[String]) -> WorkloadStatement {
        WorkloadStatement {
            plans: files.to_vec(),
            copies: self.copies,
            length: self.length,
            buffer: self.buffer,
            consumption: self.consumption,
            virtual_channels: self.virtual_channels,
            reservation: self.reservation,
            with_unicast: self.with_unicast,
        }
    }

    /// The question about a scheme of this name. Nothing that is for plans only may be set.
    pub fn about_scheme(&self, scheme: &str) -> Result<SchemeStatement, Failure> {
        let only_for_plans = [
            ("--copies", self.copies != Copies::default()),
            ("--length", self.length.is_some()),
            ("--buffer", self.buffer.is_some()),
            ("--reservation", self.reservation != Reservation::default()),
        ];
        if let Some((option, _)) = only_for_plans.into_iter().find(|(_, set)| *set) {
            return Err(Failure::new(format!(
                "`{option}` is for plan files; a scheme is proved for every length, every buffer and any number of messages, \
                 with atomic reservation"
            )));
        }
        Ok(SchemeStatement {
            consumption: self.consumption,
            virtual_channels: self.virtual_channels,
            with_unicast: self.with_unicast,
            ..SchemeStatement::about(scheme)
        })
    }
}

/// Proves something about plans.
pub fn prove(files: &[String], args: &WorkloadArgs) -> Result<Proved, Failure> {
    let plans = Plans::open(files)?;
    let statement = args.statement(files);
    let topology = &*plans.network.topology;
    let proof = progress::during("proving", || prove_workload(topology, &plans.plans, &statement))?;
    let words = match &proof {
        Proof::DeadlockFree(certificate) => free_in_words(&statement, certificate),
        Proof::Deadlock(counterexample) => deadlock_in_words(&statement, counterexample),
        Proof::Unknown(reason) => format!("unknown: {reason}\n{}", next_steps(&statement)),
    };
    let document = proof.document(plans.network.spec, Statement::Workload(statement));
    Ok(Proved { document, words })
}

/// Plans of one network.
pub struct Plans {
    /// The network.
    pub network: Network,
    /// The plans.
    pub plans: Vec<Plan>,
}

impl Plans {
    /// Reads plan files.
    pub fn open(files: &[String]) -> Result<Self, Failure> {
        let opened = files.iter().map(|file| PlanFile::open(Path::new(file))).collect::<Result<Vec<_>, _>>()?;
        let spec = |file: &PlanFile| file.network.topology.spec();
        if let Some(other) = opened.iter().find(|file| spec(file) != spec(&opened[0])) {
            return Err(Failure::new(format!(
                "{} is for {}, but {} is for {}; plans that are in flight together need the same network",
                opened[0].path.display(),
                spec(&opened[0]),
                other.path.display(),
                spec(other),
            )));
        }
        opened.iter().try_for_each(refuse_what_never_runs)?;
        let resolve = |file: &PlanFile| {
            file.document.resolve(&*file.network.topology).map_err(|error| Failure::from(error).prefixed(&file.path))
        };
        let plans = opened.iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
        let first = opened.into_iter().next().ok_or_else(|| Failure::new("no plan was given"))?;
        Ok(Self { network: first.network, plans })
    }
}

/// Faults with which worms never start, or bring their message to nobody: about such plans there is nothing to prove.
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
    let report = judge(&file.document, &*file.network.topology);
    match report.faults.iter().find(|fault| NEVER_RUNS.contains(&fault.kind())) {
        Some(fault) => {
            Err(Failure::new(format!("{fault}; `wormcast check` tells all that is wrong")).prefixed(&file.path))
        }
        None => Ok(()),
    }
}

/// For which messages an answer holds.
fn scope_in_words(statement: &WorkloadStatement) -> String {
    let any =
        |number: Option<NonZeroU32>, what: &str| number.map_or(format!("every {what}"), |n| format!("{what} {n}"));
    let consumption = match statement.consumption {
        None => "consumption channels for all".to_owned(),
        Some(ports) => format!("{} a node", count(ports, "consumption channel")),
    };
    let copies = match statement.copies {
        Copies::Any => "any number of messages of each worm in flight".to_owned(),
        Copies::AtMost(most) => format!("at most {} of each worm in flight", count(most, "message")),
    };
    let unicast = if statement.with_unicast { ", unicasts between all nodes too" } else { "" };
    format!(
        "{}, {}, {consumption}, {}, {} reservation, {copies}{unicast}",
        any(statement.length, "length"),
        any(statement.buffer, "buffer size"),
        count(statement.virtual_channels, "virtual channel"),
        statement.reservation,
    )
}

const WHY_RANKS: &str = "why: a worm that is stuck somewhere waits for worms stuck at lower ranks, and at the lowest for none; so no circle of waiting \
     can close";
const WHY_REFUTED: &str = "why: a formula says how worms could stand still for ever, and it has no solution";

/// What may lead to an answer: to leave out possibilities that the network does not have.
fn next_steps(statement: &WorkloadStatement) -> String {
    let mut text = String::new();
    if statement.copies == Copies::Any {
        text += "  `--copies 1`: at most one message of each worm in flight\n";
    }
    if statement.length.is_none() || statement.buffer.is_none() {
        text += "  `--length` and `--buffer`: the lengths and buffers of one network, and not all\n";
    }
    if statement.consumption.is_some() {
        text += "  without `--consumption`, or with more: if nodes have as many as worms want\n";
    }
    if statement.with_unicast {
        text += "  without `--with-unicast`: the plans alone\n";
    }
    if text.is_empty() { text } else { format!("a narrower question may have an answer:\n{text}") }
}

fn free_in_words(statement: &WorkloadStatement, certificate: &Certificate) -> String {
    let why = match certificate {
        Certificate::Ranks(heads) => {
            format!("{} have a rank, and wait for lower ones only\n{WHY_RANKS}", ranked(heads))
        }
        Certificate::Refutation(heads) => {
            let lemmas: usize = heads.cases.iter().map(|case| case.lemmas.lines().count()).sum();
            let clauses: usize = heads.cases.iter().filter_map(|case| case.formula).map(|[_, clauses]| clauses).sum();
            let clauses = count(clauses, "clause");
            let cases = count(heads.cases.len(), "case");
            format!(
                "{} have a rank; for the others {clauses} in {cases} are refuted by {}\n{WHY_REFUTED}",
                ranked(heads),
                count(lemmas, "lemma")
            )
        }
        _ => String::new(),
    };
    format!("deadlock-free ({})\n{why}\n", scope_in_words(statement))
}

fn ranked(heads: &HeadsCertificate) -> String {
    count(heads.ranks.iter().flatten().flatten().count(), "router visit")
}

fn deadlock_in_words(statement: &WorkloadStatement, counterexample: &Counterexample) -> String {
    let Counterexample { worms, parts, .. } = counterexample;
    let name = |worm: &BlockedWorm| {
        let Part { plan, worm: alone } = parts[worm.plan];
        if plan >= statement.plans.len() {
            return unicast_name(&counterexample.plans[worm.plan], worm);
        }
        format!("worm {} of {}", alone.unwrap_or(worm.worm), file(statement, plan))
    };
    let head = format!("deadlock of {} ({})\n", count(worms.len(), "worm"), scope_in_words(statement));
    head + &circle::in_words(worms, statement.virtual_channels, name) + &reproduction(statement, counterexample)
}

/// A worm that is none of a given plan.
fn unicast_name(plan: &PlanDocument, blocked: &BlockedWorm) -> String {
    let worm = plan.worms.get(blocked.worm as usize);
    match worm.and_then(|worm| Some((&worm.origin, &worm.deliver.last()?.node))) {
        Some((from, to)) => format!("unicast {from}→{to}"),
        None => format!("worm {} of the unicasts", blocked.worm),
    }
}

fn file(statement: &WorkloadStatement, plan: usize) -> String {
    statement.plans.get(plan).cloned().unwrap_or_else(|| "the unicast messages".to_owned())
}

/// The command that runs into the deadlock.
fn reproduction(statement: &WorkloadStatement, counterexample: &Counterexample) -> String {
    let Counterexample { parts, starts_ns, length, buffer, .. } = counterexample;
    let needs_saved = statement.virtual_channels.get() > 1 || parts.iter().any(|part| part.worm.is_some());
    let mut text = String::from("it comes about like this");
    if needs_saved {
        text.push_str(", with the plans of `--save-plans saved`");
    }
    text.push_str(":\n");
    if statement.virtual_channels.get() > 1 {
        text.push_str("(the saved plans name their virtual channels; the given files may not)\n");
    }
    text.push_str("  wormcast simulate");
    for (number, (part, start)) in parts.iter().zip(starts_ns).enumerate() {
        let path = if needs_saved { format!("saved/{number}.json") } else { file(statement, part.plan) };
        text.push_str(&format!(" {path}@{start}"));
    }
    text.push_str(&format!(" --length {length} --buffer {buffer}"));
    if let Some(ports) = statement.consumption {
        text.push_str(&format!(" --consumption {ports}"));
    }
    if statement.virtual_channels.get() > 1 {
        text.push_str(&format!(" --virtual-channels {}", statement.virtual_channels));
    }
    if statement.reservation == Reservation::Incremental {
        text.push_str(" --reservation incremental");
    }
    if statement.virtual_channels.get() > 1 || statement.reservation == Reservation::Incremental {
        text.push_str(" --engine flit");
    }
    text.push('\n');
    text
}
