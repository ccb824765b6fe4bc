//! The fast engine: the cost is paid a grant, and not a flit.
//!
//! The grants of a worm decide when all its flits move, by the closed form of the time rules (see `tails`); so the only
//! events are heads that become ready and requests that are granted after a wait. A channel does not need an event to
//! become free either: it knows when it will be, and the next request looks.

mod allocator;
mod core;
mod event_queue;
mod inject;
mod run;
mod standstill;
mod tails;
mod visits;

use self::core::Core;
use crate::channels::Channels;
use crate::intake;
use crate::open_loop::{MessageId, Observer, OpenLoop};
use crate::size::{HORIZON, check_timing};
use crate::{Blocked, Conditions, Engine, SimError, Time, Timing};
use wormcast_plan::Worms;
use wormcast_topology::{NodeId, Topology};

/// An engine that messages are injected into while time goes on.
#[derive(Debug)]
pub struct WormEngine<'t, O> {
    core: Core<'t, O>,
}

impl<'t, O: Observer> WormEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of one ejection class. O(nodes + channels).
    ///
    /// # Errors
    /// The timing makes no sense, or its closed form does not hold ([`Engine::serves`](crate::Engine::serves)).
    pub fn new(topology: &'t dyn Topology, timing: &Timing, observer: O) -> Result<Self, SimError> {
        Self::with_consumption_classes(topology, timing, 1, observer)
    }

    /// An engine at rest, at time 0, for worms of at most so many ejection (consumption) classes. O(channels + nodes ·
    /// classes).
    ///
    /// # Errors
    /// The timing makes no sense, or its closed form does not hold ([`Engine::serves`](crate::Engine::serves)).
    pub fn with_consumption_classes(
        topology: &'t dyn Topology,
        timing: &Timing,
        classes: u8,
        observer: O,
    ) -> Result<Self, SimError> {
        let (channels, graph) = (serve(topology, timing)?, topology.graph());
        Ok(Self { core: Core::new(graph, timing, channels, classes, observer) })
    }
}

/// The channels of a network on which the closed form holds.
fn serve(topology: &dyn Topology, timing: &Timing) -> Result<Channels, SimError> {
    let channels = Channels::new(topology, timing)?;
    check_timing(timing, &channels)?;
    Engine::Worm.serves(topology, timing, &Conditions::default())?;
    Ok(channels)
}

impl<O: Observer> OpenLoop for WormEngine<'_, O> {
    type Observer = O;

    /// Nothing is allocated once the engine has seen its largest number of worms in flight.
    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        let now = self.core.now;
        intake::inject(&mut self.core, worms, lengths, at, now)
    }

    fn run_before(&mut self, end: Time) -> bool {
        let end = end.min(HORIZON);
        let left = self.core.work_off_before(end);
        self.core.now = self.core.now.max(end);
        left
    }

    fn drain(&mut self) {
        self.core.work_off_before(HORIZON);
    }

    fn now(&self) -> Time {
        self.core.now
    }

    fn messages_in_flight(&self) -> usize {
        self.core.intake.messages.len()
    }

    fn backlog(&self, node: NodeId) -> u32 {
        self.core.backlog[node.index()]
    }

    fn grants(&self) -> u64 {
        self.core.grants
    }

    fn observer(&self) -> &O {
        &self.core.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.core.observer
    }

    /// The cycles of deadlocks, if there are any already, while other worms may still move. What has no cycle now may
    /// get into one later. O(channels + w²) at worst, for w requests that wait: not to be asked after every step.
    fn deadlocks(&self) -> Vec<Vec<Blocked>> {
        standstill::wait_for_graph(&self.core).cycles()
    }
}
