//! A claim of a paper, and what was measured.

use super::Outcome;
use serde::Serialize;
use serde_json::Value;

/// The rule of claims that are counted and not estimated.
const EXACT: &str = "exact: every case that was tried";

/// One claim of a paper, and what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaperClaim {
    /// The figure that it belongs to.
    pub figure: String,
    /// Where the paper says it; `ours` if it does not.
    pub section: String,
    /// The claim in words.
    pub claim: String,
    /// What the paper says: a number, or words.
    pub paper: Value,
    /// What was measured: a number, or words.
    pub measured: Value,
    /// Whether what was measured bears the claim out: null if it is not decided.
    pub holds: Outcome,
    /// What the judgement goes by.
    pub rule: String,
    /// What measures it anew.
    pub command: String,
}

impl PaperClaim {
    /// A claim of a figure, at the figure's place in the paper, judged by counting.
    pub(crate) fn new(
        figure: &str,
        claim: impl Into<String>,
        paper: impl Into<Value>,
        measured: impl Into<Value>,
        holds: impl Into<Outcome>,
    ) -> Self {
        Self {
            figure: figure.to_owned(),
            section: String::new(),
            claim: claim.into(),
            paper: paper.into(),
            measured: measured.into(),
            holds: holds.into(),
            rule: String::new(),
            command: format!("wormcast reproduce {figure}"),
        }
    }

    /// Judged by this rule.
    #[must_use]
    pub(crate) fn by(self, rule: impl Into<String>) -> Self {
        Self { rule: rule.into(), ..self }
    }

    /// Said there in the paper.
    #[must_use]
    pub(crate) fn said_in(self, section: impl Into<String>) -> Self {
        Self { section: section.into(), ..self }
    }

    /// Not in the paper.
    #[must_use]
    pub(crate) fn ours(self) -> Self {
        self.said_in("ours")
    }

    /// Measured by another command than that of its figure.
    #[must_use]
    pub(crate) fn with_command(self, command: impl Into<String>) -> Self {
        Self { command: command.into(), ..self }
    }

    /// What was left open is that of its figure.
    pub(crate) fn complete(&mut self, section: &str) {
        if self.section.is_empty() {
            section.clone_into(&mut self.section);
        }
        if self.rule.is_empty() {
            EXACT.clone_into(&mut self.rule);
        }
    }
}
