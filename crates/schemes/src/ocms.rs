//! `ocms`: the multicast star with the fewest channels.

use crate::stars::{CHANNELS_OPTIONS, StarPlanner};
use crate::{OptionDeclaration, Options, Planner, Scheme, SchemeError};
use wormcast_plan::Criterion;
use wormcast_topology::Topology;

/// The scheme `ocms`: the optimal channel multicast star of the mesh paper, section 3, on every labelled network
/// (section 5).
pub(crate) struct Ocms;

impl Scheme for Ocms {
    fn name(&self) -> &'static str {
        "ocms"
    }

    fn summary(&self) -> &'static str {
        "optimal channel multicast star: the paths along labels to all destinations with the fewest channels"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        CHANNELS_OPTIONS
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        SchemeError::check_two_way(self.name(), topology)?;
        Ok(Box::new(StarPlanner::new(self.name(), topology, Criterion::Channels, options)?))
    }
}
