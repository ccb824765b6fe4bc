//! The network that a command works on.

use crate::failure::Failure;
use crate::progress;
use clap::Args;
use std::path::Path;
use wormcast::plan::NetworkSpec;
use wormcast::topology::{Topology, TopologyError, build};

/// Which network.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    /// The network, such as `mesh:8x8`; `wormcast list` shows what there is.
    topology: String,
}

/// A network, and the words that describe it.
#[derive(Debug)]
pub struct Network {
    /// The words.
    pub spec: NetworkSpec,
    /// The network.
    pub topology: Box<dyn Topology>,
}

impl NetworkArgs {
    /// Builds the network.
    pub fn build(&self) -> Result<Network, Failure> {
        let topology = build_network(&self.topology)?;
        Ok(Network { spec: NetworkSpec::whole(topology.spec()), topology })
    }
}

impl Network {
    /// The network that a plan file names. The path of a description is taken from the current folder, or else from the
    /// folder of the plan file.
    pub fn of_plan(spec: &NetworkSpec, plan_file: &Path) -> Result<Self, Failure> {
        let topology = build_network(&beside(&spec.topology, plan_file).unwrap_or_else(|| spec.topology.clone()))?;
        Ok(Self { spec: spec.clone(), topology })
    }
}

/// The description with its path taken from the folder of the plan file, if there is no such file from here but there is
/// one from there.
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
        _ => error.into(),
    })
}
