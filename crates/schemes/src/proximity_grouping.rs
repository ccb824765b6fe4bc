//! `proximity-grouping`: the destinations that lie together are served by one of them.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{PhasePaths, labels_for, sort_labels};
use crate::relays::{FIRST_PHASE, LATER_PHASES, Phases, Sender};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use std::cmp::Reverse;
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `proximity-grouping`: two phases, with groups of destinations that are near each other.
///
/// The star paper only names it (section 2.2). Its authors' paper of 1998 says that it goes from the source to relays
/// and from these to the destinations, by dual paths, and that source and destinations are grouped by their locality,
/// to shorten the paths. The rest is our decision:
///
/// - Source and destinations stand in the order of their labels. The way from a destination to its neighbour on the
///   source's side, by R, is its leg. The destinations with the longest legs become relays: as many as the source has
///   neighbours (on an n-star, this makes n groups, as many as there are substars); of equal legs, those of lower
///   labels.
/// - A relay serves the destinations beyond it, up to the next relay; the source serves those before the first relays.
///   So the groups are cut at the longest gaps, every relay is a destination, and none sends back towards the source.
/// - The options `first-phase` and `later-phases` (`dual-path`) choose how the phases send.
///
/// A plan takes O(d log d + hops · log degree) time for d destinations.
pub(crate) struct ProximityGrouping;

impl Scheme for ProximityGrouping {
    fn name(&self) -> &'static str {
        "proximity-grouping"
    }

    fn summary(&self) -> &'static str {
        "to a relay in each group of near destinations, and from there to the others"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[FIRST_PHASE.declaration, LATER_PHASES.declaration, CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routing = LabelRouting::along(topology.graph(), labels_for(self.name(), topology)?);
        Ok(Box::new(ProximityPlanner {
            topology,
            phases: Phases::new(routing, options, PhasePaths::DualPath),
            labels: Vec::new(),
            legs: Vec::new(),
            relays: Vec::new(),
            groups: Vec::new(),
        }))
    }
}

struct ProximityPlanner<'t> {
    topology: &'t dyn Topology,
    phases: Phases<'t>,
    /// The labels of the destinations.
    labels: Vec<u32>,
    /// The length of each destination's leg, and its place; the relays first.
    legs: Vec<(Reverse<u32>, usize)>,
    /// The labels of the relays.
    relays: Vec<u32>,
    /// The source and the relays, by label.
    groups: Vec<Sender>,
}

impl Planner for ProximityPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.phases.routing, set, &mut self.labels)?;
        let source = self.phases.routing.label(set.source);
        let neighbours = self.phases.routing.steps(source).len();
        self.choose_relays(source, neighbours);
        self.group(source);
        let sender = Sender { label: source, informed: None, serves: 0..0 };
        self.phases.inform(&sender, 0, &self.relays, &mut self.groups, worms);
        for group in &self.groups {
            self.phases.send(group, 1, &self.labels[group.serves.clone()], worms);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.phases.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}

impl ProximityPlanner<'_> {
    /// Leaves in `legs` the places of the `count` destinations with the longest legs, in ascending order.
    fn choose_relays(&mut self, source: u32, count: usize) {
        let before = self.labels.partition_point(|&label| label < source);
        let inner = |place: usize| match place {
            _ if place + 1 == before || place == before => source,
            _ if place < before => self.labels[place + 1],
            _ => self.labels[place - 1],
        };
        let leg = |place| self.phases.routing.walk_labels(inner(place), self.labels[place]).count() as u32;
        self.legs.clear();
        self.legs.extend((0..self.labels.len()).map(|place| (Reverse(leg(place)), place)));
        self.legs.sort_unstable();
        self.legs.truncate(count);
        self.legs.sort_unstable_by_key(|&(_, place)| place);
    }

    /// Makes a group of each relay, and one of the source between those below it and those above it.
    fn group(&mut self, source: u32) {
        self.relays.clear();
        self.relays.extend(self.legs.iter().map(|&(_, place)| self.labels[place]));
        let below = self.relays.partition_point(|&relay| relay < source);
        let place = |relay: usize| self.legs[relay].1;
        let start = |relay: usize| if relay == 0 { 0 } else { place(relay - 1) + 1 };
        let end = |relay: usize| if relay == self.legs.len() { self.labels.len() } else { place(relay) };
        let sender = |label, serves| Sender { label, informed: None, serves };
        self.groups.clear();
        self.groups.extend((0..below).map(|relay| sender(self.relays[relay], start(relay)..place(relay))));
        self.groups.push(sender(source, start(below)..end(below)));
        let above = below..self.legs.len();
        self.groups.extend(above.map(|relay| sender(self.relays[relay], place(relay) + 1..end(relay + 1))));
    }
}
