//! Proofs about routings of unicasts, ours and others'.

use super::reproduction::{self, Routers, SavedIn};
use super::scheme::WHY_WHOLE;
use super::workload::WorkloadArgs;
use super::{NODES_TAKE_IN, Proved, cycle, router};
use crate::failure::Failure;
use crate::words::{count, one_line, quoted};
use crate::{progress, prove_command};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::proof::{
    Answer, Certificate, Counterexample, CycleWait, ProofDocument, RouterPolicies, RoutesFound, RoutingStatement,
    Statement, UnroutedPair,
};
use wormcast::formats::{holds_schedule, holds_tables, named_routing, routes_file};
use wormcast::plan::MAX_VIRTUAL_CHANNELS;
use wormcast::prove::Effort;
use wormcast::routing::{RouteFlaw, Summary, Unrouted};
use wormcast::{Network, RouterQuestion, SafeRouting};

/// How many lines of a kind are shown.
const SHOWN: usize = 10;

/// A question about the routes of unicasts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Routings")]
pub(super) struct RoutingArgs {
    /// Prove the routes in this file on the network, or beside a scheme and plan files: a CSV table
    /// `router,destination,next[,vc][,in][,number]`, or one path per line, `a b c` or `a b c @0,1` with virtual
    /// channels; multicast tables of a SpiNNaker machine; or a schedule of MSCCL in XML, whose messages wait for each
    /// other as it says. May be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "routing")]
    routes: Vec<String>,
    /// Prove the tables of the subnet manager of an InfiniBand fabric: a folder with `ibnetdiscover.txt`,
    /// `opensm-lfts.dump` and, if there, `opensm.mcfdbs`, `psl.txt` and `slvl.txt`. It goes without a network.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["scheme", "routing", "routes", "what"])]
    fabric: Option<PathBuf>,
    /// The multicasts of the fabric from every member of every group are in flight too.
    #[arg(long, requires = "fabric")]
    with_multicast: bool,
}

impl RoutingArgs {
    /// `--with-multicast` is about the groups of a fabric.
    pub(super) fn refuse_multicasts_of_nothing(&self) -> Result<(), Failure> {
        match self.with_multicast && self.fabric.is_none() {
            true => Err(Failure::new("`--with-multicast` goes with `--fabric`: the groups are those of its tables")),
            false => Ok(()),
        }
    }

    /// Whether the tables of a fabric are asked about.
    pub(super) fn is_about_fabric(&self) -> bool {
        self.fabric.is_some()
    }

    /// The files of routes.
    pub(super) fn files(&self) -> &[String] {
        &self.routes
    }

    /// Whether one of them holds multicast tables or a schedule: then worms are proved, and not pairs of nodes.
    pub(super) fn holds_worms(&self) -> bool {
        self.routes.iter().any(|file| holds_worms(Path::new(file)))
    }

    /// Whether such a question about files is asked.
    pub(super) fn is_about_files(&self) -> bool {
        !self.routes.is_empty()
    }

    /// Proves something about a fabric, if that is asked.
    pub(super) fn prove_fabric(&self, args: &WorkloadArgs) -> Option<Result<Proved, Failure>> {
        let folder = self.fabric.as_deref()?;
        Some(args.refuse_for_fabric().and_then(|()| {
            let (network, document) = progress::telling("proving", |tell| {
                let effort = args.effort().told_to(tell);
                Network::prove_fabric_within(folder, self.with_multicast, args.virtual_channels, &effort)
            })?;
            let mut words = in_words(&document, &network, args.saved_in());
            if document.answer == Answer::Deadlock {
                words += &progress::during("looking at the unicasts", || {
                    let other = || instead_in_words(&document, &network, &RouterQuestion::default(), &args.effort());
                    match self.with_multicast {
                        true => other_trees_in_words(folder, &args.effort(), other),
                        false => other(),
                    }
                });
            }
            Ok(Proved { document, words, network, dependences: Vec::new() })
        }))
    }

