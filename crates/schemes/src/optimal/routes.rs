//! The channels between stops: what makes paths cross.

use super::half_problem::StarPath;
use super::halves::Half;
use crate::{LabelRouting, Step};
use wormcast_topology::ChannelId;

/// The ways of R on one side of a source.
#[derive(Clone, Debug)]
pub struct Routes<'a> {
    routing: &'a LabelRouting<'a>,
    source: u32,
    labels: &'a [u32],
    /// The step out of each port.
    steps: Vec<Step>,
}

/// A channel of a way. `from` and `to` say how many labels away from the source it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hop {
    pub channel: ChannelId,
    pub from: u32,
    pub to: u32,
}

impl<'a> Routes<'a> {
    /// The ways on this side of the source with this label.
    pub fn new(routing: &'a LabelRouting<'a>, source: u32, half: &'a Half) -> Self {
        Self { routing, source, labels: &half.labels, steps: half.steps.clone() }
    }

    /// The same ways with only these ports, numbered anew in this order.
    pub(crate) fn with_ports(&self, ports: &[usize]) -> Self {
        Self { steps: ports.iter().map(|&port| self.steps[port]).collect(), ..self.clone() }
    }

    /// How many channels the network has.
    pub(crate) fn channel_count(&self) -> usize {
        self.routing.graph().channel_count()
    }

    /// How many labels away from the source a destination is.
    pub(crate) fn place(&self, j: usize) -> u32 {
        self.labels[j].abs_diff(self.source)
    }

    /// The way from the source through a port to a destination.
    pub(crate) fn start(&self, port: usize, j: usize) -> impl Iterator<Item = Hop> {
        let step = self.steps[port];
        std::iter::once(self.hop(self.source, step)).chain(self.walk(step.label, self.labels[j]))
    }

    /// The way from one destination to another.
    pub(crate) fn jump(&self, i: usize, j: usize) -> impl Iterator<Item = Hop> {
        self.walk(self.labels[i], self.labels[j])
    }

    /// The way of a path.
    pub(crate) fn way(&self, path: &StarPath) -> impl Iterator<Item = Hop> {
        let jumps = path.stops.windows(2).flat_map(|pair| self.jump(pair[0] as usize, pair[1] as usize));
        self.start(path.port, path.stops[0] as usize).chain(jumps)
    }

    fn walk(&self, from: u32, to: u32) -> impl Iterator<Item = Hop> {
        let mut at = from;
        std::iter::from_fn(move || {
            let step = self.routing.step(at, to)?;
            let hop = self.hop(at, step);
            at = step.label;
            Some(hop)
        })
    }

    fn hop(&self, from: u32, step: Step) -> Hop {
        let place = |label: u32| label.abs_diff(self.source);
        Hop { channel: step.channel, from: place(from), to: place(step.label) }
    }
}
