//! The network that a command works on.

use crate::failure::Failure;
use crate::progress;
use clap::Args;
use std::path::Path;
use wormcast::Network;
use wormcast::formats::build;
use wormcast::plan::NetworkSpec;
use wormcast::topology::{Topology, TopologyError, shortened};

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
    /// Take this node away, with its links; may be repeated.
    #[arg(long, value_name = "NODE")]
    without_node: Vec<String>,
    /// Take the link between these nodes away; may be repeated.
    #[arg(long, value_name = "A-B")]
    without_link: Vec<String>,
}

impl NetworkArgs {
    /// The file that describes the network, if one does.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.topology.strip_prefix("file:").map(Path::new)
    }
}

impl NetworkArgs {
    /// Builds the network.
    pub(crate) fn build(&self) -> Result<Network, Failure> {
        with_faults(&self.topology, &self.faults)
    }
}

/// The network of this description, without what does not work.
pub(crate) fn with_faults(topology: &str, faults: &FaultArgs) -> Result<Network, Failure> {
    let whole = Network::of(build_network(topology)?);
    Ok(whole.without_nodes(&faults.without_node)?.without_links(&faults.without_link)?)
}

/// The network that a plan file names. The path of a description is taken from the current folder, or else from the
/// folder of the plan file.
pub(crate) fn of_plan(spec: &NetworkSpec, plan_file: &Path) -> Result<Network, Failure> {
    let whole = build_network(&beside(&spec.topology, plan_file).unwrap_or_else(|| spec.topology.clone()))?;
    Ok(Network::of_spec_on(whole, spec)?)
}

/// The description with its path taken from the folder of the plan file, if there is no such file from here but there
/// is one from there.
fn beside(spec: &str, plan_file: &Path) -> Option<String> {
    let path = Path::new(spec.strip_prefix("file:")?);
    let there = plan_file.parent()?.join(path);
    (!path.exists() && there.exists()).then(|| format!("file:{}", there.display()))
}

fn build_network(spec: &str) -> Result<Box<dyn Topology>, Failure> {
    progress::during("building the network", || build(spec)).map_err(|error| match &error {
        TopologyError::File { path, line, column, problem } => match std::fs::read_to_string(path) {
            Ok(text) => Failure::new(problem).in_line(path, text, *line, *column),
            Err(_) => error.into(),
        },
        TopologyError::UnknownFamily { .. } if Path::new(spec).is_file() => Failure::new(format!(
            "`{0}` is a file; write `file:{0}` for the network that it describes",
            shortened(spec)
        )),
        _ => error.into(),
    })
}
