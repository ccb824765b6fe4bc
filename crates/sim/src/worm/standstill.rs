//! Whether worms wait for each other for ever.

use super::core::Core;
use super::visits::{Visit, VisitAt, Worm};
use crate::intake::Intake;
use crate::slab::{NONE, UNKNOWN};
use crate::wait_for_graph::{BlockedVisit, Rules, VisitIx, WaitForGraph};
use crate::{Ports, Resource};

/// The worms in flight, what they hold, and what they wait for; `cores` have a part of the nodes each. A path through
/// several of them has a piece in each, of consecutive ranks.
pub(super) fn wait_for_graph<'r, 't: 'r, S: 'r>(
    cores: impl IntoIterator<Item = &'r Core<'t, S>>,
    intake: &Intake,
) -> WaitForGraph<'r> {
    let cores: Vec<_> = cores.into_iter().collect();
    let first = cores[0];
    let rules = Rules { pools: first.allocator.pools(), channels: &first.channels, free_choice: false, by_room: true };
    let mut graph = WaitForGraph::new(rules);
    let mut pieces: Vec<_> = (0..).zip(&cores).flat_map(|(number, core)| core.live(number)).collect();
    pieces.sort_unstable_by_key(|(_, worm)| worm.rank);
    let mut places: Vec<_> = cores.iter().map(|core| vec![NONE; core.visits.places()]).collect();
    let mut before: Option<(&Worm, VisitIx)> = None;
    for (number, worm) in pieces {
        let core = cores[number];
        // The visit before the first one, if that is in another piece of the same worm.
        let parent = before.filter(|(other, _)| worm.entered && (other.message, other.id) == (worm.message, worm.id));
        let mut parent = parent.map(|(_, last)| last);
        if parent.is_none() {
            let (message, length) = (&intake.messages[worm.message], core.tails[worm.tails as usize].length());
            graph.start(message.id as usize, worm.id, length);
        }
        let start = graph.next();
        for at in (worm.first_visit..worm.first_visit + worm.visits).take_while(|&at| !core.visits[at].beyond) {
            places[number][at as usize] = graph.next();
            graph.visit(core.blocked_visit(worm, at, start, parent.take()));
        }
        before = Some((worm, graph.next() - 1));
    }
    for (core, places) in cores.iter().zip(places) {
        core.allocator.for_each(&core.visits, |resource, request| {
            if core.visits[request].unmet > 0 {
                graph.line_up(resource, places[request as usize]);
            }
        });
    }
    graph
}

impl<S> Core<'_, S> {
    /// The worms, or pieces of worms, that have not gone.
    fn live(&self, number: usize) -> impl Iterator<Item = (usize, &Worm)> {
        self.worms.iter().filter(|(_, worm)| worm.unfinished > 0).map(move |(_, worm)| (number, worm))
    }

    /// A visit of a worm whose first one here has this number in the graph, and comes after `before`.
    fn blocked_visit(&self, worm: &Worm, at: VisitAt, first: VisitIx, before: Option<VisitIx>) -> BlockedVisit {
        let Visit { parent, channel, .. } = self.visits[at];
        let entry = (parent != NONE || worm.entered).then_some(channel);
        BlockedVisit {
            node: entry.map_or(worm.origin, |channel| self.graph.target(channel)),
            parent: if parent == NONE { before } else { Some(first + (parent - worm.first_visit)) },
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
            NONE if self.worms[self.visits[at].worm].entered => holds.push(Resource::Channel(channel)),
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
