//! What is wrong with an experiment file, and where.

use std::ops::Range;
use thiserror::Error;
use toml::Spanned;

/// Why an experiment file is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ExperimentError {
    /// What is wrong, and what would be accepted.
    pub message: String,
    /// The bytes of the file that are to blame.
    pub span: Range<usize>,
    /// The scheme that does not serve the network, if that is wrong.
    pub unserved: Option<&'static str>,
}

impl ExperimentError {
    pub(super) fn new(span: Range<usize>, message: impl ToString) -> Self {
        Self { message: message.to_string(), span, unserved: None }
    }

    /// Line and column of the first byte to blame, from 1, in characters.
    ///
    /// ```
    /// use wormcast_eval::experiment::ExperimentError;
    /// let error = ExperimentError { message: "wrong".into(), span: 6..7, unserved: None };
    /// assert_eq!(error.position("a = 1\nb = 2\n"), (2, 1));
    /// ```
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }
}

/// Blames a value of the file.
pub(super) fn blame<T>(value: &Spanned<T>, message: impl ToString) -> ExperimentError {
    ExperimentError::new(value.span(), message)
}
