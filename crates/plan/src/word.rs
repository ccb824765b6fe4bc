//! Words that stand for a choice.

use strum::VariantNames;
use thiserror::Error;

/// A word that is none of those expected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{text}` is none of `{}`", .accepted.join("`, `"))]
pub struct UnknownWord {
    /// The word.
    pub text: String,
    /// What would be accepted.
    pub accepted: &'static [&'static str],
}

/// Says which words of a type would be accepted.
pub fn refuse_word<T: VariantNames>(text: &str) -> UnknownWord {
    UnknownWord { text: text.to_owned(), accepted: T::VARIANTS }
}
