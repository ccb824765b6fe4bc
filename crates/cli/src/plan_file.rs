//! Plan files, and the networks that they name.

use crate::access::Access;
use crate::failure::Failure;
use crate::input::{self, Input, Large};
use crate::network::{self, NamedNetwork};
use crate::progress;
use crate::words::quoted;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use wormcast::plan::{DocumentError, PlanDocument};
use wormcast::{Network, Plan};

/// A plan file as it stands, and the network that it names.
#[derive(Debug)]
pub(crate) struct PlanFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// What it says.
    pub document: PlanDocument,
    /// Its network.
    pub network: Network,
    /// The file that describes its network, if one does.
    pub network_file: Option<PathBuf>,
}

/// The key under which a plan tells the SHA-256 of the file that describes its network.
pub(crate) const TOPOLOGY_SHA256: &str = "topology_sha256";

impl PlanFile {
    /// Reads a plan file.
    pub(crate) fn open(path: &Path, access: Access) -> Result<Self, Failure> {
        match input::open(path)? {
            Input::Text(text) => Self::of_text(path, text, access),
            Input::Large(large) => Self::of_large(path, large, access),
        }
    }

    /// The large plan that is read from here.
    pub(crate) fn of_large(path: &Path, large: Large, access: Access) -> Result<Self, Failure> {
        let document = progress::during("reading the plan", || PlanDocument::read(large.reader()));
        let document = document.map_err(|error| Failure::from(error).prefixed(path))?;
        Self::of_document(path, document, access)
    }

    /// The plan of a text that was read from here.
    pub(crate) fn of_text(path: &Path, text: String, access: Access) -> Result<Self, Failure> {
        Self::of_document(path, parse(path, text)?, access)
    }

    fn of_document(path: &Path, document: PlanDocument, access: Access) -> Result<Self, Failure> {
        let sha256 = document.extra.get(TOPOLOGY_SHA256).and_then(|value| value.as_str());
        let named = network::of_plan(&document.network, sha256, path, access);
        let NamedNetwork { network, file } = named.map_err(|failure| failure.prefixed(path))?;
        Ok(Self { path: path.to_owned(), document, network, network_file: file })
    }

    /// The plan that it holds.
    pub(crate) fn plan(&self) -> Result<Plan, Failure> {
        let plan = Plan::of_document(self.network.clone(), &self.document);
        plan.map_err(|error| Failure::from(error).prefixed(&self.path))
    }
}

/// Refuses plans of several networks: they cannot do together what is said.
pub(crate) fn one_network<'f>(mut files: impl Iterator<Item = &'f PlanFile>, what: &str) -> Result<(), Failure> {
    let spec = |file: &PlanFile| file.network.topology().spec();
    let Some(first) = files.next() else { return Ok(()) };
    match files.find(|file| spec(file) != spec(first)) {
        None => Ok(()),
        Some(other) => Err(Failure::new(format!(
            "{} is for {}, but {} is for {}; plans that {what} together need the same network",
            first.path.display(),
            spec(first),
            other.path.display(),
            spec(other),
        ))),
    }
}

fn parse(path: &Path, text: String) -> Result<PlanDocument, Failure> {
    if is_proof(&text) {
        let message = format!("this is a proof: `wormcast check {}`", quoted(&path.display().to_string()));
        return Err(Failure::new(message).prefixed(path));
    }
    if !text.trim_start().starts_with('{') {
        let message = "this is not a plan, which is a JSON object; `wormcast import` makes plans of routes, one a line, \
                       and `wormcast prove NETWORK --routes FILE` asks about a table";
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
