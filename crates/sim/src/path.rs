//! The engine for paths.

mod core;
mod events;
mod heads;
mod inject;
mod lines;
mod passed;
mod pool;
mod regions;
mod routes;
mod run;
mod site;
mod standstill;
mod tails;
mod worms;

use self::core::Core;
use crate::channels::Channels;
use crate::intake::{self, Intake};
use crate::open_loop::{MessageId, Observer, OpenLoop};
use crate::size::{HORIZON, check_timing};
use crate::{Blocked, Conditions, Engine, SimError, Time, Timing, Unicast};
pub use regions::{Desk, RegionalEngine};
use site::Whole;
use wormcast_plan::Worms;
use wormcast_topology::{NodeId, Topology};

/// The worm engine for worms that are paths and start after no other, on channels that are alike.
#[derive(Debug)]
pub struct PathEngine<'t, O> {
    core: Core<'t, Whole<O>>,
    channels: Channels,
}

impl<'t, O: Observer> PathEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of at most so many ejection (consumption) classes. O(channels + nodes ·
    /// classes).
    ///
    /// # Errors
    /// The timing makes no sense, its closed form does not hold ([`Engine::serves`](crate::Engine::serves)), or
    /// channels have something of their own.
    pub fn new(topology: &'t dyn Topology, timing: &Timing, classes: u8, observer: O) -> Result<Self, SimError> {
        let (channels, graph) = (serve(topology, timing)?, topology.graph());
        let site = Whole { intake: Intake::new(classes, timing), observer, next_rank: 0, route: Vec::new() };
        Ok(Self { core: Core::new(graph, 0..graph.node_count(), timing, classes, site), channels })
    }
}

/// The channels of a network on which the closed form for paths holds.
fn serve(topology: &dyn Topology, timing: &Timing) -> Result<Channels, SimError> {
    let channels = Channels::new(topology, timing)?;
    check_timing(timing, &channels)?;
    Engine::Worm.serves(topology, timing, &Conditions::default())?;
    if channels.are_own() { Err(SimError::OwnChannels) } else { Ok(channels) }
}

impl<O: Observer> OpenLoop for PathEngine<'_, O> {
    type Observer = O;

    /// Nothing is allocated once the engine has seen its largest number of worms in flight.
    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        let now = self.now();
        intake::inject(&mut self.core, worms, lengths, at, now)
    }

    fn inject_unicast(&mut self, unicast: Unicast<'_>, at: Time) -> Result<MessageId, SimError> {
        let now = self.now();
        intake::inject_unicast(&mut self.core, unicast, at, now)
    }

    fn run_before(&mut self, end: Time) -> bool {
        let end = end.min(HORIZON).ps();
        let left = self.core.work_off_before(end);
        self.core.now = self.core.now.max(end);
        left
    }

    fn drain(&mut self) {
        self.core.work_off_before(HORIZON.ps());
    }

    fn now(&self) -> Time {
        Time::from_ps(self.core.now)
    }

    fn messages_in_flight(&self) -> usize {
        self.core.site.intake.messages.len()
    }

    fn backlog(&self, node: NodeId) -> u32 {
        self.core.backlog[node.index()]
    }

    fn grants(&self) -> u64 {
        self.core.grants
    }

    fn observer(&self) -> &O {
        &self.core.site.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.core.site.observer
    }

    /// O(channels + w²) at worst, for w requests that wait: not to be asked after every step.
    fn deadlocks(&self) -> Vec<Vec<Blocked>> {
        standstill::wait_for_graph([&self.core], &self.channels, &self.core.site.intake).cycles()
    }
}
