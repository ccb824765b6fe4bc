//! Pairs of channels that follow each other.

use wormcast_topology::Graph;

/// The numbers of waits: of one channel held and one asked for, which leaves the node that the first leads to. Those of
/// one held channel follow each other, in the order of the channels that are asked for. 8 bytes a channel.
pub(super) struct Waits {
    first: Vec<u32>,
    /// By channel: the first that leaves the node that it leads to.
    ports: Vec<u32>,
}

impl Waits {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut first = vec![0];
        let mut ports = Vec::with_capacity(graph.channel_count());
        for channel in graph.channels() {
            let mut next = graph.out_channels(graph.target(channel));
            first.push(first[channel.index()] + next.len() as u32);
            ports.push(next.next().map_or(0, |port| port.index() as u32));
        }
        Self { first, ports }
    }

    pub(super) fn len(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    #[inline]
    pub(super) fn number(&self, held: u32, asked: u32) -> usize {
        (self.first[held as usize] + asked - self.ports[held as usize]) as usize
    }
}
