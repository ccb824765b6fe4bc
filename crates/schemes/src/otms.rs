//! `otms`: the multicast star whose longest path is shortest.

use crate::stars::{LONGEST_OPTIONS, StarPlanner};
use crate::{OptionDeclaration, Options, Planner, Scheme, SchemeError};
use wormcast_plan::Criterion;
use wormcast_topology::Topology;

/// The scheme `otms`: the optimal time multicast star of the mesh paper, section 4, on every labelled network
/// (section 5).
pub(crate) struct Otms;

impl Scheme for Otms {
    fn name(&self) -> &'static str {
        "otms"
    }

    fn summary(&self) -> &'static str {
        "optimal time multicast star: the paths along labels to all destinations whose longest is shortest"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        LONGEST_OPTIONS
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        SchemeError::check_two_way(self.name(), topology)?;
        Ok(Box::new(StarPlanner::new(self.name(), topology, Criterion::LongestPath, options)?))
    }
}
