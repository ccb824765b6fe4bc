//! `otms`: the multicast star whose longest path is shortest.

use crate::optimal::{Side, shortest_longest};
use crate::stars::{Criterion, Solved, StarPlanner};
use crate::{Options, Planner, Scheme, SchemeError};
use wormcast_topology::Topology;

/// The scheme `otms`: the optimal time multicast star of the mesh paper, section 4, on every labelled network
/// (section 5).
pub struct Otms;

impl Scheme for Otms {
    fn name(&self) -> &'static str {
        "otms"
    }

    fn summary(&self) -> &'static str {
        "the multicast star whose longest path is shortest"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(StarPlanner::new(self.name(), topology, Criterion::LongestPath, solve)?))
    }
}

fn solve(side: &Side) -> Option<Solved> {
    let found = shortest_longest(side)?;
    Some(Solved { star: found.star, value: found.longest, bound: found.bound })
}
