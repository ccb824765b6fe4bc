//! Judging proof files.

mod named_files;

use crate::access::Access;
use crate::failure::Failure;
use crate::network::{self, NamedNetwork};
use crate::plan_file::PlanFile;
use crate::prove::{NODES_TAKE_IN, router, routing_in_words, scheme, scheme_in_words, workload_in_words};
use crate::words::{count, one_line};
use named_files::find_files;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use wormcast::check::proof::{Answer, PROOF_FORMAT, PROOF_VERSION, PathsFrom, ProofDocument, SchemeVerdict, Statement};
use wormcast::plan::{MAX_UNKNOWN, unknown_bytes};
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
    /// The network, and what is taken for granted about it.
    about: String,
}

impl ProofFile {
    /// Whether a text says that it is a proof.
    pub(super) fn is_one(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Peek {
            format: Option<String>,
        }
        let is_proof = |peek: Peek| peek.format.as_deref() == Some(PROOF_FORMAT);
        serde_json::from_str(text).is_ok_and(is_proof)
    }

    /// Whether a large text begins as `prove --out` writes proofs.
    pub(super) fn begins_with(head: &[u8]) -> bool {
        let plain = |byte: &&u8| !byte.is_ascii_whitespace();
        let start = format!("{{\"format\":\"{PROOF_FORMAT}\"");
        head.iter().filter(plain).take(start.len()).eq(start.as_bytes())
    }

    /// The proof of a text that was read from here.
    pub(super) fn of_text(path: &Path, text: &str, access: Access) -> Result<Self, Failure> {
        let unread = unknown_bytes(text.as_bytes(), &["statement", "certificate"]);
        if unread > MAX_UNKNOWN {
            let problem =
                format!("not a proof: all but its statement and certificate has more than {MAX_UNKNOWN} bytes");
            return Err(Failure::new(problem).prefixed(path));
        }
        let document: ProofDocument =
            serde_json::from_str(text).map_err(|error| Failure::new(format!("not a proof: {error}")).prefixed(path))?;
        if document.version != PROOF_VERSION {
            let version = document.version;
            let problem = format!("the format is `{PROOF_FORMAT}` version {version}; expected version {PROOF_VERSION}");
            return Err(Failure::new(problem).prefixed(path));
        }
        let named = network::of_plan(&document.network, document.topology_sha256.as_deref(), path, access);
        let NamedNetwork { network, .. } = named.map_err(|failure| failure.prefixed(path))?;
        let mut document = document;
        let find = |file: &str| Ok::<_, Failure>(access.named(file, path)?.display().to_string());
        find_files(&mut document.statement, find).map_err(|failure| failure.prefixed(path))?;
        Ok(Self { path: path.to_owned(), document, network })
    }

    /// Verifies its certificate, or runs its counterexample.
    ///
    /// # Errors
    /// A plan that it is about cannot be read.
    pub(super) fn judge(self, plans: &[PathBuf], access: Access) -> Result<ProofEntry, Failure> {
        let (valid, found) = match self.verify(plans, access) {
            Ok(found) => (true, found),
            Err(Refused::Invalid(problem)) => (false, problem),
            Err(Refused::Unread(failure)) => return Err(failure.prefixed(&self.path)),
        };
        let (proof, about) = (self.path.display().to_string(), scope_in_words(&self.network, &self.document));
        Ok(ProofEntry { proof, answer: self.document.answer, valid, found, about })
    }

    fn verify(&self, given: &[PathBuf], access: Access) -> Result<String, Refused> {
        let paths = self.plan_paths(given, access)?;
        let plans = self.plans(&paths, access)?;
        let verified = self
            .network
            .verify_proof(&self.document, &plans)
            .map_err(|refusal| Refused::Invalid(refusal.to_string()))?;
        Ok(in_words(&verified, &self.document.statement, &names(&paths)))
    }

    /// Where the plans are that the proof is about: those that stand beside it on the command line, or else those that
    /// it names.
    fn plan_paths(&self, given: &[PathBuf], access: Access) -> Result<Vec<PathBuf>, Refused> {
        let plans = match &self.document.statement {
            Statement::Workload(statement) => &statement.plans,
            // None beside most schemes.
            Statement::Scheme(statement) if !statement.plans.is_empty() => &statement.plans,
            Statement::Scheme(_) | Statement::Routing(_) => return Ok(Vec::new()),
        };
        let pins = self.document.plans_sha256.len();
        if !plans.is_empty() && ![0, plans.len()].contains(&pins) {
            let about = count(plans.len(), "plan");
            return Err(Refused::Invalid(format!("it is about {about}, and tells the SHA-256 of {pins}")));
        }
        match (plans.len(), given.len()) {
            (_, 0) => plans.iter().enumerate().map(|(number, name)| self.plan_path(number, name, access)).collect(),
            (stated, there) if stated == there => Ok(given.to_vec()),
            (stated, there) => {
                Err(Refused::Invalid(format!("it is about {}, and {there} stand beside it", count(stated, "plan"))))
            }
        }
    }