    /// Proves something about the routes in files.
    pub(super) fn prove(&self, network: Network, args: &WorkloadArgs) -> Result<Proved, Failure> {
        let routers = args.about_routing()?;
        let effort = args.effort();
        let document = progress::telling("proving", |tell| {
            network.prove_routes_within(&self.routes, args.virtual_channels, &routers, &effort.told_to(tell))
        })?;
        let words = in_words(&document, &network, args.saved_in())
            + &in_layers_in_words(&document, &network, &routers, &effort)
            + &instead_in_words(&document, &network, &routers, &effort);
        Ok(Proved { document, words, network, dependences: Vec::new() })
    }
}

/// In how many layers the same routes are free, where routes of a file deadlock, and the command that proves it.
fn in_layers_in_words(
    document: &ProofDocument,
    network: &Network,
    routers: &RouterQuestion,
    effort: &Effort<'_>,
) -> String {
    let Statement::Routing(statement) = &document.statement else { return String::new() };
    let named: Vec<_> = statement.routing.iter().chain(&statement.routes).collect();
    let [file] = &*named else { return String::new() };
    if document.answer != Answer::Deadlock || routes_file(file) != Some(file) || effort.is_over() {
        return String::new();
    }
    let layered = format!("layered:{file}");
    let proof = network.prove_routing_within(&layered, None, routers, effort);
    let Ok(ProofDocument { answer: Answer::DeadlockFree, statement: Statement::Routing(found), .. }) = proof else {
        return String::new();
    };
    format!(
        "the same routes, each on a virtual channel that closes no cycle, are deadlock-free with {}; `route --routing {} \
         --out FILE` writes them:\n  {}\n",
        count(found.virtual_channels, "virtual channel"),
        quoted(&layered),
        prove_command::of_routing(&document.network, &layered, found.virtual_channels, statement)
    )
}

/// What plans other trees for the groups of a fabric, if its unicasts have no loop of their own: that no tree mends.
fn other_trees_in_words(folder: &Path, effort: &Effort<'_>, instead: impl Fn() -> String) -> String {
    let unicasts = Network::prove_fabric_within(folder, false, None, effort);
    match unicasts.map(|(_, document)| document.answer) {
        Ok(Answer::DeadlockFree) => format!(
            "trees that close no loop with the unicasts, as far as there are such trees:\n  wormcast plan-groups {}\n",
            quoted(&folder.display().to_string())
        ),
        Ok(Answer::Deadlock) => {
            format!(
                "the unicasts close a loop by themselves, which no other trees mend; other routes do:\n{}",
                instead()
            )
        }
        _ => String::new(),
    }
}

/// Whether a file tells worms, and not a way for each pair of nodes.
pub(super) fn holds_worms(file: &Path) -> bool {
    holds_tables(file) || holds_schedule(file)
}

/// Proves something about a routing.
pub(super) fn prove(network: Network, routing: &str, args: &WorkloadArgs) -> Result<Proved, Failure> {
    let routers = args.about_routing()?;
    let effort = args.effort();
    let document = progress::telling("proving", |tell| {
        network.prove_routing_within(routing, args.virtual_channels, &routers, &effort.told_to(tell))
    })?;
    let words = in_words(&document, &network, args.saved_in())
        + &in_layers_in_words(&document, &network, &routers, &effort)
        + &instead_in_words(&document, &network, &routers, &effort);
    Ok(Proved { document, words, network, dependences: Vec::new() })
}

/// Where routes can deadlock, or leave pairs out: a routing that serves all pairs, proved free for the same routers,
/// and the command that proves it.
fn instead_in_words(
    document: &ProofDocument,
    network: &Network,
    routers: &RouterQuestion,
    effort: &Effort<'_>,
) -> String {
    let serves_all = |document: &ProofDocument| {
        document.answer == Answer::DeadlockFree
            && document.routes.as_ref().is_some_and(|found| found.unrouted_pairs == 0)
    };
    let Statement::Routing(statement) = &document.statement else { return String::new() };
    // Who asks about a few routes does not ask for a routing, unless they deadlock.
    let is_enough = document.answer == Answer::DeadlockFree
        && document.routes.as_ref().is_some_and(|found| tells_a_few(found, pairs_of(network)));
    if serves_all(document) || is_enough || effort.is_over() {
        return String::new();
    }
    let most = NonZeroU32::new(MAX_VIRTUAL_CHANNELS).unwrap_or(NonZeroU32::MIN);
    let safe = network.safe_routing(statement.virtual_channels).or_else(|| network.safe_routing(most));
    let Some(SafeRouting { routing, virtual_channels, .. }) = safe else { return String::new() };
    match network.prove_routing_within(routing, Some(virtual_channels), routers, effort) {
        Ok(proof) if serves_all(&proof) => format!(
            "`{routing}` has a route for every pair, and is deadlock-free with {}:\n  {}\n",
            count(virtual_channels, "virtual channel"),
            prove_command::of_routing(&document.network, routing, virtual_channels, statement)
        ),
        _ => String::new(),
    }
}

