//! The names in a plan, looked up once each.

use crate::words::shown;
use crate::{MAX_VIOLATIONS_PER_KIND, Place, Report, Violation};
use std::collections::HashMap;
use wormcast_plan::PlanDocument;
use wormcast_topology::{NodeId, Topology, UnknownNode};

/// After so many unknown names the others are looked up in one sweep over the network: a search for the nearest name
/// takes as long as the network is large.
const MAX_SEARCHES: usize = MAX_VIOLATIONS_PER_KIND;

/// Every name in a plan, with its node where there is one. Never iterated over.
pub(crate) struct Names<'d> {
    nodes: HashMap<&'d str, Option<NodeId>>,
}

impl<'d> Names<'d> {
    /// Looks up every name in the plan, and reports each that no node has, once.
    pub(crate) fn resolve(document: &'d PlanDocument, topology: &dyn Topology, report: &mut Report) -> Self {
        let mut names = Self { nodes: HashMap::new() };
        let mut failures = 0;
        let mut later = Vec::new();
        for_each_name(document, |place, name| {
            if names.nodes.contains_key(name) {
                return;
            }
            if failures == MAX_SEARCHES {
                names.nodes.insert(name, None);
                return later.push((place, name));
            }
            let found = topology.find_node(name);
            names.nodes.insert(name, found.as_ref().ok().copied());
            if let Err(error) = found {
                failures += 1;
                report.add(unknown(place, error));
            }
        });
        names.sweep(&later, topology, report);
        names
    }

    /// The node of a name that stands in the plan.
    pub(crate) fn node(&self, name: &str) -> Option<NodeId> {
        self.nodes[name]
    }

    fn sweep(&mut self, later: &[(Place, &'d str)], topology: &dyn Topology, report: &mut Report) {
        if later.is_empty() {
            return;
        }
        for node in topology.graph().nodes() {
            if let Some(entry) = self.nodes.get_mut(&*topology.node_name(node)) {
                *entry = Some(node);
            }
        }
        for &(place, name) in later.iter().filter(|(_, name)| self.nodes[name].is_none()) {
            // Counted, and not listed: as many were before it.
            report.add(Violation::UnknownNode { place, name: shown(name), expected: String::new(), nearest: None });
        }
    }
}

fn unknown(place: Place, error: UnknownNode) -> Violation {
    let UnknownNode { name, expected, nearest, .. } = error;
    Violation::UnknownNode { place, name: shown(&name), expected, nearest: nearest.as_deref().map(shown) }
}

/// Calls `each` with every name in the plan and its place, in the order of the file.
fn for_each_name<'d>(document: &'d PlanDocument, mut each: impl FnMut(Place, &'d str)) {
    each(Place::Source, &document.source);
    for (index, name) in document.destinations.iter().enumerate() {
        each(Place::Destination { index }, name);
    }
    for (worm, entry) in document.worms.iter().enumerate() {
        each(Place::Origin { worm }, entry.origin);
        for (hop, step) in entry.route().enumerate() {
            each(Place::HopFrom { worm, hop }, step.1);
            each(Place::HopTo { worm, hop }, step.2);
        }
        for (delivery, entry) in entry.deliver().enumerate() {
            each(Place::Delivery { worm, delivery }, entry.node);
        }
    }
}
