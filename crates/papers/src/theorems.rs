//! Deadlock theorems of the papers, proved anew by the prover: for all sources, destinations, lengths and buffers.

use crate::{Outcome, PaperClaim, Table};
use std::num::NonZeroU32;
use wormcast_check::proof::{Certificate, SchemeStatement};
use wormcast_prove::Proof;
use wormcast_prove::scheme::prove_scheme;
use wormcast_schemes::option::DELIVER_ON_THE_WAY_UP;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::build;

/// A statement of a paper about a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theorem {
    section: &'static str,
    claim: &'static str,
    network: &'static str,
    scheme: &'static str,
    /// Consumption channels per node; none: nobody waits for one.
    consumption: Option<u32>,
    /// Whether worms deliver on their way up the tree.
    on_the_way_up: bool,
}

impl Theorem {
    /// A scheme is free of deadlock on a network, where nobody waits for consumption channels.
    pub(crate) const fn of(
        section: &'static str,
        claim: &'static str,
        network: &'static str,
        scheme: &'static str,
    ) -> Self {
        Self { section, claim, network, scheme, consumption: None, on_the_way_up: false }
    }

    /// The same with so many consumption channels per node.
    pub(crate) const fn with_consumption(self, count: u32) -> Self {
        Self { consumption: Some(count), ..self }
    }

    /// The same where worms deliver whichever way they go.
    pub(crate) const fn on_the_way_up(self) -> Self {
        Self { on_the_way_up: true, ..self }
    }

    fn options(&self) -> (Options, Vec<String>) {
        let plain = Options::default();
        match self.on_the_way_up {
            true => (plain.with_switch(&DELIVER_ON_THE_WAY_UP), vec!["--deliver-on-the-way-up".to_owned()]),
            false => (plain, Vec::new()),
        }
    }

    fn command(&self, words: &[String]) -> String {
        let mut command = format!("wormcast prove {} --scheme {}", self.network, self.scheme);
        words.iter().for_each(|word| command += &format!(" {word}"));
        self.consumption.iter().for_each(|count| command += &format!(" --consumption {count}"));
        command
    }
}

/// The claim, judged by a proof or a deadlock; and a row of the table.
///
/// # Panics
/// If the scheme does not serve the network.
pub(crate) fn prove(id: &str, theorem: &Theorem, table: &mut Table) -> PaperClaim {
    let network = build(theorem.network).expect("figures have networks that exist");
    let (options, words) = theorem.options();
    let scheme = scheme_named(theorem.scheme).expect("figures name schemes that exist");
    let mut planner = scheme.prepare(&*network, &options).expect("the scheme serves the network");
    let command = theorem.command(&words);
    let consumption = theorem.consumption.and_then(NonZeroU32::new);
    let statement = SchemeStatement { consumption, options: words, ..SchemeStatement::about(theorem.scheme) };
    let proof = prove_scheme(&*network, &mut *planner, &statement).expect("a scheme on its network is a statement");
    let (outcome, answer, reason) = match &proof {
        Proof::DeadlockFree(certificate) => (Outcome::Holds, "free", argument(certificate)),
        Proof::Deadlock(_) => (Outcome::Fails, "deadlock", "a run of the engine stops in a cycle"),
        Proof::Unknown(_) => (Outcome::Undecided, "unknown", "neither a proof nor a deadlock was found"),
    };
    table.push([theorem.network, theorem.scheme, answer, reason].map(str::to_owned));
    let measured = format!("{}: {reason}", theorem.network);
    PaperClaim::new(id, theorem.claim, "free of deadlock", measured, outcome)
        .said_in(theorem.section)
        .by("proof or counterexample, for all sources, destinations, lengths and buffers")
        .with_command(command)
}

/// The name of the proof, as docs/prove-schemes.md has it.
fn argument(certificate: &Certificate) -> &'static str {
    match certificate {
        Certificate::Numbering(_) => "chains, theorem 1 (numbers)",
        Certificate::Trees(_) => "trees, theorem 2",
        Certificate::Ranks(_) => "ranks of heads",
        Certificate::Refutation(_) => "a refuted formula",
        Certificate::LaneNumbers(_) => "numbers of lanes",
        Certificate::WholeWorms => "worms that get all their channels before they leave",
        Certificate::WormNumbers(_) => "numbers of worms",
        Certificate::TreeWorms(_) => "trees of worms, theorem 2",
    }
}
