//! One side of the source: its stops, its ports, and the lengths between them.

use super::ladder::Ladder;
use super::{Refusal, Verdict};
use wormcast_plan::{Direction, FirstHop};
use wormcast_topology::NodeId;

/// How many steps may be walked to find all lengths: some ten seconds.
const MAX_STEPS: u64 = 1 << 32;

/// The destinations above or below the source, and the ports that lead to any of them.
pub(crate) struct Side<'l> {
    ladder: &'l Ladder<'l>,
    source: u32,
    /// The labels of the stops, going away from the source.
    labels: Vec<u32>,
    /// The label behind each port, and the first stop that it leads to.
    ports: Vec<(u32, usize)>,
    first_hop: FirstHop,
}

/// What a port or an earlier stop is away from a stop: none where the port does not lead.
pub(crate) struct Row<'r> {
    /// From each earlier stop.
    pub stops: &'r [u64],
    /// From the source by each port.
    pub ports: &'r [Option<u64>],
}

impl<'l> Side<'l> {
    pub(super) fn new(
        ladder: &'l Ladder<'l>,
        source: NodeId,
        destinations: &[NodeId],
        direction: Direction,
        first_hop: FirstHop,
    ) -> Self {
        let source = ladder.label(source);
        let is_here = |label: &u32| (*label > source) == (direction == Direction::Above);
        let mut labels: Vec<_> = destinations.iter().map(|&node| ladder.label(node)).filter(is_here).collect();
        labels.sort_unstable_by_key(|label| label.abs_diff(source));
        let mut side = Self { ladder, source, labels, ports: Vec::new(), first_hop };
        for &port in ladder.neighbours(source).iter().filter(|label| is_here(label)) {
            // Parallel channels are one port.
            if side.ports.iter().any(|known| known.0 == port) {
                continue;
            }
            side.ports.extend((0..side.len()).find(|&j| side.leads(port, j)).map(|first| (port, first)));
        }
        side
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// How many ports there are.
    pub(super) fn port_count(&self) -> usize {
        self.ports.len()
    }

    /// The port with the neighbour of this name.
    pub(super) fn port_named(&self, name: &str) -> Option<usize> {
        let node = self.ladder.topology.find_node(name).ok()?;
        self.ports.iter().position(|port| port.0 == self.ladder.label(node))
    }

    /// The first stop that a port leads to.
    pub(super) fn opens_at(&self, port: usize) -> usize {
        self.ports[port].1
    }

    /// The columns and the points of the stops, in columns and rows away from the source, on two-dimensional meshes.
    pub(super) fn points(&self) -> Option<(usize, Vec<(u32, i64)>)> {
        let grid = self.ladder.grid?;
        let row = |label| grid.coordinate(self.ladder.labelling.node(label), 1);
        let point = |&label: &u32| {
            let column = grid.coordinate(self.ladder.labelling.node(label), 0);
            (column, i64::from(row(label).abs_diff(row(self.source))))
        };
        Some((grid.sides()[0] as usize, self.labels.iter().map(point).collect()))
    }

    /// Whether a path whose first stop is `j` may leave by the port with this label behind it.
    fn leads(&self, port: u32, j: usize) -> bool {
        match self.first_hop {
            FirstHop::Routing => self.ladder.next(self.source, self.labels[j]) == port,
            FirstHop::Free => port.abs_diff(self.source) <= self.labels[j].abs_diff(self.source),
        }
    }

    /// The length of the way through a port to a stop. O(length · degree).
    pub(super) fn start(&self, port: usize, j: usize) -> Option<u64> {
        let label = self.ports[port].0;
        self.leads(label, j).then(|| 1 + self.length(label, self.labels[j]))
    }

    fn length(&self, mut from: u32, to: u32) -> u64 {
        if let Some(grid) = self.ladder.grid {
            return grid_length(grid, self.ladder.labelling.node(from), self.ladder.labelling.node(to));
        }
        let mut length = 0;
        while from != to {
            from = self.ladder.next(from, to);
            length += 1;
        }
        length
    }

    /// Shows the lengths to every stop in turn. On meshes O(k²); else O(k · channels) at most.
    pub(super) fn each_row(&self, mut show: impl FnMut(usize, Row<'_>) -> Verdict) -> Verdict {
        let steps = if self.ladder.grid.is_some() { self.len() } else { self.ladder.channels() };
        if (self.len() as u64).saturating_mul(steps as u64) > MAX_STEPS {
            return Err(Refusal::TooLarge);
        }
        let mut lengths = vec![0; self.labels.last().map_or(0, |last| last.abs_diff(self.source) as usize) + 1];
        let mut stops = Vec::new();
        for j in 0..self.len() {
            self.fill_row(j, &mut lengths, &mut stops);
            let ports: Vec<_> = (0..self.ports.len()).map(|port| self.start(port, j)).collect();
            show(j, Row { stops: &stops, ports: &ports })?;
        }
        Ok(())
    }

    fn fill_row(&self, j: usize, lengths: &mut [u64], stops: &mut Vec<u64>) {
        stops.clear();
        let to = self.labels[j];
        if self.ladder.grid.is_some() {
            return stops.extend(self.labels[..j].iter().map(|&from| self.length(from, to)));
        }
        // R's ways to one target form a tree: every label is one step farther than the next one on its way.
        let place = |label: u32| label.abs_diff(self.source) as usize;
        lengths[place(to)] = 0;
        let first = self.labels[0].min(to)..self.labels[0].max(to);
        let (low, high) = (first.start, first.end);
        let mut fill = |label| lengths[place(label)] = lengths[place(self.ladder.next(label, to))] + 1;
        match to > self.source {
            true => (low..to).rev().for_each(&mut fill),
            false => (to + 1..=high).for_each(&mut fill),
        }
        stops.extend(self.labels[..j].iter().map(|&from| lengths[place(from)]));
    }
}

fn grid_length(grid: &wormcast_topology::Grid, a: NodeId, b: NodeId) -> u64 {
    (0..2).map(|dimension| u64::from(grid.coordinate(a, dimension).abs_diff(grid.coordinate(b, dimension)))).sum()
}
