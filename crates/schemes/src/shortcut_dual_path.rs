//! `shortcut-dual-path`: dual-path by the shortest ways that rise or fall all along.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{labels_for, sort_labels};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError, Step};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `shortcut-dual-path`: `dual-path` that looks ahead.
///
/// The star paper only names it (section 2.2); its authors' paper of 1998 says that it is similar to `dual-path`, but
/// tries to find a shortcut node as soon as possible, to shorten the path. How, is our decision: from one destination
/// to the next, a worm takes a shortest one of all the ways along which the labels rise (or fall) all the way, by
/// shortcut nodes that R does not see, as it looks one step ahead. Of several next steps it takes the one that R likes
/// best. So no search for shortcuts between destinations in this order can do better; on meshes of two dimensions,
/// where R is shortest, it is `dual-path`.
///
/// A plan takes O(d log d + (labels between the outermost destinations) · degree) time for d destinations.
pub(crate) struct ShortcutDualPath;

impl Scheme for ShortcutDualPath {
    fn name(&self) -> &'static str {
        "shortcut-dual-path"
    }

    fn summary(&self) -> &'static str {
        "dual-path along the shortest routes whose labels only rise, or only fall"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(self.name(), topology)?);
        let shortcuts = Shortcuts { routing, left: Vec::new() };
        Ok(Box::new(ShortcutPlanner { topology, shortcuts, labels: Vec::new() }))
    }
}

struct ShortcutPlanner<'t> {
    topology: &'t dyn Topology,
    shortcuts: Shortcuts<'t>,
    labels: Vec<u32>,
}

impl Planner for ShortcutPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.shortcuts.routing, set, &mut self.labels)?;
        let source = self.shortcuts.routing.label(set.source);
        let (below, above) = self.labels.split_at(self.labels.partition_point(|&label| label < source));
        self.shortcuts.append(set.source, above.iter().copied(), worms);
        self.shortcuts.append(set.source, below.iter().rev().copied(), worms);
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.shortcuts.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}

/// Finds shortest ways along rising or falling labels.
struct Shortcuts<'t> {
    routing: LabelRouting<'t>,
    /// How many channels are left from each label on the way, by its distance in labels from the goal.
    left: Vec<u32>,
}

impl Shortcuts<'_> {
    /// Appends a worm through the labels, which rise all the way or fall all the way; none when there are none.
    fn append(&mut self, source: NodeId, labels: impl ExactSizeIterator<Item = u32>, worms: &mut Worms) {
        if labels.len() == 0 {
            return;
        }
        worms.start(source, None, 0);
        let (mut hop, mut at) = (None, self.routing.label(source));
        for goal in labels {
            self.measure(at, goal);
            while at != goal {
                let step = self.next(at, goal);
                hop = Some(worms.hop(hop, step.channel));
                at = step.label;
            }
            worms.deliver(hop.expect("a destination is not the source"), self.routing.node(goal));
        }
    }

    /// Measures the ways to the goal from all labels between `from` and it, the nearest label first.
    fn measure(&mut self, from: u32, goal: u32) {
        self.left.clear();
        self.left.push(0);
        for gap in 1..=from.abs_diff(goal) {
            let label = if from < goal { goal - gap } else { goal + gap };
            let least = self.ahead(label, goal).map(|step| self.left(step, goal)).min();
            self.left.push(1 + least.expect("the next label of the path is ahead"));
        }
    }

    /// The first step of a shortest way; of several, the one that goes farthest.
    fn next(&self, at: u32, goal: u32) -> Step {
        let key = |step: &&Step| (self.left(step, goal), step.label.abs_diff(goal));
        *self.ahead(at, goal).min_by_key(key).expect("the next label of the path is ahead")
    }

    fn left(&self, step: &Step, goal: u32) -> u32 {
        self.left[step.label.abs_diff(goal) as usize]
    }

    /// The steps that come nearer to the goal in labels, and do not pass it.
    fn ahead(&self, at: u32, goal: u32) -> impl Iterator<Item = &Step> {
        let (low, high) = if at < goal { (at + 1, goal) } else { (goal, at - 1) };
        self.routing.steps(at).iter().filter(move |step| (low..=high).contains(&step.label))
    }
}