fn in_words(document: &ProofDocument, network: &Network, saved: SavedIn<'_>) -> String {
    let (Statement::Routing(statement), Some(found)) = (&document.statement, &document.routes) else {
        return String::new();
    };
    let what = match &statement.routing {
        Some(routing) => one_line(routing),
        None if statement.fabric.is_some() => {
            format!("the tables of the subnet manager, {}", sent_by_tables(statement))
        }
        None => statement.routes.iter().map(|file| one_line(file)).collect::<Vec<_>>().join(" "),
    };
    let answer = match (&document.certificate, &document.counterexample) {
        (Some(Certificate::WholeWorms), _) => {
            format!("deadlock-free, for all sources and destinations, {NODES_TAKE_IN}\n{WHY_WHOLE}")
        }
        (Some(certificate), _) => free_in_words(certificate, found),
        (_, Some(counterexample)) => deadlock_in_words(statement, found, counterexample, saved),
        _ if document.answer == Answer::Deadlock => {
            format!("deadlock: {}\n{}", document.reason.as_deref().unwrap_or_default(), cycle_in_words(found))
        }
        _ => format!("unknown: {}\n{}", document.reason.as_deref().unwrap_or_default(), cycle_in_words(found)),
    };
    let channels = count(statement.virtual_channels, "virtual channel");
    let routers = match statement.policies == RouterPolicies::default() {
        true => String::new(),
        false => format!(", {}", router::in_words(statement.policies)),
    };
    format!(
        "{what} on {network}, {channels} per channel{routers}: {answer}{}",
        found_in_words(found, pairs_of(network))
    )
}

/// Whose messages an answer about tables of a fabric is about.
fn sent_by_tables(statement: &RoutingStatement) -> &'static str {
    if statement.with_multicast { "unicasts and multicasts of the groups" } else { "unicasts alone" }
}

/// What an answer about routes is about, beside the network, its virtual channels and routers: whose messages, and of
/// which lengths and buffers.
pub(crate) fn scope_in_words(statement: &RoutingStatement) -> String {
    let what = match (&statement.routing, &statement.fabric) {
        (Some(routing), _) => format!("unicasts by {}", one_line(routing)),
        (None, Some(_)) => sent_by_tables(statement).to_owned(),
        (None, None) => statement.routes.iter().map(|file| one_line(file)).collect::<Vec<_>>().join(" "),
    };
    let any =
        |number: Option<NonZeroU32>, what: &str| number.map_or(format!("every {what}"), |n| format!("{what} {n}"));
    format!("{what}, {}, {}", any(statement.length, "length"), any(statement.buffer, "buffer size"))
}

fn free_in_words(certificate: &Certificate, found: &RoutesFound) -> String {
    let Certificate::LaneNumbers(numbers) = certificate else { return String::new() };
    let highest = numbers.lanes.iter().map(|lane| lane.2).max().unwrap_or(0);
    format!(
        "deadlock-free, for all sources, destinations, message lengths and buffers, {NODES_TAKE_IN}\n\
         the channel dependency graph has no cycle: {} (virtual channels of single channels), {} to ones of higher numbers (0 to {highest})\n",
        count(found.lanes, "lane"),
        count(found.dependencies, "dependency").replace("ys", "ies"),
    )
}

