//! Plan files, and the networks that they name.

use crate::access::Access;
use crate::arguments::is_network;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::network::{self, NamedNetwork};
use crate::progress;
use crate::words::quoted;
use serde::Deserialize;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::plan::{DocumentError, PlanDocument};
use wormcast::topology::shortened;
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
        Self::of_input(path, read(path)?, access, None)
    }

    /// Reads plan files. Those that name one network share it: it is built once.
    pub(crate) fn open_all<P: AsRef<Path>>(paths: &[P], access: Access) -> Result<Vec<Self>, Failure> {
        let mut files = Vec::with_capacity(paths.len());
        for path in paths.iter().map(AsRef::as_ref) {
            files.push(Self::of_input(path, read(path)?, access, files.last())?);
        }
        Ok(files)
    }

    /// The plan that was read from here, perhaps for the network of another plan file.
    pub(crate) fn of_input(path: &Path, input: Input, access: Access, other: Option<&Self>) -> Result<Self, Failure> {
        let document = match input {
            Input::Text(text) => parse(path, text)?,
            Input::Large(large) => progress::during("reading the plan", || PlanDocument::read(large.reader()))
                .map_err(|error| Failure::from(error).prefixed(path))?,
        };
        let NamedNetwork { network, file } = match other.filter(|other| other.names_network_of(&document, path)) {
            Some(other) => NamedNetwork { network: other.network.clone(), file: other.network_file.clone() },
            None => network_of(&document, path, access).map_err(|failure| failure.prefixed(path))?,
        };
        Ok(Self { path: path.to_owned(), document, network, network_file: file })
    }

    /// Whether the plan of another file is for the same network. What a name of a file means depends on the folder.
    fn names_network_of(&self, document: &PlanDocument, path: &Path) -> bool {
        self.document.network == document.network
            && self.document.extra.get(TOPOLOGY_SHA256) == document.extra.get(TOPOLOGY_SHA256)
            && self.path.parent() == path.parent()
    }

    /// The plan that it holds.
    pub(crate) fn plan(&self) -> Result<Plan, Failure> {
        let plan = Plan::of_document(self.network.clone(), &self.document);
        plan.map_err(|error| Failure::from(error).prefixed(&self.path))
    }
}

/// What stands in a plan file; a network in its place is told for what it is.
fn read(path: &Path) -> Result<Input, Failure> {
    let name = path.to_string_lossy();
    if is_network(&name) && !path.exists() {
        let message = format!(
            "`{}` is a network, and no plan file: plans name their network themselves; of commands that take one it is \
             the first, and the only one",
            shortened(&name)
        );
        return Err(Failure::new(message));
    }
    input::open(path)
}

fn network_of(document: &PlanDocument, path: &Path, access: Access) -> Result<NamedNetwork, Failure> {
    let sha256 = document.extra.get(TOPOLOGY_SHA256).and_then(|value| value.as_str());
    network::of_plan(&document.network, sha256, path, access)
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
    if path.extension().is_some_and(|end| end == "toml") {
        let message = format!(
            "this is not a plan, which is a JSON object; experiments run by `wormcast sweep {}`",
            quoted(&path.display().to_string())
        );
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

/// As many virtual channels as the plans name, or one: so many there are if nothing else is said.
pub(crate) fn virtual_channels_named<'p>(plans: impl IntoIterator<Item = &'p Plan>) -> NonZeroU32 {
    let named = plans.into_iter().map(|plan| plan.by_number().virtual_channels_needed()).max();
    named.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}
