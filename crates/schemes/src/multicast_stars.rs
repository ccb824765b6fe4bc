//! `ocms`, `otms` and `otms-timed`: optimal multicast stars.

mod goal;
mod planner;
mod report;
mod split;
mod timed;
mod trade_offs;

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::{OptionDeclaration, Options, Planner, Scheme, SchemeError};
pub use goal::{DISJOINT, FIRST_HOP, LONGEST_WITHIN, MINIMIZE};
pub use planner::CERTIFICATE;
use planner::StarPlanner;
pub(crate) use timed::TimedStar;
pub use timed::{FOR_FLIT_NS, FOR_FLITS, FOR_ROUTER_NS};
pub use trade_offs::StarTradeOffs;
use wormcast_plan::Criterion;
use wormcast_topology::Topology;

/// The schemes `ocms` and `otms`: the optimal channel multicast star and the optimal time multicast star of the mesh
/// paper, sections 3 and 4, on every labelled network (section 5).
///
/// A multicast star is a set of worms along the labels, up and down, each through a port of its own, that share out the
/// destinations. The solvers are in [`optimal`](crate::optimal), one for each half of the labels.
pub(crate) struct OptimalStar {
    name: &'static str,
    summary: &'static str,
    criterion: Criterion,
    options: &'static [OptionDeclaration],
}

/// The scheme `ocms`.
pub(crate) const OCMS: OptimalStar = OptimalStar {
    name: "ocms",
    summary: "optimal channel multicast star: the paths along labels to all destinations with the fewest channels",
    criterion: Criterion::Channels,
    options: &[
        FIRST_HOP.declaration,
        MINIMIZE.declaration,
        LONGEST_WITHIN.declaration,
        DISJOINT.declaration,
        CERTIFICATE.declaration,
        CONSUMPTION_CLASSES.declaration,
    ],
};

/// The scheme `otms`.
pub(crate) const OTMS: OptimalStar = OptimalStar {
    name: "otms",
    summary: "optimal time multicast star: the paths along labels to all destinations whose longest is shortest",
    criterion: Criterion::LongestPath,
    options: &[
        FIRST_HOP.declaration,
        MINIMIZE.declaration,
        DISJOINT.declaration,
        CERTIFICATE.declaration,
        CONSUMPTION_CLASSES.declaration,
    ],
};

impl Scheme for OptimalStar {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        self.options
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(StarPlanner::new(self.name, topology, self.criterion, options)?))
    }
}
