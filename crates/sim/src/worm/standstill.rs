//! Whether worms wait for each other for ever.

use super::core::Core;
use super::visits::{Visit, VisitAt, Worm};
use crate::slab::{NONE, UNKNOWN};
use crate::wait_for_graph::{BlockedVisit, Rules, VisitIx, WaitForGraph};
use crate::{Ports, Resource};

/// The worms in flight, what they hold, and what they wait for.
pub(super) fn wait_for_graph<'r, O>(core: &'r Core<'_, O>) -> WaitForGraph<'r> {
    let rules = Rules { pools: core.allocator.pools(), channels: &core.channels, free_choice: false, by_room: true };
    let mut graph = WaitForGraph::new(rules);
    let mut worms: Vec<_> = core.worms.iter().map(|(_, worm)| worm).filter(|worm| worm.unfinished > 0).collect();
    worms.sort_unstable_by_key(|worm| worm.rank);
    let mut places = vec![NONE; core.visits.places()];
    for worm in worms {
        let (message, length) = (&core.intake.messages[worm.message], core.tails[worm.tails as usize].length());
        let start = graph.start(message.id as usize, worm.id, length);
        for at in worm.first_visit..worm.first_visit + worm.visits {
            places[at as usize] = graph.next();
            graph.visit(core.blocked_visit(worm, at, start));
        }
    }
    core.allocator.for_each(&core.visits, |resource, request| {
        if core.visits[request].unmet > 0 {
            graph.line_up(resource, places[request as usize]);
        }
    });
    graph
}

impl<O> Core<'_, O> {
    /// A visit of a worm whose first one has this number in the graph.
    fn blocked_visit(&self, worm: &Worm, at: VisitAt, first: VisitIx) -> BlockedVisit {
        let Visit { parent, channel, .. } = self.visits[at];
        let is_origin = parent == NONE;
        BlockedVisit {
            node: if is_origin { worm.origin } else { self.graph.target(channel) },
            parent: (!is_origin).then(|| first + (parent - worm.first_visit)),
            room: self.channels.at(channel).buffer,
            holds: self.holds(at),
            needs: if self.visits[at].unmet > 0 { self.needs(at) } else { Vec::new() },
            behind: None,
        }
    }

    /// What a worm holds until its tail has left a visit, unless it is known when that is.
    fn holds(&self, at: VisitAt) -> Vec<Resource> {
        let Visit { parent, channel, grant, unmet, gone, delivers, .. } = self.visits[at];
        if gone {
            return Vec::new();
        }
        let mut holds = Vec::new();
        match parent {
            NONE if self.timing.injection == Ports::All || (grant == UNKNOWN && unmet == 0) => {}
            NONE => holds.push(Resource::Injection(self.worms[self.visits[at].worm].origin)),
            parent => holds.extend((self.visits[parent].grant != UNKNOWN).then_some(Resource::Channel(channel))),
        }
        let ejects = delivers && grant != UNKNOWN && self.allocator.ejection_is_limited();
        holds.extend(ejects.then(|| self.ejection(at)));
        holds
    }

    /// What the request at a visit asks for.
    fn needs(&self, at: VisitAt) -> Vec<Resource> {
        let mut needs = Vec::new();
        let mut child = self.visits[at].first_child;
        while child != NONE {
            needs.push(Resource::Channel(self.visits[child].channel));
            child = self.visits[child].next_sibling;
        }
        // The children of a visit are chained from the last to the first.
        needs.reverse();
        let ejects = self.visits[at].delivers && self.allocator.ejection_is_limited();
        needs.extend(ejects.then(|| self.ejection(at)));
        needs
    }

    fn ejection(&self, at: VisitAt) -> Resource {
        let Visit { channel, pool, .. } = self.visits[at];
        self.allocator.pools().resource(self.graph.target(channel), pool)
    }
}
