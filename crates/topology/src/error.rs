//! What can be wrong with the description of a network.

use crate::GraphError;
use std::borrow::Cow;
use std::path::PathBuf;
use thiserror::Error;

/// A name that no node of the network has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{spec} has no node `{}`; {expected}{}", shortened(.name), did_you_mean(.nearest))]
pub struct UnknownNode {
    /// The name that was asked for.
    pub name: String,
    /// The network.
    pub spec: String,
    /// What its nodes are called, as half a sentence.
    pub expected: String,
    /// The nearest name that exists, where there is a near one.
    pub nearest: Option<String>,
}

/// Why a description does not make a network.
#[derive(Debug, Error)]
pub enum TopologyError {
    /// The part before the colon is not a known family.
    #[error("unknown topology `{}`; known are {known}{}", shortened(.spec), did_you_mean(.nearest))]
    UnknownKind {
        /// The whole description.
        spec: String,
        /// The known families, with their parameters.
        known: String,
        /// The nearest family.
        nearest: Option<String>,
    },
    /// The parameters of the family are wrong.
    #[error("`{}`: {problem}; expected {expected}", shortened(.spec))]
    BadParameters {
        /// The whole description.
        spec: String,
        /// What is wrong.
        problem: String,
        /// What would be accepted.
        expected: String,
    },
    /// The network would be too large, or is empty.
    #[error("`{}`: {source}", shortened(.spec))]
    Size {
        /// The whole description.
        spec: String,
        /// What is too large.
        source: GraphError,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A file that does not describe a network.
    #[error("{}:{line}:{column}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        column: usize,
        /// What is wrong, and what would be accepted.
        problem: String,
    },
    /// A fault names a node that does not exist.
    #[error(transparent)]
    UnknownNode(#[from] UnknownNode),
    /// A fault names a link that does not exist.
    #[error("{spec} has no link {a}-{b}; `{a}` is linked to {neighbours}")]
    UnknownLink {
        /// The network.
        spec: String,
        /// One end, as given.
        a: String,
        /// The other end, as given.
        b: String,
        /// The names of the neighbours of `a`.
        neighbours: String,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The text, or the beginning of a long one: messages stay readable whatever the input.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    const LIMIT: usize = 100;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// The candidate that is nearest to `name`, if any is near enough to have been meant.
///
/// ```
/// assert_eq!(wormcast_topology::nearest("mehs", ["mesh", "torus"]), Some("mesh".into()));
/// assert_eq!(wormcast_topology::nearest("zzz", ["mesh", "torus"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let wanted = name.to_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase());
    let limit = 1 + name.chars().count() / 3;
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, candidate)| candidate.to_owned())
}
