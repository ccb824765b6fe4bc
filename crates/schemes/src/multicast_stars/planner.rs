//! From two optimal multicast stars to worms.

use super::goal::{Answer, Goal};
use super::report;
use super::split::Split;
use crate::label_paths::{Launch, append_path};
use crate::optimal::{Half, MulticastStar};
use crate::route_space::label_paths;
use crate::{LabelRouting, Options, PlanError, Planner, SchemeError, Switch};
use serde_json::{Map, Value};
use wormcast_plan::{Claim, Criterion, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// Whether a plan must carry its certificate, however long.
pub const CERTIFICATE: Switch = Switch::new("certificate", "Let the plan carry its certificate, however long");

/// Plans both halves of a multicast.
pub(super) struct StarPlanner<'t> {
    topology: &'t dyn Topology,
    split: Split<'t>,
    goal: Goal,
    certificate: bool,
    /// What the last plan was made of.
    last: Option<([Half; 2], [Answer; 2])>,
}

impl<'t> StarPlanner<'t> {
    /// A planner for the scheme of this name, which is for this criterion.
    pub(super) fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        criterion: Criterion,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let goal = Goal::new(scheme, criterion, options)?;
        let split = Split::new(scheme, topology, goal.first_hop)?;
        Ok(Self { topology, split, goal, certificate: options.has(&CERTIFICATE), last: None })
    }
}

impl Planner for StarPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let halves = self.split.split(set)?;
        let routing = self.split.halves.routing();
        let answers = self.goal.answer(routing, routing.label(set.source), &halves)?;
        for (half, answer) in halves.iter().zip(&answers) {
            append_star(routing, set, half, &answer.star, worms);
        }
        self.last = Some((halves, answers));
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(self.split.halves.routing()))
    }

    fn claims(&self) -> &'static [Claim] {
        match self.goal.disjoint {
            true => &[Claim::MonotoneLabels, Claim::DisjointRounds],
            false => &[Claim::MonotoneLabels],
        }
    }

    fn extra(&self) -> Map<String, Value> {
        let Some((halves, answers)) = &self.last else { return Map::new() };
        let name = |label| self.topology.node_name(self.split.halves.routing().node(label));
        report::extra(&self.goal, self.certificate, halves, answers, name)
    }
}

/// Appends a worm for each path of a star.
pub(super) fn append_star(
    routing: &LabelRouting,
    set: MulticastSet<'_>,
    half: &Half,
    star: &MulticastStar,
    worms: &mut Worms,
) {
    for path in &star.paths {
        let labels = path.stops.iter().map(|&stop| half.labels[stop as usize]);
        append_path(routing, Launch::at_source(routing, set), Some(half.steps[path.port]), labels, worms);
    }
}
