//! Proofs about routings of unicasts, ours and others'.

use super::Proved;
use super::routing_in_words::{in_words, pairs_of, tells_a_few};
use super::workload_args::WorkloadArgs;
use crate::failure::Failure;
use crate::words::{count, figures, quoted};
use crate::{output, progress, prove_command};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::proof::{Answer, ProofDocument, RoutingStatement, Statement};
use wormcast::formats::{Fabric, holds_schedule, holds_tables, routes_file};
use wormcast::plan::MAX_VIRTUAL_CHANNELS;
use wormcast::prove::Effort;
use wormcast::{Network, RouterQuestion, SafeRouting};

/// The layers of more routes than these are not searched unasked: that takes longer than the answer does.
const MOST_LAYERED: usize = 100_000;

/// A question about the routes of unicasts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Routings")]
pub(super) struct RoutingArgs {
    /// Prove the routes in this file on the network, or beside a scheme and plan files: a CSV table
    /// `router,destination,next[,vc][,in][,number]` or `src,dst,path[,vc]`, a matrix of next hops, or JSON of these;
    /// one path per line, `a b c` or `a b c @0,1` with virtual channels; multicast tables of a SpiNNaker machine; or a
    /// schedule of MSCCL in XML, whose messages wait for each other as it says. May be repeated.
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
            let fabric = Fabric::open(folder)?;
            let taken = fabric.taken_for_granted(folder, self.with_multicast);
            let (network, document) = progress::telling("proving", |tell| {
                let effort = args.effort().told_to(tell);
                Network::prove_tables_within(fabric, folder, self.with_multicast, args.virtual_channels, &effort)
            })?;
            taken.iter().for_each(|taken| output::note(taken));
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
    let chooses = document.routes.as_ref().is_some_and(|found| found.choices > 0);
    if document.answer != Answer::Deadlock || routes_file(file) != Some(file) || effort.is_over() || chooses {
        return String::new();
    }
    let layered = format!("layered:{file}");
    let unrouted = document.routes.as_ref().map_or(0, |found| found.unrouted_pairs);
    if pairs_of(network) - unrouted > MOST_LAYERED {
        let command = prove_command::of_routing(&document.network, &layered, None, statement);
        return format!(
            "whether the same routes are deadlock-free if each keeps to one of several virtual channels:\n  {command}\n"
        );
    }
    let proof = network.prove_routing_within(&layered, None, routers, effort);
    let Ok(ProofDocument { answer: Answer::DeadlockFree, statement: Statement::Routing(found), .. }) = proof else {
        return String::new();
    };
    format!(
        "the same routes, each on a virtual channel that closes no cycle, are deadlock-free with {}; `route --routing {} \
         --out FILE.txt` writes them:\n  {}\n",
        count(found.virtual_channels, "virtual channel"),
        quoted(&layered),
        prove_command::of_routing(&document.network, &layered, Some(found.virtual_channels), statement)
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
    // What the switches of a fabric do is no option of a question about its unicasts by other routes: without a cycle
    // of waits they are free whatever routers do.
    let usual = RoutingStatement { policies: routers.policies, ..statement.clone() };
    // Who asks about a few routes does not ask for a routing, unless they deadlock.
    let is_enough = document.answer == Answer::DeadlockFree
        && document.routes.as_ref().is_some_and(|found| tells_a_few(found, pairs_of(network)));
    if serves_all(document) || is_enough || effort.is_over() {
        return String::new();
    }
    let most = NonZeroU32::new(MAX_VIRTUAL_CHANNELS).unwrap_or(NonZeroU32::MIN);
    let safe = network.safe_routing(statement.virtual_channels).or_else(|| network.safe_routing(most));
    let Some(safe @ SafeRouting { routing, virtual_channels, .. }) = safe else { return String::new() };
    match network.prove_routing_within(routing, Some(virtual_channels), routers, effort) {
        Ok(proof) if serves_all(&proof) => format!(
            "`{routing}` has a route for every pair, and is deadlock-free with {}:\n  {}\n",
            figures(&safe),
            prove_command::of_routing(&document.network, routing, Some(virtual_channels), &usual)
        ),
        _ => String::new(),
    }
}
