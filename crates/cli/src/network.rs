//! The network that a command works on.

use crate::access::Access;
use crate::failure::Failure;
use crate::output::note;
use crate::progress;
use crate::words::{one_line, quoted};
use clap::Args;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use wormcast::Network;
use wormcast::formats::{build, is_accepted_pipe};
use wormcast::plan::NetworkSpec;
use wormcast::topology::{FAMILIES, Family, Topology, TopologyError, shortened};

/// Which network.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// The network, such as `mesh:8x8`; `wormcast list` shows what there is.
    topology: String,
    #[command(flatten)]
    faults: FaultArgs,
}

/// What does not work.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct FaultArgs {
    /// Take these nodes away, with their links.
    #[arg(long, value_name = "NODE", num_args = 1..)]
    without_node: Vec<String>,
    /// Take all that links these nodes away, in both directions; `A-B#1`: the second of parallel links alone.
    #[arg(long, value_name = "A-B", num_args = 1..)]
    without_link: Vec<String>,
    /// Take these channels away, in their direction alone: `A>B`, or `A>B#1` for the second of parallel ones.
    #[arg(long, value_name = "A>B", num_args = 1..)]
    without_channel: Vec<String>,
}

impl NetworkArgs {
    /// The file that describes the network, if one does.
    pub(crate) fn file(&self) -> Option<&Path> {
        file_of(&self.topology)
    }
}

/// The file that a description of a network names. What came through a pipe cannot be read again, and is none.
pub(crate) fn file_of(topology: &str) -> Option<&Path> {
    topology.strip_prefix("file:").map(Path::new).filter(|file| !is_accepted_pipe(file))
}

impl NetworkArgs {
    /// Builds the network.
    pub(crate) fn build(&self) -> Result<Network, Failure> {
        with_faults(&self.topology, &self.faults)
    }

    /// The same for a command that tells all of a file beside other things: nothing is said on standard error.
    pub(crate) fn build_silently(&self) -> Result<Network, Failure> {
        self.faults.beyond(&Network::of(build_silently(&self.topology)?))
    }
}

impl FaultArgs {
    /// A network without what does not work, beside what it has lost already.
    pub(crate) fn beyond(&self, network: &Network) -> Result<Network, Failure> {
        let faulty = network.without_nodes(&self.without_node)?;
        let faulty = faulty.without_links(&self.without_link).map_err(|error| {
            let directed = self.without_link.iter().find(|link| network.without_channels([link]).is_ok());
            match directed {
                Some(channel) => Failure::new(format!(
                    "`{channel}` is a channel, in one direction: `--without-channel {}`; a link stands as `A-B`",
                    quoted(channel)
                )),
                None => error.into(),
            }
        })?;
        Ok(faulty.without_channels(&self.without_channel)?)
    }
}

/// The network of this description, without what does not work.
pub(crate) fn with_faults(topology: &str, faults: &FaultArgs) -> Result<Network, Failure> {
    faults.beyond(&Network::of(build_network(topology)?))
}

/// A network that a plan or proof names, and the file that describes it, if one does.
pub(crate) struct NamedNetwork {
    pub network: Network,
    pub file: Option<PathBuf>,
}

/// The network that a plan file names. The path of a description is taken from the current folder, or else from the
/// folder of the plan file; where the plan tells the SHA-256 of the description, it must have that one.
pub(crate) fn of_plan(
    spec: &NetworkSpec,
    sha256: Option<&str>,
    plan_file: &Path,
    access: Access,
) -> Result<NamedNetwork, Failure> {
    let Some(name) = spec.topology.strip_prefix("file:").filter(|name| !name.is_empty()) else {
        let network = Network::of_spec_on(build_network(&spec.topology)?, spec)?;
        return Ok(NamedNetwork { network, file: None });
    };
    let path = access.named(name, plan_file)?;
    if let Some(expected) = sha256.filter(|expected| sha256_of(&path).is_ok_and(|found| found != **expected)) {
        let (path, told) = (path.display(), one_line(expected));
        return Err(Failure::new(format!(
            "{path} is not the network that it was made for: that one has the SHA-256 {told}"
        )));
    }
    let network = Network::of_spec_on(build_network(&format!("file:{}", path.display()))?, spec)?;
    Ok(NamedNetwork { network, file: Some(path) })
}

/// The SHA-256 of a file, in hexadecimal digits.
pub(crate) fn sha256_of(path: &Path) -> std::io::Result<String> {
    let (mut reader, mut hash) = (BufReader::new(File::open(path)?), Sha256::new());
    loop {
        let part = reader.fill_buf()?;
        if part.is_empty() {
            return Ok(digits(&hash.finalize()));
        }
        hash.update(part);
        let read = part.len();
        reader.consume(read);
    }
}

/// The same of a text.
pub(crate) fn sha256_of_text(text: &str) -> String {
    digits(&Sha256::digest(text))
}

fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Builds a network, and tells once what is to be known of the file that describes it.
fn build_network(spec: &str) -> Result<Box<dyn Topology>, Failure> {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let network = build_silently(spec)?;
    for warning in network.described().into_iter().flat_map(|file| file.warnings()) {
        let warning = format!("{}: {warning}", shortened(&network.spec()));
        if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(warning.clone()) {
            note(&warning);
        }
    }
    Ok(network)
}

fn build_silently(spec: &str) -> Result<Box<dyn Topology>, Failure> {
    progress::during("building the network", || build(spec)).map_err(|error| match &error {
        TopologyError::File { path, line, column, problem } if !is_accepted_pipe(path) => {
            match std::fs::read_to_string(path) {
                Ok(text) => Failure::new(problem).in_line(path, text, *line, *column),
                Err(_) => error.into(),
            }
        }
        TopologyError::UnknownFamily { .. } if Path::new(spec).is_file() => Failure::new(format!(
            "`{0}` is a file; write `file:{0}` for the network that it describes",
            shortened(spec)
        )),
        TopologyError::UnknownFamily { .. } if without_colon(spec).is_some() => {
            let meant = without_colon(spec).unwrap_or_default();
            Failure::new(format!("unknown topology `{}`; did you mean `{meant}`?", shortened(spec)))
        }
        // A family has no dot in its name, and no folder.
        TopologyError::UnknownFamily { .. } if spec.contains(['.', '/']) && !spec.contains(':') => {
            let name = shortened(spec);
            Failure::new(format!("there is no file {name}; a network from a file is written `file:PATH`"))
        }
        _ => error.into(),
    })
}

/// What is meant by the name of a family with its parameters right behind it, such as `mesh10x12`.
fn without_colon(spec: &str) -> Option<String> {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let of_family = |family: &&Family| spec.strip_prefix(family.name).is_some_and(begins);
    let family = FAMILIES.iter().filter(of_family).max_by_key(|family| family.name.len())?;
    Some(format!("{}:{}", family.name, &spec[family.name.len()..]))
}
