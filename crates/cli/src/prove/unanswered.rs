//! A proof of nothing: the budget was used up before there was an answer.

use crate::json;
use crate::output::Format;
use serde::Serialize;
use wormcast::check::proof::{Answer, PROOF_FORMAT, PROOF_VERSION};

/// A proof about which nothing is known but why.
#[derive(Serialize)]
struct Unanswered<'r> {
    format: &'static str,
    version: u32,
    answer: Answer,
    reason: &'r str,
}

/// What is printed.
pub(super) fn in_words(reason: &str, format: Format) -> String {
    let (version, answer) = (PROOF_VERSION, Answer::Unknown);
    match format {
        Format::Table => format!("unknown: {reason}\n"),
        Format::Json => json::text(&Unanswered { format: PROOF_FORMAT, version, answer, reason }),
    }
}
