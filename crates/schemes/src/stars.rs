//! What `ocms` and `otms` share: from a multicast set to two sides, from two stars to worms, and what a plan tells
//! about its optimality.

use crate::dual_path::labels_for;
use crate::label_paths::{Launch, append_path, sort_labels};
use crate::optimal::{FirstHop, Half, Halves, Side, Star};
use crate::{LabelRouting, PlanError, Planner, SchemeError};
use serde_json::{Map, Value, json};
use wormcast_plan::{Claim, MulticastSet, Worms};
use wormcast_topology::Topology;

/// What a plan of `ocms` or `otms` is best in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Criterion {
    /// Fewest channels, over both sides.
    Channels,
    /// Shortest longest path, over both sides.
    LongestPath,
}

impl Criterion {
    /// Its name in a plan file: that of the cost which is least.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Channels => "channels",
            Self::LongestPath => "longest_path",
        }
    }

    /// The value of both sides together.
    fn join(self, sides: [u64; 2]) -> u64 {
        match self {
            Self::Channels => sides[0] + sides[1],
            Self::LongestPath => sides[0].max(sides[1]),
        }
    }
}

/// The star of one side, what it costs, and what no star can undercut.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    pub star: Star,
    pub value: u64,
    pub bound: u64,
}

/// Plans both sides of a source by one solver.
pub(crate) struct StarPlanner<'t> {
    halves: Halves<'t>,
    labels: Vec<u32>,
    criterion: Criterion,
    solve: fn(&Side) -> Option<Solved>,
    /// The value and the bound of the last plan.
    last: [u64; 2],
}

impl<'t> StarPlanner<'t> {
    /// A planner for the scheme of this name.
    pub fn new(
        scheme: &'static str,
        topology: &'t dyn Topology,
        criterion: Criterion,
        solve: fn(&Side) -> Option<Solved>,
    ) -> Result<Self, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(scheme, topology)?);
        let halves = Halves::new(topology, routing, FirstHop::Routing);
        Ok(Self { halves, labels: Vec::new(), criterion, solve, last: [0; 2] })
    }

    /// The sides above and below the source.
    fn split(&mut self, set: MulticastSet<'_>) -> [Half; 2] {
        sort_labels(self.halves.routing(), set, &mut self.labels);
        let source = self.halves.routing().label(set.source);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < source));
        let sides = [above.to_vec(), below.iter().rev().copied().collect()];
        sides.map(|labels| self.halves.half(source, labels))
    }
}

impl Planner for StarPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let solved = self.split(set).map(|half| {
            let solved = (self.solve)(&half.side).unwrap_or_default();
            append_star(self.halves.routing(), set, &half, &solved.star, worms);
            [solved.value, solved.bound]
        });
        self.last = [0, 1].map(|which| self.criterion.join(solved.map(|side| side[which])));
        Ok(())
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }

    fn extra(&self) -> Map<String, Value> {
        let [value, bound] = self.last;
        let optimality = json!({
            "minimizes": self.criterion.name(), "value": value, "lower_bound": bound, "exact": value == bound,
        });
        Map::from_iter([("optimality".to_owned(), optimality)])
    }
}

/// Appends a worm for each path of a star.
fn append_star(routing: &LabelRouting, set: MulticastSet<'_>, half: &Half, star: &Star, worms: &mut Worms) {
    for path in &star.paths {
        let labels = path.stops.iter().map(|&stop| half.labels[stop as usize]);
        append_path(routing, Launch::at_source(routing, set), Some(half.steps[path.port]), labels, worms);
    }
}
