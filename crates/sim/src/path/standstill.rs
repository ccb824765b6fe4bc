//! Whether worms wait for each other for ever.

use super::core::Core;
use super::worms::{GONE, Worm};
use crate::channels::Channels;
use crate::intake::Intake;
use crate::slab::{NONE, WormAt};
use crate::wait_for_graph::{BlockedVisit, Rules, WaitForGraph};
use crate::{Ports, Resource};
use wormcast_topology::ChannelId;

/// The worms in flight, what they hold, and what they wait for; `cores` have a part of the nodes each.
pub(super) fn wait_for_graph<'r, 't: 'r, S: 'r>(
    cores: impl IntoIterator<Item = &'r Core<'t, S>>,
    channels: &'r Channels,
    intake: &Intake,
) -> WaitForGraph<'r> {
    let cores: Vec<_> = cores.into_iter().collect();
    let rules = Rules { pools: cores[0].lines.pools(), channels, free_choice: false, by_room: true };
    let mut graph = WaitForGraph::new(rules);
    let worms_of = |(number, core): (usize, &'r Core<'t, S>)| {
        core.worms.iter().filter(|(_, worm)| worm.at != GONE).map(move |(at, worm)| (number, at, worm))
    };
    let mut worms: Vec<_> = cores.iter().copied().enumerate().flat_map(worms_of).collect();
    worms.sort_unstable_by_key(|(.., worm)| worm.rank);
    let mut heads: Vec<_> = cores.iter().map(|core| vec![NONE; core.worms.places()]).collect();
    for (number, at, worm) in worms {
        let core = cores[number];
        graph.start(intake.messages[worm.message].id as usize, worm.id, core.tails[worm.tails as usize].length());
        let first = core.first_uncertain(worm);
        for visit in first..=worm.at {
            let before = (visit > first).then(|| graph.next() - 1);
            graph.visit(core.blocked_visit(worm, visit, before, channels));
        }
        heads[number][at as usize] = graph.next() - 1;
    }
    for (core, heads) in cores.iter().zip(heads) {
        core.lines.for_each(&core.worms, |resource, at: WormAt| {
            if core.worms[at].unmet > 0 {
                graph.line_up(resource, heads[at as usize]);
            }
        });
    }
    graph
}

impl<S> Core<'_, S> {
    /// The first visit of a worm whose tail may still be held up.
    fn first_uncertain(&self, worm: &Worm) -> u32 {
        worm.at.saturating_sub(self.tails[worm.tails as usize].reach)
    }

    /// A visit of a worm up to the one where its head is; `before` is the number of the visit before in the graph.
    fn blocked_visit(&self, worm: &Worm, visit: u32, before: Option<u32>, channels: &Channels) -> BlockedVisit {
        let held = self.rings[worm.place(visit)];
        let waits = visit == worm.at && worm.unmet > 0;
        BlockedVisit {
            node: if visit > 0 { self.node_of(held) } else { worm.origin },
            parent: before,
            room: channels.at(held.channel()).buffer,
            holds: self.holds(worm, visit),
            needs: if waits { self.needs(worm) } else { Vec::new() },
            behind: None,
        }
    }

    /// What a worm holds until its tail has left a visit.
    fn holds(&self, worm: &Worm, visit: u32) -> Vec<Resource> {
        let is_granted = visit < worm.at;
        if visit == 0 {
            let holds = self.timing.injection != Ports::All && (is_granted || worm.unmet > 0);
            return if holds { vec![Resource::Injection(worm.origin)] } else { Vec::new() };
        }
        let held = self.rings[worm.place(visit)];
        let ejects = held.delivers() && is_granted && self.lines.ejection_is_limited();
        let ejection = ejects.then(|| self.lines.pools().resource(self.node_of(held), worm.pool));
        [Resource::Channel(held.channel())].into_iter().chain(ejection).collect()
    }

    /// What the request of a worm asks for.
    fn needs(&self, worm: &Worm) -> Vec<Resource> {
        let channel = worm.wants().map(|channel| Resource::Channel(ChannelId::new(channel as usize)));
        let ejection = self.ejects(worm).map(|node| self.lines.pools().resource(node, worm.pool));
        channel.into_iter().chain(ejection).collect()
    }
}
