//! What can be wrong with the description of a network.

use crate::{GraphError, is_invisible};
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
#[non_exhaustive]
pub enum TopologyError {
    /// The part before the colon is not a known family.
    #[error("unknown topology `{}`; known are {known}{}", shortened(.spec), did_you_mean(.nearest))]
    UnknownFamily {
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
    /// A channel that does not exist.
    #[error("{spec} has no channel {}; {expected}", shortened(.channel))]
    UnknownChannel {
        /// The network.
        spec: String,
        /// The channel, as given.
        channel: String,
        /// What there is, as half a sentence.
        expected: String,
    },
    /// A text that does not name two nodes.
    #[error("`{}` is not a link of {spec}; expected two neighbouring nodes with `-` between them{example}", shortened(.text))]
    NotALink {
        /// The text.
        text: String,
        /// The network.
        spec: String,
        /// A link that exists, as a part of the sentence; empty if there is none.
        example: String,
    },
    /// A text that names several links.
    #[error("`{}` may be the link {readings} of {spec}; give one of these nodes a name without `-`", shortened(.text))]
    AmbiguousLink {
        /// The text.
        text: String,
        /// The network.
        spec: String,
        /// The links that it may be.
        readings: String,
    },
}

impl TopologyError {
    /// The same about the whole description, where a part of it was looked at.
    pub(crate) fn about(self, family: &str, parameters: &str) -> Self {
        match self {
            Self::BadParameters { problem, expected, .. } => {
                Self::BadParameters { spec: format!("{family}:{parameters}"), problem, expected }
            }
            other => other,
        }
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// A text from outside as a message shows it: the beginning of a long one, and what is not seen replaced, control
/// characters and others ([`is_invisible`]). Messages stay readable, and terminals unharmed, whatever the input.
///
/// ```
/// assert_eq!(wormcast_topology::shortened("0,0"), "0,0");
/// assert_eq!(wormcast_topology::shortened("\u{1b}[2J"), "\u{fffd}[2J");
/// assert_eq!(wormcast_topology::shortened(&"9".repeat(1000)).chars().count(), 101);
/// ```
pub fn shortened(text: &str) -> Cow<'_, str> {
    const LIMIT: usize = 100;
    let end = text.char_indices().nth(LIMIT).map(|(end, _)| end);
    let beginning = &text[..end.unwrap_or(text.len())];
    let is_bad = |c: char| c.is_control() || is_invisible(c);
    if end.is_none() && !beginning.contains(is_bad) {
        return text.into();
    }
    let mark = if end.is_some() { "…" } else { "" };
    format!("{}{mark}", beginning.replace(is_bad, "\u{fffd}")).into()
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
    let length = wanted.chars().count();
    let limit = 1 + length / 3;
    // The distance is at least the difference in length: nothing long is compared with everything short.
    let candidates = candidates.into_iter().filter(|candidate| candidate.chars().count().abs_diff(length) <= limit);
    let near = candidates.map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, candidate)| candidate.to_owned())
}
