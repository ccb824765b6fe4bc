//! Plan files, and the networks that they name.

use crate::failure::Failure;
use crate::input;
use crate::network::Network;
use crate::words::quoted;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use wormcast::plan::{DocumentError, PlanDocument};

/// A plan file as it stands, and the network that it names.
#[derive(Debug)]
pub(crate) struct PlanFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// What it says.
    pub document: PlanDocument,
    /// Its network.
    pub network: Network,
}

impl PlanFile {
    /// Reads a plan file.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let document = read(path)?;
        let network = Network::of_plan(&document.network, path).map_err(|failure| failure.prefixed(path))?;
        Ok(Self { path: path.to_owned(), document, network })
    }
}

fn read(path: &Path) -> Result<PlanDocument, Failure> {
    let text = input::read_text(path)?;
    if is_proof(&text) {
        let message = format!("this is a proof: `wormcast check {}`", quoted(&path.display().to_string()));
        return Err(Failure::new(message).prefixed(path));
    }
    PlanDocument::parse(text.as_bytes()).map_err(|error| match &error {
        // Serde counts columns in bytes.
        DocumentError::Json(json) => {
            let (line, column) = (json.line(), json.column());
            let message = error.to_string();
            let place = format!(" at line {line} column {column}");
            Failure::new(message.strip_suffix(&place).unwrap_or(&message)).in_line_at_byte(path, text, line, column)
        }
        _ => Failure::from(error).prefixed(path),
    })
}

/// Whether a text is a proof, as `prove --out` writes it.
fn is_proof(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    serde_json::from_str::<Head>(text).is_ok_and(|head| head.format == "wormcast-proof")
}
