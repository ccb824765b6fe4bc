//! `hamiltonian-path`: one worm up the Hamiltonian path, one down it.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::dual_path::DualPathPlanner;
use crate::label_paths::labels_for;
use crate::{LabelRouting, OptionDeclaration, Options, Planner, Scheme, SchemeError};
use wormcast_topology::Topology;

/// The scheme `hamiltonian-path`: star paper, section 2.2.2.
///
/// It is `dual-path` with no other channels than those of the path itself: as many hops as the labels lie apart.
pub(crate) struct HamiltonianPath;

impl Scheme for HamiltonianPath {
    fn name(&self) -> &'static str {
        "hamiltonian-path"
    }

    fn summary(&self) -> &'static str {
        "a worm up the Hamiltonian path and a worm down it, label by label"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(DualPathPlanner::new(topology, LabelRouting::on_path, labels_for(self.name(), topology)?)))
    }
}
