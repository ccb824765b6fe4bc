//! What `ocms` and `otms` share: from a multicast set to two sides, and from two stars to worms.

mod goal;
mod report;
mod trade_offs;

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::dual_path::labels_for;
use crate::label_paths::{Launch, append_path, sort_labels};
use crate::optimal::{Half, Halves, Star};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, SchemeError, Switch};
pub use goal::{DISJOINT, FIRST_HOP, LONGEST_WITHIN, MINIMIZE};
pub use trade_offs::StarTradeOffs;

use goal::{Answer, Goal};
use serde_json::{Map, Value};
use wormcast_plan::{Claim, Criterion, FirstHop, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// Whether a plan must carry its certificate, however long.
pub const CERTIFICATE: Switch = Switch::new("certificate", "Let the plan carry its certificate, however long");

/// The options of `ocms`.
pub(crate) const CHANNELS_OPTIONS: &[OptionDeclaration] = &[
    FIRST_HOP.declaration,
    MINIMIZE.declaration,
    LONGEST_WITHIN.declaration,
    DISJOINT.declaration,
    CERTIFICATE.declaration,
    CONSUMPTION_CLASSES.declaration,
];
/// The options of `otms`.
pub(crate) const LONGEST_OPTIONS: &[OptionDeclaration] = &[
    FIRST_HOP.declaration,
    MINIMIZE.declaration,
    DISJOINT.declaration,
    CERTIFICATE.declaration,
    CONSUMPTION_CLASSES.declaration,
];

/// How many destinations on a side are accepted on networks other than two-dimensional meshes: the lengths between
/// them then take 128 MiB.
const MAX_TABLE: usize = 1 << 13;

/// The sides of sources on a network.
struct Sides<'t> {
    halves: Halves<'t>,
    labels: Vec<u32>,
}

impl<'t> Sides<'t> {
    fn new(scheme: &'static str, topology: &'t dyn Topology, first_hop: FirstHop) -> Result<Self, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(scheme, topology)?);
        Ok(Self { halves: Halves::new(topology, routing, first_hop), labels: Vec::new() })
    }

    /// The sides above and below the source.
    fn split(&mut self, set: MulticastSet<'_>) -> Result<[Half; 2], PlanError> {
        sort_labels(self.halves.routing(), set, &mut self.labels);
        let source = self.halves.routing().label(set.source);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < source));
        let count = above.len().max(below.len());
        if !self.halves.is_grid() && count > MAX_TABLE {
            return Err(PlanError::TooManyDestinations { count, accepted: MAX_TABLE });
        }
        let sides = [above.to_vec(), below.iter().rev().copied().collect()];
        Ok(sides.map(|labels| self.halves.half(source, labels)))
    }
}

/// Plans both sides of a source.
pub(crate) struct StarPlanner<'t> {
    topology: &'t dyn Topology,
    sides: Sides<'t>,
    goal: Goal,
    certificate: bool,
    /// What the last plan was made of.
    last: Option<([Half; 2], [Answer; 2])>,
}

impl<'t> StarPlanner<'t> {
    /// A planner for the scheme of this name, which is for this criterion.
    pub(crate) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        criterion: Criterion,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let goal = Goal::new(scheme, criterion, options)?;
        let sides = Sides::new(scheme, topology, goal.first_hop)?;
        Ok(Self { topology, sides, goal, certificate: options.has(&CERTIFICATE), last: None })
    }
}

impl Planner for StarPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let halves = self.sides.split(set)?;
        let routing = self.sides.halves.routing();
        let answers = self.goal.answer(routing, routing.label(set.source), &halves)?;
        for (half, answer) in halves.iter().zip(&answers) {
            append_star(routing, set, half, &answer.star, worms);
        }
        self.last = Some((halves, answers));
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(self.sides.halves.routing()))
    }

    fn claims(&self) -> &'static [Claim] {
        match self.goal.disjoint {
            true => &[Claim::MonotoneLabels, Claim::DisjointRounds],
            false => &[Claim::MonotoneLabels],
        }
    }

    fn extra(&self) -> Map<String, Value> {
        let Some((halves, answers)) = &self.last else { return Map::new() };
        let name = |label| self.topology.node_name(self.sides.halves.routing().node(label));
        report::extra(&self.goal, self.certificate, halves, answers, name)
    }
}

/// Appends a worm for each path of a star.
fn append_star(routing: &LabelRouting, set: MulticastSet<'_>, half: &Half, star: &Star, worms: &mut Worms) {
    for path in &star.paths {
        let labels = path.stops.iter().map(|&stop| half.labels[stop as usize]);
        append_path(routing, Launch::at_source(routing, set), Some(half.steps[path.port]), labels, worms);
    }
}
