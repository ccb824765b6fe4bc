//! The SHA-256 of what proofs name.

use crate::network::{file_of, sha256_of};
use std::path::Path;
use wormcast::check::proof::{ProofDocument, Statement};

/// The SHA-256 of the file that describes the network, if one does and it is found from here.
pub(super) fn network(document: &ProofDocument) -> Option<String> {
    sha256_of(file_of(&document.network.topology)?).ok()
}

/// The SHA-256 of the plan files that a statement names; none of those that came through a pipe.
pub(super) fn plans(statement: &Statement) -> Vec<Option<String>> {
    let plans = match statement {
        Statement::Workload(statement) => &statement.plans,
        Statement::Scheme(statement) => &statement.plans,
        Statement::Routing(_) => return Vec::new(),
    };
    let hash =
        |file: &String| Some(Path::new(file)).filter(|file| file.is_file()).and_then(|file| sha256_of(file).ok());
    plans.iter().map(hash).collect()
}
