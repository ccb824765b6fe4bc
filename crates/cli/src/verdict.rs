//! How a command ends, and its exit status.

use std::process::ExitCode;

/// How a command ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done, or the answer is yes: exit status 0.
    Yes,
    /// The answer is no: exit status 1.
    No,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Yes => Self::SUCCESS,
            Verdict::No => Self::FAILURE,
        }
    }
}
