//! Judging proof files.

use crate::failure::Failure;
use crate::input;
use crate::network::Network;
use crate::plan_file::PlanFile;
use crate::words::count;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::proof::{
    Answer, Certificate, Counterexample, PROOF_FORMAT, PROOF_VERSION, ProofDocument, SchemeStatement, SchemeVerdict,
    Statement, WorkloadStatement, verify_heads, verify_scheme,
};
use wormcast::plan::Plan;
use wormcast::sim::{Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast::topology::Topology;

/// A proof file and its network.
pub struct ProofFile {
    path: PathBuf,
    document: ProofDocument,
    network: Network,
}

/// What was found about a proof.
#[derive(Serialize)]
pub struct ProofEntry {
    proof: String,
    answer: Answer,
    pub valid: bool,
    /// What was verified, or what is wrong.
    found: String,
}

impl ProofFile {
    /// Reads a proof file; none if the file says that it is something else.
    pub fn open(path: &Path) -> Result<Option<Self>, Failure> {
        #[derive(Deserialize)]
        struct Peek {
            format: Option<String>,
        }
        let text = input::read_text(path)?;
        let is_proof = |peek: Peek| peek.format.as_deref() == Some(PROOF_FORMAT);
        if !serde_json::from_str(&text).is_ok_and(is_proof) {
            return Ok(None);
        }
        let document: ProofDocument = serde_json::from_str(&text)
            .map_err(|error| Failure::new(format!("not a proof: {error}")).prefixed(path))?;
        if document.version != PROOF_VERSION {
            let version = document.version;
            let problem = format!("the format is `{PROOF_FORMAT}` version {version}; expected version {PROOF_VERSION}");
            return Err(Failure::new(problem).prefixed(path));
        }
        let network = Network::of_plan(&document.network, path).map_err(|failure| failure.prefixed(path))?;
        Ok(Some(Self { path: path.to_owned(), document, network }))
    }

    /// Verifies its certificate, or runs its counterexample.
    pub fn judge(self, plans: &[PathBuf]) -> ProofEntry {
        let found = match &self.document.statement {
            Statement::Scheme(statement) => self.judge_scheme(statement),
            Statement::Workload(statement) => self.judge_workload(statement, plans),
        };
        let (valid, found) = found.map_or_else(|problem| (false, problem), |found| (true, found));
        ProofEntry { proof: self.path.display().to_string(), answer: self.document.answer, valid, found }
    }

    fn judge_scheme(&self, statement: &SchemeStatement) -> Result<String, String> {
        let topology = &*self.network.topology;
        match (self.document.answer, &self.document.certificate, &self.document.counterexample) {
            (Answer::DeadlockFree, Some(certificate), None) => verify_scheme(topology, statement, certificate)
                .map(|verdict| in_words(statement, &verdict))
                .map_err(|refusal| refusal.to_string()),
            (Answer::Deadlock, None, Some(counterexample)) => {
                let SchemeStatement { consumption, virtual_channels, .. } = *statement;
                replay(topology, &timing(consumption, virtual_channels, counterexample), counterexample)
            }
            (Answer::Unknown, None, None) => Ok("it answers nothing".to_owned()),
            _ => Err("its answer goes without a certificate or counterexample".to_owned()),
        }
    }

    /// Judges a proof about given plans: those that stand beside it on the command line, or else those that it names.
    fn judge_workload(&self, statement: &WorkloadStatement, given: &[PathBuf]) -> Result<String, String> {
        let topology = &*self.network.topology;
        match (self.document.answer, &self.document.certificate, &self.document.counterexample) {
            (Answer::DeadlockFree, Some(Certificate::Ranks(heads) | Certificate::Refutation(heads)), None) => {
                let plans = self.plans_of(statement, given)?;
                verify_heads(topology, &plans, statement, heads).map_err(|error| error.to_string())?;
                let names = statement.plans.join(" ");
                Ok(format!("no worms of {names} deadlock as stated; all its ranks and refutations hold"))
            }
            (Answer::Deadlock, None, Some(counterexample)) => {
                let WorkloadStatement { consumption, virtual_channels, reservation, .. } = *statement;
                let mut timing = timing(consumption, virtual_channels, counterexample);
                timing.flow.reservation = reservation;
                replay(topology, &timing, counterexample)
            }
            (Answer::Unknown, None, None) => Ok("it answers nothing".to_owned()),
            _ => Err("its answer goes without a certificate or counterexample".to_owned()),
        }
    }

    /// The plans that the proof is about.
    fn plans_of(&self, statement: &WorkloadStatement, given: &[PathBuf]) -> Result<Vec<Plan>, String> {
        let beside = |name: &String| {
            let there = self.path.parent().map(|folder| folder.join(name)).filter(|there| there.exists());
            if Path::new(name).exists() { PathBuf::from(name) } else { there.unwrap_or_else(|| name.into()) }
        };
        let named: Vec<_> = statement.plans.iter().map(beside).collect();
        let paths = if given.is_empty() { &*named } else { given };
        let read = |path: &PathBuf| {
            let file = PlanFile::open(path).map_err(|failure| failure.message())?;
            if file.network.topology.spec() != self.network.topology.spec() {
                return Err(format!("{} is for another network", path.display()));
            }
            file.document.resolve(&*self.network.topology).map_err(|error| format!("{}: {error}", path.display()))
        };
        paths.iter().map(read).collect()
    }
}

/// How a counterexample is run.
fn timing(consumption: Option<NonZeroU32>, virtual_channels: NonZeroU32, told: &Counterexample) -> Timing {
    Timing {
        length: told.length,
        buffer: told.buffer,
        consumption: consumption.map_or(Ports::All, Ports::Limited),
        flow: FlowControl { virtual_channels, ..FlowControl::default() },
        ..Timing::default()
    }
}

fn in_words(statement: &SchemeStatement, verdict: &SchemeVerdict) -> String {
    let SchemeVerdict { trees, channels, consumption, pairs } = *verdict;
    format!(
        "{} is deadlock-free on the routes that are stated ({}, numbers for {} and {}, {} rise)",
        statement.scheme,
        count(trees, "tree"),
        count(channels, "channel"),
        count(consumption, "consumption channel"),
        count(pairs, "pair"),
    )
}

/// Whether the engine stops in the deadlock that is told.
fn replay(topology: &dyn Topology, timing: &Timing, told: &Counterexample) -> Result<String, String> {
    let plans = told.plans.iter().map(|plan| plan.resolve(topology)).collect::<Result<Vec<_>, _>>();
    let plans = plans.map_err(|error| error.to_string())?;
    let latest = Time::LARGEST_INPUT.ps() / 1000;
    if told.starts_ns.iter().any(|&start| start > latest) {
        return Err(format!("a plan starts after {latest} ns"));
    }
    let starts = plans.iter().zip(&told.starts_ns);
    let starts: Vec<_> = starts.map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect();
    let run = simulate(topology, &starts, timing, Engine::Flit).map_err(|error| error.to_string())?;
    let worms: Vec<_> = told.worms.iter().map(|worm| (worm.plan, worm.worm)).collect();
    match run.outcome {
        Outcome::Deadlock(circle) if circle.iter().map(|blocked| (blocked.plan, blocked.worm)).eq(worms) => {
            Ok(format!("the flit engine stops in its deadlock of {}", count(circle.len(), "worm")))
        }
        Outcome::Deadlock(_) => Err("the flit engine stops in another deadlock".to_owned()),
        Outcome::Delivered => Err("the flit engine delivers its messages".to_owned()),
    }
}

impl Display for ProofEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proof, valid, found, .. } = self;
        writeln!(f, "{proof}: {}, {found}", if *valid { "valid" } else { "not valid" })
    }
}
