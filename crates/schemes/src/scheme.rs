//! What every scheme has.

use crate::{PlanError, SchemeError};
use wormcast_plan::{Claim, MulticastSet, Worms};
use wormcast_topology::{NodeId, Topology};

/// What a caller may ask of a scheme. Each scheme names the options that it knows; others are refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The root of a spanning tree (`single-tree`).
    pub root: Option<NodeId>,
}

impl Options {
    /// The names of the options that are set.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let all = [("root", self.root.is_some())];
        all.into_iter().filter(|(_, set)| *set).map(|(name, _)| name)
    }
}

/// A way to plan multicasts.
pub trait Scheme: Sync {
    /// Its name on the command line and in plan files.
    fn name(&self) -> &'static str;

    /// What it does, in one line.
    fn summary(&self) -> &'static str;

    /// The networks that it serves, in words.
    fn topologies(&self) -> &'static str;

    /// The names of the [`Options`] that it knows.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Does the work that is the same for all multicast sets on a network: labels, trees, tables.
    ///
    /// # Errors
    /// The scheme does not serve this network, or does not know an option.
    fn prepare<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        match options.given().find(|option| !self.options().contains(option)) {
            Some(option) => Err(SchemeError::unknown_option(self.name(), option, self.options())),
            None => self.planner(topology, options),
        }
    }

    /// What a scheme writes of [`prepare`](Self::prepare), which callers use: all options that are set are known here.
    ///
    /// # Errors
    /// The scheme does not serve this network.
    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError>;
}

/// A scheme made ready for one network: plans one multicast after another, and keeps its buffers.
pub trait Planner: Send {
    /// Appends the worms of one multicast. `worms` is empty at first. The same set gives the same worms.
    ///
    /// # Errors
    /// A destination that cannot be reached.
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError>;

    /// What it claims of all its plans.
    fn claims(&self) -> &'static [Claim] {
        &[]
    }

    /// What the last plan carries beside its worms, by the key in the plan file: certificates, bounds, the tree used.
    fn extra(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
}
