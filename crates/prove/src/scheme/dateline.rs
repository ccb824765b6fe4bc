//! The two parts of a link's virtual channels on networks with wrap-around.

use wormcast_topology::{ChannelId, Graph, Grid, Topology};

/// A channel, and which part of its virtual channels: always 0 where they are not told apart.
pub(super) type Taken = (ChannelId, u8);

/// Which part of the virtual channels a hop takes, if plans do not name them: part 0 before a worm has crossed the
/// wrap-around of the line that it moves along, part 1 from that crossing on.
pub(super) struct Dateline<'t> {
    graph: &'t Graph,
    grid: &'t Grid,
}

impl<'t> Dateline<'t> {
    /// None on networks without wrap-around.
    pub(super) fn of(topology: &'t dyn Topology) -> Option<Self> {
        let dateline = Self { graph: topology.graph(), grid: topology.grid()? };
        dateline.graph.channels().any(|channel| dateline.step(channel).1).then_some(dateline)
    }

    /// The part that a hop takes after the hop before it.
    pub(super) fn part(&self, before: Option<Taken>, channel: ChannelId) -> u8 {
        let (dimension, wraps) = self.step(channel);
        let crossed = before.is_some_and(|(before, part)| part == 1 && self.step(before).0 == dimension);
        u8::from(wraps || crossed)
    }

    /// Whether a channel is a wrap-around.
    pub(super) fn wraps(&self, channel: ChannelId) -> bool {
        self.step(channel).1
    }

    /// The dimension in which a channel leads, and whether it is a wrap-around.
    fn step(&self, channel: ChannelId) -> (usize, bool) {
        let ends = [self.graph.source(channel), self.graph.target(channel)];
        let gap = |dimension| {
            let [from, to] = ends.map(|node| self.grid.coordinate(node, dimension));
            from.abs_diff(to)
        };
        let step = (0..self.grid.sides().len()).map(gap).enumerate().find(|&(_, gap)| gap > 0);
        step.map_or((0, false), |(dimension, gap)| (dimension, gap > 1))
    }
}
