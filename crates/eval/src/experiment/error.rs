//! What is wrong with an experiment file, and where.

use std::ops::Range;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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

    /// The key of the text whose value is to blame, with those of the tables that it is in; none if it has none.
    ///
    /// ```
    /// use wormcast_eval::experiment::Experiment;
    /// let text = "topology = 'mesh:4x4'\nschemes = ['unicast']\nloads = [0.01]\nstatistics.half_width_share = 0";
    /// let error = Experiment::parse(text, ".".as_ref()).unwrap_err();
    /// assert_eq!(error.key(text).unwrap(), "statistics.half_width_share");
    /// ```
    pub fn key(&self, text: &str) -> Option<String> {
        let table = DeTable::parse(text).ok()?;
        let mut keys = Vec::new();
        let mut within = Some(table.get_ref());
        while let Some(table) = within.take() {
            let holds = |value: &Spanned<DeValue<'_>>| {
                let span = value.span();
                // The span of a table with a head is that of the head.
                value.get_ref().is_table() && self.is_in(value.get_ref()) || span.contains(&self.span.start)
            };
            if let Some((key, value)) = table.iter().find(|(_, value)| holds(value)) {
                keys.push(key.get_ref().to_string());
                within = value.get_ref().as_table();
            }
        }
        (!keys.is_empty()).then(|| keys.join("."))
    }

    /// Whether a value of a table, or of one within it, is to blame.
    fn is_in(&self, value: &DeValue<'_>) -> bool {
        value.as_table().is_some_and(|table| {
            table.iter().any(|(_, value)| value.span().contains(&self.span.start) || self.is_in(value.get_ref()))
        })
    }
}

/// Blames a value of the file.
pub(super) fn blame<T>(value: &Spanned<T>, message: impl ToString) -> ExperimentError {
    ExperimentError::new(value.span(), message)
}
