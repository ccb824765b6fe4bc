//! Judging proof files.

mod own;
mod parts;
mod replay;

use crate::failure::Failure;
use crate::input;
use crate::network::Network;
use crate::plan_file::PlanFile;
use crate::words::count;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use wormcast::check::proof::{
    Answer, Certificate, PROOF_FORMAT, PROOF_VERSION, ProofDocument, SchemeStatement, SchemeVerdict, Statement,
    WorkloadStatement, verify_heads,
};
use wormcast::plan::{MAX_VIRTUAL_CHANNELS, Plan};
use wormcast::sim::FlowControl;

/// A proof file and its network.
pub(super) struct ProofFile {
    path: PathBuf,
    document: ProofDocument,
    network: Network,
}

/// What was found about a proof.
#[derive(Serialize)]
pub(super) struct ProofEntry {
    proof: String,
    answer: Answer,
    pub valid: bool,
    /// What was verified, or what is wrong.
    found: String,
}

impl ProofFile {
    /// Reads a proof file; none if the file says that it is something else.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, Failure> {
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
    pub(super) fn judge(self, plans: &[PathBuf]) -> ProofEntry {
        let (Statement::Scheme(SchemeStatement { virtual_channels, .. })
        | Statement::Workload(WorkloadStatement { virtual_channels, .. })) = &self.document.statement;
        let found = match &self.document.statement {
            _ if virtual_channels.get() > MAX_VIRTUAL_CHANNELS => Err(format!(
                "it states {virtual_channels} virtual channels a link; at most {MAX_VIRTUAL_CHANNELS} are looked at"
            )),
            Statement::Scheme(statement) => self.judge_scheme(statement),
            Statement::Workload(statement) => self.judge_workload(statement, plans),
        };
        let (valid, found) = found.map_or_else(|problem| (false, problem), |found| (true, found));
        ProofEntry { proof: self.path.display().to_string(), answer: self.document.answer, valid, found }
    }

    fn judge_scheme(&self, statement: &SchemeStatement) -> Result<String, String> {
        let topology = &*self.network.topology;
        match (self.document.answer, &self.document.certificate, &self.document.counterexample) {
            (Answer::DeadlockFree, Some(certificate), None) => {
                let verdict = own::verify(topology, statement, certificate)?;
                Ok(in_words(statement, &verdict))
            }
            (Answer::Deadlock, None, Some(told)) => {
                own::sends_own_plans(&self.network, statement, told)?;
                let SchemeStatement { consumption, virtual_channels, .. } = *statement;
                let flow = FlowControl { virtual_channels, ..FlowControl::default() };
                replay::replay(topology, told, consumption, flow)
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
                let paths = self.plan_paths(statement, given)?;
                verify_heads(topology, &self.plans(&paths)?, statement, heads).map_err(|error| error.to_string())?;
                let names = names(&paths);
                Ok(format!("no worms of {names} deadlock as stated; all its ranks and refutations hold"))
            }
            (Answer::Deadlock, None, Some(told)) => {
                let paths = self.plan_paths(statement, given)?;
                parts::are_of_plans(topology, &self.plans(&paths)?, statement, told)?;
                let WorkloadStatement { consumption, virtual_channels, reservation, .. } = *statement;
                let flow = FlowControl { virtual_channels, reservation, ..FlowControl::default() };
                let found = replay::replay(topology, told, consumption, flow)?;
                Ok(format!("with worms of {} {found}", names(&paths)))
            }
            (Answer::Unknown, None, None) => Ok("it answers nothing".to_owned()),
            _ => Err("its answer goes without a certificate or counterexample".to_owned()),
        }
    }

    /// Where the plans are that the proof is about.
    fn plan_paths(&self, statement: &WorkloadStatement, given: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
        let beside = |name: &String| {
            let there = self.path.parent().map(|folder| folder.join(name)).filter(|there| there.exists());
            if Path::new(name).exists() { PathBuf::from(name) } else { there.unwrap_or_else(|| name.into()) }
        };
        match (statement.plans.len(), given.len()) {
            (_, 0) => Ok(statement.plans.iter().map(beside).collect()),
            (stated, there) if stated == there => Ok(given.to_vec()),
            (stated, there) => Err(format!("it is about {}, and {there} stand beside it", count(stated, "plan"))),
        }
    }

    fn plans(&self, paths: &[PathBuf]) -> Result<Vec<Plan>, String> {
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

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
}

fn in_words(statement: &SchemeStatement, verdict: &SchemeVerdict) -> String {
    let SchemeVerdict { trees, channels, consumption, pairs } = *verdict;
    format!(
        "{} is deadlock-free on all of the scheme's own routes ({}, numbers for {} and {}, {} rise)",
        statement.scheme,
        count(trees, "tree"),
        count(channels, "channel"),
        count(consumption, "consumption channel"),
        count(pairs, "pair"),
    )
}

impl Display for ProofEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proof, valid, found, .. } = self;
        writeln!(f, "{proof}: {}, {found}", if *valid { "valid" } else { "not valid" })
    }
}
