//! Which of the formats a file is in.

use super::draft::Draft;
use super::text::Flaw;
use super::{edge_list, gml};
use std::path::Path;

/// A format that networks are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    EdgeList,
    Gml,
}

impl Format {
    /// The format that the name of a file says, else the one that its content looks like.
    pub fn of(path: &Path, text: &str) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match &*extension {
            "gml" => Self::Gml,
            "edges" | "edgelist" | "el" | "csv" | "tsv" => Self::EdgeList,
            _ => Self::guess(text),
        }
    }

    fn guess(text: &str) -> Self {
        match text.contains('[') {
            true => Self::Gml,
            false => Self::EdgeList,
        }
    }

    /// What a text of this format describes.
    pub fn read(self, text: &str) -> Result<Draft<'_>, Flaw> {
        match self {
            Self::EdgeList => edge_list::read(text),
            Self::Gml => gml::read(text),
        }
    }
}
