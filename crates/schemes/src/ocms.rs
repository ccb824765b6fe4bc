//! `ocms`: the multicast star with the fewest channels.

use crate::optimal::{Side, Star, fewest_channels_by_flow, fewest_channels_on_grid};
use crate::stars::{StarPlanner, Stars};
use crate::{Options, Planner, Scheme, SchemeError};
use wormcast_topology::Topology;

/// The scheme `ocms`: the optimal channel multicast star of the mesh paper, section 3, on every labelled network
/// (section 5).
pub struct Ocms;

impl Scheme for Ocms {
    fn name(&self) -> &'static str {
        "ocms"
    }

    fn summary(&self) -> &'static str {
        "the multicast star with the fewest channels"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let stars = Stars::new(self.name(), topology)?;
        Ok(Box::new(StarPlanner { stars, solve: fewest_channels }))
    }
}

fn fewest_channels(side: &Side) -> Option<Star> {
    match side.points() {
        Some(_) => fewest_channels_on_grid(side).map(|(star, _)| star),
        None => fewest_channels_by_flow(side).map(|(star, _)| star),
    }
}
