//! `multi-path`: up to one worm for each neighbour of the source.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{Launch, append_class_paths, append_path, labels_for, sort_labels};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError, Step};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Grid, NodeId, Topology};

/// The scheme `multi-path`. The destinations are shared out among the neighbours of the source; each worm takes the
/// step to its neighbour, and goes on through its destinations by the routing function R, up the labels or down them.
///
/// - Two-dimensional meshes, after Lin, McKinley and Ni 1994: on either side of the source's label there are at most
///   two neighbours, one in its row and one in its column. The first gets the destinations that lie beyond the
///   source's column in its direction, the second gets the others. A sole neighbour gets all.
/// - Star graphs, by node classes (star paper, section 3.1): a neighbour above the source gets the labels from its
///   own to that of the next neighbour, exclusive, the last one up to the greatest label; below the source, likewise
///   downwards. These are the labels towards which R steps to that neighbour.
/// - Hypercubes, after Lin and Ni, and every other labelled network (meshes of other dimensions, tori, files): by
///   node classes too.
///
/// A plan takes O(d log d + hops · log degree) time for d destinations.
pub(crate) struct MultiPath;

impl Scheme for MultiPath {
    fn name(&self) -> &'static str {
        "multi-path"
    }

    fn summary(&self) -> &'static str {
        "up to one worm for each neighbour of the source, up or down the labels"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(self.name(), topology)?);
        let mesh = topology.mesh();
        Ok(match mesh.filter(|grid| grid.sides().len() == 2) {
            Some(grid) => Box::new(ByColumn { topology, grid, routing, labels: Vec::new() }),
            None => Box::new(ByClass { topology, routing, labels: Vec::new() }),
        })
    }
}

struct ByClass<'t> {
    topology: &'t dyn Topology,
    routing: LabelRouting<'t>,
    labels: Vec<u32>,
}

impl Planner for ByClass<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.routing, set, &mut self.labels)?;
        append_class_paths(&self.routing, Launch::at_source(&self.routing, set), &self.labels, worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}

/// Two-dimensional meshes.
struct ByColumn<'t> {
    topology: &'t dyn Topology,
    grid: &'t Grid,
    routing: LabelRouting<'t>,
    labels: Vec<u32>,
}

impl Planner for ByColumn<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.routing, set, &mut self.labels)?;
        let launch = Launch::at_source(&self.routing, set);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < launch.label));
        let steps = self.routing.steps(launch.label);
        let (down, up) = steps.split_at(steps.partition_point(|step| step.label < launch.label));
        self.append_side(launch, down, below.iter().rev().copied(), worms);
        self.append_side(launch, up, above.iter().copied(), worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}

impl ByColumn<'_> {
    /// Appends the worms to the one or two neighbours on one side of the source's label, through the `labels` there. A
    /// sole neighbour in the row has all of them beyond it; a sole one in the column gets what is beyond no other.
    fn append_side(
        &self,
        launch: Launch,
        steps: &[Step],
        labels: impl Iterator<Item = u32> + Clone,
        worms: &mut Worms,
    ) {
        let home = self.column(launch.label);
        let direction = |label| self.column(label).cmp(&home);
        let along_row = steps.iter().map(|step| direction(step.label)).find(|direction| direction.is_ne());
        for &step in steps {
            let in_row = direction(step.label).is_ne();
            let serves = |&label: &u32| (Some(direction(label)) == along_row) == in_row;
            append_path(&self.routing, launch, Some(step), labels.clone().filter(serves), worms);
        }
    }

    fn column(&self, label: u32) -> u32 {
        self.grid.coordinate(self.routing.node(label), 0)
    }
}
