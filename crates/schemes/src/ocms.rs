//! `ocms`: the multicast star with the fewest channels.

use crate::optimal::{Side, fewest_channels};
use crate::stars::{Criterion, Solved, StarPlanner};
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
        Ok(Box::new(StarPlanner::new(self.name(), topology, Criterion::Channels, solve)?))
    }
}

fn solve(side: &Side) -> Option<Solved> {
    let (star, duals) = fewest_channels(side)?;
    let value = side.measure(&star).channels;
    debug_assert_eq!(value as i64, duals.bound());
    Some(Solved { star, value, bound: value })
}
