//! Judging proof files.

use crate::failure::Failure;
use crate::input;
use crate::network;
use crate::plan_file::PlanFile;
use crate::words::count;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use wormcast::check::proof::{Answer, PROOF_FORMAT, PROOF_VERSION, ProofDocument, SchemeVerdict, Statement};
use wormcast::prove::Verified;
use wormcast::{Network, Plan};

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
        let network = network::of_plan(&document.network, path).map_err(|failure| failure.prefixed(path))?;
        Ok(Some(Self { path: path.to_owned(), document, network }))
    }

    /// Verifies its certificate, or runs its counterexample.
    pub(super) fn judge(self, plans: &[PathBuf]) -> ProofEntry {
        let (valid, found) = self.verify(plans).map_or_else(|problem| (false, problem), |found| (true, found));
        ProofEntry { proof: self.path.display().to_string(), answer: self.document.answer, valid, found }
    }

    fn verify(&self, given: &[PathBuf]) -> Result<String, String> {
        let paths = self.plan_paths(given)?;
        let plans = self.plans(&paths)?;
        let verified = self.network.verify_proof(&self.document, &plans).map_err(|refusal| refusal.to_string())?;
        Ok(in_words(&verified, &self.document.statement, &names(&paths)))
    }

    /// Where the plans are that the proof is about: those that stand beside it on the command line, or else those that
    /// it names.
    fn plan_paths(&self, given: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
        let beside = |name: &String| {
            let there = self.path.parent().map(|folder| folder.join(name)).filter(|there| there.exists());
            if Path::new(name).exists() { PathBuf::from(name) } else { there.unwrap_or_else(|| name.into()) }
        };
        let Statement::Workload(statement) = &self.document.statement else { return Ok(Vec::new()) };
        match (statement.plans.len(), given.len()) {
            (_, 0) => Ok(statement.plans.iter().map(beside).collect()),
            (stated, there) if stated == there => Ok(given.to_vec()),
            (stated, there) => Err(format!("it is about {}, and {there} stand beside it", count(stated, "plan"))),
        }
    }

    fn plans(&self, paths: &[PathBuf]) -> Result<Vec<Plan>, String> {
        let read = |path: &PathBuf| {
            let file = PlanFile::open(path).map_err(|failure| failure.message())?;
            if file.network.topology().spec() != self.network.topology().spec() {
                return Err(format!("{} is for another network", path.display()));
            }
            let plan = Plan::of_document(self.network.clone(), &file.document);
            plan.map_err(|error| format!("{}: {error}", path.display()))
        };
        paths.iter().map(read).collect()
    }
}

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
}

fn in_words(verified: &Verified, statement: &Statement, plans: &str) -> String {
    match (verified, statement) {
        (Verified::Scheme(verdict), Statement::Scheme(statement)) => scheme_in_words(&statement.scheme, verdict),
        (Verified::Deadlock { worms }, _) => {
            let of = if plans.is_empty() { String::new() } else { format!("with worms of {plans} ") };
            format!("{of}the flit engine stops in its deadlock of {}", count(worms, "worm"))
        }
        (Verified::Unanswered, _) => "it answers nothing".to_owned(),
        _ => format!("no worms of {plans} deadlock as stated; all its ranks and refutations hold"),
    }
}

fn scheme_in_words(scheme: &str, verdict: &SchemeVerdict) -> String {
    let SchemeVerdict { trees, channels, consumption, pairs } = *verdict;
    format!(
        "{scheme} is deadlock-free on all of the scheme's own routes ({}, numbers for {} and {}, {} rise)",
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
