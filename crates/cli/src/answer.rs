//! What a command answers, and its exit status.

use std::process::ExitCode;

/// How a command ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, or the answer is yes: exit status 0.
    Yes,
    /// The answer is no: exit status 1.
    No,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::FAILURE,
        }
    }
}