fn deadlock_in_words(
    statement: &RoutingStatement,
    found: &RoutesFound,
    counterexample: &Counterexample,
    saved: SavedIn<'_>,
) -> String {
    let Counterexample { length, buffer, worms, plans, .. } = counterexample;
    let mut text = format!(
        "deadlock, shown for messages of {} and buffers of {}\n{}",
        count(length, "flit"),
        count(buffer, "flit"),
        cycle_in_words(found)
    );
    text += "the engine stops in it:\n";
    text += &cycle::in_words(worms, statement.virtual_channels, |worm| {
        let plan = plans.get(worm.plan);
        plan.map_or_else(String::new, |plan| format!("{} to {}", plan.source, plan.destinations.join(" ")))
    });
    text += &format!("{}:\n", saved.in_words());
    let routers = Routers::of_plans(&statement.about_plans());
    text + &reproduction::command(saved.files(), counterexample, routers, saved)
}

fn cycle_in_words(found: &RoutesFound) -> String {
    let mut text =
        format!("the channel dependency graph has a cycle of {}:\n", count(found.dependency_cycle.len(), "wait"));
    for CycleWait { holds, waits_for, flow, group, service_level } in found.dependency_cycle.iter().take(4 * SHOWN) {
        let of = group.as_ref().map_or_else(String::new, |group| format!(" of group {}", one_line(group)));
        let on = service_level.map_or_else(String::new, |level| format!(" on service level {level}"));
        text += &format!(
            "  {} [{}] waits for {} [{}], by messages from {} to {}{of}{on}\n",
            holds.0, holds.1, waits_for.0, waits_for.1, flow.0, flow.1
        );
    }
    text
}

/// The pairs that routings beside plans or a scheme have no route for: of these no message was proved anything.
pub(super) fn unrouted_in_words(network: &Network, routes: &[String], virtual_channels: NonZeroU32) -> String {
    let mut text = String::new();
    for name in routes.iter().filter(|name| !holds_worms(Path::new(name))) {
        // What cannot be read was told before.
        let Ok(mut routing) = named_routing(network.topology(), name, virtual_channels.get()) else { continue };
        let unrouted = Summary::of(network.topology(), &mut *routing).unrouted;
        let astray = unrouted.iter().find(|pair| pair.flaw != RouteFlaw::NoRoute);
        if let Some(Unrouted { from, to, flaw }) = astray.or(unrouted.first()) {
            let [from, to] = [from, to].map(|&node| one_line(&network.topology().node_name(node)));
            let pairs = count(unrouted.len(), "pair");
            text += &format!("{} leaves {pairs} out, such as {from} to {to}: {flaw}\n", one_line(name));
        }
    }
    text
}

/// Whether routes are of a few pairs alone, and no routing that leaves pairs out by mistake.
fn tells_a_few(found: &RoutesFound, pairs: usize) -> bool {
    let is_none = |pair: &UnroutedPair| pair.reason == RouteFlaw::NoRoute.to_string();
    found.unrouted_pairs > pairs / 2 && found.unrouted.iter().all(is_none)
}

/// How many pairs of nodes there are.
fn pairs_of(network: &Network) -> usize {
    let nodes = network.topology().graph().terminals().count();
    nodes * nodes.saturating_sub(1)
}

fn found_in_words(found: &RoutesFound, pairs: usize) -> String {
    let mut text = String::new();
    if tells_a_few(found, pairs) {
        let routed = count(pairs - found.unrouted_pairs, "pair");
        let others = count(found.unrouted_pairs, "pair");
        text += &format!("{others} without a route, of which this says nothing: these are routes of {routed}\n");
    } else if found.unrouted_pairs > 0 {
        text +=
            &format!("{} without a route, of which this says nothing, such as:\n", count(found.unrouted_pairs, "pair"));
        // Routes that lead astray are worse than none.
        let is_none = |pair: &&UnroutedPair| pair.reason == RouteFlaw::NoRoute.to_string();
        let (none, astray): (Vec<_>, Vec<_>) = found.unrouted.iter().partition(is_none);
        for pair in astray.into_iter().chain(none).take(SHOWN) {
            text += &format!("  from {} to {}: {}\n", pair.from, pair.to, pair.reason);
        }
    }
    if !found.malformed.is_empty() {
        let lines = found.malformed.len();
        let are = if lines == 1 { "is no route here, and is" } else { "are no routes here, and are" };
        text += &format!("{} {are} left out:\n", count(lines, "line"));
        for line in found.malformed.iter().take(SHOWN) {
            text += &format!("  {}:{}: {}\n", one_line(&line.file), line.line, line.problem);
        }
    }
    text
}