    /// Where the plan of this name is: beside the proof if that says so, or else in the current folder or beside it,
    /// wherever the file has the SHA-256 that the proof tells.
    fn plan_path(&self, number: usize, name: &str, access: Access) -> Result<PathBuf, Refused> {
        let told = self.document.plans_sha256.get(number).and_then(Option::as_deref);
        let is_it = |path: &PathBuf| told.is_none_or(|told| network::sha256_of(path).is_ok_and(|found| found == told));
        let beside = || access.beside(name, &self.path);
        let path = match self.document.paths_from {
            Some(PathsFrom::Proof) => beside()?,
            None => {
                let first = access.named(name, &self.path)?;
                if is_it(&first) { first } else { beside().ok().filter(is_it).unwrap_or(first) }
            }
        };
        match (is_it(&path), told) {
            (false, Some(told)) => Err(Refused::Invalid(format!(
                "{} is not the plan that it is about: that one has the SHA-256 {}",
                path.display(),
                one_line(told)
            ))),
            _ => Ok(path),
        }
    }

    fn plans(&self, paths: &[PathBuf], access: Access) -> Result<Vec<Plan>, Refused> {
        let read = |path: &PathBuf| {
            let file = PlanFile::open(path, access)?;
            if file.network.topology().spec() != self.network.topology().spec() {
                return Err(Refused::Invalid(format!("{} is for another network", path.display())));
            }
            let plan = Plan::of_document(self.network.clone(), &file.document);
            plan.map_err(|error| Refused::Invalid(format!("{}: {error}", path.display())))
        };
        paths.iter().map(read).collect()
    }
}

/// Why a proof is not accepted.
enum Refused {
    /// It does not hold.
    Invalid(String),
    /// A file that it names cannot be read.
    Unread(Failure),
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Unread(failure)
    }
}

/// So many plans are named.
const NAMED: usize = 8;

/// The first of the plans, and how many more there are.
fn names(paths: &[PathBuf]) -> String {
    let named = paths.iter().take(NAMED).map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
    match paths.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn in_words(verified: &Verified, statement: &Statement, plans: &str) -> String {
    match (verified, statement) {
        (Verified::Scheme(verdict), Statement::Scheme(statement)) => {
            scheme_in_words(&scheme::named(&statement.scheme, &statement.options), verdict)
        }
        (Verified::Deadlock { worms }, _) => {
            let of = if plans.is_empty() { String::new() } else { format!("with worms of {plans} ") };
            format!("{of}the flit engine stops in its deadlock of {}", count(worms, "worm"))
        }
        (Verified::Routing { lanes, dependencies }, _) => format!(
            "its routes wait in no cycle: the numbers of {} of channels rise along {}",
            count(lanes, "lane"),
            count(dependencies, "dependency").replace("ys", "ies"),
        ),
        (Verified::Filled { waits }, _) => {
            format!("messages of its routes can fill the buffers of its cycle of {}", count(waits, "wait"))
        }
        (Verified::Whole, _) => {
            "its worms get all their channels before they leave, and hold nothing while they wait".to_owned()
        }
        (Verified::Unanswered, _) => "it answers nothing".to_owned(),
        (_, Statement::Scheme(statement)) => {
            let scheme = scheme::named(&statement.scheme, &statement.options);
            format!("no worms of {scheme} deadlock as stated, one by one; its certificate holds")
        }
        _ => format!("no worms of {plans} deadlock as stated; its certificate holds"),
    }
}

/// The network, the virtual channels, what routers do, and all else that the statement says, as `prove` prints it; and
/// what an answer that there is no deadlock takes for granted.
fn scope_in_words(network: &Network, document: &ProofDocument) -> String {
    let (channels, policies) = match &document.statement {
        Statement::Workload(statement) => (statement.virtual_channels, statement.policies()),
        Statement::Scheme(statement) => (statement.virtual_channels, statement.policies),
        Statement::Routing(statement) => (statement.virtual_channels, statement.policies),
    };
    let assumption = match (document.answer, &document.statement) {
        (Answer::DeadlockFree, Statement::Workload(statement)) => {
            format!(", {}", router::assumption_in_words(statement))
        }
        (Answer::DeadlockFree, _) => format!(", {NODES_TAKE_IN}"),
        _ => String::new(),
    };
    let scope = match &document.statement {
        Statement::Workload(statement) => {
            return format!("{network}, {}{assumption}", workload_in_words::scope_in_words(statement));
        }
        Statement::Scheme(statement) => scheme_in_words::whole_scope_in_words(statement),
        Statement::Routing(statement) => routing_in_words::scope_in_words(statement),
    };
    let channels = count(channels, "virtual channel");
    let routers = match &document.statement {
        Statement::Routing(statement) => routing_in_words::routers_in_words(statement),
        _ => router::in_words(policies),
    };
    format!("{network}, {channels} per channel, {routers}, {scope}{assumption}")
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
        let Self { proof, valid, found, about, .. } = self;
        let proof = one_line(proof);
        writeln!(f, "{proof}: {}, {}", if *valid { "valid" } else { "not valid" }, one_line(found))?;
        if *valid { writeln!(f, "  about {}", one_line(about)) } else { Ok(()) }
    }
}
