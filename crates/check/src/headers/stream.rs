//! The header flits of a worm, one after another through the routers.

use super::network::Network;
use super::require;
use super::router::{Step, Visit};
use std::collections::BTreeMap;
use wormcast_plan::headers::HeaderFlit;

/// A channel that a worm takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    /// The hop before.
    pub parent: Option<usize>,
    /// The routers that it leaves and enters.
    pub ends: [usize; 2],
}

/// Where a worm has gone.
#[derive(Debug, Default)]
pub(super) struct Way {
    /// Its channels, parents first.
    pub hops: Vec<Hop>,
    /// The hops at whose end it delivers.
    pub deliveries: Vec<usize>,
    /// The router that consumes each flit.
    pub consumers: Vec<usize>,
    /// The visit at the origin, and then that at the end of each hop.
    visits: Vec<Visit>,
    /// The hop through a port, after a hop (none: from the origin).
    through: BTreeMap<(Option<usize>, u32), usize>,
}

impl Way {
    /// Sends these flits from a router, in their order.
    pub(super) fn of(network: &Network<'_>, origin: usize, tree: usize, flits: &[HeaderFlit]) -> Result<Self, String> {
        let mut way = Self { visits: vec![Visit::default()], ..Self::default() };
        for &flit in flits {
            way.send(network, origin, tree, flit)?;
        }
        require(way.visits.iter().all(Visit::has_begun), || "a reserved channel is never used".to_owned())?;
        Ok(way)
    }

    /// One flit, from router to router until one consumes it.
    fn send(&mut self, network: &Network<'_>, origin: usize, tree: usize, mut flit: HeaderFlit) -> Result<(), String> {
        let (mut at, mut hop) = (origin, None);
        loop {
            let visit = &mut self.visits[hop.map_or(0, |hop: usize| hop + 1)];
            let is_first = !visit.has_begun();
            let step = visit.step(network.table(at, tree)?, flit)?;
            if is_first {
                self.reserve(network, at, hop)?;
            }
            match step {
                Step::Consume { deliver } => {
                    self.consumers.push(at);
                    if deliver {
                        self.deliveries.push(hop.ok_or("the worm delivers at its own origin")?);
                    }
                    return Ok(());
                }
                Step::Forward(next, port) => {
                    flit = next;
                    let taken = self.through[&(hop, port)];
                    at = self.hops[taken].ends[1];
                    hop = Some(taken);
                }
            }
        }
    }

    /// The hops through the ports that were reserved at the end of a hop. A way longer than any tree goes in cycles.
    fn reserve(&mut self, network: &Network<'_>, at: usize, hop: Option<usize>) -> Result<(), String> {
        let ports = self.visits[hop.map_or(0, |hop| hop + 1)].reserved().to_vec();
        for port in ports {
            self.through.insert((hop, port), self.hops.len());
            self.hops.push(Hop { parent: hop, ends: [at, network.behind(at, port)?] });
            self.visits.push(Visit::default());
        }
        require(self.hops.len() < 2 * network.len(), || "its header runs in a cycle".to_owned())
    }
}
