//! What a family of networks declares.

use crate::{Topology, TopologyError};

/// A family of networks that a user of the library adds while it runs.
pub trait AddedFamily: Send + Sync {
    /// The part of the description before the colon.
    fn name(&self) -> &str;

    /// Makes the network from the part after the colon; its [`spec`](Topology::spec) is the whole description.
    ///
    /// # Errors
    /// The parameters are wrong.
    fn build(&self, parameters: &str) -> Result<Box<dyn Topology>, TopologyError>;
}

/// A family of networks: what `wormcast list` shows, and how a description becomes a network.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The part of the description before the colon.
    pub name: &'static str,
    /// The form of the part after the colon.
    pub parameters: &'static str,
    /// What the network is, and what its nodes are called.
    pub summary: &'static str,
    /// A description that works.
    pub example: &'static str,
    /// Makes the network from the part after the colon.
    pub build: fn(&str) -> Result<Box<dyn Topology>, TopologyError>,
}
