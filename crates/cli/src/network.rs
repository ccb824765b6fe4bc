//! The network that a command works on.

use crate::failure::Failure;
use crate::progress;
use clap::Args;
use wormcast::plan::NetworkSpec;
use wormcast::topology::{Topology, build};

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
        let topology = progress::during("building the network", || build(&self.topology))?;
        Ok(Network { spec: NetworkSpec::whole(topology.spec()), topology })
    }
}
